"""From roads as a source has them to rows of the graph; pure."""

from collections import defaultdict
from collections.abc import Sequence

from loader.extract import RoadElement
from loader.places import find_name
from queries.cells import zone_lengths
from queries.distance import length_m
from queries.progress import Progress, silent
from queries.rows import RoadRow

_TELL_EVERY = 1_000


def transform_roads(elements: Sequence[RoadElement], *, progress: Progress = silent) -> list[RoadRow]:
    """Return a row for each road, ordered by id."""
    connects = find_connections(elements)
    rows: list[RoadRow] = []
    for done, element in enumerate(elements, 1):
        rows.append(
            RoadRow(
                id=element.id,
                name=find_name(element.tags),
                road_class=element.road_class,
                geometry=element.shape.wkt,
                length_m=length_m(element.shape),
                zones=zone_lengths(element.shape),
                connects=connects[element.id],
            )
        )
        if done % _TELL_EVERY == 0:
            progress("measuring roads", done, len(elements))
    return sorted(rows, key=lambda row: row.id)


def find_connections(elements: Sequence[RoadElement]) -> dict[str, tuple[str, ...]]:
    """Return for each road the ids of those that share an OSM node with it, sorted.

    Roads that cross at equal coordinates without a common node, as on a bridge, don't connect.
    """
    roads_at: defaultdict[int, set[str]] = defaultdict(set)
    for element in elements:
        for node in element.nodes:
            roads_at[node].add(element.id)
    return {
        element.id: tuple(sorted(set().union(*(roads_at[node] for node in element.nodes)) - {element.id}))
        for element in elements
    }
