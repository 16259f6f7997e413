"""The sample in the test graph, loaded once for the modules that only read it; what it holds, read raw."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from loader.load import load_file
from queries.graph import Graph
from tests import brute_force
from tests.graph_dump import empty_graph

SAMPLE = Path(__file__).resolve().parents[1] / "loader" / "sample" / "helsinki.osm.pbf"
FARTHEST_M = 2_500.0
# what tests measure between: common and rare services, points, lines and areas, one without places
MEASURED = (
    "bank", "bus_stop", "cafe", "fountain", "library", "park", "pharmacy", "pier", "playground", "recycling",
    "restaurant", "school", "square", "supermarket", "toilets", "tram_stop", "waste_basket", "waste_disposal",
    "water_body", "water_point",
)  # fmt: skip
# what two ways of measuring may differ by
TOLERANCE_M = 0.01

_HOLDS = """
MATCH (d:Dataset)
RETURN collect(d.id + d.state) = ['helsinkicomplete']
       AND COUNT { (:POI) } = COUNT { (:POI)-[:FROM]->(:Dataset) }
       AND COUNT { (:Service)-[:COVERED]->() } > 0 AND NOT EXISTS { (:POI {id: 'node/1'}) } AS holds
"""
_PLACES = """
MATCH (p:POI)
RETURN p.id AS id, p.name AS name, p.tags AS tags,
       coalesce(p.geometry, [p.location.latitude, p.location.longitude]) AS shape,
       [p.location.latitude, p.location.longitude] AS location, [(p)-[:IS_A]->(s) | s.id] AS services
"""


@dataclass(frozen=True)
class Place:
    id: str
    name: str | None
    tags: list[str]
    services: set[str]
    location: tuple[float, float]


class Sample:
    """The places of the graph, and the metres between any two measured ones up to 2,500 m by brute force."""

    def __init__(self, graph: Graph) -> None:
        with graph._driver.session() as session:
            rows = [record.data() for record in session.run(_PLACES)]
        self.places = {
            r["id"]: Place(r["id"], r["name"], r["tags"], set(r["services"]), tuple(r["location"]))
            for r in rows
        }
        self.shapes: dict[str, brute_force.Shape] = {
            r["id"]: s if isinstance(s := r["shape"], str) else tuple(s) for r in rows
        }
        self._measured = tuple(sorted((i, self.shapes[i]) for i in self.of(*MEASURED)))

    @property
    def metres(self) -> dict[tuple[str, str], float]:
        return _measure(self._measured)

    def of(self, *services: str) -> set[str]:
        return {p.id for p in self.places.values() if p.services & set(services)}

    def within(
        self, a: set[str], b: set[str], radius_m: float, at_least_m: float = 0.0
    ) -> set[tuple[str, str]]:
        return {
            (p, q)
            for (p, q), metres in self.metres.items()
            if p in a and q in b and at_least_m <= metres <= radius_m
        }

    def close_calls(self, radius_m: float) -> set[tuple[str, str]]:
        """Pairs so near the radius that two ways of measuring may part them."""
        return {pair for pair, metres in self.metres.items() if abs(metres - radius_m) <= TOLERANCE_M}


@cache
def _measure(shapes: tuple[tuple[str, brute_force.Shape], ...]) -> dict[tuple[str, str], float]:
    places = [{"id": id_, "shape": shape} for id_, shape in shapes]
    return brute_force.pairs(places, places, FARTHEST_M + 1)


def load_sample(graph: Graph) -> Sample:
    """Put the sample, and nothing else, into the graph; at once where it is there already."""
    with graph._driver.session() as session:
        holds = session.run(_HOLDS).single()
    if holds is None or not holds["holds"]:
        empty_graph(graph)
        load_file(graph, SAMPLE)
    return Sample(graph)
