"""Which elements are of an everyday kind, by every scheme in use, and none that is out of use."""

from collections.abc import Callable

from tests.conditions_by_hand.tags import Tags, in_use, is_a, values

CATHOLIC = {
    "catholic",
    "roman_catholic",
    "greek_catholic",
    "ukrainian_greek_catholic",
    "romanian_greek_catholic",
    "ruthenian_catholic",
    "maronite",
    "chaldean_catholic",
    "armenian_catholic",
    "syro-malabar",
    "syriac_catholic",
    "melkite",
    "old_catholic",
    "polish_catholic",
    "traditional_catholic",
    "liberal_catholic",
    "latin_catholic",
}
ORTHODOX = {
    "orthodox",
    "greek_orthodox",
    "russian_orthodox",
    "serbian_orthodox",
    "romanian_orthodox",
    "bulgarian_orthodox",
    "ukrainian_orthodox",
    "georgian_orthodox",
    "coptic_orthodox",
    "ethiopian_orthodox_tewahedo",
    "syriac_orthodox",
    "finnish_orthodox",
    "macedonian_orthodox",
    "old_believers",
    "antiochian_orthodox",
    "oriental_orthodox",
}
ANGLICAN = {"anglican", "church_of_england", "episcopal", "church_of_ireland", "church_in_wales"}
CHRISTIAN = (
    CATHOLIC
    | ORTHODOX
    | ANGLICAN
    | {
        "christian",
        "protestant",
        "lutheran",
        "baptist",
        "methodist",
        "presbyterian",
        "evangelical",
        "pentecostal",
        "reformed",
        "seventh_day_adventist",
        "adventist",
        "mormon",
        "jehovahs_witness",
        "new_apostolic",
        "quaker",
        "salvation_army",
        "mennonite",
        "unitarian",
        "congregational",
        "church_of_scotland",
    }
)

IsA = Callable[[Tags], bool]


def kind(**wanted: str) -> IsA:
    """One of the values (apart by a bar) of one of the keys, in use."""
    return lambda tags: is_a(tags, **wanted) and in_use(tags)


def bus_stop(tags: Tags) -> bool:
    """Where one waits for a bus: the sign or the platform, not where the bus stands."""
    platform = is_a(tags, public_transport="platform") and is_a(tags, bus="yes|designated", trolleybus="yes")
    return (is_a(tags, highway="bus_stop") or platform) and in_use(tags)


def cash_machine(tags: Tags) -> bool:
    """A cash machine, or a place that has one."""
    return (is_a(tags, amenity="atm") or bool(values(tags, "atm") - {"no"})) and in_use(tags)


def drinking_water(tags: Tags) -> bool:
    """Where it is said that one can drink: of a tap, a fountain, a spring, or at a place that has water."""
    said = values(tags, "drinking_water", "drinkable", "drinking_water:refill")
    if "no" in values(tags, "drinking_water", "drinkable"):
        return False
    point = is_a(
        tags,
        amenity="drinking_water|water_point",
        man_made="drinking_fountain",
        fountain="drinking|bubbler|bottle_refill",
    )
    return (point or bool(said & {"yes", "designated", "treated"})) and in_use(tags)


def church(tags: Tags) -> bool:
    """A place of worship that its religion, its denomination or its building says to be Christian."""
    if not (is_a(tags, amenity="place_of_worship|church|chapel") and in_use(tags)):
        return False
    said = {each.replace(" ", "_") for each in values(tags, "religion")}
    if said:
        return bool(said & CHRISTIAN)
    return bool({each.replace(" ", "_") for each in values(tags, "denomination")} & CHRISTIAN) or is_a(
        tags, building="church|chapel|cathedral|basilica", amenity="church|chapel"
    )


def mosque(tags: Tags) -> bool:
    """A place of worship of Muslims."""
    said = values(tags, "religion")
    is_one = bool(said & {"muslim", "islam"}) or (
        not said and is_a(tags, building="mosque", amenity="mosque")
    )
    return is_one and is_a(tags, amenity="place_of_worship|mosque") and in_use(tags)


ATM = cash_machine
BANK = kind(amenity="bank")
BAR = kind(amenity="bar")
BENCH = kind(amenity="bench")
BICYCLE_PARKING = kind(amenity="bicycle_parking")
CAFE = kind(amenity="cafe", shop="cafe")
FAST_FOOD = kind(amenity="fast_food")
FUEL = kind(amenity="fuel")
HOSPITAL = kind(amenity="hospital", healthcare="hospital")
HOTEL = kind(tourism="hotel", amenity="hotel")
HYDRANT = kind(emergency="fire_hydrant", amenity="fire_hydrant")
MUSEUM = kind(tourism="museum", amenity="museum")
PARK = kind(leisure="park")
PARKING = kind(amenity="parking")
PHARMACY = kind(amenity="pharmacy", healthcare="pharmacy")
PITCH = kind(leisure="pitch")
POOL = kind(leisure="swimming_pool", amenity="swimming_pool")
RECYCLING = kind(amenity="recycling")
RESTAURANT = kind(amenity="restaurant")
SCHOOL = kind(amenity="school")
SUPERMARKET = kind(shop="supermarket")
TELEPHONE = kind(amenity="telephone")
TOILETS = kind(amenity="toilets|toilet")
VENDING = kind(amenity="vending_machine")
FOUNTAIN = kind(amenity="fountain")
TRAM_STOP = kind(railway="tram_stop")
PLAYGROUND = kind(leisure="playground")
