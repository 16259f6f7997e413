"""Which places of an answer are one thing or stand together as one site."""

from queries.graph import Graph
from queries.statements.sites import find_sites
from service.evidence.evidence import Evidence


def fill_sites(graph: Graph, evidence: Evidence) -> None:
    """Learn to which site and thing the places of the answer belong, and those of pairs within one site."""
    ids = {place.id for place in evidence.places} | {id_ for pair in evidence.same_site for id_ in pair}
    evidence.sites = find_sites(graph, ids=sorted(ids)) if ids else {}
