"""Times of the day after what leads to them: "depois das 22h", "until 11 pm", "das 9h às 17h"."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from queries.catalogue.when import When
from service.nlu.lexer.numbers import read_amount
from service.nlu.lexer.tokenizer import Token
from service.nlu.opening.clock import Clock, read_clock
from service.nlu.opening.vocabulary import Vocabulary

_ARTICLES = frozenset(("a", "o", "as", "os", "the"))


def read_led(
    tokens: Sequence[Token], at: int, language: Language, words: Vocabulary
) -> tuple[When, int, bool, bool] | None:
    """Return the time, the index after it, whether it is clear, and whether it can be nothing else."""
    for end in _leads(words, "from", tokens, at):
        low = read_clock(tokens, end, language)
        to = words.times["to"].longest(tokens, low.end) if low is not None else None
        high = read_clock(tokens, to[1], language) if to is not None else None
        if low is not None and high is not None:
            clear = not (low.doubt or high.doubt)
            exact = not (low.plain and high.plain)
            return When(part="through", start=low.minutes, end=high.minutes), high.end, clear, exact
    best: tuple[When, Clock] | None = None
    for name in ("at", "after", "before", "until"):
        for end in _leads(words, name, tokens, at):
            clock = read_clock(tokens, end + (_key(tokens, end) in _ARTICLES), language)
            if clock is not None and (best is None or clock.end > best[1].end):
                best = When(part=name, start=clock.minutes), clock
    return None if best is None else (best[0], best[1].end, not best[1].doubt, not best[1].plain)


def find_no_time(tokens: Sequence[Token], at: int, language: Language, words: Vocabulary) -> int | None:
    """Return the index after a number that is led to and is no time and no distance: "depois das 25h"."""
    for name in ("at", "after", "before", "until"):
        for end in _leads(words, name, tokens, at):
            if end < len(tokens) and tokens[end].kind == "number":
                amount = read_amount(tokens, end, language)
                if amount is None or not amount.unit:
                    return end + 1 + (_key(tokens, end + 1) in ("h", "am", "pm", ":"))
    return None


def _leads(words: Vocabulary, name: str, tokens: Sequence[Token], at: int) -> list[int]:
    """Return the indexes after each phrase at a token that leads to a time."""
    ends = range(at + 1, min(len(tokens), at + 6) + 1)
    index = words.times[name]
    return [end for end in ends if tuple(token.key for token in tokens[at:end]) in index]


def _key(tokens: Sequence[Token], i: int) -> str:
    return tokens[i].key if i < len(tokens) else ""
