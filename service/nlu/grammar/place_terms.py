"""A place named in a question as a part of its reading: an area, a place, a street, a zone or a point."""

from typing import Literal

from service.language.street_words import tells_street
from service.nlu.grammar.syntax import Spot, Stuck
from service.nlu.lexer.coordinates import read_coordinates
from service.nlu.lexer.lexeme import Lexeme
from service.reading import PlaceReading


def to_place(
    spot: Spot,
    relation: Literal["in", "within", "beyond", "along", "from"],
    *,
    radius_m: float | None = None,
) -> PlaceReading:
    """Return the place as far as the words tell it; a graph may know better what bears the name.

    Raises Stuck where coordinates are none, or where a zone is to be near or far.
    """
    if spot.kind == "point":
        return PlaceReading(kind="point", name=point_name(spot.lexeme), relation=relation, radius_m=radius_m)
    if spot.kind == "id" and "/" not in spot.name:
        if relation in ("within", "beyond", "along"):
            raise Stuck("zones", spot.lexeme)
        return PlaceReading(kind="zone", id=spot.name.lower(), name=spot.name.lower(), relation=relation)
    if spot.kind == "id":
        return PlaceReading(kind="poi", id=spot.name, name=spot.name, relation=relation, radius_m=radius_m)
    kind: Literal["street", "area", "poi"] = (
        "street" if relation == "along" or is_street(spot) else "area" if relation == "in" else "poi"
    )
    return PlaceReading(kind=kind, name=spot.name, relation=relation, radius_m=radius_m)


def is_street(spot: Spot) -> bool:
    """Whether the name is that of a street, by its words; one in quotes may be a bus stop of that name."""
    return spot.kind == "name" and spot.lexeme.key != "quoted" and tells_street(spot.name)


def point_name(lexeme: Lexeme) -> str:
    """Write coordinates as "latitude, longitude" in degrees; raises Stuck where there is no such point."""
    try:
        position = read_coordinates(lexeme.text)
    except ValueError as error:
        raise Stuck("point", lexeme) from error
    return f"{position.latitude}, {position.longitude}"
