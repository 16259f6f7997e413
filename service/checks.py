"""Whether a reading can be answered at all: its kind, its services, what is loaded."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language, load_catalogue
from service import problems
from service.conditions import find_parents
from service.evidence import DatasetFact
from service.reading import Problem, Reading

_KINDS = (
    "pairs", "places", "count", "absence", "nearest", "zones", "compare", "distance", "along", "lookup",
    "association", "clusters",
)  # fmt: skip
# kinds that may ask for no kind of place, and how many places they name then
_NAMING = {"distance": 2, "along": 2, "lookup": 1}
# kinds that count by zone, area or side
_COUNTING = ("zones", "compare", "association", "clusters")
# kinds of what is there, not of what is not
_PRESENCE = ("association", "clusters")
# kinds that measure from a place named
_MEASURING = ("nearest", "distance")


def answer_services(reading: Reading) -> tuple[str, ...]:
    """Return the services of the places asked for, each once."""
    return tuple(dict.fromkeys(reading.pairs[0].a if reading.pairs else reading.services))


def all_services(reading: Reading) -> tuple[str, ...]:
    """Return every service that the answer depends on, each once, those asked for first."""
    of_pairs = [service for pair in reading.pairs for service in (*pair.a, *pair.b)]
    of_filters = [f.service for f in reading.filters]
    return tuple(dict.fromkeys((*answer_services(reading), *of_pairs, *of_filters, *reading.without)))


def names_only(reading: Reading) -> bool:
    """Whether a reading asks of places it names, and of no kind of place."""
    return reading.kind in _NAMING and not answer_services(reading)


def find_problem(reading: Reading, loaded: Sequence[DatasetFact], language: Language) -> Problem | None:
    """Return why the reading can't be answered from these data sets, if so."""
    return _find_unsupported(reading, language) or _find_unloaded(reading, loaded, language)


def _find_unsupported(reading: Reading, language: Language) -> Problem | None:
    if (later := _find_later(reading)) is not None:
        return problems.kind_unsupported(later, language)
    services = all_services(reading)
    if names_only(reading):
        return _find_miscounted(reading, language)
    if not (answer_services(reading) or _rules_out(reading)) or not all(p.a and p.b for p in reading.pairs):
        return problems.nothing_asked(language)
    catalogue = load_catalogue()
    strange = [service for service in services if catalogue.find(service) is None]
    if strange:
        return problems.unknown_service(strange[0], sorted(catalogue.services), language)
    return _find_untied(reading, language) or _find_unmeasured(reading, language)


def _rules_out(reading: Reading) -> bool:
    """Whether zones or areas are asked for by nothing but what must not be there."""
    return reading.kind == "zones" and bool(reading.without) and reading.order is None


def _find_miscounted(reading: Reading, language: Language) -> Problem | None:
    """Return that too many or too few places are named."""
    named = [place.name for place in reading.places]
    if len(named) != _NAMING[reading.kind or ""]:
        return problems.places_miscounted(named, _NAMING[reading.kind or ""], language)
    if reading.filters or reading.without:
        return problems.nothing_asked(language)
    return None


def _find_untied(reading: Reading, language: Language) -> Problem | None:
    """Return which condition hangs on nothing, or that there is none where it takes one."""
    if reading.pairs:
        parents = find_parents(reading.pairs)
        if isinstance(parents, int):
            return problems.pair_unconnected("|".join(reading.pairs[parents].a), language)
        # what is to be counted and is in no condition would be dropped
        loose = sorted(set(reading.services) - {*reading.pairs[0].a, *reading.pairs[0].b})
        if loose and reading.kind in ("zones", "clusters", "compare"):
            return problems.pair_unconnected(loose[0], language)
        return None
    if reading.kind == "association":
        return problems.pair_missing(language)
    if any(place.of == "b" for place in reading.places):
        return problems.pair_unconnected(reading.places[0].name, language)
    return None


def _find_unmeasured(reading: Reading, language: Language) -> Problem | None:
    """Say what is not measured as it is asked: the nearest to nothing or to several, and from places else."""
    from_places = [place.name for place in reading.places if place.relation == "from"]
    if reading.kind not in _MEASURING and from_places:
        return problems.nearest_unasked(from_places[0], language)
    if reading.kind not in _MEASURING:
        return None
    if reading.each:
        if not reading.pairs or reading.pairs[0].relation == "beyond" or from_places:
            return problems.nearest_to_nothing(language)
    elif not from_places:
        return problems.nearest_to_nothing(language)
    elif len(from_places) > 1 and reading.combine == "all":
        return problems.nearest_to_several(from_places, language)
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


def _find_unloaded(reading: Reading, loaded: Sequence[DatasetFact], language: Language) -> Problem | None:
    if not loaded:
        return problems.nothing_loaded(language)
    for service in all_services(reading):
        told_by = load_catalogue().told_by(service)
        # places by an old rule among those by a new one would be neither's answer
        if outdated := sorted(d.name for d in loaded if told_by in d.outdated):
            return problems.service_outdated(service, outdated, language)
        if not any(told_by in d.services for d in loaded):
            return problems.service_not_loaded(service, sorted(d.name for d in loaded), language)
    return None
