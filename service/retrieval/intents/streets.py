"""What lies along a street, and which streets connect two others."""

from queries.statements.streets import find_joining_roads, find_joining_streets, find_meeting_roads
from service.answer import Street
from service.evidence.evidence import Evidence, Joined
from service.reading import answer_services
from service.retrieval.context import Asking
from service.retrieval.intents import near


def fill(asking: Asking, evidence: Evidence) -> None:
    """Find the places along the street that meet all other conditions, or the streets that meet both."""
    if answer_services(evidence.reading):
        near.fill(asking, evidence)
        return
    one, other = (mark.parts for mark in asking.landmarks)
    found = find_joining_streets(asking.graph, one=one, other=other, datasets=asking.datasets)
    roads = find_joining_roads(asking.graph, one=one, other=other, datasets=asking.datasets)
    evidence.streets = [Street(id=s.id, name=s.name) for s in found]
    evidence.streets += [Street(id=road.id, name="") for road in roads]
    evidence.counted = len(evidence.streets)
    met = find_meeting_roads(asking.graph, one=one, other=other, datasets=asking.datasets)
    evidence.joined = Joined(tuple(met), {road.id: road.road_class for road in roads})
    evidence.edge_known = asking.edge.coverage is not None
