"""What docs/cypher.md reads off NEAR is all there is, or refused, for any kinds and metres written in it."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from loader.load import load_file
from queries.console.console import read_parameters
from queries.graph import Graph
from tests import brute_force
from tests.cypher_page import STATEMENTS, is_of_near
from tests.graph_dump import dump_covered, empty_graph
from tests.osm_xml import node, square, way, write_osm

KINDS = ("cafe", "park", "restaurant")
TAGS = {"cafe": {"amenity": "cafe"}, "park": {"leisure": "park"}, "restaurant": {"amenity": "restaurant"}}
RADII_M = (3.0, 60.0, 100.0, 500.0)
SOME, NONE_NEAR, BY_PAIR, FARTHEST = (
    next(s for s in STATEMENTS if is_of_near(s) and told in s)
    for told in (
        "LIMIT 5",
        "NOT EXISTS",
        "b.id AS near_id, b.name AS near, round(r.dist_m, 1) AS metres",
        "LIMIT 10",
    )
)

FEW = 120  # edges: some pairs of kinds are complete to less than 100 m

Row = dict[str, Any]


class Town:
    """Places in a file, and the metres between them by brute force."""

    def __init__(self, path: Path) -> None:
        draw = random.Random(7)
        elements, self.places = [], []
        for k in range(1, 71):
            lat, lon = round(draw.uniform(41.15, 41.157), 6), round(draw.uniform(-8.62, -8.611), 6)
            kinds = draw.choice([("cafe",), ("cafe",), ("restaurant",), ("park",), ("cafe", "park")])
            tags = {key: value for kind in kinds for key, value in TAGS[kind].items()}
            if "park" in kinds:
                corners = square(k * 10 + 1000, lat, lon, 0.0003)
                elements += [*corners, way(k, [*(k * 10 + 1000 + n for n in (0, 1, 2, 3, 0))], **tags)]
                ring = [
                    (lon, lat),
                    (lon + 0.0003, lat),
                    (lon + 0.0003, lat + 0.0003),
                    (lon, lat + 0.0003),
                    (lon, lat),
                ]
                shape: brute_force.Shape = f"POLYGON(({','.join(f'{x} {y}' for x, y in ring)}))"
            else:
                elements.append(node(k, lat, lon, **tags))
                shape = (lat, lon)
            self.places.append(
                {"id": f"{'way' if 'park' in kinds else 'node'}/{k}", "kinds": kinds, "shape": shape}
            )
        self.path = write_osm(path, *elements)
        self.metres = brute_force.pairs(self.places, self.places, 501.0)

    def of(self, kind: str) -> set[str]:
        return {place["id"] for place in self.places if kind in place["kinds"]}

    def within(self, a: str, b: str, radius_m: float) -> set[tuple[str, str]]:
        of_a, of_b = self.of(a), self.of(b)
        return {(p, q) for (p, q), m in self.metres.items() if p in of_a and q in of_b and m <= radius_m}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Town:
    return Town(tmp_path_factory.mktemp("town") / "town.osm")


@pytest.fixture(scope="module", params=[100_000, FEW], ids=["all edges", "few edges"])
def radius_m(request: pytest.FixtureRequest, graph: Graph, town: Town) -> Iterator[dict[str, float]]:
    """Load the town within a budget; up to which radius each pair is complete then."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERTO_NEAR_EDGES", str(request.param))
        load_file(graph, town.path)
    covered = {f"{row.a}|{row.b}": row.radius_m for row in dump_covered(graph)}
    assert (min(covered.values()) < 100) == (request.param == FEW)
    yield covered
    empty_graph(graph)


def ask(graph: Graph, statement: str, **parameters: object) -> list[Row]:
    written, text = read_parameters(graph, statement)
    assert written.keys() == parameters.keys()
    table = graph.run(text, parameters=parameters)
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def check_refused(rows: list[Row], pair: str, radius_m: float) -> None:
    [row] = rows
    assert row["id"] is None
    assert row["complete_to_m"] == radius_m
    assert f"m only for {pair}" in row["note"]
    assert "perto ask" in row["note"]


