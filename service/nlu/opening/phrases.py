"""Opening hours in questions: "abertas ao domingo", "open after 22:00", "aberto agora"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from queries.catalogue.catalogue import Language
from queries.catalogue.when import DAYS, KEY, When
from service.language.opening_words import say_opening
from service.language.tag_forms import Filter
from service.nlu.lexer.lexeme import Lexeme
from service.nlu.lexer.tokenizer import Token
from service.nlu.opening.times import find_no_time, read_led
from service.nlu.opening.vocabulary import State, Vocabulary, load_vocabulary

_AND = frozenset(("e", "and", ",", "&"))
_TO = frozenset(("a", "ate", "to", "through", "till", "until", "thru", "-", "–", "—"))
_FROM = frozenset(("de", "da", "from"))
# without "feira" and "abertas" these are the second, the third …, and an estate
_ORDINALS = frozenset(("segunda", "terca", "quarta", "quinta", "sexta"))
_ARTICLES = frozenset(("a", "o", "as", "os", "the"))
_MANY = frozenset(
    (
        "abertos",
        "abertas",
        "fechados",
        "fechadas",
        "encerrados",
        "encerradas",
        "abrem",
        "funcionam",
        "atendem",
    )
) | {"fecham", "encerram", "estao", "ficam", "are", "stay", "remain", "close", "don't", "aren't"}
_ONE = frozenset(
    (
        "aberto",
        "aberta",
        "fechado",
        "fechada",
        "encerrado",
        "encerrada",
        "abre",
        "funciona",
        "atende",
        "fecha",
    )
) | {"encerra", "esta", "fica", "is", "stays", "opens", "closes", "remains", "doesn't", "isn't"}
_NIGHT = (20 * 60, 24 * 60)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a phrase asks of opening hours, None where it says no clear time, and the index after it.

    `bare`: only a time is said, not that it is one of opening: "cafés depois das 22h".
    """

    filter: Filter | None
    end: int
    bare: bool = False


@dataclass(slots=True)
class _Said:
    """What was read of one phrase so far; `exact`: its time can be nothing else."""

    at: int
    when: When
    days: bool = False
    timed: bool = False
    exact: bool = False


class _Unclear(Exception):
    """A time that may be two, or none; the phrase ends at `end`."""

    def __init__(self, end: int) -> None:
        super().__init__()
        self.end = end


def find_number(lexeme: Lexeme) -> Literal["one", "many"] | None:
    """Return of how many places opening hours are said, by "abertos" or "that are open"; None: of any."""
    if lexeme.filter is None or lexeme.filter.key != KEY:
        return None
    words = lexeme.key.split()
    many, one = _MANY.intersection(words), _ONE.intersection(words)
    return None if bool(many) == bool(one) else "many" if many else "one"


def read_opening(
    tokens: Sequence[Token], i: int, language: Language, *, goes_on: bool = False
) -> Opening | None:
    """Read a condition on opening hours at token i; None where there is none.

    `goes_on`: one stands before it, with "or" between them: "abertos ao sábado ou ao domingo".

    What asks for one and says no clear time ("open at 8", "abertas até tarde") has no filter.
    """
    words = load_vocabulary(language)
    now = words.now.longest(tokens, i)
    state, start = words.openers.longest(tokens, i) or (None, i)
    early = False
    if state is None and now is not None:
        # "currently open"
        state, start = words.openers.longest(tokens, now[1]) or (None, i)
        early = state is not None
    if state is None and goes_on:
        state = "open"
    if state is None and not _may_stand_alone(tokens, i, words):
        return None
    said = _Said(start, When(now=early))
    try:
        _read_when(tokens, said, language, words, opened=state is not None)
        when = _settle(state, said)
    except _Unclear as unclear:
        return Opening(None, unclear.end)
    if when is None:
        return None
    label: dict[Language, str] = {"pt": say_opening(when.value, "pt"), "en": say_opening(when.value, "en")}
    return Opening(Filter(KEY, when.value, (), label), said.at, bare=state is None)


def _may_stand_alone(tokens: Sequence[Token], i: int, words: Vocabulary) -> bool:
    """Whether a day or a time may begin here that "open" does not lead to: "ao domingo", "after 22:00"."""
    if tokens[i].capital and i and tokens[i - 1].kind == "word" and words.days.longest(tokens, i) is None:
        return False
    day = words.days.longest(tokens, i)
    lead = words.day_lead.longest(tokens, i)
    led = words.days.longest(tokens, lead[1]) if lead is not None else None
    times = any(words.times[name].longest(tokens, i) for name in ("at", "after", "before", "until", "from"))
    return day is not None or led is not None or times or words.whole.longest(tokens, i) is not None


def _read_when(
    tokens: Sequence[Token], said: _Said, language: Language, words: Vocabulary, *, opened: bool
) -> None:
    while said.at < len(tokens):
        if not (
            (opened and _read_dated(tokens, said, words))
            or _read_days(tokens, said, words, opened=opened)
            or _read_time(tokens, said, language, words, opened=opened)
        ):
            break


