"""Before a load writes: whose the database is, and what of others hangs on what would go."""

from collections.abc import Iterable, Sequence

from queries.errors import ForeignData
from queries.graph import Graph
from queries.statements.ownership import TYPES, check_foreign, list_foreign_links
from queries.statements.schema import check_schema

# perto takes these away by itself when nothing lies in them or along them any more
_FLEETING = {"Zone", "Street"}
_MOST_TOLD = 3


def claim(graph: Graph) -> None:
    """Make the database ready for perto; raises ForeignData, before any write, where others' bar that."""
    check_foreign(graph)
    check_schema(graph)
    graph.create_schema()


def check_links(graph: Graph, going: Iterable[str]) -> None:
    """Raise ForeignData where others' relationships hang on what would go, or are of perto's own types.

    `going` are the ids of the nodes that would go. What hangs on nodes that stay is left alone.
    """
    barred, going = [], set(going)
    for link in list_foreign_links(graph):
        everywhere = link.type in TYPES or link.label in _FLEETING
        if ids := link.ids if everywhere else link.ids.intersection(going):
            barred.append(f"{link.type} at {link.label} {_list(sorted(map(str, ids)))}")
    if barred:
        raise ForeignData(
            f"relationships that perto did not write hang on its nodes: {'; '.join(barred)}. Nothing was "
            "changed. Take them away first; on places, roads and areas that stay they may stay"
        )


def _list(ids: Sequence[str]) -> str:
    more = f" and {len(ids) - _MOST_TOLD} more" if len(ids) > _MOST_TOLD else ""
    return ", ".join(ids[:_MOST_TOLD]) + more
