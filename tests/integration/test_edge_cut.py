"""A city cut in two: every answer that changes by what lies past the edge of the data was marked."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Literal

import osmium
import pytest
import shapely

from loader.load import load_file
from queries.geometry.cells import cell_shape
from queries.geometry.radius import HALF_EARTH_M
from queries.graph import Graph
from queries.statements.datasets import Dataset, get_datasets
from queries.statements.pairs import find_shapes
from queries.statements.places import find_service_places
from service import Answer, Perto, Reading
from service.answer import Measure
from service.evidence.evidence import DatasetFact
from service.reading import PairReading, PlaceReading
from service.retrieval.spatial.completeness import Edge, find_edge
from tests.graph_dump import empty_graph

PORTO = Path(__file__).resolve().parents[3] / "shared" / "osm" / "porto" / "porto_2020_full.osm.pbf"
KINDS = ("park", "recycling", "cafe", "fountain")
RADII_M = (60.0, 300.0, 900.0)
FAR_M = 100_000.0
CellPlaces = dict[tuple[str, str], set[str]]


def cut(source: Path, target: Path, box: osmium.osm.Box, *, whole_ways: bool) -> Path:
    """Write what lies in the box but roads: ways that reach into it whole, or with the nodes inside only."""
    inside, ways, told = set[int](), set[int](), set[int]()
    for element in osmium.FileProcessor(str(source)):
        if element.is_node() and box.contains(element.location):
            inside.add(element.id)
            if element.tags:
                told.add(element.id)
        elif (
            element.is_way() and "highway" not in element.tags and any(n.ref in inside for n in element.nodes)
        ):
            ways.add(element.id)
            told.update(n.ref for n in element.nodes if whole_ways or n.ref in inside)
    kept = {"n": told, "w": ways}
    header = osmium.io.Header()
    header.add_box(box)
    with osmium.SimpleWriter(str(target), header=header, overwrite=True) as writer:
        for element in osmium.FileProcessor(str(source)):
            if element.is_relation():
                if any(m.ref in kept.get(m.type, ()) for m in element.members):
                    writer.add(element)
            elif element.id in kept[element.type_str()]:
                writer.add(element)
    return target


def add_areas(source: Path, target: Path) -> Path:
    """Add two neighbourhoods, one across the middle of the city and one in its west."""
    from osmium.osm.mutable import Node, Way

    with osmium.SimpleWriter(str(target), header=osmium.io.Reader(str(source)).header()) as writer:
        ways = []
        for number, (west, east) in enumerate(((-8.612, -8.606), (-8.616, -8.611)), start=1):
            corners = [(west, 41.143), (east, 41.143), (east, 41.149), (west, 41.149)]
            ids = [8_000_000_000 + number * 10 + k for k in range(4)]
            for id_, at in zip(ids, corners, strict=True):
                writer.add_node(Node(id=id_, location=at, version=1))
            tags = {"place": "suburb", "name": AREAS[number - 1]}
            ways.append(Way(id=8_000_000_000 + number, nodes=[*ids, ids[0]], tags=tags, version=1))
        for way_ in ways:
            writer.add_way(way_)
        for element in osmium.FileProcessor(str(source)):
            writer.add(element)
    return target


@dataclass(frozen=True)
class Case:
    """A question of the cut city: pairs, or without b all of a, in an area or anywhere.

    `lacks`: what a has none of within 300 m. `each`: the nearest b of each a. `at` a point: the `k` nearest
    to it, or without k what is farther than radius_m from it.
    """

    a: str
    b: str | None
    radius_m: float = 300.0
    at_least_m: float = 0.0
    measure: Measure = "edge"
    area: str | None = None
    area_of: Literal["a", "b"] = "a"
    same_site: bool = False
    relation: Literal["within", "beyond"] = "within"
    lacks: str | None = None
    each: bool = False
    at: str | None = None
    k: int | None = None

    def ask(self, perto: Perto) -> Answer:
        pairs, places = [], []
        if self.area:
            places.append(PlaceReading(kind="area", name=self.area, relation="in", of=self.area_of))
        if self.at:
            how = {"relation": "from"} if self.k else {"relation": "beyond", "radius_m": self.radius_m}
            places.append(PlaceReading.model_validate({"kind": "point", "name": self.at, **how}))
        if self.b:
            read = {"a": (self.a,), "b": (self.b,), "radius_m": HALF_EARTH_M if self.each else self.radius_m}
            read |= {"relation": self.relation, "at_least_m": self.at_least_m}
            pairs.append(PairReading.model_validate(read))
        if self.lacks:
            pairs.append(PairReading(a=(self.a,), b=(self.lacks,), relation="beyond", radius_m=300.0))
        reading = Reading(
            kind="nearest" if self.each or self.k else "pairs" if pairs else "places",
            services=(self.a,),
            pairs=tuple(pairs),
            places=tuple(places),
            same_site=self.same_site,
            each=self.each,
            limit=self.k,
        )
        return perto.ask(reading=reading, mode="graph", limit="all", measure=self.measure)


AREAS = ("Across", "Aside")
MEASURES: tuple[Measure, ...] = ("edge", "centre")
# near the middle of the city, where the half ends, in the west, and beyond the half
POINTS = ("41.146, -8.6095", "41.144, -8.616", "41.147, -8.604")
CASES = [
    *(Case(a, b, radius_m) for a, b, radius_m in product(KINDS, KINDS, RADII_M)),
    *(Case(a, b, at_least_m=least_m) for a, b, least_m in product(KINDS, KINDS, (100.0,))),
    *(Case(a, b, radius_m, measure="centre") for a, b, radius_m in product(KINDS, KINDS, (200.0,))),
    *(Case(a, b, area=area) for a, b, area in product(KINDS, (None, "cafe"), AREAS)),
    *(Case("cafe", b, area=area, area_of="b") for b, area in product(KINDS, AREAS)),
    *(Case(a, b, radius_m, relation="beyond") for a, b, radius_m in product(KINDS, KINDS, RADII_M)),
    *(Case(a, b, at_least_m=100.0, relation="beyond") for a, b in product(KINDS, KINDS)),
    *(Case(a, b, 200.0, measure="centre", relation="beyond") for a, b in product(KINDS, KINDS)),
    *(Case("cafe", b, area=area, area_of="b", relation="beyond") for b, area in product(KINDS, AREAS)),
    *(Case(a, b, lacks=lacks) for a, b, lacks in product(("cafe", "park"), KINDS, ("recycling", "park"))),
    *(Case(a, b, each=True, measure=m) for a, b, m in product(KINDS, KINDS, MEASURES)),
    *(Case(a, b, each=True, k=2) for a, b in product(KINDS, KINDS)),
    *(Case(a, None, at=at, k=k) for a, at, k in product(KINDS, POINTS, (1, 3, 200))),
    *(Case(a, "cafe", 100.0, at=at, k=2) for a, at in product(KINDS, POINTS)),
    *(Case(a, None, radius_m, at=at) for a, at, radius_m in product(KINDS, POINTS, RADII_M)),
]


NEAREST = {kind: Case(*kind, radius_m=1000.0, same_site=True) for kind in product(KINDS, KINDS)}


@dataclass(frozen=True)
class Known:
    """What is known of a file: its places, the answers to all cases, the places in each cell by service."""

    places: set[str]
    answers: dict[Case, Answer]
    cells: CellPlaces


def know(graph: Graph, path: Path) -> Known:
    """Load a file into an empty graph and ask everything of it."""
    empty_graph(graph)
    load_file(graph, path, radius_m=50)  # few NEAR to write
    perto = Perto(graph)
    with graph._driver.session() as session:
        places = {r["id"] for r in session.run("MATCH (p:POI) RETURN p.id AS id")}
        rows = session.run(
            "MATCH (z:Zone)<-[:IN_ZONE]-(p:POI)-[:IS_A]->(s:Service) WHERE s.id IN $services "
            "RETURN z.id AS zone, s.id AS service, collect(p.id) AS ids",
            services=list(KINDS),
        )
        cells = {(r["zone"], r["service"]): set(r["ids"]) for r in rows}
    return Known(places, {case: case.ask(perto) for case in (*CASES, *NEAREST.values())}, cells)


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A part of Porto."""
    if not PORTO.exists():
        pytest.skip(f"{PORTO.name} is not on this machine")
    folder = tmp_path_factory.mktemp("city")
    everywhere = osmium.osm.Box(-8.618, 41.140, -8.600, 41.152)
    return add_areas(
        cut(PORTO, folder / "porto.osm.pbf", everywhere, whole_ways=True), folder / "city.osm.pbf"
    )


