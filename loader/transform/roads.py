"""From roads as a source has them to rows of the graph; pure."""

from collections import defaultdict
from collections.abc import Sequence

from loader.errors import SourceError
from loader.formats.extract import ROAD_CLASSES, RoadElement
from loader.transform.places import find_alt_names, find_name
from queries.geometry.cells import zone_lengths
from queries.geometry.distance import length_m
from queries.progress import Progress, silent
from queries.rows import RoadRow

_TELL_EVERY = 1_000
# values of highway=* that are ways to go by
KNOWN_CLASSES = frozenset(
    (
        "bridleway", "busway", "corridor", "cycleway", "footway", "living_street", "motorway",
        "motorway_link", "path", "pedestrian", "primary", "primary_link", "residential", "road", "secondary",
        "secondary_link", "service", "steps", "tertiary", "tertiary_link", "track", "trunk", "trunk_link",
        "unclassified",
    )
)  # fmt: skip


def read_classes(text: str | None) -> tuple[str, ...]:
    """Return the classes of roads in "primary,secondary", the usual ones of None, each once.

    Raises SourceError, with exit code 2, where one of them is no class of roads.
    """
    if text is None:
        return ROAD_CLASSES
    classes = tuple(dict.fromkeys(part.strip() for part in text.split(",") if part.strip()))
    unknown = [class_ for class_ in classes if class_ not in KNOWN_CLASSES]
    if not unknown and classes:
        return classes
    what = f"{unknown[0]!r} is no class of roads" if unknown else "no class of roads is given"
    raise SourceError(f"{what}; there are {', '.join(sorted(KNOWN_CLASSES))}", source="--roads", exit_code=2)


def transform_roads(elements: Sequence[RoadElement], *, progress: Progress = silent) -> list[RoadRow]:
    """Return a row for each road, ordered by id."""
    connects = find_connections(elements)
    rows: list[RoadRow] = []
    for done, element in enumerate(elements, 1):
        rows.append(
            RoadRow(
                id=element.id,
                name=find_name(element.tags),
                alt_names=find_alt_names(element.tags),
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
