"""Time on foot as a distance: "10 minutos a pé", "a five-minute walk"; a minute is 80 m."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language
from service.nlu.lexer.numbers import Amount, read_amount, read_range
from service.nlu.lexer.tokenizer import Token

# the pace of walking routes and house adverts alike, 4.8 km an hour
METRES_A_MINUTE = 80.0

_UNITS: Mapping[str, float] = {
    **dict.fromkeys(("min", "mins", "minuto", "minutos", "minutinhos", "minute", "minutes"), METRES_A_MINUTE),
    "minute's": METRES_A_MINUTE,
    **dict.fromkeys(("hora", "horas", "hour", "hours", "hour's"), 60 * METRES_A_MINUTE),
}
# what says that the time is on foot: before it, with no more after it, or after it
_BEFORE: dict[Language, tuple[tuple[str, ...], ...]] = {
    "pt": (
        ("a", "uma", "caminhada", "de"),
        ("numa", "caminhada", "de"),
        ("uma", "caminhada", "de"),
        ("caminhada", "de"),
        ("a", "pe", "a", "ate"),
        ("a", "pe", "ate"),
        ("a", "pe", "a"),
        ("a", "pe", "em"),
    ),
    "en": (
        ("on", "foot", "within"),
        ("on", "foot", "in"),
        ("on", "foot"),
        ("by", "foot"),
        ("a", "walk", "of"),
        ("walk", "of"),
        ("a", "walking", "distance", "of"),
        ("walking",),
    ),
}
_AFTER: dict[Language, tuple[tuple[str, ...], ...]] = {
    "pt": (
        ("de", "distancia", "a", "pe"), ("de", "passeio", "a", "pe"), ("de", "caminhada", "a", "pe"),
        ("indo", "a", "pe"), ("a", "caminhar"), ("a", "andar"), ("de", "caminhada"), ("de", "marcha"),
        ("a", "pe"), ("andando",), ("caminhando",),
    ),
    "en": (
        ("away", "on", "foot"), ("away", "by", "foot"), ("walk", "away"), ("walking", "distance"),
        ("of", "walking"), ("on", "foot"), ("by", "foot"), ("stroll",), ("walking",), ("walk",),
    ),
}  # fmt: skip

# between the time and "on foot" these only say that it is a most
_AT_MOST: dict[Language, tuple[tuple[str, ...], ...]] = {
    "pt": (("ou", "menos"), ("no", "maximo"), ("quando", "muito"), ("maximo",)),
    "en": (
        ("or", "less"),
        ("or", "fewer"),
        ("or", "under"),
        ("at", "the", "most"),
        ("at", "most"),
        ("maximum",),
    ),
}


def read_walk(tokens: Sequence[Token], i: int, language: Language) -> Amount | None:
    """Read time on foot as metres; None where none begins at i, or nothing says that it is on foot."""
    start = i + _match(tokens, i, _BEFORE[language])
    amount = read_range(tokens, start, language, _UNITS) or read_amount(tokens, start, language, _UNITS)
    if amount is None or not amount.unit:
        return None
    end = amount.end
    # "ten minutes' walk"
    if end < len(tokens) and tokens[end].key in ("'", "’"):
        end += 1
    most = _match(tokens, end, _AT_MOST[language])
    if most and _match(tokens, end + most, _AFTER[language]):
        end += most
    after = _match(tokens, end, _AFTER[language])
    if not after and start == i:
        return None
    return replace(amount, end=end + after if after else amount.end, note="walk")


def _match(tokens: Sequence[Token], i: int, phrases: Sequence[tuple[str, ...]]) -> int:
    """Return how many tokens the first phrase that stands at i has, 0 where none does."""
    for phrase in phrases:
        if tuple(token.key for token in tokens[i : i + len(phrase)]) == phrase:
            return len(phrase)
    return 0
