"""House numbers in names: "Rua das Flores, 120" found on the map, or what numbers there are in its place."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from queries.catalogue.addresses import AddressName, house_key, number_of, read_mark, split_address
from queries.catalogue.folding import forgive, same_letters
from queries.geometry.distance import reach_m
from queries.geometry.position import Position
from queries.graph import Graph
from queries.statements.houses import FoundAddress, at_house, at_street, find_addresses, get_addresses
from queries.statements.named import FoundNamed, find_named, find_named_ids, same
from queries.statements.pairs import FoundShape
from service.retrieval.geocoding.candidates import Meaning, Sought, cluster, joined
from service.retrieval.geocoding.name_search import (
    Named,
    Split,
    find_by_name,
    keep_there,
    split_name,
    with_outlines,
)

# a number's door, shop and building are one house; as far apart it is another street's or town's
_HOUSE_GAP_M = 50.0
_MOST_NEAR = 4


@dataclass(frozen=True, slots=True)
class House:
    """What a street and a house number mean; without meanings the number is not in the data.

    `address` is how the name was read, `street` the name of the street as the map has it; `near` are the
    numbers next to it that the street has. `elements` bear the number. `tagged` is the number as the map
    writes it, where it stands in a range or list, `between` the numbers that it is interpolated between;
    `beside`: the map does not say the street. `other_street`: no name of the street is, letter for
    letter, the one asked.
    """

    address: AddressName
    street: str
    named: Named
    near: tuple[str, ...] = ()
    tagged: str | None = None
    between: str | None = None
    beside: bool = False
    other_street: bool = False


def find_house(graph: Graph, text: str, *, datasets: Sequence[str] | None) -> House | None:
    """Find the house that a name means; None where the name is no address of a street or place that there is.

    What is called so as a whole ("Rua 12", "Bar 25") is no address, whatever else its number might tell.
    """
    options = split_address(text)
    if not options:
        return None
    whole = {forgive(split.name) for split in split_name(text) if split_address(split.name)}
    parts = {forgive(name) for option in options for name in (option.street, *option.where)}
    hits = find_named(graph, query=same(sorted((whole | parts) - {""})), datasets=datasets)
    if any(whole & set(h.name_keys) for h in hits):
        return None
    hits, _ = with_outlines(graph, hits, datasets)
    for option in options:
        key = forgive(option.street)
        keys = {key}.union(*(h.name_keys for h in hits if h.sort == "street" and key in h.name_keys))
        if house := _find_at(graph, option, keys, hits, datasets=datasets):
            return house
    for option in options:
        if house := _find_street(graph, option, hits, datasets=datasets):
            return house
    return None


def find_house_by_id(graph: Graph, id_: str) -> House | None:
    """Find what has an OpenStreetMap id and is on the map for its house number alone, else None."""
    found = get_addresses(graph, ids=[id_])
    if not found or find_named_ids(graph, ids=[id_]):
        return None
    [address] = found
    return House(
        AddressName(address.streets[0], address.number), address.streets[0], Named((_meaning(found),))
    )


def _find_at(
    graph: Graph,
    option: AddressName,
    streets: set[str],
    hits: Sequence[FoundNamed],
    *,
    datasets: Sequence[str] | None,
    errors: int | None = None,
) -> House | None:
    """Find the house of a number at streets of these keys; None where there is none."""
    number = house_key(option.number)
    found = find_addresses(graph, query=at_house(streets, [number]), datasets=datasets)
    if not found:
        return None
    # the house that bears the number itself comes before one that a range tells, that before a mere guess
    own = [address for address in found if house_key(address.number) == number]
    own = own or [address for address in found if not address.marks] or [_place(a, number) for a in found]
    groups = cluster([_shape(address) for address in own], _HOUSE_GAP_M)
    by_id = {address.id: address for address in own}
    meanings = [_meaning([by_id[shape.id] for shape in group]) for group in groups]
    named = Named(tuple(meanings), errors=errors)
    if option.where:
        named = keep_there(graph, meanings, Split(option.street, option.where), hits)
    first = own[0] if not named.meanings else by_id[named.meanings[0].id]
    tagged = None if house_key(first.number) == number else first.number
    between = first.number if first.marks else None
    names = {*first.streets}.union(*((h.name, *h.alt_names) for h in hits if streets & set(h.name_keys)))
    other = errors is None and not any(same_letters(option.street, name) for name in names)
    return House(
        option,
        first.streets[0],
        named,
        tagged=tagged,
        between=between,
        beside=first.beside,
        other_street=other,
    )


def _place(address: FoundAddress, number: str) -> FoundAddress:
    """Return the address of one house along a line on which houses are interpolated: a point."""
    # in a plane in which a degree is as long one way as the other
    scale = np.array([math.cos(math.radians(address.position.latitude)), 1.0])
    lines = shapely.get_parts(shapely.from_wkt(address.geometry))
    for mark, line in zip(address.marks, lines, strict=True):
        low, high, step = read_mark(mark)
        if low <= int(number) <= high and (int(number) - low) % step == 0:
            flat = shapely.linestrings(shapely.get_coordinates(line) * scale)
            part = (int(number) - low) / (high - low)
            point = shapely.line_interpolate_point(flat, part, normalized=True)
            [[longitude, latitude]] = shapely.get_coordinates(point) / scale
            name, here = f"{address.streets[0]}, {number}", Position(float(latitude), float(longitude))
            return replace(address, name=name, number=f"{low}-{high}", position=here, geometry=None)
    return address


def _find_street(
    graph: Graph, option: AddressName, hits: Sequence[FoundNamed], *, datasets: Sequence[str] | None
) -> House | None:
    """Find the street that lacks the number, or, spelled alike, the house; None without such a street."""
    text = ", ".join((option.street, *option.where))
    named = find_by_name(graph, text, datasets=datasets, sought=Sought("street"))
    if named.alike:
        return None
    keys = {forgive(option.street)}.union(*(m.found.name_keys for m in named.meanings))
    if named.errors is not None:
        house = _find_at(graph, option, keys, hits, datasets=datasets, errors=named.errors)
        if house is not None and house.named.meanings:
            return house
    there = find_addresses(graph, query=at_street(keys), datasets=datasets)
    if not named.meanings and not there:
        return None
    street = named.meanings[0].found.name if named.meanings else there[0].streets[0]
    return House(option, street, Named(errors=named.errors), near=_near(option.number, there))


def _near(number: str, there: Sequence[FoundAddress]) -> tuple[str, ...]:
    """Return the numbers of a street next to one that it lacks, those of its side first, in their order."""
    wanted = number_of(number)
    told = {
        key: n for a in there for key in a.numbers if (n := number_of(key)) is not None and "-" not in key
    }
    if wanted is None:
        return tuple(sorted(told, key=lambda key: (told[key], key)))[:_MOST_NEAR]
    nearest = sorted(told, key=lambda key: (abs(told[key] - wanted), (told[key] - wanted) % 2, key))
    return tuple(sorted(nearest[:_MOST_NEAR], key=lambda key: (told[key], key)))


def _meaning(addresses: Sequence[FoundAddress]) -> Meaning:
    """Return the house that elements make which bear one number, side by side."""
    shapes = sorted(map(_shape, addresses), key=lambda shape: (-shape.reach_m, shape.id))
    first = next(address for address in addresses if address.id == shapes[0].id)
    tags = tuple(sorted({tag for address in addresses for tag in address.tags}))
    found = FoundNamed(
        first.id,
        "address",
        first.name,
        (),
        (),
        tags,
        (),
        None,
        None,
        first.geometry is not None,
        first.position,
    )
    return Meaning(found, tuple(shape.id for shape in shapes), joined(shapes))


def _shape(address: FoundAddress) -> FoundShape:
    at = address.position
    reach = 0.0 if address.geometry is None else reach_m(shapely.from_wkt(address.geometry), at)
    return FoundShape(address.id, at.latitude, at.longitude, address.geometry, reach)