def test_what_has_most_or_nothing_near_it_is_as_brute_force_says_or_refused(
    graph: Graph, town: Town, radius_m: dict[str, float]
) -> None:
    refused = 0
    for kind, near, metres in product(KINDS, KINDS, RADII_M):
        pair = "|".join(sorted((kind, near)))
        most, none = (ask(graph, s, kind=kind, near=near, radius_m=metres) for s in (SOME, NONE_NEAR))
        if radius_m[pair] < metres:
            check_refused(most, pair, radius_m[pair])
            check_refused(none, pair, radius_m[pair])
            refused += 1
            continue
        counts = Counter(p for p, _ in town.within(kind, near, metres))
        best = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:5]
        assert [(row["id"], row["number"]) for row in most] == (best or [(None, None)])
        assert {row["id"] for row in none} == (town.of(kind) - counts.keys() or {None})
        for rows in (most, none):
            assert {row["complete_to_m"] for row in rows} == {radius_m[pair]}
            assert {row["note"] for row in rows} == ({None} if rows[0]["id"] else {"none"})
    assert (refused > 0) == (min(radius_m.values()) < 500)


def test_pairs_are_as_brute_force_says_or_refused_and_a_pair_the_wrong_way_round_is_told(
    graph: Graph, town: Town, radius_m: dict[str, float]
) -> None:
    for a, b, metres in product(KINDS, KINDS, RADII_M):
        pair = f"{a}|{b}"
        rows = ask(graph, BY_PAIR, pair=pair, radius_m=metres)
        if a > b:
            [row], [other] = rows, ask(graph, FARTHEST, pair=pair)
            for told in (row, other):
                assert told["id"] is None
                assert told["note"] == f"write the pair in alphabetical order: {b}|{a}"
        elif radius_m[pair] < metres:
            check_refused(rows, pair, radius_m[pair])
        else:
            wanted = {(p, q) for p, q in town.within(a, b, metres) if a != b or p < q}
            assert {(row["id"], row["near_id"]) for row in rows} == (wanted or {(None, None)})
            for row in rows if wanted else []:
                assert row["metres"] == pytest.approx(town.metres[row["id"], row["near_id"]], abs=0.06)
            assert {row["complete_to_m"] for row in rows} == {radius_m[pair]}


def test_a_kind_without_places_and_a_load_that_is_not_finished_are_told(
    graph: Graph, town: Town, radius_m: dict[str, float]
) -> None:
    graph_statements = ((SOME, "cinema"), (NONE_NEAR, "cinema"), (SOME, "no such kind"))
    for statement, near in graph_statements:
        [row] = ask(graph, statement, kind="cafe", near=near, radius_m=50)
        assert row["id"] is None
        assert row["note"].startswith(f"NEAR tells nothing of cafe|{near}")
    with graph._driver.session() as session:
        session.run("MATCH ()-[c:COVERED]->() DELETE c").consume()
    for pair in ("cafe|park", "cafe", ""):
        [row] = ask(graph, BY_PAIR, pair=pair, radius_m=50)
        assert row["id"] is None
        assert row["note"].startswith(f"NEAR tells nothing of {pair}")


def test_a_statement_of_an_answer_says_when_it_is_not_complete_any_more(graph: Graph, town: Town) -> None:
    from service import Perto

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PERTO_NEAR_EDGES", "100000")
        load_file(graph, town.path)
        answer = Perto(graph).ask("cafes within 100 m of a park", mode="graph", limit="all")
        [console] = [ran.console for ran in answer.statements if ran.name == "find_near_pairs"]
        parameters, text = read_parameters(graph, console.removesuffix(";"))
        before = graph.run(text, parameters=parameters)
        patch.setenv("PERTO_NEAR_EDGES", str(FEW))
        load_file(graph, town.path)
    told = before.columns.index("complete_to_m")
    assert {row[told] for row in before.rows} == {500.0}
    after = graph.run(text, parameters=parameters)
    assert after.rows
    assert all(row[told] < 100 for row in after.rows)
    with graph._driver.session() as session:
        session.run("MATCH ()-[c:COVERED]->() DELETE c MERGE (:Service:Perto {id: 'cafe'})").consume()
    assert {row[told] for row in graph.run(text, parameters=parameters).rows} == {None}
    empty_graph(graph)
