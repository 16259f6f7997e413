"""Places of different names are several, whoever stands between; one place mapped several times is one."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from service.answer import Answer
from tests.brute_force import distance_m
from tests.graph_dump import dump_graph, empty_graph
from tests.osm_xml import node, write_osm

CASE = Path(__file__).parents[1] / "cases" / "one_or_many.osm"
UM, DOIS, TRES = "node/8460000001", "node/8460000003", "node/8460000005"
NAMELESS = {"node/8460000002", "node/8460000004"}
FIVE = {UM, DOIS, TRES, *NAMELESS}
SABOR = {"way/946000002", "node/8460000006"}
SCHOOL = {"way/946000003", "way/946000004", "node/8460000007"}


@pytest.fixture(scope="module")
def perto(graph: Graph) -> Perto:
    empty_graph(graph)
    load_file(graph, CASE)
    return Perto(graph)


def ask(perto: Perto, question: str) -> Answer:
    answer = perto.ask(question, mode="graph", limit="all")
    assert answer.outcome in ("answered", "none"), answer.text
    return answer


def ids(answer: Answer) -> set[str]:
    return {place.id for place in answer.places}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("quantas escolas há?", "Há 1 escola (3 elementos do mapa) nos dados"),
        ("how many schools are there?", "There is 1 school (3 elements of the map) in the data"),
    ],
)
def test_a_school_mapped_as_grounds_building_and_node_counts_once(
    question: str, said: str, perto: Perto
) -> None:
    answer = ask(perto, question)
    assert (answer.total, answer.total_things, answer.total_sites) == (3, 1, 1)
    assert said in answer.text
    [site] = answer.sites
    assert (set(site.members), [set(ids) for ids in site.things]) == (SCHOOL, [SCHOOL])
    for id_ in SCHOOL:
        assert id_ in answer.text


@pytest.mark.parametrize("question", ["quantos restaurantes há?", "how many restaurants are there?"])
def test_restaurants_of_different_names_are_several_sites(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert (answer.total, answer.total_things, answer.total_sites) == (7, 6, 6)
    site_of = {id_: site.id for site in answer.sites for id_ in site.members}
    assert len({site_of.get(id_, id_) for id_ in (UM, DOIS, TRES)}) == 3
    assert {site_of[id_] for id_ in SABOR} == {min(SABOR)}
    assert [set(ids) for site in answer.sites for ids in site.things] == [SABOR]


@pytest.mark.parametrize(
    "question",
    [
        "restaurantes sem outro restaurante a até 50 m",
        "restaurants without another restaurant within 50 m",
    ],
)
def test_none_of_the_five_in_a_row_is_without_another(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert ids(answer) == SABOR
    assert (answer.total_things, answer.total_sites) == (1, 1)


@pytest.mark.parametrize(
    "question", ["restaurantes até 100 m de um parque", "restaurants within 100 m of a park"]
)
def test_restaurants_near_the_park_are_all_five(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert {place.id: round(place.distance_m or 0.0) for place in answer.places} == dict(
        zip(sorted(FIVE), (20, 30, 40, 50, 60), strict=True)
    )
    assert answer.total_sites == 5


@pytest.mark.parametrize(
    "question",
    ["restaurantes a até 50 m de outro restaurante", "restaurants within 50 m of another restaurant"],
)
def test_outline_and_node_of_one_restaurant_are_not_near_each_other(question: str, perto: Perto) -> None:
    answer = ask(perto, question)
    assert ids(answer) == FIVE
    told = {frozenset((pair.a.id, pair.b.id)) for pair in answer.pairs}
    shape = {place.id: (place.latitude, place.longitude) for place in answer.places}
    site_of = {id_: site.id for site in answer.sites for id_ in site.members}
    near = {
        frozenset((a, b))
        for a in FIVE
        for b in FIVE
        if a < b and distance_m(shape[a], shape[b]) <= 50 and site_of.get(a, a) != site_of.get(b, b)
    }
    assert told == near
    # what is left out is told by its ids too
    assert {frozenset(site.members) for site in answer.sites} >= {frozenset(SABOR)}


def test_a_graph_of_the_former_rule_is_mended_by_the_next_load(graph_server: Graph) -> None:
    empty_graph(graph_server)
    load_file(graph_server, CASE)
    right = dump_graph(graph_server)
    with graph_server._driver.session() as session:
        session.run("MATCH (p:POI) SET p.site_id = 'node/8460000001' REMOVE p.thing_id").consume()
        session.run("MATCH (d:Dataset) REMOVE d.rules").consume()
    assert dump_graph(graph_server) != right
    assert not load_file(graph_server, CASE).unchanged
    assert dump_graph(graph_server) == right
    assert load_file(graph_server, CASE).unchanged


def test_sites_after_changes_are_those_of_all_worked_out_anew(graph_server: Graph, tmp_path: Path) -> None:
    step = 0.00009  # 10 m
    row = [
        node(n, 41.15, -8.61 + n * step, amenity="recycling", **({"name": name} if name else {}))
        for n, name in enumerate(["A", "", "", "", "B", "", "A", ""], 1)
    ]
    path = tmp_path / "row.osm"
    for left_out in ((), (0,), (4,), (0, 4), (2,), (), (3, 6)):
        kept = [place for n, place in enumerate(row) if n not in left_out]
        empty_graph(graph_server)
        load_file(graph_server, write_osm(path, *kept))
        anew = dump_graph(graph_server)
        empty_graph(graph_server)
        load_file(graph_server, write_osm(path, *row))
        load_file(graph_server, write_osm(path, *kept))
        assert dump_graph(graph_server) == anew, left_out
