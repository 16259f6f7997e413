"""Words the messages of an answer: its notes, its assumptions and why it can't be given."""

from collections.abc import Iterable
from dataclasses import dataclass

from queries.catalogue.catalogue import Language
from service.evidence.evidence import Evidence
from service.evidence.messages import Message
from service.language.places import say_place
from service.language.runners import say_runner
from service.presentation.messages import notes, problems
from service.reading import RUN_BY, Problem, Reading


@dataclass(frozen=True, slots=True)
class Worded:
    """The messages of an evidence in words; `reading` is its reading with all that was assumed.

    `corrections` stand before all else and are among the `notes` too.
    """

    reading: Reading
    notes: tuple[str, ...]
    corrections: tuple[str, ...]
    problem: Problem | None


def word(evidence: Evidence, language: Language) -> Worded:
    """Return the messages of the evidence in words."""
    reading = evidence.reading
    assumed = (*reading.assumptions, *_word_all(evidence.assumptions, language))
    sentence = reading.sentence
    for place in evidence.runners:
        runner = say_runner(RUN_BY, place.name, language) or ""
        sentence = sentence.replace(say_place(place, language), runner)
    return Worded(
        reading.model_copy(update={"assumptions": assumed, "sentence": sentence}),
        _word_all(evidence.notes, language),
        _word_all(evidence.corrections, language),
        evidence.unread if evidence.problem is None else word_problem(evidence.problem, language),
    )


def word_problem(problem: Message, language: Language) -> Problem:
    """Return a problem in words."""
    worded: Problem = getattr(problems, problem.code)(**problem.facts, language=language)
    return worded


def _word_all(messages: Iterable[Message], language: Language) -> tuple[str, ...]:
    said: list[str] = []
    for message in messages:
        words = getattr(notes, message.code)(**message.facts, language=language)
        said += [words] if isinstance(words, str) else words
    return tuple(said)
