"""Names that may be a place or who runs places: settled by what the graph knows, and told."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.evidence.messages import Message, message
from service.reading import CALLED, RUN_BY, PlaceReading, Reading
from service.retrieval.geocoding.geocoder import Finder, Missing
from service.retrieval.tags.runners import find_runners, take_runners
from service.retrieval.tags.tagged import Tagged


@dataclass(frozen=True, slots=True)
class Settled:
    """A reading in which `runners`, names of it, are taken for who runs places; or why it can't be."""

    reading: Reading
    runners: tuple[PlaceReading, ...] = ()
    problem: Message | None = None


def read_runners(finder: Finder, reading: Reading) -> Settled:
    """Take names for who runs the kinds of place asked for, where they are no areas.

    A name that is both is a problem, unless only names of places are the same: then it is the area.
    """
    taken: dict[PlaceReading, Sequence[str]] = {}
    if reading.kind == "compare":
        # the places are its sides
        return Settled(reading)
    for place, told in find_runners(finder.graph, reading, finder.datasets).items():
        mark = finder.find(place)
        if isinstance(mark, Missing) and told.tags:
            taken[place] = told.services
        elif isinstance(mark, Missing):
            meant = mark.candidates or mark.areas or mark.streets or mark.problem.offers
            if not meant and (alike := told.list_alike()):
                kinds = reading.pairs[0].a if reading.pairs else reading.services
                return Settled(
                    reading, problem=message("runner_unknown", name=place.name, services=kinds, alike=alike)
                )
        elif told.tags and not told.weak:
            area = mark.place.id or ""
            return Settled(
                reading, problem=message("area_and_runner", name=place.name, area=area, tags=told.tags)
            )
        if told.sides > 1 and place in taken:
            return Settled(reading, problem=message("runner_of_two", name=place.name))
    inside = [place for place in reading.places if place.relation == "in"]
    if (len(taken) > 1 and reading.combine == "all") or (
        reading.combine == "any" and len(taken) < len(inside)
    ):
        # "of X and of Y" at once, or "of X or in Y", is no condition that tags can tell
        return Settled(reading)
    return Settled(take_runners(reading, taken) if taken else reading, tuple(taken))


def find_strange_name(tagged: Tagged) -> Message | None:
    """Return that no place of the kinds asked for tells a name that is asked for, and names alike."""
    told: dict[str, bool] = {}
    for one in tagged.conditions:
        if one.key in (RUN_BY, CALLED):
            for value in one.values:
                told[value] = told.get(value, False) or bool(one.judged.yes)
    name = next((name for name, is_told in told.items() if not is_told), None)
    if name is None:
        return None
    asked = [one for one in tagged.conditions if name in one.values]
    alike = dict.fromkeys(tag.partition("=")[2] for one in asked for tag in one.judged.alike)
    return message("runner_unknown", name=name, services=[one.service for one in asked], alike=tuple(alike))
