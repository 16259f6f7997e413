"""Reads a question by rules: which places are asked for, near what, how near. Pure; no store, no model.

Every word of the question is explained, or the question is not understood: see lexer/words.toml for the
words, queries/catalogue/catalogue.toml for the kinds of place, grammar/parser.py for how they go together,
and intents for questions of a special form, which are tried first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from queries.catalogue.catalogue import Catalogue, Language, load_catalogue
from service.nlu.diagnostics import explain, explain_unreadable
from service.nlu.drafts import to_reading
from service.nlu.grammar.parser import read_draft
from service.nlu.grammar.parts import settle_parts
from service.nlu.grammar.preamble import part_preamble, part_purpose
from service.nlu.grammar.quantifiers import refuse_universal
from service.nlu.grammar.relations import DEFAULT_RADIUS_M
from service.nlu.grammar.runner_words import settle_runners
from service.nlu.grammar.syntax import Stuck
from service.nlu.grammar.unread import account
from service.nlu.intents import read_form
from service.nlu.intents.frame import Asked, name_capitals, request_end
from service.nlu.intents.paraphrases import front_partitive, rank_numbers, share_distance, turn_each
from service.nlu.lexer.form_words import load_form_words
from service.nlu.lexer.language_id import rank_languages
from service.nlu.lexer.lexeme import Lexeme
from service.nlu.lexer.lexer import capitals_tell, scan
from service.nlu.lexer.lexicon import Dictionary, Lexicon, make_lexicon
from service.nlu.lexer.phrase_index import PhraseIndex
from service.nlu.lexer.tokenizer import Token, Unreadable, check_question, legible, tokenize
from service.nlu.lexer.vocabulary import Role, load_words
from service.nlu.lexer.word_senses import settle_benches
from service.nlu.read_back import say_aside
from service.reading import Problem, Reading

# how many words are left out in turn, to find what those before them say
_MOST_TRIES = 40


@dataclass(frozen=True, slots=True)
class Planned:
    """What was understood, in which language, and why not all of it was (problem None: all)."""

    language: Language
    reading: Reading
    problem: Problem | None = None


def plan(question: str, *, catalogue: Catalogue | None = None, default_radius_m: float = 500.0) -> Planned:
    """Read a question, in Portuguese or English; the likelier first, in a tie Portuguese.

    Near, without a distance, is within `default_radius_m`.

    A part that can't be read is the problem, never left out: so is a question that is empty, longer than
    2,000 characters or holds control characters. Raises nothing.
    """
    token = DEFAULT_RADIUS_M.set(default_radius_m)
    try:
        return _plan(question, catalogue)
    finally:
        DEFAULT_RADIUS_M.reset(token)


def _plan(question: str, catalogue: Catalogue | None) -> Planned:
    lexicon = _lexicon() if catalogue is None else make_lexicon(catalogue, load_words())
    catalogue = catalogue or load_catalogue()
    try:
        text = check_question(question)
    except Unreadable as unreadable:
        language = rank_languages(tokenize(legible(question)), lexicon)[0]
        return Planned(language, Reading(), explain_unreadable(unreadable, language, catalogue))
    if len(text) > 2 and text[0] + text[-1] in ('""', "“”", "«»", "''") and text[0] not in text[1:-1]:
        text = text[1:-1].strip() or text
    tokens = tokenize(text)
    languages = rank_languages(tokens, lexicon)
    planned = [_plan_in(languages[0], text, tokens, lexicon, catalogue)]
    if planned[0].problem is not None:
        planned += [_plan_in(other, text, tokens, lexicon, catalogue) for other in languages[1:]]
    return next((one for one in planned if one.problem is None), planned[0])


def _plan_in(
    language: Language, text: str, tokens: list[Token], lexicon: Lexicon, catalogue: Catalogue
) -> Planned:
    reader = _Reader(language, lexicon)
    lexemes, purpose = part_purpose(reader.scan(text, tokens))
    if purpose:
        tokens = [token for token in tokens if token.end <= purpose[0].start]
    lexemes, aside = part_preamble(lexemes)
    start = aside[-1].end if aside else 0
    asked, lexemes = reader.open(text, tokens, [x for x in lexemes if x.start >= start])
    try:
        reading = reader.read(asked, lexemes)
    except Stuck as stuck:
        problem = explain(
            stuck, text=text, lexemes=lexemes, language=language, catalogue=catalogue, reads=reader.reads
        )
        return Planned(language, _understood(lexemes, stuck, language), problem)
    besides = [text[x[0].start : x[-1].end].rstrip(" ,.;:?!") for x in (aside, purpose) if x]
    if besides:
        notes = [say_aside(beside, language) for beside in besides]
        reading = reading.model_copy(update={"assumptions": (*reading.assumptions, *notes)})
    return Planned(language, reading)


class _Reader:
    """Reads a question in one language: by a special form if it has one, else by the general grammar."""

    def __init__(self, language: Language, lexicon: Lexicon) -> None:
        self.language = language
        self._plain = Dictionary(language, load_words().phrases[language], lexicon)
        self._with_forms = Dictionary(language, _phrases(language), lexicon)

    def scan(self, text: str, tokens: Sequence[Token]) -> list[Lexeme]:
        """Return the lexemes of the general grammar."""
        return self._settle(scan(text, tokens, self._plain))

    def _settle(self, lexemes: Sequence[Lexeme]) -> list[Lexeme]:
        benches = settle_benches(lexemes, self._plain.lexicon)
        return settle_runners(settle_parts(benches, self.language))

    def open(
        self, text: str, tokens: Sequence[Token], lexemes: Sequence[Lexeme]
    ) -> tuple[Asked, list[Lexeme]]:
        """Return the question as forms see it and as the general grammar does, from what is asked on."""

        def plain(lexeme: Lexeme) -> list[Lexeme]:
            return self.scan(text, [t for t in tokens if lexeme.start <= t.start < lexeme.end])

        start = lexemes[0].start if lexemes else 0
        with_forms = self._settle(scan(text, tokens, self._with_forms))
        with_forms = [x for x in with_forms if x.start >= start]
        asks = request_end(with_forms)
        if capitals_tell(tokens, self._plain):
            with_forms = name_capitals(with_forms)
        with_forms = share_distance(front_partitive(rank_numbers(with_forms)))
        asked = Asked(text, tuple(x for x in with_forms if x.start >= asks), self.language, plain)
        return asked, share_distance(front_partitive(turn_each([x for x in lexemes if x.start >= asks])))

    def read(self, asked: Asked, lexemes: Sequence[Lexeme]) -> Reading:
        """Read a question by its form, else by the general grammar; raises Stuck."""
        refuse_universal(lexemes)
        return read_form(asked) or _read(lexemes, self.language)

    def reads(self, question: str) -> bool:
        """Whether a question can be read."""
        tokens = tokenize(question)
        try:
            self.read(*self.open(question, tokens, self.scan(question, tokens)))
        except Stuck:
            return False
        return True


def _read(lexemes: Sequence[Lexeme], language: Language) -> Reading:
    return to_reading(read_draft(account(lexemes), language), language)


def _understood(lexemes: Sequence[Lexeme], stuck: Stuck, language: Language) -> Reading:
    """Return what the words before the part that can't be read say, else the first kind of place alone."""
    end = min((lexeme.start for lexeme in stuck.lexemes), default=0)
    before = [lexeme for lexeme in lexemes if lexeme.end <= end]
    for _ in range(_MOST_TRIES):
        if not any(lexeme.kind == "svc" for lexeme in before):
            break
        try:
            return _read(before, language)
        except Stuck:
            before.pop()
    named = (x.named.services for x in lexemes if x.kind == "svc" and x.named is not None)
    return Reading(services=next(named, ()))


@cache
def _phrases(language: Language) -> PhraseIndex[Role]:
    return PhraseIndex({**load_words().phrases[language], **load_form_words()[language]})


@cache
def _lexicon() -> Lexicon:
    return make_lexicon(load_catalogue(), load_words())
