"""Every statement is explained against the real schema: it uses an index and draws no notification."""

import re

import neo4j
import pytest

from loader.load import load_file
from queries.graph import Graph
from queries.statement_files import get_statement, list_statements
from tests.osm_xml import node, square, way, write_osm
from tests.sample_graph import load_sample

FORBIDDEN = {"AllNodesScan", "NodeByLabelScan", "CartesianProduct", "UnionNodeByLabelsScan"}
# reads all that perto wrote, once the counts have told that something of another's hangs on it
SCANS = {"find_foreign_links"}
READS = re.compile(r"^(find|get|count|search)_")


def operators(plan: dict[str, object]) -> set[str]:
    children = plan.get("children", [])
    assert isinstance(children, list)
    name = str(plan["operatorType"]).split("@")[0]
    return {name}.union(*(operators(child) for child in children))


@pytest.fixture(scope="module")
def driver(graph_server: Graph, tmp_path_factory: pytest.TempPathFactory) -> neo4j.Driver:
    # a server that never held a property or a type says so of every statement that names it;
    # the sample has no area with its whole boundary, and so nothing on one
    area = way(1, [1, 2, 3, 4, 1], place="suburb", name="A", admin_level="9")
    cafes = [node(9, 41.1505, -8.6095, amenity="cafe"), node(10, 41.15, -8.6095, amenity="cafe")]
    city = [*square(1, 41.15, -8.61), area, *cafes]
    load_file(graph_server, write_osm(tmp_path_factory.mktemp("area") / "area.osm", *city))
    load_sample(graph_server)
    return graph_server._driver


@pytest.mark.parametrize("name", list_statements())
def test_each_statement_is_planned_without_scans_and_without_notifications(
    name: str, driver: neo4j.Driver
) -> None:
    statement = get_statement(name)
    with driver.session(notifications_min_severity="INFORMATION") as session:
        summary = session.run(f"EXPLAIN {statement.cypher}", dict.fromkeys(statement.parameters)).consume()
    said = {status.gql_status for status in summary.gql_status_objects} - {"00000", "00001", "02000"}
    assert said == set(), [status.status_description for status in summary.gql_status_objects]
    assert summary.plan is not None
    if READS.match(name):
        assert name in SCANS or not operators(summary.plan) & FORBIDDEN
        assert summary.query_type == "r"


def test_a_scan_would_be_noticed(driver: neo4j.Driver) -> None:
    with driver.session() as session:
        plan = session.run("EXPLAIN MATCH (n) RETURN n").consume().plan
    assert plan is not None
    assert operators(plan) & FORBIDDEN
