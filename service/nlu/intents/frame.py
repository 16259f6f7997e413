"""A question as the special forms see it: its lexemes with the words of forms, and how its rest is read."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from queries.catalogue.catalogue import Language
from service.nlu.grammar.cursor import Cursor
from service.nlu.grammar.parser import read_draft
from service.nlu.grammar.place_terms import is_street
from service.nlu.grammar.syntax import Draft, Kinds, Spot
from service.nlu.grammar.unread import account
from service.nlu.lexer.lexeme import Lexeme
from service.nlu.lexer.tokenizer import starts_name

# kinds of lexeme that neither ask nor limit
IDLE = frozenset(("filler", "territory", "det"))
_NAME_PARTS = frozenset(("name", "unknown", "word", "num", "street", "near"))
_LONGEST_NAME = 8
_BEFORE_NAME = frozenset(("in", "of", "to", "cop", "and", "or", "form"))
# a second sentence of these asks for what the answer shows anyway: "Onde?", "Cite evidências."
_ECHO = frozenset(
    ("where", "filler", "stop", "det", "and", "that", "wh", "wh_or_that", "comma", "in", "cop", "paren")
)


@dataclass(frozen=True)
class Asked:
    """The lexemes of a question; `plain` reads one again by the words of the general grammar alone."""

    text: str
    lexemes: tuple[Lexeme, ...]
    language: Language
    plain: Callable[[Lexeme], list[Lexeme]]

    def find(self, *themes: str, start: int = 0) -> int | None:
        """Return the index of the first word of a form with one of the themes, None where there is none."""
        return next((i for i in range(start, len(self.lexemes)) if is_form(self.lexemes[i], *themes)), None)

    def settle(self, lexemes: Iterable[Lexeme], *, keep: Collection[str] = ()) -> list[Lexeme]:
        """Read again the words of forms that no form has used, so that none is passed over."""
        settled: list[Lexeme] = []
        for lexeme in lexemes:
            kept = lexeme.kind != "form" or lexeme.theme in keep
            settled += [lexeme] if kept else self.plain(lexeme)
        return settled

    def draft(self, lexemes: Iterable[Lexeme]) -> Draft:
        """Read a part of the question by the general grammar; raises Stuck."""
        return read_draft(account(self.settle(lexemes)), self.language)

    def cursor(self, lexemes: Iterable[Lexeme], *, keep: Collection[str] = ()) -> Cursor:
        """Return a cursor over a part of the question whose every word is accounted for; raises Stuck."""
        return Cursor(account(self.settle(lexemes, keep=keep)), self.language)

    def slice(self, lexemes: Sequence[Lexeme]) -> str:
        """Return the text from the first to the last of the lexemes, as it was written."""
        return self.text[lexemes[0].start : lexemes[-1].end]

    def spot(self, lexemes: Sequence[Lexeme]) -> Spot | None:
        """Read lexemes that are one named place and nothing else, in small letters too; else None."""
        settled = self.settle(lexemes, keep=("unit_zone", "unit_area"))
        part = _without_unit(strip(settled, "det", "stop", "comma", "paren"))
        if not part:
            return None
        cursor = Cursor(part, self.language)
        spot = cursor.read_spot()
        if spot is not None and cursor.peek() is None:
            return spot
        if [x.kind for x in part] == ["name", *["comma", "name"] * (len(part) // 2)]:
            # "Parque da Jaqueira, Recife, PE"
            return Spot("name", self.slice(part), part[0])
        merged = merge_names(part, self.text)
        if len(merged) == 1 and merged[0].kind == "name":
            return Spot("name", merged[0].text, merged[0])
        if _names_a_kind(merged):
            return Spot("name", self.slice(part), merged[-1])
        return None


def is_form(lexeme: Lexeme, *themes: str) -> bool:
    """Whether a lexeme is a word of a form with one of the themes."""
    return lexeme.kind == "form" and lexeme.theme in themes


def request_end(lexemes: Sequence[Lexeme]) -> int:
    """Return where the question begins after words that only ask for it: "assess", "verifique se"."""
    first = next((i for i, x in enumerate(lexemes) if not _only_asks(x)), len(lexemes))
    asks = any(is_form(x, "request") for x in lexemes[:first])
    return lexemes[first].start if asks and first < len(lexemes) else 0


def _only_asks(lexeme: Lexeme) -> bool:
    return lexeme.kind in ("filler", "det", "comma", "stop") or is_form(lexeme, "request")


def strip(lexemes: Sequence[Lexeme], *kinds: str) -> list[Lexeme]:
    """Leave out lexemes of these kinds at both ends."""
    start, end = 0, len(lexemes)
    while start < end and lexemes[start].kind in kinds:
        start += 1
    while end > start and lexemes[end - 1].kind in kinds:
        end -= 1
    return list(lexemes[start:end])


def name_capitals(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Take a kind of place with a capital, where a place may stand, for a name: "in Ribeira"."""
    named: list[Lexeme] = []
    for i, lexeme in enumerate(lexemes):
        before = next((x for x in reversed(lexemes[:i]) if x.kind != "det"), None)
        one = lexeme.named is not None and lexeme.named.number == "one" and lexeme.text[:1].isupper()
        slot = one and not lexeme.text.isupper() and before is not None and before.kind in _BEFORE_NAME
        if slot or _set_against_name(lexemes, i) or _has_more(lexemes, i):
            named.append(replace(lexeme, kind="name", named=None))
        else:
            named.append(lexeme)
    return named


