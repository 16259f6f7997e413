"""What a load tells while it goes on: stages as they begin, and parts of them with how much there is."""

from pathlib import Path

from loader.load import load_file, unload
from queries.graph import Graph
from tests.graph_dump import empty_graph
from tests.killed import city
from tests.osm_xml import write_osm

STAGES = ["reading", "transforming", "comparing", "writing", "deriving", "measuring"]
DERIVED = {
    "joining cells",
    "counting by cell and area",
    "finding junctions",
    "finding streets",
    "joining streets",
    "placing along roads",
    "placing in areas",
}


def test_each_part_tells_its_total_and_ends_with_it(tmp_path: Path, graph_server: Graph) -> None:
    empty_graph(graph_server)
    told: list[tuple[str, int, int | None]] = []
    path = write_osm(tmp_path / "city.osm", *city(later=False))
    load_file(graph_server, path, progress=lambda stage, done, total: told.append((stage, done, total)))
    assert [stage for stage, done, total in told if done == 0 and total is None] == STAGES
    last = {stage: (done, total) for stage, done, total in told if total is not None}
    assert last.keys() >= DERIVED
    assert {stage for stage in DERIVED if last[stage][0] != last[stage][1]} == set()
    told.clear()
    report = unload(graph_server, "city", progress=lambda *of_it: told.append(of_it))
    last = {stage: (done, total) for stage, done, total in told if total is not None}
    removed = [last[f"removing {what}"] for what in ("places", "roads", "areas")]
    assert sum(done for done, _ in removed) == sum(total or 0 for _, total in removed) == report.removed
