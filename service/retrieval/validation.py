"""Whether a reading can be answered at all: its kind, its services, what is loaded."""

from collections.abc import Sequence

from queries.catalogue.catalogue import load_catalogue
from service.evidence.evidence import DatasetFact
from service.evidence.messages import Message, message
from service.reading import NAMING, Reading, all_services, answer_services, find_parents, names_only

_KINDS = (
    "pairs", "places", "count", "absence", "nearest", "zones", "compare", "distance", "along", "lookup",
    "association", "clusters",
)  # fmt: skip
# kinds that count by zone, area or side
_COUNTING = ("zones", "compare", "association", "clusters")
# kinds of what is there, not of what is not
_PRESENCE = ("association", "clusters")
# kinds that measure from a place named
_MEASURING = ("nearest", "distance")


def find_problem(reading: Reading, loaded: Sequence[DatasetFact]) -> Message | None:
    """Return why the reading can't be answered from these data sets, if so."""
    return _find_unsupported(reading) or _find_unloaded(reading, loaded)


def _find_unsupported(reading: Reading) -> Message | None:
    if (later := _find_later(reading)) is not None:
        return message("kind_unsupported", part=later)
    services = all_services(reading)
    if names_only(reading):
        return _find_miscounted(reading)
    if not (answer_services(reading) or _rules_out(reading)) or not all(p.a and p.b for p in reading.pairs):
        return message("nothing_asked")
    catalogue = load_catalogue()
    strange = [service for service in services if catalogue.find(service) is None]
    if strange:
        return message("unknown_service", service=strange[0], known=sorted(catalogue.services))
    return _find_untied(reading) or _find_unmeasured(reading)


def _rules_out(reading: Reading) -> bool:
    """Whether zones or areas are asked for by nothing but what must not be there."""
    return reading.kind == "zones" and bool(reading.without) and reading.order is None


def _find_miscounted(reading: Reading) -> Message | None:
    """Return that too many or too few places are named."""
    named = [place.name for place in reading.places]
    if len(named) != NAMING[reading.kind or ""]:
        return message("places_miscounted", names=named, count=NAMING[reading.kind or ""])
    if reading.filters or reading.without:
        return message("nothing_asked")
    return None


def _find_untied(reading: Reading) -> Message | None:
    """Return which condition hangs on nothing, or that there is none where it takes one."""
    if reading.pairs:
        parents = find_parents(reading.pairs)
        if isinstance(parents, int):
            return message("pair_unconnected", part="|".join(reading.pairs[parents].a))
        # what is to be counted and is in no condition would be dropped
        loose = sorted(set(reading.services) - {*reading.pairs[0].a, *reading.pairs[0].b})
        if loose and reading.kind in ("zones", "clusters", "compare"):
            return message("pair_unconnected", part=loose[0])
        return None
    if reading.kind == "association":
        return message("pair_missing")
    if any(place.of == "b" for place in reading.places):
        return message("pair_unconnected", part=reading.places[0].name)
    return None


def _find_unmeasured(reading: Reading) -> Message | None:
    """Say what is not measured as it is asked: the nearest to nothing or to several, and from places else."""
    from_places = [place.name for place in reading.places if place.relation == "from"]
    if reading.kind not in _MEASURING and from_places:
        return message("nearest_unasked", name=from_places[0])
    if reading.kind not in _MEASURING:
        return None
    if reading.each:
        if not reading.pairs or reading.pairs[0].relation == "beyond" or from_places:
            return message("nearest_to_nothing")
    elif not from_places:
        return message("nearest_to_nothing")
    elif len(from_places) > 1 and reading.combine == "all":
        return message("nearest_to_several", names=from_places)
    return None


def _find_later(reading: Reading) -> str | None:
    """Return what this version does not answer yet."""
    if reading.kind is not None and reading.kind not in _KINDS:
        return reading.kind
    if any(pair.relation == "beyond" for pair in reading.pairs) and reading.kind in _PRESENCE:
        return "absence"
    if reading.without and reading.kind != "zones":
        return "without"
    return reading.order if reading.order in ("most", "fewest") and reading.kind not in _COUNTING else None


def _find_unloaded(reading: Reading, loaded: Sequence[DatasetFact]) -> Message | None:
    if not loaded:
        return message("nothing_loaded")
    for service in all_services(reading):
        told_by = load_catalogue().told_by(service)
        # places by an old rule among those by a new one would be neither's answer
        if outdated := sorted(d.name for d in loaded if told_by in d.outdated):
            return message("service_outdated", service=service, datasets=outdated)
        if not any(told_by in d.services for d in loaded):
            return message("service_not_loaded", service=service, datasets=sorted(d.name for d in loaded))
    return None