@pytest.fixture(scope="module")
def whole(city: Path, graph_server: Graph) -> Known:
    """What is known of all of it."""
    return know(graph_server, city)


@dataclass(frozen=True)
class Half:
    """The western half, which the graph holds."""

    known: Known
    edge: Edge
    whole_ways: bool


@pytest.fixture(scope="module", params=[True, False], ids=["ways-whole", "ways-cut"])
def half(request: pytest.FixtureRequest, city: Path, whole: Known, graph_server: Graph) -> Half:
    """The western half of it, alone in the graph; ways that cross the border whole, or cut."""
    west = osmium.osm.Box(-8.618, 41.140, -8.609, 41.152)
    path = cut(city, city.parent / "half.osm.pbf", west, whole_ways=request.param)
    known = know(graph_server, path)
    edge = find_edge(graph_server, [fact(d) for d in get_datasets(graph_server)], None, KINDS)
    return Half(known, edge, request.param)


def test_every_answer_that_differs_in_half_a_city_was_marked(half: Half, whole: Known) -> None:
    part = half.known.answers
    differ = {case for case in CASES if check_marks(case, part[case], whole.answers[case], half.known.places)}
    asked = {case for case in CASES if part[case].outcome != "not_understood"}
    assert asked.issuperset(case for case in CASES if not case.area)
    assert {case.area for case in asked} == {None, "Aside", *(["Across"] if half.whole_ways else [])}
    for kind in (
        {case for case in asked if case.at_least_m},
        {case for case in asked if case.measure == "centre"},
        {case for case in asked if case.area == "Across"},
        {case for case in asked if case.area is None},
        {case for case in asked if case.relation == "beyond" and not case.at_least_m},
        {case for case in asked if case.lacks},
        {case for case in asked if case.each},
        {case for case in asked if case.k},
    ):
        assert differ & kind or (not half.whole_ways and not kind), "no answer of this kind changed"
    assert {case for case in asked if part[case].uncertain == 0}


