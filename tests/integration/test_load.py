"""Loading: counts, a second time, less than before, two data sets, and what is refused."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import osmium
import pytest

from loader.errors import SourceError
from loader.load import load_file, unload
from queries.catalogue.catalogue import load_catalogue
from queries.graph import Graph
from queries.statements.datasets import get_datasets
from queries.statements.nearness import find_covered_radii
from service.command.listings import list_datasets
from tests.graph_dump import dump_covered, dump_graph, empty_graph
from tests.osm_xml import node, relation, square, way, write_osm

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "loader" / "sample" / "helsinki.osm.pbf"
PORTO = ROOT.parent / "shared" / "osm" / "porto" / "porto_2020_full.osm.pbf"
ROAD_CLASSES = {"motorway", "trunk", "primary", "secondary", "tertiary"}
ROAD_CLASSES |= {"unclassified", "residential", "living_street", "pedestrian"}

CITY = [
    node(1, 41.15, -8.61, amenity="cafe", name="Café Um", name__en="Cafe One", cuisine="cake;coffee"),
    node(2, 41.1505, -8.611, amenity="fountain"),
    node(3, 41.1507, -8.6112, amenity="recycling"),
    *square(10, 41.151, -8.612),
    *square(20, 41.1512, -8.6118, 0.0002),
    way(1, [10, 11, 12, 13, 10]),
    way(2, [20, 21, 22, 23, 20]),
    way(3, [10, 11], highway="residential", name="Rua A"),
    way(4, [11, 12, 13], highway="tertiary"),
    relation(1, [("way", 1, "outer"), ("way", 2, "inner")], type="multipolygon", leisure="park", name="P"),
]


@pytest.fixture(autouse=True)
def _empty(graph_server: Graph) -> None:
    empty_graph(graph_server)


def rows(graph: Graph, cypher: str) -> set[tuple[object, ...]]:
    with graph._driver.session() as session:
        return {
            tuple(tuple(v) if isinstance(v, list) else v for v in record.values())
            for record in session.run(cypher)
        }


def is_out_of_use(tags: dict[str, list[str]]) -> bool:
    """Say whether a place of the two files below is out of use; churches are not, and what one visits."""
    marks = {("disused", "yes"), ("abandoned", "yes"), ("opening_hours", "off"), ("opening_hours", "closed")}
    kept = "place_of_worship" in tags.get("amenity", [])
    kept |= "attraction" in tags.get("tourism", []) and bool(
        {"historic", "heritage", "railway"} & tags.keys()
    )
    return not kept and any(v in tags.get(k, []) for k, v in marks)


def count_independently(path: Path) -> tuple[Counter[str], int]:
    """Count elements by service and road ways with two known nodes, straight from the file by osmium."""
    services: Counter[str] = Counter()
    roads = 0
    # those that are a tag are counted apart, and a stop may be one for want of another
    rules = {s.id: s.rules for s in load_catalogue().services.values() if "=" not in s.id and not s.lone}
    for element in osmium.FileProcessor(str(path)).with_locations():
        tags = {key: [v.strip() for v in value.split(";")] for key, value in element.tags}

        def values(key: str, tags: dict[str, list[str]] = tags) -> list[str]:
            return [*tags.get(key, []), *(["*"] if set(tags.get(key, ["no"])) != {"no"} else [])]

        for service, alternatives in rules.items() if not is_out_of_use(tags) else ():
            if any(
                all(value in values(key) for key, value in rule.tags)
                and not any(value in values(key) for key, value in rule.without)
                for rule in alternatives
            ):
                services[service] += 1
        if element.is_way() and element.tags.get("highway") in ROAD_CLASSES:
            known = [n.location.valid() for n in element.nodes]
            roads += any(a and b for a, b in pairwise(known))
    return services, roads


@pytest.mark.parametrize("path", [SAMPLE, PORTO], ids=["sample", "porto"])
def test_counts_by_service_equal_an_independent_count(path: Path, graph_server: Graph) -> None:
    if not path.exists():
        pytest.skip(f"{path.name} is not on this machine")
    report = load_file(graph_server, path, radius_m=20)  # few NEAR to write
    services, roads = count_independently(path)
    kinds = {s.id for s in load_catalogue().services.values() if "=" not in s.id and not s.lone}
    kinds.remove("stop_area")  # relations, of which some here have no member in the file
    counted = rows(graph_server, "MATCH (p:POI)-[:IS_A]->(s:Service) RETURN s.id, count(p)")
    services = Counter({service: n for service, n in services.items() if service in kinds})
    assert {row for row in counted if row[0] in kinds} == set(services.items())
    assert {service: n for service, n in report.services.items() if service in kinds} == dict(services)
    assert set(report.services.items()) == counted
    assert rows(graph_server, "MATCH (r:Road) RETURN count(r)") == {(roads,)}
    assert report.roads == roads
    assert report.places == sum(report.shapes.values())
    assert report.dataset == path.name.removesuffix(".osm.pbf")


def test_the_graph_is_as_the_design_draws_it(tmp_path: Path, graph_server: Graph) -> None:
    load_file(graph_server, write_osm(tmp_path / "city.osm", *CITY, time="2024-01-01T00:00:00Z"))
    places = "MATCH (p:POI) RETURN p.id, p.name, p.name_key, p.alt_names, p.tags, p.datasets"
    assert ("node/1", "Café Um", "cafe um", ("Cafe One",)) in {r[:4] for r in rows(graph_server, places)}
    assert rows(
        graph_server, "MATCH (p:POI {id: 'node/1'}) RETURN p.tags, p.datasets, p.geometry, p.reach_m"
    ) == {
        (
            ("amenity=cafe", "cuisine=cake", "cuisine=coffee", "name=Café Um", "name:en=Cafe One"),
            ("city",),
            None,
            0.0,
        )
    }
    assert rows(graph_server, "MATCH (p:POI)-[:IS_A]->(s:Service) RETURN p.id, s.id, s.label_pt") == {
        ("node/1", "cafe", "café"),
        ("node/2", "fountain", "fonte"),
        ("node/3", "recycling", "ponto de reciclagem"),
        ("relation/1", "park", "parque"),
    }
    assert rows(graph_server, "MATCH (a:Road)-[:CONNECTS]->(b:Road) RETURN a.id, b.id") == {
        ("way/3", "way/4")
    }
    assert rows(
        graph_server, "MATCH (n)-[f:FROM]->(d:Dataset) RETURN n.id, f.hash = n.hash, d.id, d.state"
    ) == {
        (id_, True, "city", "complete")
        for id_ in ("node/1", "node/2", "node/3", "relation/1", "way/3", "way/4")
    }
    (dataset,) = get_datasets(graph_server)
    assert (dataset.name, dataset.source, dataset.extracted_at) == (
        "city",
        "city.osm",
        "2024-01-01T00:00:00Z",
    )
    assert "OpenStreetMap" in dataset.attribution
    assert set(dataset.service_ids) == set(load_catalogue().services)


def test_cells_nest_touch_and_count(tmp_path: Path, graph_server: Graph) -> None:
    load_file(graph_server, write_osm(tmp_path / "city.osm", *CITY))
    assert (
        rows(graph_server, "MATCH (z:Zone) WHERE z.resolution > 7 AND NOT (z)-[:PART_OF]->(:Zone) RETURN z")
        == set()
    )
    assert rows(
        graph_server, "MATCH (a:Zone)-[:PART_OF]->(b:Zone) RETURN DISTINCT a.resolution - b.resolution"
    ) == {(1,)}
    adjacent = "MATCH (a:Zone)-[:ADJACENT]->(b:Zone) RETURN DISTINCT a.id < b.id, a.resolution = b.resolution"
    assert rows(graph_server, adjacent) == {(True, True)}
    assert rows(
        graph_server,
        "MATCH (z:Zone)-[h:HAS]->(s:Service) RETURN z.resolution, s.id, sum(h.count)",
    ) == {(r, s, 1) for r in (7, 8, 9) for s in ("cafe", "fountain", "recycling", "park")}
    shares = "MATCH (p:POI)-[i:IN_ZONE]->(z:Zone) RETURN p.id, z.resolution, round(sum(i.share), 6)"
    assert {share for *_, share in rows(graph_server, shares)} == {1.0}
    lengths = """
        MATCH (r:Road)-[i:IN_ZONE]->(z:Zone)
        WITH r, z.resolution AS resolution, sum(i.length_m) AS metres
        RETURN DISTINCT resolution, abs(metres - r.length_m) < 0.001
    """
    assert rows(graph_server, lengths) == {(7, True), (8, True), (9, True)}


def test_a_second_load_writes_nothing(graph_server: Graph) -> None:
    assert load_file(graph_server, SAMPLE).unchanged is False
    before = dump_graph(graph_server, elements=True)
    with graph_server.trace() as trace:
        report = load_file(graph_server, SAMPLE)
    assert report.unchanged is True
    everything = report.places + report.roads + report.areas + report.addresses
    assert (report.changed, report.removed, report.kept) == (0, 0, everything)
    assert {ran.name.partition("_")[0] for ran in trace.statements} <= {"find", "get", "count"}
    assert dump_graph(graph_server, elements=True) == before


def test_a_load_that_changes_one_place_leaves_the_others_alone(tmp_path: Path, graph_server: Graph) -> None:
    load_file(graph_server, write_osm(tmp_path / "city.osm", *CITY))
    before = dump_graph(graph_server, elements=True)
    moved = [element.replace('lat="41.1505"', 'lat="41.1506"') for element in CITY]
    report = load_file(graph_server, write_osm(tmp_path / "city.osm", *moved))
    assert (report.changed, report.removed) == (1, 0)
    # of a node the labels stand first, perto's own beside that of its sort
    sorts = ({"POI", "Perto"}, {"Road", "Perto"})
    kept = {e for e in before if set(e[:-2]) in sorts and ("id", "node/2") not in e[-2]}
    assert len(kept) > 2
    assert kept <= dump_graph(graph_server, elements=True)
    fresh_after(graph_server, tmp_path / "city.osm")


def fresh_after(graph: Graph, *paths: Path) -> None:
    """Check that the graph is what loading these files into an empty one makes."""
    found = dump_graph(graph)
    empty_graph(graph)
    for path in paths:
        load_file(graph, path)
    assert found == dump_graph(graph)


def test_loading_less_removes_what_is_gone(tmp_path: Path, graph_server: Graph) -> None:
    far = [
        node(50, 41.3, -8.4, amenity="cafe"),
        way(50, [50, 51], highway="primary"),
        node(51, 41.31, -8.4),
    ]
    load_file(graph_server, write_osm(tmp_path / "city.osm", *CITY, *far))
    report = load_file(graph_server, write_osm(tmp_path / "city.osm", *CITY))
    assert (report.changed, report.removed) == (0, 2)
    fresh_after(graph_server, tmp_path / "city.osm")


def test_a_road_that_no_longer_meets_another_is_parted_from_it(tmp_path: Path, graph_server: Graph) -> None:
    load_file(graph_server, write_osm(tmp_path / "city.osm", *CITY))
    apart = [
        element.replace('ref="11"/><nd ref="12"/><nd ref="13"/><tag', 'ref="12"/><nd ref="13"/><tag')
        for element in CITY
    ]
    load_file(graph_server, write_osm(tmp_path / "city.osm", *apart))
    assert rows(graph_server, "MATCH (:Road)-[c:CONNECTS]->(:Road) RETURN c") == set()
    fresh_after(graph_server, tmp_path / "city.osm")


def test_of_two_data_sets_the_newer_one_tells_and_the_last_one_keeps(
    tmp_path: Path, graph_server: Graph
) -> None:
    old = write_osm(tmp_path / "old.osm", *CITY, time="2020-01-01T00:00:00Z")
    renamed = [e.replace("Café Um", "Café Novo").replace('v="fountain"', 'v="drinking_water"') for e in CITY]
    extra = node(60, 41.16, -8.61, amenity="cafe", name="Only new")
    new = write_osm(tmp_path / "new.osm", *renamed, extra, time="2024-01-01T00:00:00Z")
    names = "MATCH (p:POI)-[:IS_A]->(s) WHERE p.id IN ['node/1', 'node/2'] RETURN p.name, s.id, p.datasets"
    told = {("Café Novo", "cafe", ("new", "old")), (None, "water_point", ("new", "old"))}
    load_file(graph_server, old)
    load_file(graph_server, new)
    assert rows(graph_server, names) == told
    one_way = dump_graph(graph_server)
    empty_graph(graph_server)
    load_file(graph_server, new)
    load_file(graph_server, old)
    assert rows(graph_server, names) == told
    assert dump_graph(graph_server) == one_way
    assert load_file(graph_server, new).unchanged
    assert load_file(graph_server, old).unchanged
    # the newer one loses all but one place: the others stay, and the older one tells them once it is loaded
    write_osm(tmp_path / "new.osm", extra, time="2024-01-01T00:00:00Z")
    report = load_file(graph_server, new)
    assert {(r.id, r.reason) for r in report.noted} == {
        ("old", "2 of its places, roads and areas are as new told them: load it again")
    }
    load_file(graph_server, old)
    fresh_after(graph_server, old, new)


def test_another_budget_of_edges_is_kept_to_by_the_next_load_and_by_an_unload(
    tmp_path: Path, graph_server: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def budget(edges: int) -> None:
        monkeypatch.setenv("PERTO_NEAR_EDGES", str(edges))

    # 45 pairs within 500 m, and a place far from all of them
    path = write_osm(
        tmp_path / "city.osm", *(node(n, 41 + n * 1e-4, -8, amenity="cafe") for n in range(1, 11))
    )
    other = write_osm(tmp_path / "other.osm", node(99, 42, -8, amenity="bar"))
    budget(1000)
    load_file(graph_server, path)
    whole = dump_graph(graph_server)
    for edges in (20, 30, 10):
        budget(edges)
        report = load_file(graph_server, path)
        assert (report.unchanged, report.changed) == (False, 0)
        [covered] = dump_covered(graph_server)
        assert covered.pairs <= edges < 45
        assert covered.radius_m < 500
        assert load_file(graph_server, path).unchanged
    budget(1000)
    assert not load_file(graph_server, path).unchanged
    assert dump_graph(graph_server) == whole
    budget(2000)  # what was asked for fits either
    assert load_file(graph_server, path).unchanged
    budget(20)
    load_file(graph_server, other)
    few = dump_covered(graph_server)
    budget(1000)
    unload(graph_server, "other")
    left = [replace(row, farther=(), farther_m=()) for row in few if row.a == row.b == "cafe"]
    assert dump_covered(graph_server) == left


def test_the_budget_is_that_of_each_data_set_and_the_order_of_loads_is_nothing(
    tmp_path: Path, graph_server: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    def line(first: int, lat: float, number: int) -> list[str]:
        return [node(first + n, lat + n * 1e-4, -8, amenity="cafe") for n in range(number)]

    monkeypatch.setenv("PERTO_NEAR_EDGES", "30")
    dense = write_osm(tmp_path / "dense.osm", *line(1, 41.0, 12))
    thin = write_osm(tmp_path / "thin.osm", *line(100, 42.0, 8))
    # three places of the dense one and three beside it: what it lacks of NEAR is only its own
    beside = write_osm(tmp_path / "beside.osm", *line(10, 41.0009, 3), *line(200, 41.002, 3))
    load_file(graph_server, thin)
    thin_alone = dump_graph(graph_server)
    report = load_file(graph_server, dense).near
    assert report is not None
    assert report.datasets.keys() == {"dense"}
    [covered] = dump_covered(graph_server)
    assert (covered.farther, covered.farther_m, covered.asked_m) == (("thin",), (500.0,), 500.0)
    assert covered.radius_m == report.datasets["dense"].reduced["cafe|cafe"] < 500
    assert {e for e in thin_alone if e[0] == "NEAR"} < dump_graph(graph_server)
    assert find_covered_radii(graph_server, services=["cafe"], others=["cafe"], datasets=["thin"]) == {
        "cafe|cafe": 500.0
    }
    for datasets in (None, ["dense"], ["dense", "thin"], ["thin", "none of the name"]):
        found = find_covered_radii(graph_server, services=["cafe"], others=["cafe"], datasets=datasets)
        assert found == {"cafe|cafe": covered.radius_m}
    assert {row["id"]: row["near_reduced"] for row in list_datasets(graph_server)} == {"dense": 1, "thin": 0}
    both = dump_graph(graph_server)
    load_file(graph_server, beside)
    fresh_after(graph_server, beside, dense, thin)
    load_file(graph_server, beside)
    unload(graph_server, "beside")
    assert dump_graph(graph_server) == both
    unload(graph_server, "dense")
    assert {e for e in dump_graph(graph_server) if e[0] in ("NEAR", "COVERED")} == {
        e for e in thin_alone if e[0] in ("NEAR", "COVERED")
    }
    # what is said to be enough is, and one less is not
    needed = report.datasets["dense"].edges_needed
    for edges, short in ((needed - 1, {"dense"}), (needed, set())):
        monkeypatch.setenv("PERTO_NEAR_EDGES", str(edges))
        near = load_file(graph_server, dense).near
        assert near is not None
        assert near.datasets.keys() == short


def test_a_smaller_radius_and_a_larger_one_are_kept_to(tmp_path: Path, graph_server: Graph) -> None:
    path = write_osm(tmp_path / "city.osm", *CITY)
    for radius_m in (500.0, 60.0, 900.0):
        assert not load_file(graph_server, path, radius_m=radius_m).unchanged
        assert {row.radius_m for row in dump_covered(graph_server)} == {radius_m}
        assert load_file(graph_server, path, radius_m=radius_m).unchanged


def test_a_bad_file_changes_nothing(tmp_path: Path, graph_server: Graph) -> None:
    path = write_osm(tmp_path / "city.osm", *CITY)
    load_file(graph_server, path)
    before = dump_graph(graph_server, elements=True)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(SourceError):
        load_file(graph_server, path)
    with pytest.raises(SourceError):
        load_file(graph_server, tmp_path / "none.osm.pbf")
    with pytest.raises(SourceError, match="needs a name"):
        load_file(graph_server, SAMPLE, dataset=" ")
    for radius_m in (0, -1, float("nan"), float("inf")):
        with pytest.raises(SourceError, match="can't be meant"):
            load_file(graph_server, SAMPLE, radius_m=radius_m)
    assert dump_graph(graph_server, elements=True) == before


def test_a_broken_place_beside_good_ones_is_told_and_the_others_are_loaded(
    tmp_path: Path, graph_server: Graph
) -> None:
    markup = "<script>alert('x')</script>" + "é" * 228
    broken = [
        node(70, 91, 0, amenity="cafe"),
        node(71, 41.15, -8.61, amenity="cafe", name=markup),
        node(72, 41.15, -8.61, amenity="cafe"),
        way(70, [10, 12, 11, 13, 10], leisure="park"),
        way(71, [1], amenity="cafe"),
    ]
    report = load_file(graph_server, write_osm(tmp_path / "city.osm", *CITY, *broken))
    assert {remark.id for remark in report.skipped} == {"node/70"}
    assert {remark.id for remark in report.noted} == {"file", "way/70", "way/71"}
    assert rows(
        graph_server, "MATCH (p:POI) WHERE p.id IN ['node/71', 'node/72', 'way/70', 'way/71'] RETURN p.id"
    ) == {
        ("node/71",),
        ("node/72",),
        ("way/70",),
        ("way/71",),
    }
    assert rows(graph_server, "MATCH (p:POI {id: 'node/71'}) RETURN p.name") == {(markup,)}
