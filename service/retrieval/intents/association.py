"""Kinds of place that go together, and where places pile up: pairs and zones, without weighing chance."""

from queries.statements.places import count_service_places
from service.evidence.evidence import Evidence
from service.reading import answer_services
from service.retrieval.context import Asking
from service.retrieval.counts.members import fill_members
from service.retrieval.counts.ranking import fill_ranking


def fill(asking: Asking, evidence: Evidence) -> None:
    """Find the pairs of the two kinds, and the zones by how many of them have their first place there."""
    reading = evidence.reading
    fill_ranking(asking, evidence, by="pairs")
    fill_members(asking, evidence)
    services = answer_services(reading)
    evidence.mapped = count_service_places(asking.graph, services=services, datasets=asking.datasets)
    if evidence.places:
        evidence.verdict = "yes"
    else:
        evidence.verdict = "partial" if evidence.uncertain else "no"


def fill_clusters(asking: Asking, evidence: Evidence) -> None:
    """Count what piles up in every zone, of pairs only what is near enough."""
    fill_ranking(asking, evidence)
    fill_members(asking, evidence)
