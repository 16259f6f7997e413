"""A place in the row of lexemes, and the readers of its smaller parts: kinds of place, distances, names."""

from collections.abc import Sequence

from queries.catalogue import Language
from service.lexemes import Lexeme
from service.phrases import Kind, Kinds, Relation, Spot, Stuck

DEFAULT_RADIUS_M = 500.0

BOUNDS = frozenset(("bound", "bound_strict", "bound_about", "radius", "between"))
_BEFORE_KIND = frozenset(
    (
        "word",
        "filter",
        "other",
        "all",
        "wh",
        "wh_or_that",
        "that",
        "count",
        "only",
        "several",
        "num",
        "first",
        "both",
    )
)
# without a distance these mean the inside of a place
_INSIDE = frozenset(("dentro", "dentro de", "within"))
SPOTS = frozenset(("name", "point", "id"))


class Cursor:
    """Reads lexemes from left to right; the readers raise Stuck where a part can't be meant."""

    def __init__(self, lexemes: Sequence[Lexeme], language: Language) -> None:
        self.lexemes = lexemes
        self.language = language
        self.at = 0

    def peek(self, ahead: int = 0) -> Lexeme | None:
        """Return the lexeme `ahead` places on, None past the end."""
        i = self.at + ahead
        return self.lexemes[i] if 0 <= i < len(self.lexemes) else None

    def kind(self, ahead: int = 0) -> str:
        """Return its kind, "" past the end."""
        lexeme = self.peek(ahead)
        return lexeme.kind if lexeme is not None else ""

    def take(self) -> Lexeme:
        """Return the lexeme here and step past it."""
        lexeme = self.lexemes[self.at]
        self.at += 1
        return lexeme

    def skip(self, *kinds: str) -> None:
        """Step past lexemes of these kinds."""
        while self.kind() in kinds:
            self.at += 1

    def kind_starts(self, ahead: int = 0) -> bool:
        """Whether a kind of place begins here, with whatever may stand before it."""
        while self.kind(ahead) in _BEFORE_KIND:
            ahead += 1
        return self.kind(ahead) == "svc"

    def spot_starts(self, ahead: int = 0) -> bool:
        """Whether a name, a point or "the park NAME" begins here."""
        return self.kind(ahead) in SPOTS or self._named_kind(ahead) is not None

    def relation_starts(self) -> bool:
        """Whether words of nearness or a distance begin here."""
        kind, ahead = self.kind(), self.kind(1)
        if kind == "num":
            return ahead in ("of", "near", "to", "away", "", "stop", "pronoun", "each_other")
        if kind in ("bound", "bound_about") and ahead == "num" and self.kind(2) in ("svc", "word", "filter"):
            return False
        if kind == "in":
            return ahead == "dist" or ahead in BOUNDS
        if kind == "of":
            return ahead == "dist"
        return kind in {"near", "dist", *BOUNDS}

    def read_kind(self, kinds: Kinds) -> bool:
        """Read one kind of place into kinds ("os 5 cafés italianos"); False where none begins."""
        if not self.kind_starts():
            return False
        said: list[Lexeme] = []
        while self.kind() != "svc":
            said.append(self.take())
            self._note_before(kinds, said[-1])
        noun = self.take()
        while self.kind() in ("word", "filter", "other") and not self._belongs_to_next():
            said.append(self.take())
        kinds.other = kinds.other or any(lexeme.kind == "other" for lexeme in said)
        kinds.kinds.append(
            Kind(
                noun,
                noun.named.services if noun.named else (),
                [(lexeme.filter, lexeme) for lexeme in said if lexeme.filter is not None],
                [lexeme for lexeme in said if lexeme.kind == "word"],
            )
        )
        return True

    def _note_before(self, kinds: Kinds, lexeme: Lexeme) -> None:
        """Note what a word before the noun says of the whole list: which, how many, all, the first five."""
        if lexeme.kind in ("wh", "wh_or_that", "that", "count"):
            kinds.asked, kinds.count = lexeme, kinds.count or lexeme.kind == "count"
        elif lexeme.kind == "all":
            kinds.every = lexeme
        elif lexeme.kind in ("only", "several"):
            kinds.number = lexeme
        elif lexeme.kind == "num":
            self._read_limit(kinds, lexeme)
        elif lexeme.kind == "first" and "num" not in (self.kind(), self.kind(-2)):
            raise Stuck("quantity", lexeme)

    def _belongs_to_next(self) -> bool:
        """In English an adjective stands before its noun: "cafes quiet parks" can't be read either way."""
        return self.language == "en" and self.kind_starts() and self.kind() != "filter"

    def _read_limit(self, kinds: Kinds, lexeme: Lexeme) -> None:
        amount = lexeme.amount
        if amount is None or amount.wrong or amount.metres != int(amount.metres) or kinds.limit is not None:
            raise Stuck("quantity", lexeme)
        kinds.limit, kinds.limit_lexeme = int(amount.metres), lexeme

    def read_spot(self) -> Spot | None:
        """Read a name, a point, an id, or "the park NAME"; None where none begins."""
        lexeme = self.peek()
        if lexeme is None:
            return None
        if lexeme.kind in SPOTS:
            self.take()
            if lexeme.kind == "name" and self._kind_follows_name():
                return Spot("name", f"{lexeme.text} {self.take().text}", lexeme)
            return Spot(lexeme.kind, lexeme.text, lexeme)
        after = self._named_kind(0)
        if after is None:
            return None
        parts = [self.take() for _ in range(after)]
        return Spot("name", " ".join(part.text for part in parts), parts[-1])

    def _named_kind(self, ahead: int) -> int | None:
        """Return how many lexemes "o parque da Jaqueira" takes: a definite singular and a name."""
        lexeme = self.peek(ahead)
        if lexeme is None or lexeme.kind != "svc" or not lexeme.definite:
            return None
        if lexeme.named is None or lexeme.named.number == "many":
            return None
        if self.kind(ahead + 1) == "name":
            return 2
        return 3 if self.kind(ahead + 1) == "of" and self.kind(ahead + 2) == "name" else None

    def _kind_follows_name(self) -> bool:
        """Whether "library" follows "Kamppi", as in "the Kamppi library"."""
        lexeme = self.peek()
        return (
            self.language == "en"
            and lexeme is not None
            and lexeme.kind == "svc"
            and lexeme.named is not None
            and lexeme.named.number == "one"
        )

    def read_relation(self) -> Relation:
        """Read how near: "a até 300 m de", "within a radius of 1 km around", "perto de"; raises Stuck."""
        taken: list[Lexeme] = []
        near: Lexeme | None = None
        far: Lexeme | None = None
        while True:
            kind = self.kind()
            if kind == "near" and near is None:
                near = self.take()
                taken.append(near)
            elif far is None and (kind in BOUNDS or (kind == "in" and (self.kind(1) in BOUNDS | {"dist"}))):
                taken.append(self.take())
            elif far is None and (kind == "dist" or (kind == "num" and (self.relation_starts() or not near))):
                far = self.take()
                taken.append(far)
            elif far is not None and kind == "radius":
                # "within a 200 m radius of" has its "of"
                taken.append(self.take())
                break
            elif (kind == "away" and taken) or (kind == "paren" and self._is_aside(taken, far)):
                taken.append(self.take())
            elif kind == "both" and self.kind(1) in ("of", "to"):
                # "perto tanto de parques como de escolas"
                self.at += 1
            elif kind in ("of", "to"):
                taken.append(self.take())
                if far is not None or not (self.kind() == "dist" or self.kind() in BOUNDS):
                    break
            else:
                break
        self.skip("of", "to")
        return _relation(tuple(taken), near, far)

    def _is_aside(self, taken: Sequence[Lexeme], far: Lexeme | None) -> bool:
        """Whether a bracket opens or closes around the distance: "próximos (100 m) a parques"."""
        opened = far is not None and any(lexeme.kind == "paren" for lexeme in taken)
        return opened or self.kind(1) in BOUNDS | {"dist", "of", "to"}


