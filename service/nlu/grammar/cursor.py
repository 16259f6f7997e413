"""A place in the row of lexemes, and the readers of its smaller parts: kinds of place, distances, names."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.nlu.grammar.relations import BOUNDS, Distance, make_relation
from service.nlu.grammar.syntax import Kind, Kinds, Relation, Spot, Stuck
from service.nlu.grammar.tag_lists import JOINTS, make_tag_list
from service.nlu.lexer.lexeme import Lexeme

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
        "nearest",
    )
)
# a number before one of these is metres
_AFTER_METRES = frozenset(("of", "near", "to", "away", "or_more", "", "stop", "pronoun", "each_other"))
# these may stand after the distance that they limit
_LATE = frozenset(("bound", "bound_least"))
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
        start = ahead
        while True:
            if self.kind(ahead) in _BEFORE_KIND:
                ahead += 1
            elif ahead > start and self.kind(ahead - 1) == "filter" and (width := self._tags_join(ahead)):
                ahead += width
            else:
                return self.kind(ahead) == "svc"

    def _tags_join(self, ahead: int) -> int:
        """Return how many lexemes join a tag to the one after: the "or" of "Italian or Japanese", ", or"."""
        if self.kind(ahead) not in ("and", "or", "comma"):
            return 0
        width = 1 + (self.kind(ahead) == "comma" and self.kind(ahead + 1) in ("and", "or"))
        after = self.peek(ahead + width)
        return width if after is not None and after.tag is not None else 0

    def read_tags(self, first: Lexeme) -> list[Lexeme]:
        """Read the tags after a noun that "or", "and" and commas join to the one just taken.

        Returns all of them and the joints; empty where none are joined: then nothing is read. An adjective
        before the next noun is that noun's.
        """
        run, ahead = [first], 0
        while (width := self._tags_join(ahead)) and self.kind(ahead + width) == "filter":
            if self.language == "en" and self.kind_starts(ahead + width):
                break
            run += self.lexemes[self.at + ahead : self.at + ahead + width + 1]
            ahead += width + 1
        if all(lexeme.kind not in ("and", "or") for lexeme in run):
            return []
        self.at += ahead
        return run

    def spot_starts(self, ahead: int = 0) -> bool:
        """Whether a name, a point or "the park NAME" begins here."""
        return self.kind(ahead) in SPOTS or self._named_kind(ahead) is not None

    def relation_starts(self) -> bool:
        """Whether words of nearness or a distance begin here."""
        kind, ahead = self.kind(), self.kind(1)
        if kind == "num":
            return ahead in _AFTER_METRES
        if kind in BOUNDS and self._is_quantity(0):
            return False
        if kind == "away":
            return self._is_away()
        if kind == "outside":
            return ahead in ("dist", "radius", "bound")
        if kind in ("in", "of"):
            return ahead == "dist" or (kind == "in" and ahead in BOUNDS)
        return kind in {"near", "far", "dist", *BOUNDS}

    def read_kind(self, kinds: Kinds) -> bool:
        """Read one kind of place into kinds ("os 5 cafés italianos"); False where none begins."""
        if not self.kind_starts():
            return False
        said: list[Lexeme] = []
        while self.kind() != "svc":
            said.append(self.take())
            self._note_before(kinds, said[-1])
        noun = self.take()
        # "Italian or Japanese restaurants", "tennis or football courts"
        runs = [[*said, noun]]
        said = [lexeme for lexeme in said if lexeme.kind not in JOINTS]
        if noun.tag is not None:
            runs.append(self.read_tags(noun))
            said += [lexeme for lexeme in runs[-1][1:] if lexeme.kind == "filter"]
        while self.kind() in ("word", "filter", "other", "nearest") and not self._belongs_to_next():
            said.append(self.take())
            if said[-1].kind == "filter":
                runs.append(self.read_tags(said[-1]))
                said += [lexeme for lexeme in runs[-1][1:] if lexeme.kind == "filter"]
        kinds.other = kinds.other or any(lexeme.kind == "other" for lexeme in said)
        tags = [(lexeme.filter, lexeme) for lexeme in said if lexeme.filter is not None]
        if noun.named is not None and noun.named.filter is not None:
            tags.append((noun.named.filter, noun))
        kinds.kinds.append(
            Kind(
                noun,
                noun.named.services if noun.named else (),
                tags,
                [lexeme for lexeme in said if lexeme.kind == "word"],
                next((lexeme for lexeme in said if lexeme.kind == "nearest"), None),
                [one for run in runs if (one := make_tag_list(run)) is not None],
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
        if self.kind() == "nearest" and self._has_target():
            return False
        return self.language == "en" and self.kind_starts() and self.kind() != "filter"

    def _has_target(self) -> bool:
        """Whether a "nearest" after a noun leads to what it is near: "nearest to a clinic"."""
        lexeme = self.peek()
        return self.kind(1) in ("all", "each") or (lexeme is not None and lexeme.key.endswith(" to"))

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
            if lexeme.kind == "name" and self._kind_follows_name(lexeme):
                return Spot("name", f"{lexeme.text} {self.take().text}", lexeme)
            name = lexeme.text + self._rest_of_name() if lexeme.kind == "name" else lexeme.text
            return Spot(lexeme.kind, name, lexeme)
        after = self._named_kind(0)
        if after is None:
            return None
        parts = [self.take() for _ in range(after)]
        return Spot("name", " ".join(part.text for part in parts) + self._rest_of_name(), parts[-1])

    def _rest_of_name(self) -> str:
        """Read ", Recife, PE" after a name; where "and" or "or" ends the row, it is a list of names."""
        ahead = 0
        while self.kind(ahead) == "comma" and self.kind(ahead + 1) == "name":
            ahead += 2
        after = self.kind(ahead + 1) if self.kind(ahead) == "comma" else self.kind(ahead)
        if after in ("and", "or", "nor"):
            return ""
        parts = [self.take().text for _ in range(ahead)]
        return "".join(f", {part}" for part in parts[1::2])

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

    def _kind_follows_name(self, name: Lexeme) -> bool:
        """Whether "library" follows "Kamppi", as in "the Kamppi library"."""
        lexeme = self.peek()
        return (
            self.language == "en"
            and lexeme is not None
            and lexeme.kind == "svc"
            and lexeme.start - name.end <= 1
            and lexeme.named is not None
            and lexeme.named.number == "one"
        )

    def read_relation(self, *, negated: bool = False) -> Relation:
        """Read how near, or how far: "a até 300 m de", "more than 1 km from", "perto de"; raises Stuck.

        `negated`: a "not" stands before, which turns it round.
        """
        taken: list[Lexeme] = []
        now = Distance()
        distances = [now]
        while True:
            kind = self.kind()
            if now.amount is not None and kind == "radius":
                # "within a 200 m radius of" has its "of"
                taken.append(self.take())
                break
            if self._adds_word(now):
                taken.append(self.take())
                now.words.append(taken[-1])
            elif now.amount is None and self._is_amount(now):
                now.amount = self.take()
                taken.append(now.amount)
            elif kind == "paren" and self._is_aside(taken, now.amount):
                taken.append(self.take())
            elif now.amount is not None and self._is_late_bound(1 if kind == "comma" else 0):
                # "a 80 m, no máximo, de"
                self.skip("comma")
                taken.append(self.take())
                now.words.append(taken[-1])
                if self.kind() == "comma" and self.kind(1) in ("of", "to"):
                    self.at += 1
            elif now.amount is not None and (ahead := self._joined_distance()):
                now = Distance(denied=self.kind(ahead - 1) == "not")
                distances.append(now)
                self.at += ahead
            elif self._is_idle(now):
                self.at += 1
            elif kind in ("of", "to"):
                taken.append(self.take())
                if now.amount is not None or not (self.kind() == "dist" or self.kind() in BOUNDS):
                    break
            else:
                break
        self.skip("of", "to")
        return make_relation(taken, distances, negated=negated)

    def _adds_word(self, now: Distance) -> bool:
        """Whether a word of nearness stands here that goes with the distance being read."""
        kind = self.kind()
        if kind in ("near", "far"):
            return all(word.kind not in ("near", "far") for word in now.words)
        if kind in ("away", "or_more"):
            return bool(now.words) or now.amount is not None or self._is_away()
        bound = kind in BOUNDS or kind == "outside" or (kind == "in" and self.kind(1) in BOUNDS | {"dist"})
        return bound and now.amount is None

    def _is_away(self) -> bool:
        """Whether "away from" stands here without a distance before it, so that it means far."""
        return self.kind() == "away" and self.kind(1) in ("of", "to") and self.kind(2) not in ("dist", "num")

    def _is_amount(self, now: Distance) -> bool:
        near = any(word.kind in ("near", "far") for word in now.words)
        return self.kind() == "dist" or (self.kind() == "num" and (self.relation_starts() or not near))

    def _is_idle(self, now: Distance) -> bool:
        """Whether a word here adds nothing: "perto tanto de X como de Y", "longe, mais de 2 km, de"."""
        if self.kind() == "both":
            return self.kind(1) in ("of", "to")
        return self.kind() == "comma" and self._is_inside(now)

    def _is_inside(self, now: Distance) -> bool:
        """Whether a comma stands within the words of one distance."""
        near = any(word.kind in ("near", "far") for word in now.words)
        if now.amount is None:
            return near and (self.kind(1) == "dist" or (self.kind(1) in BOUNDS and self.kind(2) == "dist"))
        return near and self.kind(1) in ("of", "to")

    def _is_late_bound(self, ahead: int) -> bool:
        """Whether a bound stands `ahead` that is said of the distance before it: "300 m at most"."""
        return self.kind(ahead) in _LATE and self.kind(ahead + 1) not in ("dist", "num")

    def _joined_distance(self) -> int:
        """Return how many lexemes join another distance ("200 m but no more than 500 m"), 0 where none do."""
        ahead = 0
        while self.kind(ahead) in ("comma", "and", "but"):
            ahead += 1
        if not ahead:
            return 0
        ahead += self.kind(ahead) == "not"
        bound = self.kind(ahead) in BOUNDS and self.kind(ahead + 1) in ("dist", "num")
        return ahead if bound and not self._is_quantity(ahead) else 0

    def _is_quantity(self, ahead: int) -> bool:
        """Whether the number after a bound counts places: "at least 3 cafes"."""
        return self.kind(ahead + 1) == "num" and self.kind(ahead + 2) in _BEFORE_KIND | {"svc"}

    def _is_aside(self, taken: Sequence[Lexeme], far: Lexeme | None) -> bool:
        """Whether a bracket opens or closes around the distance: "próximos (100 m) a parques"."""
        opened = far is not None and any(lexeme.kind == "paren" for lexeme in taken)
        return opened or self.kind(1) in BOUNDS | {"dist", "of", "to"}