def check_marks(case: Case, part: Answer, whole: Answer, known: set[str]) -> bool:
    """Check that all of an answer of half the data that was not marked stays, and return if it differs."""
    if part.outcome == "not_understood":  # the area is not whole in this half
        return False
    assert part.uncertain is not None
    before, after = ({place.id: place for place in answer.places} for answer in (part, whole))
    missed = (after.keys() & known) - before.keys()
    lost = before.keys() - after.keys()
    moved = {id_ for id_ in before.keys() & after.keys() if before[id_].distance_m != after[id_].distance_m}
    if case.relation == "beyond":
        # that there is nothing is what is told; how far the nearest is that is mapped is said beside it
        moved = set()
    doubted = {id_ for id_, place in before.items() if not place.certain}
    assert lost | moved <= doubted, case
    if not case.k:  # of the k nearest, one that is missed stands for one that was lost
        assert len(missed) <= part.uncertain - len(doubted), case
    metres = {(pair.a.id, pair.b.id): pair.distance_m for pair in whole.pairs}
    if case.a == case.b:  # of two that pair both ways, one may lose its way
        metres |= {(q, p): m for (p, q), m in metres.items()}
    for pair in part.pairs:
        if pair.certain:
            assert metres.get((pair.a.id, pair.b.id)) == pair.distance_m, case
    differs = bool(missed | lost | moved) or (case.area is not None and part.total != whole.total)
    assert part.uncertain > 0 or not differs, case
    assert ("edge of the data" in part.text) == (part.uncertain > 0), case
    return differs


def test_what_absence_and_nearest_may_be_wrong_about_is_found(
    half: Half, whole: Known, graph_server: Graph
) -> None:
    checked = 0
    for (a, b), case in NEAREST.items():
        told, true = nearest_of(half.known.answers[case]), nearest_of(whole.answers[case])
        every = find_service_places(graph_server, services=[a])
        for radius_m in RADII_M:
            lacking = {id_ for id_ in every if told.get(id_, (FAR_M, ""))[0] > radius_m}
            wrong = {id_ for id_ in lacking if true.get(id_, (FAR_M, ""))[0] <= radius_m}
            unsure = half.edge.find_unsure({a: None}, [b], radius_m)
            assert wrong <= unsure, (a, b, radius_m)
            assert unsure == half.edge.find_unsure({a: every}, {b: None}, radius_m)
            checked += bool(wrong)
        wrong = {id_ for id_, (metres, _) in told.items() if true[id_][0] != metres}
        nearer = half.edge.find_nearer([a], [b], told, measure="edge")
        assert wrong <= nearer <= told.keys(), (a, b)
        checked += bool(wrong)
        for id_, (metres, _) in [*told.items()][:3]:
            [shape] = find_shapes(graph_server, ids=[id_])
            assert (half.edge.find_known_around_m(shape, [b]) < metres) <= (id_ in nearer)
    assert checked > 3


def test_cells_and_areas_of_which_more_may_be_known_are_partial(half: Half, whole: Known) -> None:
    edge = half.edge
    for service in KINDS:
        here = {cell: ids for (cell, of), ids in half.known.cells.items() if of == service}
        wrong = {cell for cell, ids in here.items() if whole.cells[cell, service] != ids}
        assert wrong <= edge.find_partial_zones(here, [service])
        # what is asked of no kind depends on the border alone
        partial = edge.find_partial_zones(here)
        assert partial == {cell for cell in here if not shapely.covers(edge.coverage, cell_shape(cell))}
    across, aside, unknown = "way/8000000001", "way/8000000002", "way/1"
    assert edge.find_partial_areas([across, aside, unknown]) == {across, unknown}
    assert edge.find_partial_areas([]) == edge.find_partial_zones([]) == set()


def nearest_of(answer: Answer) -> dict[str, tuple[float, str | None]]:
    return {
        place.id: (place.distance_m, place.nearest.id if place.nearest else None)
        for place in answer.places
        if place.distance_m is not None
    }


def fact(dataset: Dataset) -> DatasetFact:
    d = dataset
    return DatasetFact(
        d.id, d.name, d.extracted_at, d.attribution, d.state, frozenset(d.service_ids), d.coverage
    )
