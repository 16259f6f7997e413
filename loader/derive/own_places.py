"""Kinds of which each place is one by itself: businesses, schools, churches, named on the map or not."""

from functools import cache

from queries.catalogue.catalogue import load_catalogue

_KEYS = frozenset(("shop", "office", "craft", "healthcare", "club"))
_VALUES = {
    "amenity": frozenset(
        (
                "animal_boarding", "animal_shelter", "arts_centre", "bank", "bar", "biergarten",
                "brothel", "bureau_de_change", "bus_station", "cafe", "car_rental", "car_wash",
                "casino", "childcare", "cinema", "clinic", "college", "community_centre",
                "conference_centre", "courthouse", "coworking_space", "crematorium", "dentist",
                "doctors", "dojo", "driving_school", "embassy", "events_venue", "fast_food",
                "ferry_terminal", "fire_station", "food_court", "fuel", "funeral_hall", "gambling",
                "gym", "hospital", "ice_cream", "internet_cafe", "kindergarten", "language_school",
                "library", "marketplace", "monastery", "money_transfer", "music_school", "nightclub",
                "nursing_home", "office", "pharmacy", "place_of_worship", "police", "post_office",
                "prison", "pub", "public_building", "public_bath", "ranger_station", "register_office",
                "research_institute", "restaurant", "school", "social_centre", "social_facility", "spa",
                "stripclub", "studio", "swingerclub", "theatre", "townhall", "training", "university",
                "vehicle_inspection", "veterinary",
            )
    ),
    "tourism": frozenset(
        (
                "alpine_hut", "apartment", "aquarium", "camp_site", "caravan_site", "chalet", "gallery",
                "guest_house", "hostel", "hotel", "motel", "museum", "theme_park", "wilderness_hut",
                "zoo",
            )
    ),
    "leisure": frozenset(
        (
                "adult_gaming_centre", "amusement_arcade", "bowling_alley", "dance", "escape_game",
                "fitness_centre", "hackerspace", "ice_rink", "marina", "miniature_golf", "sauna",
                "sports_centre", "sports_hall", "stadium", "swimming_pool", "tanning_salon",
                "trampoline_park", "water_park",
            )
    ),
    "historic": frozenset(("castle", "church", "fort", "manor", "monastery", "chapel", "wayside_cross")),
}  # fmt: skip


@cache
def is_own_place(service: str) -> bool:
    """Say whether each place of a kind is one by itself, and what stands beside it another."""
    known = load_catalogue().find(service)
    return known is not None and any(_is_own(key, value) for rule in known.rules for key, value in rule.tags)


def _is_own(key: str, value: str) -> bool:
    return key in _KEYS or value in _VALUES.get(key, ())