def _settle(state: State | None, said: _Said) -> When | None:
    """Return what the state and what was said of it ask for; None where it asks for nothing."""
    when = said.when
    nothing = not (said.timed or said.days or when.now)
    if state is None:
        # "às 22" may be something else, and "on Sundays" what is done there: "free on Sundays"
        return when if said.timed and said.exact else None
    if state == "never":
        return When(always=True) if nothing else replace(when, part="through" if when.end else when.part)
    if nothing:
        return None
    if state == "closes" and said.timed:
        if when.part not in ("after", "before"):
            raise _Unclear(said.at)
        return replace(when, part="after", closed=when.part == "before")
    return replace(when, closed=state in ("closed", "closes"))


def _read_dated(tokens: Sequence[Token], said: _Said, words: Vocabulary) -> bool:
    """Read "agora", "hoje", "tomorrow", "tonight"."""
    when, at = said.when, said.at
    if not said.days and not when.now:
        if tokens[at].key == "tonight" and not said.timed:
            said.when = replace(when, days=("today",), part="in", start=_NIGHT[0], end=_NIGHT[1])
            said.at, said.days, said.timed = at + 1, True, True
            return True
        if (now := words.now.longest(tokens, at)) is not None and not said.timed:
            said.when, said.at = replace(when, now=True), now[1]
            return True
        if (day := words.dated.longest(tokens, at)) is not None:
            said.when, said.at, said.days = replace(when, days=(day[0],)), day[1], True
            return True
    return False


def _read_days(tokens: Sequence[Token], said: _Said, words: Vocabulary, *, opened: bool) -> bool:
    """Read "ao domingo", "de segunda a sexta", "on Saturdays and Sundays"."""
    if said.days or said.when.now:
        return False
    whole = words.whole.longest(tokens, said.at)
    if whole is not None:
        said.when, said.at, said.days = replace(said.when, days=whole[0]), whole[1], True
        return True
    lead = words.day_lead.longest(tokens, said.at)
    start = lead[1] if lead is not None else said.at + (tokens[said.at].key in _FROM)
    first = words.days.longest(tokens, start)
    if first is None and lead is not None:
        lead, start = None, said.at
        first = words.days.longest(tokens, start)
    if first is None or (not opened and _goes_on_as_name(tokens, first[1])):
        return False
    asked, end = set(first[0]), first[1]
    after = _range_end(tokens, end, words) if len(first[0]) == 1 else None
    if after is not None:
        low, high = DAYS.index(first[0][0]), DAYS.index(after[0])
        asked, end = {DAYS[(low + n) % 7] for n in range((high - low) % 7 + 1)}, after[1]
    while end < len(tokens) and tokens[end].key in _AND:
        next_ = end + 1 + (tokens[end].key == "," and _key(tokens, end + 1) in _AND)
        led = words.day_lead.longest(tokens, next_)
        more = words.days.longest(tokens, next_) or (words.days.longest(tokens, led[1]) if led else None)
        if more is None:
            break
        asked, end = asked | set(more[0]), more[1]
    said.days = True
    said.exact = not (first[1] == start + 1 and tokens[start].key in _ORDINALS) or after is not None
    said.when, said.at = replace(said.when, days=tuple(day for day in DAYS if day in asked)), end
    return True


def _range_end(tokens: Sequence[Token], i: int, words: Vocabulary) -> tuple[str, int] | None:
    """Return the last day of "segunda a sexta", "Mon-Fri" and the index after it."""
    at = i + 1 if _key(tokens, i) in _TO else i
    found = words.days.longest(tokens, at)
    if found is None and at > i and _key(tokens, at) in _ARTICLES:
        found = words.days.longest(tokens, at + 1)
    return (found[0][0], found[1]) if found is not None and len(found[0]) == 1 else None


def _read_time(
    tokens: Sequence[Token], said: _Said, language: Language, words: Vocabulary, *, opened: bool
) -> bool:
    """Read "às 22h", "depois da meia-noite", "from 9:00 to 17:00", "de manhã"."""
    at = said.at
    if said.timed or said.when.now:
        return False
    part = words.parts.longest(tokens, at) if opened or said.days else None
    clock_at_lead = read_led(tokens, at, language, words)
    if part is not None and (clock_at_lead is None or part[1] >= clock_at_lead[1]):
        (start, end), said.at = part
        said.when, said.timed, said.exact = replace(said.when, part="in", start=start, end=end), True, True
        return True
    if clock_at_lead is not None:
        when, end_at, clear, exact = clock_at_lead
        if not (opened or said.days or exact):
            return False
        if not clear:
            raise _Unclear(end_at)
        said.when = replace(said.when, part=when.part, start=when.start, end=when.end)
        said.at, said.timed, said.exact = end_at, True, said.exact or exact
        return True
    if opened and (late := words.late.longest(tokens, at)) is not None:
        raise _Unclear(late[1])
    if opened and (wrong := find_no_time(tokens, at, language, words)) is not None:
        raise _Unclear(wrong)
    return False


def _goes_on_as_name(tokens: Sequence[Token], i: int) -> bool:
    return i < len(tokens) and tokens[i].capital


def _key(tokens: Sequence[Token], i: int) -> str:
    return tokens[i].key if i < len(tokens) else ""
