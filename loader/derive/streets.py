"""Streets: the connected roads of one name, joined by PART_OF. Writes the difference."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from loader.derive.cells import Part
from queries.catalogue.folding import name_keys
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.statements.streets import (
    StreetNames,
    StreetRoad,
    delete_street_roads,
    delete_streets,
    get_road_streets,
    get_streets,
    merge_street_roads,
    merge_streets,
)

_PAGE = 20_000


def sync_streets(graph: Graph, *, total: int, progress: Progress = silent) -> None:
    """Make Street and PART_OF say what the names of the roads in the graph and CONNECTS say.

    `total` is how many roads there are, for the progress only.
    """
    roads = list(_read_roads(graph, Part("finding streets", total, progress)))
    street_of = find_streets(roads)
    wanted = name_streets(roads, street_of)
    written = get_streets(graph)
    parts = {(road.id, street) for road in roads for street in road.streets}
    gone = sorted(written.keys() - wanted.keys())
    changed = sorted(item for item in wanted.items() if written.get(item[0]) != item[1])
    stale, missing = sorted(parts - street_of.items()), sorted(street_of.items() - parts)
    part = Part("joining streets", len(gone) + len(changed) + len(stale) + len(missing), progress)
    for ids in part.batches(gone):
        delete_streets(graph, ids=ids)
    for rows in part.batches(changed):
        merge_streets(graph, rows=dict(rows))
    for pairs in part.batches(stale):
        delete_street_roads(graph, rows=pairs)
    for pairs in part.batches(missing):
        merge_street_roads(graph, rows=pairs)


def name_streets(roads: Sequence[StreetRoad], street_of: Mapping[str, str]) -> dict[str, StreetNames]:
    """Return the names of each street: that of the road of smallest id, and the other names of all; pure."""
    firsts = {f"street/{road.id}": road.name for road in roads if road.name}
    names: defaultdict[str, set[str]] = defaultdict(set)
    for road in roads:
        if road.name and road.id in street_of:
            names[street_of[road.id]].update((road.name, *road.alt_names))
    named = {}
    for street, every in names.items():
        first = firsts[street] or street
        named[street] = StreetNames(first, tuple(sorted(every - {first})), tuple(name_keys(every)))
    return named


def find_streets(roads: Sequence[StreetRoad]) -> dict[str, str]:
    """Return the street of each named road: "street/" and the smallest id among its connected roads; pure.

    >>> a = StreetRoad("way/2", "Rua A", "rua a", (), ("way/3",), ())
    >>> b = StreetRoad("way/3", "Rua Á", "rua a", (), (), ())
    >>> find_streets([a, b])
    {'way/2': 'street/way/2', 'way/3': 'street/way/2'}
    """
    keys = {road.id: road.name_key for road in roads if road.name_key}
    first = {id_: id_ for id_ in sorted(keys)}

    def find(id_: str) -> str:
        while first[id_] != id_:
            first[id_] = id_ = first[first[id_]]
        return id_

    for road in roads:
        for other in road.connected:
            if road.id in keys and keys[road.id] == keys.get(other):
                one, two = find(road.id), find(other)
                first[max(one, two)] = min(one, two)
    return {id_: f"street/{find(id_)}" for id_ in first}


def _read_roads(graph: Graph, part: Part) -> Iterator[StreetRoad]:
    after = ""
    while page := get_road_streets(graph, after=after, limit=_PAGE):
        yield from page
        part.add(len(page))
        after = page[-1].id
    part.end()
