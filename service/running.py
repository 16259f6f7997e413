"""Names that may be a place or who runs places: settled by what the graph knows, and told."""

from collections.abc import Mapping, Sequence

from queries.catalogue.catalogue import Language
from service import notes, problems
from service.landmarks import Finder, Missing
from service.reading import PlaceReading, Problem, Reading
from service.runner_words import CALLED, RUN_BY, say_runner
from service.runners import find_runners, take_runners
from service.spots import say_place
from service.tagged import Tagged


def read_runners(finder: Finder, reading: Reading) -> tuple[Reading, Problem | None]:
    """Take names for who runs the kinds of place asked for, where they are no areas; the reading says so.

    A name that is both is a problem, unless only names of places are the same: then it is the area.
    """
    taken: dict[PlaceReading, Sequence[str]] = {}
    if reading.kind == "compare":
        # the places are its sides
        return reading, None
    for place, told in find_runners(finder.graph, reading, finder.datasets).items():
        mark = finder.find(place)
        if isinstance(mark, Missing) and told.tags:
            taken[place] = told.services
        elif isinstance(mark, Missing):
            meant = mark.candidates or mark.areas or mark.streets or mark.problem.try_
            if not meant and (alike := told.list_alike()):
                kinds = reading.pairs[0].a if reading.pairs else reading.services
                return reading, problems.runner_unknown(place.name, kinds, alike, finder.language)
        elif told.tags and not told.weak:
            area = mark.place.id or ""
            return reading, problems.area_and_runner(place.name, area, told.tags, finder.language)
        if told.sides > 1 and place in taken:
            return reading, problems.runner_of_two(place.name, finder.language)
    inside = [place for place in reading.places if place.relation == "in"]
    if (len(taken) > 1 and reading.combine == "all") or (
        reading.combine == "any" and len(taken) < len(inside)
    ):
        # "of X and of Y" at once, or "of X or in Y", is no condition that tags can tell
        return reading, None
    return (_say_taken(reading, taken, finder.language) if taken else reading), None


def find_strange_name(tagged: Tagged, language: Language) -> Problem | None:
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
    return problems.runner_unknown(name, [one.service for one in asked], tuple(alike), language)


def _say_taken(reading: Reading, taken: Mapping[PlaceReading, Sequence[str]], language: Language) -> Reading:
    sentence, said = reading.sentence, list(reading.assumptions)
    for place in taken:
        sentence = sentence.replace(
            say_place(place, language), say_runner(RUN_BY, place.name, language) or ""
        )
        said.append(notes.read_as_runner(place.name, language))
    update = {"assumptions": tuple(said), "sentence": sentence}
    return take_runners(reading, taken).model_copy(update=update)
