"""A load or an unload in a process of its own that dies or waits at a write, and what must hold then."""

import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import shapely

from queries.graph import Graph
from queries.statements.datasets import get_datasets
from service import Perto, Reading
from service.reading import PairReading, PlaceReading
from tests.brute_force import Shape, pairs
from tests.graph_dump import dump_covered
from tests.integration.conftest import Server
from tests.osm_xml import node, square, way

# tells what it is about to write at its write number AT, or at its first one of the name AT
_CHILD = """
import os, signal, sys, threading, time
from queries.graph import Graph
from loader.load import load_file, unload
uri, password, task, what, at, how = sys.argv[1:]
class Watched(Graph):
    writes = 0
    reached = False
    def write(self, name, **parameters):
        self.writes += 1
        if not self.reached and at in (name, str(self.writes)):
            self.reached = True
            print(name, flush=True)
            if how == "wait":
                sys.stdin.readline()
            elif how == "before":
                os.kill(os.getpid(), signal.SIGKILL)
            else:
                threading.Timer(0.004, os.kill, (os.getpid(), signal.SIGKILL)).start()
        return super().write(name, **parameters)
with Watched(uri, user="neo4j", password=password) as graph:
    {"load": load_file, "unload": unload}[task](graph, what)
print("complete", graph.writes, flush=True)
"""
_KINDS = ("cafe", "recycling", "fountain", "drinking_water", "pharmacy")
_ASKED = (("cafe", "recycling"), ("pharmacy", "park"), ("fountain", "fountain"))
_RADIUS_M = 200.0


def start_child(
    server: Server, task: str, what: Path | str, *, at: int | str, how: str
) -> subprocess.Popen[str]:
    """Load a file or unload a data set; it dies "before" or "during" a write, or does "wait" there."""
    return subprocess.Popen(
        [sys.executable, "-c", _CHILD, server.uri, server.password, task, str(what), str(at), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[1],
    )


def city(*, later: bool) -> list[str]:
    """A small city; later some places have moved, changed, gone or come."""
    shift = 0.0004 if later else 0.0
    found = []
    for i in range(5 if later else 1, 35 if later else 30):
        latitude = 41.15 + i % 5 * 0.001 + (shift if i % 3 else 0)
        found.append(node(i, latitude, -8.61 + i // 5 * 0.001, amenity=_KINDS[i % 5]))
    found += [*square(100, 41.15, -8.612), way(1, [100, 101, 102, 103, 100], leisure="park", name="P")]
    # one street later, two before; a place that moves along it and one that comes
    ends = [101 if later else 102, 103]
    found += [way(2, [100, 101], highway="primary", name="R"), way(3, ends, highway="primary", name="R")]
    cafes = (400, 401) if later else (400,)
    found += [node(n, 41.1502 + shift / 4, -8.6118, amenity="cafe") for n in cafes]
    # a suburb that holds other places later
    found += [*square(200, 41.149 if later else 41.151, -8.613, 0.005)]
    found += [
        way(4, [200, 201, 202, 203, 200], place="suburb", name="S"),
        node(300, 41.15, -8.6, place="town"),
    ]
    return found


def assert_answers_are_exact(graph: Graph) -> None:
    """Check NEAR, and answers about pairs and an area, with brute force over the places in the graph."""
    _wait_until_idle(graph)
    with graph._driver.session() as session:
        places = session.run(
            "MATCH (p:POI) RETURN p.id AS id, p.geometry AS geometry, p.location AS at, "
            "COLLECT { MATCH (p)-[:IS_A]->(s) RETURN s.id } AS services"
        ).data()
        edges = session.run("MATCH (a)-[r:NEAR]->(b) RETURN a.id AS a, b.id AS b, r.pair AS pair").data()
        areas = session.run("MATCH (a:Area {id: 'way/4'}) RETURN a.geometry AS geometry").data()
    shapes: dict[str, dict[str, Shape]] = {}
    for place in places:
        for service in place["services"]:
            shape = place["geometry"] or (place["at"].y, place["at"].x)
            shapes.setdefault(service, {})[place["id"]] = shape
    for row in dump_covered(graph):
        near = {(edge["a"], edge["b"]) for edge in edges if edge["pair"] == f"{row.a}|{row.b}"}
        assert near == _pairs(shapes, row.a, row.b, row.radius_m), (row.a, row.b)
    if not shapes:
        return
    perto = Perto(graph)
    broken = any(dataset.state == "loading" for dataset in get_datasets(graph))
    for a, b in _ASKED:
        pair = PairReading(a=(a,), b=(b,), radius_m=_RADIUS_M)
        reading = Reading(kind="pairs", pairs=(pair,), same_site=True)
        answer = perto.ask(reading=reading, mode="graph", limit="all")
        found = {tuple(sorted((p.a.id, p.b.id))) if a == b else (p.a.id, p.b.id) for p in answer.pairs}
        assert found == _pairs(shapes, a, b, _RADIUS_M), (a, b)
        assert any("load in progress or broken" in note for note in answer.notes) == broken
    for area, service in product(areas, ("cafe", "pharmacy")):
        asked = PlaceReading(kind="area", id="way/4", name="S", relation="in")
        reading = Reading(kind="places", services=(service,), places=(asked,))
        answer = perto.ask(reading=reading, mode="graph", limit="all")
        outline = shapely.from_wkt(area["geometry"])
        inside = {
            id_
            for id_, shape in shapes.get(service, {}).items()
            # what lies on a border that no other area shares is inside
            if isinstance(shape, tuple) and outline.covers(shapely.Point(shape[::-1]))
        }
        assert {place.id for place in answer.places} == inside


def _wait_until_idle(graph: Graph) -> None:
    """Wait until no transaction but this is open: the server may still end one whose process was killed."""
    count = "SHOW TRANSACTIONS YIELD transactionId RETURN count(*) AS n"
    deadline = time.monotonic() + 60
    with graph._driver.session() as session:
        while session.run(count).single(strict=True)["n"] > 1:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def _pairs(shapes: dict[str, dict[str, Shape]], a: str, b: str, radius_m: float) -> set[tuple[str, ...]]:
    one, two = ([{"id": i, "shape": s} for i, s in shapes.get(x, {}).items()] for x in (a, b))
    found = pairs(one, two, radius_m)
    return {tuple(sorted(pair)) if a == b else pair for pair in found}
