"""Is a question Portuguese or English?"""

import unicodedata
from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.nlu.lexer.lexicon import Lexicon
from service.nlu.lexer.tokenizer import Token
from service.nlu.lexer.vocabulary import LANGUAGES

_ACCENTS = frozenset("ãõçáéíóúâêôàÃÕÇÁÉÍÓÚÂÊÔÀ")


_LINKS = frozenset(
    ("de", "da", "do", "dos", "das", "e", "of", "the", "and", "d", "di", "von", "van", "la", "le")
)
# "Av.", "Dr.", "S."
_LONGEST_SHORT = 4
# words of a name of the catalogue stand in names of places as well ("banco azul"), those of grammar seldom
_OF_CATALOGUE = 0.6


def rank_languages(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[Language, ...]:
    """Return the languages it may be, the likelier first; in a tie Portuguese comes first.

    A word that only one language knows (as a function word or in a name of the catalogue) counts for it;
    a Portuguese accent counts a little, so that it decides only where nothing else does. Names do not count,
    for they keep their language in any question, unless nothing else does. A language for which
    nothing counts is none that it may be, where something counts for the other: the "no" of an English
    question would mean "in" in Portuguese.
    """
    named = find_named(tokens)
    besides = [token for k, token in enumerate(tokens) if k not in named]
    pt, en = _count(_without_foreign(besides, lexicon), lexicon)
    if pt == en:
        pt, en = _count(tokens, lexicon)
    ranked: tuple[Language, ...] = ("pt", "en") if pt >= en else ("en", "pt")
    return ranked[:1] if min(pt, en) == 0 < max(pt, en) else ranked


def find_named(tokens: Sequence[Token]) -> set[int]:
    """Return which tokens are of names: words with a capital, and the small ones that join them.

    A capital that begins a sentence makes a name only where another follows; where all words have one, none
    tells anything.
    """
    words = [token for token in tokens if token.kind == "word"]
    small = [token for token in words if not token.capital]
    if not any(token.key not in _LINKS for token in small):
        return set()
    found: set[int] = set()
    k = 0
    while k < len(tokens):
        end = _end_of_name(tokens, k)
        if end > k + 1 or (end == k + 1 and not _begins(tokens, k)):
            found.update(range(k, end))
        k = max(end, k + 1)
    return found


def _begins(tokens: Sequence[Token], k: int) -> bool:
    """Whether a sentence begins here."""
    return k == 0 or tokens[k - 1].key in (".", "?", "!", ":", "…")


def _end_of_name(tokens: Sequence[Token], k: int) -> int:
    """Return the index after the name that begins at k; k itself where none does."""
    end = k
    while end < len(tokens) and tokens[end].capital:
        end += 1
        after = end
        if after < len(tokens) and tokens[after].key == "." and len(tokens[end - 1].text) < _LONGEST_SHORT:
            after += 1
        while after < len(tokens) and tokens[after].key in _LINKS:
            after += 1
        if after < len(tokens) and tokens[after].capital:
            end = after
    return end


def _without_foreign(tokens: Sequence[Token], lexicon: Lexicon) -> list[Token]:
    """Leave out names in small letters: "near rua das flores", "perto de tower road".

    They begin right behind a function word of one language with a word of the other, and last until the
    next word of the first.
    """
    kept: list[Token] = []
    around: Language | None = None
    for before, token in zip([None, *tokens], tokens, strict=False):
        own = _only(token, lexicon)
        if around is not None and own != around:
            continue
        around = None
        led = None if before is None else _only(before, lexicon)
        if before is not None and led is not None and own not in (None, led):
            around = led if before.key in lexicon.grammar[led] else None
        if around is None:
            kept.append(token)
    return kept


def _only(token: Token, lexicon: Lexicon) -> Language | None:
    """Return the one language that knows a word; None where both do, or none."""
    in_pt, in_en = (token.kind == "word" and token.key in lexicon.vocabulary[own] for own in LANGUAGES)
    if in_pt == in_en:
        return None
    return "pt" if in_pt else "en"


def _count(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[float, float]:
    known, grammar = lexicon.vocabulary, lexicon.grammar
    pt, en = 0.0, 0.0
    for token in tokens:
        if token.kind != "word":
            continue
        in_pt, in_en = token.key in known["pt"], token.key in known["en"]
        pt += (in_pt and not in_en) * (1.0 if token.key in grammar["pt"] else _OF_CATALOGUE)
        en += (in_en and not in_pt) * (1.0 if token.key in grammar["en"] else _OF_CATALOGUE)
        if in_pt and in_en:
            written = token.text.casefold()
            spelled_pt, spelled_en = written in lexicon.spelled["pt"], written in lexicon.spelled["en"]
            pt += 0.3 * (spelled_pt and not spelled_en)
            en += 0.3 * (spelled_en and not spelled_pt)
        pt += 0.2 * any(char in _ACCENTS for char in unicodedata.normalize("NFC", token.text))
    return pt, en
