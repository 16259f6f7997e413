"""Beside another application in one database: perto refuses before it writes, and counts only its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from loader.load import load_file, unload
from queries.errors import ForeignData
from queries.graph import Graph
from queries.statements.ownership import LABELS, check_foreign, count_marked, find_foreign
from service import Perto
from service.command.listings import list_datasets, list_services
from service.command.zone_list import list_zones
from tests.graph_dump import Dump, dump_graph, empty_graph
from tests.osm_xml import node, square, way, write_osm

CARRIAGEWAYS = Path(__file__).parents[1] / "cases" / "two_carriageways.osm"
QUESTION = "quantas farmácias há?"
# ids of every type, none, and properties that perto's own nodes have
FOREIGN = """
UNWIND $labels AS label
CREATE (a:$(label) {id: 7}), (b:$(label) {id: ['node/1', 'node/2'], name: 'Farmácia', tags: 3}), (c:$(label)),
       (d:$(label) {
         id: 'z-' + label, name_keys: ['farmácia norte'], location: point({x: 1, y: 2}), reach_m: 'far',
         datasets: ['two_carriageways'], geometry: 'POINT (0 0)', resolution: 7, state: false,
         services: date(), cut: true, halo_of: 1.5, hash: [true]
       })
CREATE (a)-[:HAS {count: 'many'}]->(b)-[:NEAR {pair: 'pharmacy|pharmacy', dist_m: 'x'}]->(c),
       (d)-[:PART_OF]->(a), (a)-[:IS_A]->(d), (c)-[:IN_ZONE]->(d), (b)-[:OWNED_BY]->(:Owner),
       (c)<-[:FROM]-(:Sensor {id: 9})
