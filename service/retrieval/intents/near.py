"""Places near places, in areas, with tags: the pairs, places and counts that answer."""

from service.evidence.evidence import Evidence
from service.evidence.messages import message
from service.retrieval.context import Asking
from service.retrieval.counts.members import fill_members
from service.retrieval.spatial.sets import fill_sets


def fill(asking: Asking, evidence: Evidence) -> None:
    """Find every pair and place of the reading."""
    fill_sets(asking, evidence)
    fill_members(asking, evidence)
    tell_sites(asking, evidence)


def tell_sites(asking: Asking, evidence: Evidence) -> None:
    """Say, where it played a part, that places of one site are not near each other."""
    if evidence.sites_parted:
        evidence.assumptions.append(message("sites_apart"))
