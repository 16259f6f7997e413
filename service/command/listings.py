"""What there is to ask about: kinds of place and data sets; and what was asked for and is not there."""

from dataclasses import asdict
from typing import Any

from queries.catalogue.catalogue import load_catalogue
from queries.catalogue.own_values import is_key, is_on_demand
from queries.caveats import read_caveats
from queries.graph import Graph
from queries.statements.datasets import count_dataset_contents, get_datasets
from queries.statements.ingest import get_labels
from queries.statements.nearness import get_covered
from queries.statements.ownership import check_foreign
from queries.statements.places import count_service_places
from queries.unresolved import Unresolved
from service.presentation.messages.caveats import tell_caveat

Row = dict[str, Any]
_MOST_SERVICES = 3


def list_services(graph: Graph) -> list[Row]:
    """Return id, label_pt, label_en and count (places in the graph) of each service.

    Those of the catalogue in its order, then those of values' own that have places.
    """
    check_foreign(graph)
    catalogue = load_catalogue()
    own = sorted(id_ for id_ in get_labels(graph) if is_on_demand(id_) and not is_key(id_))
    known = [catalogue.services[id_] for id_ in catalogue.services]
    known += [service for id_ in own if (service := catalogue.find(id_)) is not None]
    counts = count_service_places(graph, services=[service.id for service in known])
    return [
        {"id": s.id, "label_pt": s.label("pt"), "label_en": s.label("en"), "count": counts[s.id]}
        for s in known
        if counts[s.id] or s.id in catalogue.services
    ]


def list_datasets(graph: Graph) -> list[Row]:
    """Return each data set as queries.statements.datasets.Dataset has it, with how many things it holds.

    `outdated` are the services whose rule has changed since, `missing` those that were not looked for:
    questions about them need another load. `near_reduced` is for how many pairs of services NEAR is complete
    to less than was asked for among its places.
    """
    check_foreign(graph)
    held, catalogue = count_dataset_contents(graph), load_catalogue()
    covered = get_covered(graph, services=sorted(get_labels(graph)))
    rows = []
    for dataset in get_datasets(graph):
        outdated = sorted(dataset.find_outdated(catalogue))
        missing = sorted(catalogue.services.keys() - set(dataset.service_ids))
        told: Row = {"outdated": outdated, "missing": missing}
        told["near_reduced"] = sum(row.covers_m(dataset.id) < row.asked_m for row in covered)
        rows.append(asdict(dataset) | asdict(held[dataset.id]) | told)
    return rows


def service_line(row: Row) -> str:
    """Write a row of list_services for people."""
    return f"{row['id']:<22} {row['count']:>7}   {row['label_pt']} · {row['label_en']}"


def dataset_line(row: Row) -> str:
    """Write a row of list_datasets for people."""
    edge = "known" if row["coverage"] else "unknown"
    of = row["extracted_at"] or "unknown date"
    line = (
        f"{row['id']:<24} {row['state']:<9} of {of}   {row['source']}   {row['places']} places, edge {edge}"
    )
    if row["near_reduced"]:
        line += f"; NEAR short for {row['near_reduced']} pairs of kinds (PERTO_NEAR_EDGES)"
    if again := [*row["outdated"], *row["missing"]]:
        more = " …" if len(again) > _MOST_SERVICES else ""
        line += f"; to ask for {', '.join(again[:_MOST_SERVICES])}{more} load again"
    flaws = [caveat for caveat in read_caveats(row["caveats"]) if not caveat.kind]
    line += "".join(f"; {tell_caveat(caveat, 'it', 'en')}" for caveat in flaws)
    if row["inherited"]:
        line += f"; {row['inherited']} things are as a data set taken out told them: load again"
    return line


def unresolved_line(part: Unresolved) -> str:
    """Write for people how often a part of questions was not understood."""
    times = "once" if part.count == 1 else f"{part.count} times"
    return f"not understood     {part.part}   {part.kind}, {times}, last {part.last[:10]}"
