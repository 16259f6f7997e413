"""An answer over several kinds of place counted by kind, and a group's narrow reading beside the wide one."""

from collections.abc import Sequence

from queries.catalogue.catalogue import load_catalogue
from queries.statements.tallies import find_service_members
from service.answer import Narrower
from service.evidence.evidence import Evidence
from service.reading import answer_services
from service.retrieval.context import Asking

# the narrow reading is told where it finds less than this part of the wide one
_ALIKE = 0.9


def fill_members(asking: Asking, evidence: Evidence) -> None:
    """Count the places of the answer by kind, and those that a group's narrow reading would find."""
    reading, services = evidence.reading, answer_services(evidence.reading)
    if len(services) > 1 and evidence.places and not evidence.counts:
        ids = {place.id for place in evidence.places}
        members = _find_members(asking, services, ids)
        evidence.counts = {service: len(of_it) for service, of_it in members.items()}
        narrow = find_narrow(services)
        evidence.narrowed = len(set().union(*(members[service] for service in narrow)))
    narrower = []
    if evidence.counts and (narrow := find_narrow(services)):
        narrower.append(Narrower(of="a", services=narrow, total=evidence.narrowed))
    if len(reading.pairs) == 1 and evidence.pairs and (narrow := find_narrow(reading.pairs[0].b)):
        ends = {id_ for pair in evidence.pairs for id_ in (pair.from_id, pair.to_id)}
        of_it = set().union(*_find_members(asking, narrow, ends).values())
        near = {pair.from_id for pair in evidence.pairs if pair.to_id in of_it}
        # where a and b may swap, a pair is listed once and read both ways
        near |= {pair.to_id for pair in evidence.pairs if pair.from_id in of_it}
        held = near & {place.id for place in evidence.places}
        narrower.append(Narrower(of="b", services=narrow, total=len(held)))
    evidence.narrower = [n for n in narrower if n.total < _ALIKE * evidence.total]


def find_narrow(services: Sequence[str]) -> tuple[str, ...]:
    """Return what the word for these services may mean alone; empty where they are no group that has such."""
    group = load_catalogue().find_group(services)
    return group.narrow if group is not None else ()


def _find_members(asking: Asking, services: Sequence[str], ids: set[str]) -> dict[str, set[str]]:
    return find_service_members(asking.graph, services=services, ids=sorted(ids))
