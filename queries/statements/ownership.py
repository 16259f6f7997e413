"""Whose a node is: perto marks its own, and goes on only where no other node bears a label it uses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from queries.errors import ForeignData
from queries.graph import Graph

MARK = "Perto"
LABELS = ("Address", "Area", "Dataset", "Load", "POI", "Road", "Service", "Street", "Zone")
TYPES = (
    "ADJACENT",
    "ALONG",
    "CONNECTS",
    "COVERED",
    "FROM",
    "HAS",
    "IN_AREA",
    "IN_ZONE",
    "IS_A",
    "NEAR",
    "ON_BORDER",
    "PART_OF",
)
_BATCH = 20_000
_OWN_DATABASE = (
    "Give perto a Neo4j of its own: set NEO4J_URI to another server, or unset it for a local one (perto up)"
)


@dataclass(frozen=True, slots=True)
class ForeignLinks:
    """Relationships of one type that hang on perto's nodes of one label and are not its own."""

    label: str
    type: str
    ids: frozenset[str]


def count_marked(graph: Graph) -> tuple[int, int]:
    """Return how many nodes bear a label of perto's, and how many its mark; read off counts that are kept."""
    [row] = graph.read("count_marked")
    return row["labelled"], row["marked"]


def find_foreign(graph: Graph) -> dict[str, int]:
    """Return how many nodes of each of perto's labels are not perto's; labels without any are left out."""
    return {row["label"]: row["nodes"] for row in graph.read("find_foreign")}


def check_foreign(graph: Graph) -> bool:
    """Raise ForeignData where a node with a label of perto's is not its own; say whether all bear its mark.

    It takes a millisecond where all do. Those of a load before there was a mark are perto's too.
    """
    labelled, marked = count_marked(graph)
    if labelled == marked:
        return True
    foreign = find_foreign(graph)
    if foreign:
        # what a load commits just then may show its label before its mark, but not twice
        again = find_foreign(graph)
        foreign = {label: min(nodes, again[label]) for label, nodes in foreign.items() if label in again}
    if foreign:
        raise foreign_data(foreign)
    return False


def foreign_data(foreign: Mapping[str, int]) -> ForeignData:
    """Return the error that names the labels of nodes that are not perto's."""
    told = ", ".join(f"{nodes} {label}" for label, nodes in foreign.items())
    return ForeignData(
        f"this database holds nodes that perto did not write, with labels it uses: {told}. Nothing was "
        f"changed or counted. {_OWN_DATABASE}",
        labels=foreign,
    )


def merge_marks(graph: Graph, *, limit: int) -> int:
    """Mark at most so many nodes of an earlier perto, but no data sets; returns how many."""
    [row] = graph.write("merge_marks", limit=limit)
    written: int = row["written"]
    return written


def merge_dataset_marks(graph: Graph) -> int:
    """Mark the data sets of an earlier perto; returns how many."""
    [row] = graph.write("merge_dataset_marks")
    written: int = row["written"]
    return written


def mark_own(graph: Graph) -> None:
    """Mark what an earlier perto wrote without a mark; raises ForeignData where others' nodes are there."""
    if check_foreign(graph):
        return
    while merge_marks(graph, limit=_BATCH):
        pass
    merge_dataset_marks(graph)  # last: by them the others are told


def count_links(graph: Graph) -> tuple[int, int, int, int]:
    """Return how many relationships leave and enter perto's nodes, and how many of its own types do each."""
    [row] = graph.read("count_links")
    return row["leaving"], row["entering"], row["own_leaving"], row["own_entering"]


def find_foreign_links(graph: Graph, *, types: Sequence[str] = TYPES) -> list[ForeignLinks]:
    """Return the relationships on perto's nodes that are of no type of its own, or lead to others' nodes."""
    rows = graph.read("find_foreign_links", types=list(types))
    return [ForeignLinks(row["label"], row["type"], frozenset(row["ids"])) for row in rows]


def list_foreign_links(graph: Graph) -> list[ForeignLinks]:
    """Return what find_foreign_links finds, in a millisecond where there is none."""
    return [] if len(set(count_links(graph))) == 1 else find_foreign_links(graph)
