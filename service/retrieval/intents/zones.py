"""Zones and areas: how many of what is asked for each holds, most or fewest first."""

from service.evidence.evidence import Evidence
from service.retrieval.context import Asking
from service.retrieval.counts.members import fill_members
from service.retrieval.counts.ranking import fill_ranking


def fill(asking: Asking, evidence: Evidence) -> None:
    """Count what is asked for in every zone, or area of one level."""
    fill_ranking(asking, evidence)
    fill_members(asking, evidence)
