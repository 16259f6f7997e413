"""The zones that hold places, listed with what each holds."""

from typing import Any

from queries.geometry.cells import centre, resolution_of
from queries.graph import Graph
from queries.statements.holdings import count_zone_services
from queries.statements.ownership import check_foreign
from queries.statements.zones import find_zone_counts
from service.retrieval.counts.ranking import choose_resolution
from service.retrieval.settled import answer_steadily, is_settled

Row = dict[str, Any]
_MOST_KINDS = 6


def list_zones(graph: Graph, *, resolution: int | None = None) -> list[Row]:
    """Return id, resolution, middle and counts by service of the cells that places count in, fullest first.

    The counts are those kept at the cells; while a load is on its way, they are made anew from the places.
    """
    check_foreign(graph)
    return answer_steadily(graph, lambda: _list_zones(graph, resolution))


def _list_zones(graph: Graph, resolution: int | None) -> list[Row]:
    chosen, _, _ = choose_resolution(graph, asked=resolution, datasets=None)
    counts = find_zone_counts(graph, resolution=chosen) if is_settled(graph) else {}
    if not counts:
        counts = {}
        for (cell, service), held in sorted(count_zone_services(graph).items()):
            if held.places and resolution_of(cell) == chosen:
                counts.setdefault(cell, {})[service] = held.places
    rows = []
    for cell, of_it in sorted(counts.items(), key=lambda item: (-sum(item[1].values()), item[0])):
        at = centre(cell)
        ordered = dict(sorted(of_it.items(), key=lambda item: (-item[1], item[0])))
        row = {"id": cell, "resolution": chosen, "latitude": at.latitude, "longitude": at.longitude}
        rows.append(row | {"counts": ordered})
    return rows


def zone_line(row: Row) -> str:
    """Write a row of list_zones for people."""
    counts = row["counts"]
    told = ", ".join(f"{service} {count}" for service, count in list(counts.items())[:_MOST_KINDS])
    more = f", … (+{len(counts) - _MOST_KINDS})" if len(counts) > _MOST_KINDS else ""
    return f"{row['id']}  {row['latitude']:9.5f} {row['longitude']:10.5f}   {told}{more}"
