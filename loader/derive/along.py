"""Which places lie along which roads, and how far, over all in the graph. Writes the difference."""

from collections.abc import Iterator, Sequence

import numpy as np
import shapely

from loader.derive.cells import Part, batches
from queries.geometry.distance import Shapes, pairs_within
from queries.geometry.radius import ALONG_M
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.statements.streets import PlacedRoad, delete_along, get_along, merge_along

_PAGE = 5_000


def sync_along(graph: Graph, places: Shapes, *, total: int, progress: Progress = silent) -> None:
    """Make ALONG hold every place and road in the graph within 50 m of each other, with the metres.

    `total` is how many roads there are, for the progress only.
    """
    part = Part("placing along roads", total, progress)
    for page in _pages(graph):
        near = pairs_within(places, _shapes(page), ALONG_M)
        wanted = {
            (str(places.ids[i]), page[j].id): metres
            for i, j, metres in zip(near.i.tolist(), near.j.tolist(), near.dist_m.tolist(), strict=True)
        }
        written = {(place, road.id): metres for road in page for place, metres in road.dist_m.items()}
        for stale in batches(sorted(written.keys() - wanted.keys())):
            delete_along(graph, rows=stale)
        changed = sorted(item for item in wanted.items() if written.get(item[0]) != item[1])
        for rows in batches(changed):
            merge_along(graph, rows=dict(rows))
        part.add(len(page))
    part.end()


def _shapes(roads: Sequence[PlacedRoad]) -> Shapes:
    lines = shapely.from_wkt([road.geometry for road in roads])
    coordinates, of = shapely.get_coordinates(lines, return_index=True)
    start = coordinates[np.searchsorted(of, np.arange(len(lines)))]
    # a way may be a place too, and lies along itself: the road's id must not be the place's
    ids = np.array([f"road {road.id}" for road in roads], dtype=np.str_)
    # no point of a line is farther from its start than the line is long, cut at 180 degrees or not
    reach = np.array([road.length_m for road in roads])
    return Shapes(ids, start[:, 1], start[:, 0], lines, reach)


def _pages(graph: Graph) -> Iterator[Sequence[PlacedRoad]]:
    after = ""
    while page := get_along(graph, after=after, limit=_PAGE):
        yield page
        after = page[-1].id