"""


def run(graph: Graph, cypher: str, **parameters: Any) -> None:
    with graph._driver.session() as session:
        session.run(cypher, parameters).consume()


@contextmanager
def foreign_nodes(graph: Graph, cypher: str, **parameters: Any) -> Iterator[None]:
    """Have what the statement creates while the block runs."""
    run(graph, "MATCH (n) SET n.was_there = true")
    try:
        run(graph, cypher, **parameters)
        run(graph, "MATCH (n) WHERE n.was_there IS NULL SET n:Theirs")
        run(graph, "MATCH (n) REMOVE n.was_there")
        yield
    finally:
        run(graph, "MATCH (n:Theirs) DETACH DELETE n")


def dump_theirs(graph: Graph) -> Dump:
    """Return the nodes of others with all relationships among them."""
    return {row for row in dump_graph(graph, elements=True) if "Theirs" in row[:-2]}


@pytest.fixture
def empty(graph_server: Graph) -> Graph:
    empty_graph(graph_server)
    return graph_server


@pytest.fixture
def loaded(empty: Graph) -> Graph:
    load_file(empty, CARRIAGEWAYS)
    return empty


@pytest.mark.parametrize(
    ("cypher", "named"),
    [
        (
            "CREATE (:Street {id:'S-1', name:'Corredor 1'})-[:HAS_SENSOR]->(:Sensor {id:7}), "
            "(:Zone {id:'Z-12', name:'Zona Azul', fee:3}), (:Zone {id:'Z-13'})-[:OWNED_BY]->(:Owner)",
            {"Street": 1, "Zone": 2},
        ),
        ("CREATE (:Dataset {id:'D-1', name:'vendas'})", {"Dataset": 1}),
        (
            "CREATE (:Road {id:'R-1'}), (:POI {id:'P-1'}), (:Service {id:'mail'})",
            {"POI": 1, "Road": 1, "Service": 1},
        ),
        ("CREATE (:Service {id:'pharmacy'}), (:POI {id:'node/8490000001'})", {"POI": 1, "Service": 1}),
        ("CREATE (:Load {id: 'load'}), (:Load)", {"Load": 2}),
    ],
)
def test_a_load_refuses_beside_others_nodes_and_names_their_labels(
    cypher: str, named: dict[str, int], empty: Graph
) -> None:
    run(empty, cypher)
    before = dump_graph(empty, elements=True)
    with pytest.raises(ForeignData) as raised:
        load_file(empty, CARRIAGEWAYS)
    assert raised.value.labels == named
    assert all(f"{nodes} {label}" in str(raised.value) for label, nodes in named.items())
    assert "NEO4J_URI" in str(raised.value)
    assert dump_graph(empty, elements=True) == before


def test_duplicate_ids_of_others_are_told_before_the_schema_is_made(empty: Graph) -> None:
    run(empty, "DROP CONSTRAINT zone_id")
    run(empty, "CREATE (:Zone {id: 'A'}), (:Zone {id: 'A'})")
    try:
        with pytest.raises(ForeignData, match="2 Zone"):
            load_file(empty, CARRIAGEWAYS)
    finally:
        empty_graph(empty)
        empty.create_schema()


@pytest.mark.parametrize(
    ("make", "drop", "told"),
    [
        (
            "CREATE CONSTRAINT email FOR (p:POI) REQUIRE p.email IS UNIQUE",
            "DROP CONSTRAINT email",
            "email on POI",
        ),
        (
            "CREATE INDEX near_pair FOR ()-[r:NEAR]-() ON (r.weight)",
            "DROP INDEX near_pair",
            "near_pair on NEAR",
        ),
    ],
)
def test_others_constraints_that_bar_perto_s_are_named(make: str, drop: str, told: str, empty: Graph) -> None:
    run(empty, "DROP INDEX near_pair")
    run(empty, make)
    try:
        with pytest.raises(ForeignData, match=told):
            load_file(empty, CARRIAGEWAYS)
        assert dump_graph(empty) == set()
    finally:
        run(empty, drop)
        empty.create_schema()


def test_nodes_of_every_label_that_came_later_are_neither_touched_nor_counted(
    loaded: Graph, tmp_path: Path
) -> None:
    other = write_osm(tmp_path / "two_carriageways.osm", node(1, -8.05, -34.88, amenity="pharmacy"))
    with foreign_nodes(loaded, FOREIGN, labels=list(LABELS)):
        before = dump_graph(loaded, elements=True)
        assert find_foreign(loaded) == dict.fromkeys(sorted(LABELS), 4)
        for write in (
            lambda: load_file(loaded, CARRIAGEWAYS),
            lambda: load_file(loaded, other),
            lambda: unload(loaded, "two_carriageways"),
        ):
            with pytest.raises(ForeignData):
                write()
        assert dump_graph(loaded, elements=True) == before
        for read in (list_datasets, list_services, list_zones):
            with pytest.raises(ForeignData):
                read(loaded)
        answer = Perto(loaded).ask(QUESTION, mode="graph")
        assert (answer.outcome, answer.total) == ("unavailable", 0)
        assert answer.problem is not None
        assert "4 POI" in answer.problem.reason
    assert Perto(loaded).ask(QUESTION, mode="graph").total == 6


@pytest.mark.parametrize("label", LABELS)
def test_one_node_of_a_label_is_enough(label: str, loaded: Graph) -> None:
    with (
        foreign_nodes(loaded, "CREATE (:$($label))", label=label),
        pytest.raises(ForeignData, match=f"1 {label}"),
    ):
        check_foreign(loaded)


def test_labels_that_perto_does_not_use_live_beside_it(empty: Graph, tmp_path: Path) -> None:
    # with relationships of perto's types, and whatever properties
    beside = FOREIGN.replace("UNWIND $labels AS label", "UNWIND ['Shop', 'Document', 'Place'] AS label")
    with foreign_nodes(empty, beside):
        before = dump_theirs(empty)
        assert len(before) > 20
        load_file(empty, CARRIAGEWAYS)
        assert Perto(empty).ask(QUESTION, mode="graph").total == 6
        assert dump_theirs(empty) == before
        smaller = write_osm(
            tmp_path / "two_carriageways.osm",
            node(1, -8.05, -34.88, amenity="pharmacy"),
            *square(10, -8.05, -34.88),
            way(1, [10, 11, 12], highway="residential", name="Rua A"),
        )
        load_file(empty, smaller)
        assert Perto(empty).ask(QUESTION, mode="graph").total == 1
        assert dump_theirs(empty) == before
        unload(empty, "two_carriageways")
        assert dump_theirs(empty) == before
        assert list_datasets(empty) == []


def test_a_link_of_others_stays_with_the_place_that_stays_and_bars_what_would_take_it(
    loaded: Graph, tmp_path: Path
) -> None:
    link = "MATCH (p:POI {name: 'Farmácia Norte'}) CREATE (p)<-[:VISITED {times: 3}]-(:Person {id: 1})"
    with foreign_nodes(loaded, link):
        links = {row for row in dump_graph(loaded, elements=True) if row[0] == "VISITED"}
        with pytest.raises(ForeignData, match="VISITED at POI node/8490000001"):
            unload(loaded, "two_carriageways")
        stays = node(8490000001, -8.0596, -34.889, amenity="pharmacy", name="Farmácia Norte")
        load_file(loaded, write_osm(tmp_path / "two_carriageways.osm", stays))
        assert {row for row in dump_graph(loaded, elements=True) if row[0] == "VISITED"} == links
        assert Perto(loaded).ask(QUESTION, mode="graph").total == 1
    unload(loaded, "two_carriageways")


@pytest.mark.parametrize(
    "link",
    [
        "MATCH (s:Service {id: 'pharmacy'}) CREATE (:Shop)-[:IS_A]->(s), (:Shop)-[:HAS {count: 3}]->(s)",
        "MATCH (z:Zone) WITH z LIMIT 1 CREATE (z)-[:TAXED_BY]->(:Office)",
        "MATCH (d:Dataset) CREATE (:Shop {id: 'node/1', hash: 'x'})-[:FROM {hash: 'y'}]->(d)",
    ],
)
def test_links_that_would_mix_with_perto_s_own_bar_a_load(link: str, loaded: Graph, tmp_path: Path) -> None:
    other = write_osm(tmp_path / "two_carriageways.osm", node(1, -8.05, -34.88, amenity="pharmacy"))
    with foreign_nodes(loaded, link):
        before = dump_graph(loaded, elements=True)
        assert Perto(loaded).ask(QUESTION, mode="graph").total == 6
        with pytest.raises(ForeignData, match="relationships that perto did not write"):
            load_file(loaded, other)
        assert dump_graph(loaded, elements=True) == before


def test_a_graph_of_an_earlier_perto_is_its_own_and_the_next_load_marks_it(loaded: Graph) -> None:
    before = dump_graph(loaded, elements=True)
    run(loaded, "MATCH (n) REMOVE n:Perto")
    assert find_foreign(loaded) == {}
    assert Perto(loaded).ask(QUESTION, mode="graph").total == 6
    with foreign_nodes(loaded, "CREATE (:POI {id: 'P-1'}), (:Dataset {id: 'D-1', name: 'vendas'})"):
        with pytest.raises(ForeignData, match="1 Dataset, 1 POI"):
            load_file(loaded, CARRIAGEWAYS)
        assert count_marked(loaded)[1] == 0
        assert Perto(loaded).ask(QUESTION, mode="graph").outcome == "unavailable"
    assert load_file(loaded, CARRIAGEWAYS).unchanged
    assert dump_graph(loaded, elements=True) == before
