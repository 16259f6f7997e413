"""Reads a question by rules: which places are asked for, near what, how near. Pure; no store, no model.

Every word of the question is explained, or the question is not understood: see service/words.toml for the
words, queries/catalogue.toml for the kinds of place, service/grammar.py for how they go together.
"""

from dataclasses import dataclass
from functools import cache

from queries.catalogue import Catalogue, Language, load_catalogue
from service.accounting import account
from service.drafts import to_reading
from service.grammar import read_draft
from service.language import rank_languages
from service.lexemes import Lexeme, scan
from service.lexicon import Dictionary, Lexicon, make_lexicon
from service.phrases import Stuck
from service.preamble import part_preamble
from service.reading import Problem, Reading
from service.refusals import explain
from service.saying import say_aside
from service.tokens import Token, check_question, tokenize
from service.words import load_words


@dataclass(frozen=True, slots=True)
class Planned:
    """What was understood, in which language, and why not all of it was (problem None: all)."""

    language: Language
    reading: Reading
    problem: Problem | None = None


def plan(question: str, *, catalogue: Catalogue | None = None) -> Planned:
    """Read a question, in Portuguese or English; the likelier first, in a tie Portuguese.

    A part that can't be read is the problem, never left out. Raises QuestionError where the question is
    empty, longer than 2,000 characters or holds control characters; nothing else.
    """
    text = check_question(question)
    if len(text) > 2 and text[0] + text[-1] in ('""', "“”", "«»", "''") and text[0] not in text[1:-1]:
        text = text[1:-1].strip() or text
    lexicon = _lexicon() if catalogue is None else make_lexicon(catalogue, load_words())
    catalogue = catalogue or load_catalogue()
    tokens = tokenize(text)
    languages = rank_languages(tokens, lexicon)
    first = _plan_in(languages[0], text, tokens, lexicon, catalogue)
    if first.problem is None:
        return first
    second = _plan_in(languages[1], text, tokens, lexicon, catalogue)
    return first if second.problem is not None else second


def _plan_in(
    language: Language, text: str, tokens: list[Token], lexicon: Lexicon, catalogue: Catalogue
) -> Planned:
    dictionary = Dictionary(language, load_words().phrases[language], lexicon)
    lexemes, aside = part_preamble(scan(text, tokens, dictionary))

    def reads(question: str) -> bool:
        try:
            _read(scan(question, tokenize(question), dictionary), language)
        except Stuck:
            return False
        return True

    try:
        reading = _read(lexemes, language)
    except Stuck as stuck:
        problem = explain(
            stuck, text=text, lexemes=lexemes, language=language, catalogue=catalogue, reads=reads
        )
        return Planned(language, _understood(lexemes, stuck, language), problem)
    if aside:
        note = say_aside(text[aside[0].start : aside[-1].end], language)
        reading = reading.model_copy(update={"assumptions": (*reading.assumptions, note)})
    return Planned(language, reading)


def _read(lexemes: list[Lexeme], language: Language) -> Reading:
    return to_reading(read_draft(account(lexemes), language), language)


def _understood(lexemes: list[Lexeme], stuck: Stuck, language: Language) -> Reading:
    """Return what the words before the part that can't be read say, else the first kind of place alone."""
    end = min((lexeme.start for lexeme in stuck.lexemes), default=0)
    before = [lexeme for lexeme in lexemes if lexeme.end <= end]
    while any(lexeme.kind == "svc" for lexeme in before):
        try:
            return _read(before, language)
        except Stuck:
            before.pop()
    named = (x.named.services for x in lexemes if x.kind == "svc" and x.named is not None)
    return Reading(services=next(named, ()))


@cache
def _lexicon() -> Lexicon:
    return make_lexicon(load_catalogue(), load_words())