def _relation(taken: tuple[Lexeme, ...], near: Lexeme | None, far: Lexeme | None) -> Relation:
    if far is None:
        bounds = [lexeme for lexeme in taken if lexeme.kind in BOUNDS]
        if bounds or near is None:
            between = any(b.kind == "between" for b in bounds)
            inside = bool(bounds) and all(b.key in _INSIDE for b in bounds)
            raise Stuck("between" if between else "containment" if inside else "no_number", *taken)
        return Relation(DEFAULT_RADIUS_M, 0.0, taken, (("near", near.text),), given=False)
    amount = far.amount
    assert amount is not None  # noqa: S101 - dist and num carry their amount
    if amount.wrong is not None:
        raise Stuck(amount.wrong, far)
    bounds = [lexeme for lexeme in taken if lexeme.kind in BOUNDS and lexeme.start < far.start]
    kinds = {lexeme.kind for lexeme in bounds}
    if "between" in kinds and not amount.at_least_m:
        raise Stuck("between", *taken)
    notes: list[tuple[str, str]] = []
    written = " ".join(lexeme.text for lexeme in (*bounds, far))
    if "bound_strict" in kinds:
        notes.append(("strict", written))
    elif "bound_about" in kinds or (near is not None and near.key == "around" and near.start < far.start):
        notes.append(("about", written))
    elif not kinds and near is None and not amount.at_least_m and taken[0].kind != "in":
        notes.append(("bare", far.text))
    if not amount.unit:
        notes.append(("metres", far.text))
    if amount.note is not None:
        notes.append((amount.note, far.text))
    return Relation(amount.metres, amount.at_least_m, taken, tuple(notes))
