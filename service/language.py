"""Is a question Portuguese or English?"""

import unicodedata
from collections.abc import Sequence

from queries.catalogue import Language
from service.lexicon import Lexicon
from service.tokens import Token

_ACCENTS = frozenset("ãõçáéíóúâêôàÃÕÇÁÉÍÓÚÂÊÔÀ")


def rank_languages(tokens: Sequence[Token], lexicon: Lexicon) -> tuple[Language, ...]:
    """Return the languages it may be, the likelier first; in a tie Portuguese comes first.

    A word that only one language knows (as a function word or in a name of the catalogue) counts for it;
    a Portuguese accent counts a little, so that it decides only where nothing else does. A language for which
    nothing counts is none that it may be, where something counts for the other: the "no" of an English
    question would mean "in" in Portuguese.
    """
    known = lexicon.vocabulary
    pt, en = 0.0, 0.0
    for token in tokens:
        if token.kind != "word":
            continue
        in_pt, in_en = token.key in known["pt"], token.key in known["en"]
        pt += in_pt and not in_en
        en += in_en and not in_pt
        if in_pt and in_en:
            written = token.text.casefold()
            spelled_pt, spelled_en = written in lexicon.spelled["pt"], written in lexicon.spelled["en"]
            pt += 0.3 * (spelled_pt and not spelled_en)
            en += 0.3 * (spelled_en and not spelled_pt)
        pt += 0.2 * any(char in _ACCENTS for char in unicodedata.normalize("NFC", token.text))
    ranked: tuple[Language, ...] = ("pt", "en") if pt >= en else ("en", "pt")
    return ranked[:1] if min(pt, en) == 0 < max(pt, en) else ranked
