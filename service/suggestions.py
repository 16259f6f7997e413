"""What to ask in place of a question whose place the graph does not know: the question with another name."""

import re
from collections.abc import Sequence

from queries.catalogue import Language
from service.reading import Problem
from service.sentences import joined, kind_label, quoted

_OSM_ID = re.compile(r"(node|way|relation)/[1-9]\d*")
# a condition that takes the place of "in X"
_CONDITION = re.compile(r"(a até|within) \d")
_MOST = 3


def ask_anew(problem: Problem, *, question: str, services: Sequence[str], language: Language) -> Problem:
    """Turn the names, ids or conditions that a problem offers for its part into questions, asked as they are.

    Where the graph knows no such name, the kinds of place are offered without it.
    """
    found = re.search(f"[\"“«'‘]?{re.escape(problem.part)}[\"”»'’]?", question)
    kinds = [kind_label(service, language, plural=True) for service in services]
    if not problem.try_:
        return problem.model_copy(update={"try_": tuple(kinds)})
    if all(_CONDITION.match(try_) for try_ in problem.try_):
        asked = joined(kinds, language, any_of=True)
        return problem.model_copy(update={"try_": tuple(f"{asked} {try_}" for try_ in problem.try_[:_MOST])})
    if found is None:
        # a reading took the place of the question: its names are offered as they are
        return problem
    names = [try_ if _OSM_ID.fullmatch(try_) else quoted(try_) for try_ in problem.try_[:_MOST]]
    questions = (question[: found.start()] + name + question[found.end() :] for name in names)
    return problem.model_copy(update={"try_": tuple(questions)})
