"""Perto's labels, types and mark are the same in the statements and in the one list of them."""

import re

import pytest

from queries.statement_files import get_statement, list_statements
from queries.statements.ownership import LABELS, MARK, TYPES
from queries.statements.schema import SchemaElement, find_barring, read_schema

_NODE = re.compile(r"\(\w*:([\w|:&!]+)")
_RELATIONSHIP = re.compile(r"-\[\w*:([\w|]+)")


def texts() -> dict[str, str]:
    return {
        name: re.sub(r"//[^\n]*", "", get_statement(name).cypher) for name in [*list_statements(), "schema"]
    }


def test_the_list_holds_every_label_and_type_of_the_statements() -> None:
    labels = {
        part for text in texts().values() for found in _NODE.findall(text) for part in re.split(r"\W", found)
    }
    types = {
        part
        for text in texts().values()
        for found in _RELATIONSHIP.findall(text)
        for part in found.split("|")
    }
    assert labels - {MARK} == set(LABELS)
    assert types == set(TYPES)


@pytest.mark.parametrize("name", ["count_marked", "get_datasets"])
def test_the_counts_are_of_every_label(name: str) -> None:
    counted = re.findall(r"COUNT \{ \(:(\w+)\) \}", texts()[name])
    assert sorted(counted) == sorted([*LABELS, MARK])


def test_others_nodes_are_looked_for_under_every_label() -> None:
    found = re.findall(
        r"MATCH \(\w:(\w+)\)\s+WHERE NOT \w:Perto.*?RETURN '(\w+)' AS label", texts()["find_foreign"], re.S
    )
    assert sorted(found) == [(label, label) for label in LABELS]


def test_links_are_counted_by_every_type() -> None:
    counted = re.findall(r"\[:([\w|]+)\]", texts()["count_links"])
    assert [found.split("|") for found in counted] == [list(TYPES)] * 2


@pytest.mark.parametrize(
    "name", [name for name in list_statements() if name.startswith(("merge_", "create_"))]
)
def test_each_node_that_is_written_bears_the_mark(name: str) -> None:
    # of a pattern of nodes alone: those at the ends of a relationship were matched before
    written = re.findall(r"\b(?:MERGE|CREATE) \(\w*:([\w:]+)[^)]*\)(?!-|<-)", texts()[name])
    assert all(found.split(":")[1:] == [MARK] for found in written), f"{name}: write (x:Label:{MARK} {{…}})"


@pytest.mark.parametrize(
    "name", [name for name in list_statements() if "DETACH" in get_statement(name).cypher]
)
def test_only_marked_nodes_are_deleted(name: str) -> None:
    gone = re.findall(r"DETACH DELETE (\w+)", texts()[name])
    assert all(re.search(rf"MATCH \({node}:\w+:{MARK} ", texts()[name]) for node in gone), name


def test_the_schema_file_is_read_whole() -> None:
    read = {(e.name, e.kind) for e in read_schema()}
    assert len(read) == texts()["schema"].count("CREATE ")
    assert {("poi_id", "UNIQUENESS"), ("poi_location", "POINT"), ("names", "FULLTEXT")} <= read
    near = next(e for e in read_schema() if e.name == "near_pair")
    assert (near.labels, near.properties) == (frozenset({"NEAR"}), ("pair", "dist_m"))


def test_what_others_made_bars_where_it_would_meet_perto_s_own() -> None:
    def made(name: str, kind: str, label: str, *properties: str) -> SchemaElement:
        return SchemaElement(name, kind, frozenset(label.split("|")), properties)

    indexes = [
        made("near_pair", "RANGE", "NEAR", "weight"),  # a name of perto's for something else
        made("zone_location", "POINT", "Warehouse", "location"),
        made("by_id", "RANGE", "POI", "id"),  # a constraint can't be made beside it
        made("all_names", "FULLTEXT", "POI|Area|Street", "name_keys"),  # perto asks by its own name
        made("by_colour", "RANGE", "POI", "colour"),
        made("poi_reach", "RANGE", "POI", "reach_m"),
        made("elsewhere", "RANGE", "Person", "id"),
    ]
    constraints = [
        made("poi_id", "UNIQUENESS", "POI", "id"),
        made("their_zone_id", "UNIQUENESS", "Zone", "id"),
        made("email", "UNIQUENESS", "POI", "email"),
        made("owner", "NODE_PROPERTY_EXISTENCE", "Zone", "owner"),
        made("person", "UNIQUENESS", "Person", "id"),
        made("road_id", "UNIQUENESS", "Person", "number"),
    ]
    assert {told.split()[1] for told in find_barring(read_schema(), indexes, constraints)} == {
        "near_pair", "zone_location", "by_id", "all_names", "email", "owner", "road_id",
    }  # fmt: skip
