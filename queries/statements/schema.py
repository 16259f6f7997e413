"""The constraints and indexes that perto needs, and those of others that stand in their way."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from queries.errors import ForeignData
from queries.graph import Graph
from queries.statement_files import get_statement
from queries.statements.ownership import LABELS, TYPES

_ELEMENT = re.compile(
    r"\bCREATE\b +(?:(?P<kind>\w+) )?(?P<what>INDEX|CONSTRAINT) (?P<name>\w+) IF NOT EXISTS "
    r"FOR [^:]*:(?P<labels>[\w|]+)[^\s]* (?:ON|REQUIRE) (?:EACH )?(?P<properties>[(\[][^)\]]*[)\]]|\S+)"
)


@dataclass(frozen=True, slots=True)
class SchemaElement:
    """An index or a constraint; `kind` as Neo4j names it (RANGE, POINT, FULLTEXT, UNIQUENESS …).

    `labels` are those of nodes or types of relationships; an index of a constraint is `of_constraint`.
    """

    name: str
    kind: str
    labels: frozenset[str]
    properties: tuple[str, ...]
    of_constraint: bool = False

    def is_like(self, other: "SchemaElement") -> bool:
        """Say whether both are on the same properties of the same labels."""
        return (self.labels, self.properties) == (other.labels, other.properties)


def get_indexes(graph: Graph) -> list[SchemaElement]:
    """Return the indexes of the database."""
    rows = graph.read("get_indexes")
    return [
        SchemaElement(
            r["name"], r["kind"], frozenset(r["labels"]), tuple(r["properties"]), r["of_constraint"]
        )
        for r in rows
    ]


def get_constraints(graph: Graph) -> list[SchemaElement]:
    """Return the constraints of the database."""
    rows = graph.read("get_constraints")
    return [SchemaElement(r["name"], r["kind"], frozenset(r["labels"]), tuple(r["properties"])) for r in rows]


def read_schema() -> list[SchemaElement]:
    """Return the constraints and indexes that perto's schema file creates."""
    found = []
    for part in get_statement("schema").cypher.split(";"):
        if match := _ELEMENT.search(part):
            names = tuple(
                name.split(".")[-1].strip() for name in match["properties"].strip("()[]").split(",")
            )
            kind = "UNIQUENESS" if match["what"] == "CONSTRAINT" else match["kind"] or "RANGE"
            found.append(SchemaElement(match["name"], kind, frozenset(match["labels"].split("|")), names))
    return found


def check_schema(graph: Graph) -> None:
    """Raise ForeignData where a constraint or an index of another application bars perto's own.

    An index of another's on perto's labels bars nothing: it stays, and perto takes no notice of it.
    """
    indexes, constraints = get_indexes(graph), get_constraints(graph)
    if barred := sorted(find_barring(read_schema(), indexes, constraints)):
        raise ForeignData(
            f"this database holds constraints or indexes that perto's own can't stand beside: "
            f"{', '.join(barred)}. Nothing was changed. Drop them, or give perto a Neo4j of its own: set "
            "NEO4J_URI to another server, or unset it for a local one (perto up)"
        )


def find_barring(
    wanted: Sequence[SchemaElement], indexes: Sequence[SchemaElement], constraints: Sequence[SchemaElement]
) -> Iterable[str]:
    """Yield what of the database's is another's and bars what is wanted, as it is told."""
    own = {*LABELS, *TYPES}
    by_name = {element.name: element for element in wanted}
    for one in constraints:
        # what its own nodes must be, another would have to know perto's to say
        mine = one.kind == "UNIQUENESS" and one.properties == ("id",)
        if (one.labels & own or one.name in by_name) and not (mine and one.labels <= own):
            yield _told("constraint", one)
    for one in indexes:
        if one.of_constraint:
            continue
        namesake = by_name.get(one.name)
        taken = namesake is not None and not (one.properties == namesake.properties and one.labels <= own)
        # IF NOT EXISTS would be content with it, or fail on it
        instead = any(
            one.is_like(element)
            and one.name != element.name
            and (
                (element.kind == "UNIQUENESS" and one.kind == "RANGE")
                or element.kind == one.kind == "FULLTEXT"
            )
            for element in wanted
        )
        if taken or instead:
            yield _told("index", one)


def _told(what: str, one: SchemaElement) -> str:
    return f"{what} {one.name} on {'|'.join(sorted(one.labels))}({', '.join(one.properties)})"