def _set_against_name(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a kind of place with a capital is set against a name: "Ribeira vs Bonfim", "Fontes ou Sé"."""
    lexeme = lexemes[i]
    if lexeme.kind != "svc" or not lexeme.text[:1].isupper() or lexeme.text.isupper():
        return False
    ahead = [x for x in lexemes[i + 1 :] if x.kind not in ("det", "in")][:2]
    behind = [x for x in reversed(lexemes[:i]) if x.kind not in ("det", "in")][:2]
    sides = [two[1] for two in (ahead, behind) if len(two) == 2 and _sets_against(two[0])]
    return any(_is_proper(side) and (side.kind != "svc" or _is_one(lexeme)) for side in sides)


def _has_more(lexemes: Sequence[Lexeme], i: int) -> bool:
    """Whether a kind of place with a capital stands where only a place can: "has Fontes more bars than"."""
    capital = lexemes[i].kind == "svc" and lexemes[i].text[:1].isupper()
    has = i > 0 and lexemes[i - 1].kind == "have" and all(x.kind in IDLE for x in lexemes[: i - 1])
    return capital and has and i + 1 < len(lexemes) and is_form(lexemes[i + 1], "more", "fewer")


def _sets_against(lexeme: Lexeme) -> bool:
    return lexeme.kind == "or" or is_form(lexeme, "than")


def _is_proper(lexeme: Lexeme) -> bool:
    """Whether a lexeme has the capital of a name; a kind of place only where it is one of them."""
    capital = lexeme.text[:1].isupper() and not lexeme.text.isupper()
    return capital and (lexeme.kind in ("name", "unknown") or (lexeme.kind == "svc" and _is_one(lexeme)))


def _is_one(lexeme: Lexeme) -> bool:
    return lexeme.named is not None and lexeme.named.number == "one"


def without_echo(lexemes: Sequence[Lexeme]) -> list[Lexeme]:
    """Leave out a last sentence or clause that only asks for what is shown anyway: "Onde?", "and where?"."""
    asks = [i for i, lexeme in enumerate(lexemes[:-1]) if lexeme.kind in ("stop", "comma", "and", "paren")]
    for i in asks:
        rest = [x for x in lexemes[i:] if not is_form(x, "unit_zone", "evidence", "where_place")]
        told = len(rest) < len(lexemes) - i or any(x.kind == "where" for x in rest)
        if told and all(x.kind in _ECHO for x in rest):
            return list(lexemes[:i])
    return list(lexemes)


def merge_names(lexemes: Sequence[Lexeme], text: str) -> list[Lexeme]:
    """Join words that nothing explains to names, over "de" or "of" between them: "torre dos clérigos"."""
    merged: list[Lexeme] = []
    i = 0
    while i < len(lexemes):
        end = _name_end(lexemes, i)
        run = lexemes[i:end]
        if end - i <= _LONGEST_NAME and _is_name(run):
            name = text[run[0].start : run[-1].end]
            if all(char.isalnum() or char in " '’.-&/" for char in name):
                merged.append(replace(run[0], kind="name", text=name, end=run[-1].end, key="merged"))
                i = end
                continue
        merged.append(lexemes[i])
        i += 1
    return merged


def read_kinds(cursor: Cursor) -> Kinds:
    """Read kinds of place joined by "and", "or", "nor" or commas, as far as they go."""
    kinds = Kinds()
    cursor.read_kind(kinds)
    while cursor.kind() in ("and", "or", "comma") and cursor.kind_starts(1):
        joint = cursor.take()
        kinds.joint = kinds.joint if joint.kind == "comma" else joint
        cursor.read_kind(kinds)
    return kinds


def _is_name_part(lexeme: Lexeme) -> bool:
    """Whether a name may go on with it: "Casa Forte", though "forte" is a word of a form."""
    return lexeme.kind in _NAME_PARTS - {"near"} or (lexeme.kind == "form" and lexeme.text[:1].isupper())


def _is_name(run: Sequence[Lexeme]) -> bool:
    """Whether a run of words may be a name: by its capitals, or by none of its words being explained."""
    unknown = [x for x in run if x.kind == "unknown"]
    if any(x.kind == "name" for x in run):
        return all(starts_name(x.text) for x in run if x.kind in ("unknown", "word"))
    return bool(unknown)


def _name_end(lexemes: Sequence[Lexeme], i: int) -> int:
    """Return the index after the run of words at i that may be a name; i where there is none.

    A run that is longer than any name is looked at no further.
    """
    if lexemes[i].kind not in _NAME_PARTS - {"num", "near"}:
        return i
    end = i + 1
    while end < len(lexemes) and end - i <= _LONGEST_NAME:
        ahead = end
        while ahead < len(lexemes) and ahead - end < 2 and lexemes[ahead].kind in ("of", "det") and end > i:
            ahead += 1
        if ahead > end and (lexemes[end].kind == "det" or _parts_names(lexemes, end, ahead)):
            break
        if ahead < len(lexemes) and _is_name_part(lexemes[ahead]):
            end = ahead + 1
        else:
            break
    return end


def _parts_names(lexemes: Sequence[Lexeme], end: int, ahead: int) -> bool:
    """Whether the "of" at `end` joins nothing: it is "from", or stands before a name ("mayor of Recife")."""
    after = lexemes[ahead].kind if ahead < len(lexemes) else ""
    return lexemes[end].key == "from" or after == "name"


def _without_unit(lexemes: list[Lexeme]) -> list[Lexeme]:
    """Leave out "zone", "the district of", "bairro de" before a name or id, and "district" after it.

    "Rua" belongs to the name, but in "the street Rua Formosa" it is said twice.
    """
    if [x.kind for x in lexemes[:2]] == ["street", "name"] and is_street(
        Spot("name", lexemes[1].text, lexemes[1])
    ):
        return lexemes[1:]
    if len(lexemes) > 1 and (is_form(lexemes[0], "unit_zone", "unit_area") or lexemes[0].kind == "area"):
        return strip(lexemes[1:], "of", "det")
    if len(lexemes) > 1 and is_form(lexemes[-1], "unit_zone", "unit_area") and lexemes[-2].kind == "name":
        return lexemes[:-1]
    return lexemes


def _names_a_kind(merged: Sequence[Lexeme]) -> bool:
    """Whether this is "parque da jaqueira": one kind, singular, and its name."""
    kinds = [lexeme.kind for lexeme in merged if lexeme.kind != "det"]
    named = merged[0].named
    return kinds in (["svc", "of", "name"], ["svc", "name"]) and named is not None and named.number == "one"
