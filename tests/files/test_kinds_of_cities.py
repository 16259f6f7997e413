"""Kinds of place in two cities against their raw tags, by rules written here without the catalogue."""

from collections.abc import Callable
from functools import cache

import pytest

from loader.formats.detect import fetch
from tests.vocabulary import FILES, SHARED

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason="the files of ../shared are not here")

Tags = dict[str, str]


def has(tags: Tags, key: str, *values: str) -> bool:
    return bool({part.strip() for part in tags.get(key, "").split(";")} & set(values))


def yes(tags: Tags, *keys: str) -> bool:
    return any(tags.get(key) in ("yes", "designated") for key in keys)


RAIL = ("tram", "train", "subway", "light_rail", "ferry")
KINDS: dict[str, Callable[[Tags], bool]] = {
    "water_point": lambda t: (
        (has(t, "amenity", "drinking_water", "water_point") and not has(t, "drinking_water", "no"))
        or (has(t, "amenity", "fountain", "toilets", "shelter") and has(t, "drinking_water", "yes"))
        or (has(t, "man_made", "water_tap", "water_well") and has(t, "drinking_water", "yes"))
        or (has(t, "natural", "spring") and has(t, "drinking_water", "yes"))
    ),
    "tram_stop": lambda t: has(t, "railway", "tram_stop"),
    "train_station": lambda t: (
        (has(t, "railway", "station") and has(t, "train", "yes"))
        or has(t, "railway", "halt")
        or (has(t, "public_transport", "station") and has(t, "train", "yes"))
        or (
            has(t, "railway", "station")
            and not has(t, "station", "subway", "light_rail", "funicular", "monorail", "miniature")
            and not yes(t, "subway", "light_rail")
        )
    ),
    "bus_station": lambda t: (
        has(t, "amenity", "bus_station")
        or (has(t, "public_transport", "station") and has(t, "bus", "yes") and "railway" not in t)
    ),
    "city_wall": lambda t: (
        has(t, "historic", "citywalls", "city_wall", "city_walls") or has(t, "barrier", "city_wall")
    ),
    "slipway": lambda t: has(t, "leisure", "slipway"),
    "private_parking": lambda t: has(t, "amenity", "parking") and has(t, "access", "private", "no"),
    "parking": lambda t: has(t, "amenity", "parking") and not has(t, "access", "private", "no"),
    "parking_entrance": lambda t: has(t, "amenity", "parking_entrance", "parking_exit"),
    "association": lambda t: has(t, "office", "association") or has(t, "amenity", "association"),
    "estate_agent": lambda t: (
        has(t, "office", "estate_agent", "real_estate", "property_management")
        or has(t, "shop", "estate_agent", "real_estate")
    ),
    "dive_centre": lambda t: (
        has(t, "amenity", "dive_centre", "diving_center", "diving_centre")
        or has(t, "shop", "scuba_diving", "dive", "diving")
    ),
    "atm": lambda t: has(t, "amenity", "atm") or has(t, "atm", "yes"),
    "club": lambda t: t.get("club", "no") != "no" or has(t, "amenity", "club") or has(t, "leisure", "club"),
    "antiques_shop": lambda t: has(t, "shop", "antiques", "antique"),
    "photo_shop": lambda t: (
        has(t, "shop", "photo", "camera", "photography", "photo_studio")
        or has(t, "craft", "photographer", "photographic_laboratory")
    ),
    "wayside_shrine": lambda t: has(t, "historic", "wayside_shrine"),
    "private_garden": lambda t: (
        has(t, "leisure", "garden")
        and (has(t, "access", "private", "no") or has(t, "garden:type", "residential", "private"))
    ),
    "shop_unspecified": lambda t: has(t, "shop", "yes", "shop", "other") or has(t, "amenity", "shop"),
    "shop=*": lambda t: t.get("shop", "no") not in ("no", "vacant"),
    "office=*": lambda t: t.get("office", "no") != "no",
}


@cache
def read(name: str) -> tuple[dict[str, tuple[str, ...]], dict[str, Tags], set[str]]:
    """Return the services of each place that is loaded, the tags of all elements, and what is out of use."""
    import osmium

    extract = fetch(SHARED / FILES[name])
    kind = {"n": "node", "w": "way", "r": "relation"}
    raw = {
        f"{kind[o.type_str()]}/{o.id}": dict(o.tags)
        for o in osmium.FileProcessor(str(SHARED / FILES[name]))
        if len(o.tags)
    }
    # what has no shape here is told in the report, and is no place
    gone = {remark.id for remark in (*extract.out_of_use, *extract.skipped)}
    return {place.id: place.services for place in extract.places}, raw, gone


@pytest.mark.parametrize("name", ["Porto 2020", "Malta 2016"])
@pytest.mark.parametrize("kind", KINDS)
def test_the_places_of_a_kind_are_those_whose_raw_tags_say_so(kind: str, name: str) -> None:
    services, raw, gone = read(name)
    loaded = {id_ for id_, of_it in services.items() if kind in of_it}
    assert loaded - gone == {id_ for id_, tags in raw.items() if KINDS[kind](tags)} - gone


@pytest.mark.parametrize("name", ["Porto 2020", "Malta 2016"])
def test_bus_stops_are_signs_and_platforms_by_either_scheme(name: str) -> None:
    services, raw, gone = read(name)

    def is_stop(tags: Tags) -> bool:
        platform = has(tags, "public_transport", "platform") and yes(tags, "bus", "trolleybus", "coach")
        older = (
            has(tags, "highway", "platform") and not yes(tags, *RAIL) and not has(tags, "railway", "platform")
        )
        return has(tags, "highway", "bus_stop") or platform or older

    loaded = {id_ for id_, of_it in services.items() if "bus_stop" in of_it}
    assert loaded - gone == {id_ for id_, tags in raw.items() if is_stop(tags)} - gone
