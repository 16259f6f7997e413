"""Counts kept at cells and areas: a recount from raw shapes after each load, and read only where true."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from loader.load import load_file, unload
from queries.geometry.cells import RESOLUTIONS
from queries.graph import Graph
from queries.statements.holdings import Held, get_has
from service import Answer, Perto, Reading
from service.reading import PlaceReading
from tests import recount
from tests.integration.test_ask_districts import BOX, town
from tests.osm_xml import node, square, way, write_osm
from tests.sample_graph import load_sample

_SERVICES = ("cafe", "park", "grass", "cinema")
_PLACES = """
MATCH (p:POI)
WHERE any(d IN p.datasets WHERE NOT d IN coalesce(p.halo_of, []))
RETURN [(p)-[:IS_A]->(s) | s.id] AS services,
       coalesce(p.geometry, [p.location.latitude, p.location.longitude]) AS shape
"""
_AREAS = """
MATCH (a:Area) WHERE a.geometry IS NOT NULL
RETURN coalesce(toString(a.admin_level), a.kind) AS level, collect([a.id, a.geometry]) AS areas
"""
_KEPT = {"find_held_kinds", "find_holders", "find_held_zones"}
_COUNTED = {"find_zone_shares", "find_area_shares", "find_used_zones", "count_zone_kinds", "count_area_kinds"}


@pytest.fixture(scope="module")
def graph(graph_server: Graph, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    """The sample, whose areas are all cut, and a town with whole ones."""
    load_sample(graph_server)
    load_file(graph_server, write_osm(tmp_path_factory.mktemp("town") / "town.osm", *town(), box=BOX))
    yield graph_server
    unload(graph_server, "town")


def count_all(graph: Graph) -> dict[tuple[str, str], Held]:
    with graph._driver.session() as session:
        places = session.run(_PLACES).data()
        levels = [dict(row["areas"]) for row in session.run(_AREAS).data()]
    counting: Counter[tuple[str, str]] = Counter()
    lying: Counter[tuple[str, str]] = Counter()
    for place in places:
        shape = place["shape"] if isinstance(place["shape"], str) else tuple(place["shape"])
        of_each = [recount.shares(shape, resolution) for resolution in RESOLUTIONS]
        of_each += [recount.area_shares(shape, outlines) for outlines in levels]
        for there, service in product(filter(None, of_each), place["services"]):
            counting[recount.largest(there), service] += 1
            lying.update((holder, service) for holder in there)
    return {key: Held(counting[key], lying[key] - counting[key]) for key in lying}


def test_what_is_kept_is_a_recount_after_each_load_and_unload(graph: Graph, tmp_path: Path) -> None:
    before = get_has(graph)
    assert before == count_all(graph)
    assert {holder for holder, _ in before} >= {"way/101", "way/102", "way/110"}
    assert any(held.across and not held.places for held in before.values())
    # a park that moves from the west to the middle, a district that goes, and places in two districts
    changed = [element for element in town() if not element.startswith(('<way id="112"', '<node id="203"'))]
    changed += square(90, 41.1504, -8.60995, 0.0004)
    changed += [way(303, [90, 91, 92, 93, 90], leisure="park", amenity="cafe"), *square(70, 41.1506, -8.6097)]
    load_file(graph, write_osm(tmp_path / "town.osm", *changed, box=BOX))
    after = get_has(graph)
    assert after == count_all(graph) != before
    load_file(graph, write_osm(tmp_path / "more.osm", node(9001, 41.1502, -8.6096, amenity="cafe")))
    assert get_has(graph) == count_all(graph) != after
    unload(graph, "more")
    assert get_has(graph) == after
    load_file(graph, write_osm(tmp_path / "town.osm", *town(), box=BOX))
    assert get_has(graph) == before


def readings() -> Iterator[tuple[Reading, int | None]]:
    for service, order in product(_SERVICES, ("most", "fewest")):
        yield Reading(kind="zones", unit="area", services=(service,), order=order), None
        for resolution in (None, 8):
            yield Reading(kind="zones", unit="zone", services=(service,), order=order), resolution
    for name in ("Oeste", "Centro", "Leste", "Cidade", "Baixa"):
        yield Reading(kind="lookup", places=(PlaceReading(kind="area", name=name, relation="in"),)), None


def ask_all(graph: Graph, datasets: list[str] | None) -> tuple[list[Answer], set[str]]:
    answers = []
    with graph.trace() as trace, Perto(graph) as perto:
        for reading, resolution in readings():
            answers.append(
                perto.ask(
                    reading=reading, mode="graph", limit="all", resolution=resolution, datasets=datasets
                )
            )
    return answers, {ran.name for ran in trace.statements}


def told(answers: list[Answer]) -> list[dict[str, object]]:
    fields = {"outcome", "total", "zones", "areas", "total_zones", "total_areas", "uncertain", "notes"}
    return [answer.model_dump(include=fields) for answer in answers]


def test_answers_are_the_same_from_what_is_kept_and_from_a_recount(graph: Graph) -> None:
    kept, by_has = ask_all(graph, None)
    counted, by_places = ask_all(graph, ["helsinki", "town"])
    assert told(kept) == told(counted)
    assert {answer.outcome for answer in kept} == {"answered", "none"}
    assert (by_has & (_KEPT | _COUNTED), by_places & _KEPT) == (_KEPT, set())


@pytest.mark.parametrize(
    ("spoil", "mend"),
    [
        (
            "MATCH ()-[h:HAS]->() SET h.count = h.count + 1, h.across = h.across + 1 "
            "WITH count(*) AS n MATCH (d:Dataset {id: 'town'}) SET d.state = 'loading'",
            "MATCH ()-[h:HAS]->() SET h.count = h.count - 1, h.across = h.across - 1 "
            "WITH count(*) AS n MATCH (d:Dataset) SET d.state = 'complete'",
        ),
        # as it was before it told what lies there in part, and before areas had it
        (
            "MATCH (x)-[h:HAS]->(s) WHERE x:Area OR h.count = 0 CREATE (x)-[t:TOOK]->(s) "
            "SET t = properties(h) DELETE h WITH count(*) AS n "
            "MATCH ()-[h:HAS]->() SET h.had = h.across REMOVE h.across",
            "MATCH ()-[h:HAS]->() SET h.across = h.had REMOVE h.had WITH count(*) AS n "
            "MATCH (x)-[t:TOOK]->(s) CREATE (x)-[h:HAS]->(s) SET h = properties(t) DELETE t",
        ),
    ],
)
def test_what_is_kept_is_read_only_where_it_is_true(spoil: str, mend: str, graph: Graph) -> None:
    before, kept = told(ask_all(graph, None)[0]), get_has(graph)
    with graph._driver.session() as session:
        session.run(spoil).consume()
        try:
            after, names = ask_all(graph, None)
        finally:
            session.run(mend).consume()
    for was, now in zip(before, told(after), strict=True):
        # while a load runs a note says so, and the edge of what it loads is not known
        for answer in (was, now):
            answer["notes"] = [n for n in answer["notes"] if "load in progress" not in n]  # type: ignore[attr-defined]
        assert _bare(now) == _bare(was)
    assert names >= {"find_zone_shares", "find_used_zones"}
    assert get_has(graph) == kept


def _bare(answer: dict[str, object]) -> dict[str, object]:
    """Leave out what is told of the edge of the data."""
    counts = {
        unit: [{k: v for k, v in one.items() if k != "partial"} for one in answer[unit]]  # type: ignore[attr-defined]
        for unit in ("zones", "areas")
    }
    return {k: v for k, v in answer.items() if k != "uncertain"} | counts
