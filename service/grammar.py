"""The grammar of questions: lexemes to a draft; every lexeme is used, or the reader is stuck at it."""

from collections.abc import Sequence

from queries.catalogue import Language
from queries.names import fold
from service.clauses import Clauses
from service.cursor import SPOTS, Cursor
from service.lexemes import Lexeme
from service.phrases import Clause, Draft, Kind, Kinds, Relation, Spot, Stuck

# what may stand before the kind of place that is asked for, and adds nothing
_LEAD = frozenset(("only", "both", "where", "that", "wh", "wh_or_that", "results"))
_STREET_FIRST = frozenset(("rua", "avenida", "av", "estrada", "travessa", "alameda", "rodovia"))
_STREET_LAST = frozenset(("street", "avenue", "road", "lane"))


def read_draft(lexemes: Sequence[Lexeme], language: Language) -> Draft:
    """Read the lexemes of a question; raises Stuck at the first that has no place in it."""
    return _Reader(lexemes, language).read()


class _Reader:
    """One pass over the lexemes, a part at a time; each part is tried by the readers in `_step`."""

    def __init__(self, lexemes: Sequence[Lexeme], language: Language) -> None:
        self.cursor = Cursor(lexemes, language)
        self.asked: Kinds | None = None
        self.clauses = Clauses()
        self.copula: Lexeme | None = None
        self.exists_first = False
        self.with_last = False
        self.aside = False
        self.limit: int | None = None

    def read(self) -> Draft:
        cursor = self.cursor
        while (lexeme := cursor.peek()) is not None:
            if not self._step(lexeme):
                raise Stuck(self._why_stuck(lexeme), lexeme)
        if self.asked is None:
            spots = any(clause.spot for clause in self.clauses.all)
            raise Stuck("lookup" if spots else "no_kind", *cursor.lexemes)
        self.clauses.close()
        return self._finish(self.asked)

    def _why_stuck(self, lexeme: Lexeme) -> str:
        if lexeme.kind in SPOTS and self.asked is None and not self.clauses.all:
            return "lookup"
        return "general" if lexeme.kind == "all" else "leftover"

    def _step(self, lexeme: Lexeme) -> bool:
        """Read the part that begins here; False where none can."""
        readers = (
            self._stop, self._relation_clause, self._with_clause, self._in_clause, self._list_limit,
            self._kinds_here, self._late_word, self._joint, self._loose,
        )  # fmt: skip
        return any(reader(lexeme) for reader in readers)

    def _stop(self, lexeme: Lexeme) -> bool:
        """Read the end of a sentence; after a question there may not be another."""
        cursor = self.cursor
        if lexeme.kind != "stop":
            return False
        cursor.skip("stop", "comma", "paren")
        if cursor.peek() is not None and (self.asked is not None or self.clauses.all):
            raise Stuck("two_questions", *cursor.lexemes[cursor.at :])
        return True

    def _relation_clause(self, lexeme: Lexeme) -> bool:
        """Read "a até 300 m de um parque", "near Kamppi", "perto uns dos outros"."""
        cursor = self.cursor
        if not cursor.relation_starts() or self._is_within_spot(lexeme):
            return False
        relation = cursor.read_relation()
        if cursor.kind() == "each_other" or (cursor.kind() == "other" and not cursor.kind_starts()):
            return self._each_other(relation)
        cursor.skip("both", "comma" if self.asked is None or self.aside else "both")
        self.aside = False
        if cursor.spot_starts():
            self._spot(relation)
        elif cursor.kind_starts():
            self._add_kinds(relation, self._read_kinds(commas=self.asked is not None))
        elif self.clauses.refine(relation):
            cursor.skip("pronoun")
            return True
        else:
            if cursor.kind() == "each":
                raise Stuck("each", cursor.take())
            raise Stuck("near_what", *relation.lexemes)
        self._more_targets(relation)
        return True

    def _each_other(self, relation: Relation) -> bool:
        """Read "cafés perto uns dos outros" and "cafes and parks within 100 m of each other"."""
        lexeme = self.cursor.take()
        if self.asked is None or self.clauses.all:
            raise Stuck("each_other", lexeme)
        kinds = self.asked.kinds
        if len(kinds) == 1:
            near = Kinds([Kind(kinds[0].lexeme, kinds[0].services, list(kinds[0].filters))], other=True)
        elif len(kinds) == 2 and self.asked.joint is not None and self.asked.joint.kind == "and":
            near = Kinds([kinds.pop()])
            self.asked.joint = None
        else:
            raise Stuck("each_other", lexeme)
        self._add_kinds(relation, near)
        return True

    def _spot(self, relation: Relation) -> None:
        """Read a named place; "Parque da Jaqueira, Recife" is one name (a list would say "and")."""
        cursor = self.cursor
        spot = cursor.read_spot()
        if spot is None:
            raise Stuck("near_what", *relation.lexemes)
        after = [cursor.kind(), cursor.kind(1)]
        if spot.kind == "name" and after == ["comma", "name"] and cursor.kind(2) in ("", "stop"):
            cursor.take()
            spot = Spot("name", f"{spot.name}, {cursor.take().text}", spot.lexeme)
        _check_street(spot)
        self.clauses.add(Clause(relation, spot=spot))
        self.with_last = False

    def _more_targets(self, relation: Relation) -> None:
        """Read what "and" or "or" joins to the target just read, under the same relation."""
        cursor = self.cursor
        while True:
            ahead = 2 if cursor.kind() == "comma" and cursor.kind(1) in ("and", "or") else 1
            joint = cursor.peek(ahead - 1)
            while cursor.kind(ahead) in ("of", "to"):
                ahead += 1
            spot = cursor.spot_starts(ahead)
            if joint is None or joint.kind not in ("and", "or") or not (spot or cursor.kind_starts(ahead)):
                return
            cursor.at += ahead
            self.clauses.joint = joint
            if spot:
                self._spot(relation)
            else:
                self._add_kinds(relation, self._read_kinds(commas=True))

    def _with_clause(self, lexeme: Lexeme) -> bool:
        """Read "com um ecoponto a até 300 m"; "com, a até 300 m, um ecoponto" is left to the relation."""
        cursor = self.cursor
        if lexeme.kind == "with" or (
            lexeme.kind in ("have", "exists") and self.asked is not None and cursor.kind_starts(1)
        ):
            cursor.take()
            cursor.skip("comma", "both")
            self.aside = cursor.relation_starts()
            return self.aside or self._having(lexeme)
        return False

    def _having(self, lexeme: Lexeme) -> bool:
        """Read what must be there and how near: "a fountain within 100 m of it"."""
        cursor = self.cursor
        if cursor.spot_starts() or not cursor.kind_starts():
            raise Stuck("leftover", lexeme, *cursor.lexemes[cursor.at : cursor.at + 1])
        kinds = self._read_kinds(commas=True)
        cursor.skip("comma", "that", "cop")
        if not cursor.relation_starts():
            raise Stuck("containment", lexeme, *(kind.lexeme for kind in kinds.kinds))
        relation = cursor.read_relation()
        cursor.skip("pronoun")
        fronted = self.asked is None and cursor.kind_starts()
        if not fronted and (cursor.kind_starts() or cursor.spot_starts() or cursor.kind() == "each_other"):
            raise Stuck("ambiguous", *relation.lexemes, cursor.take())
        self._add_kinds(relation, kinds)
        self.with_last = True
        return True

    def _add_kinds(self, relation: Relation, kinds: Kinds) -> None:
        self.clauses.add_kinds(relation, kinds)
        self.with_last = False

    def _is_within_spot(self, lexeme: Lexeme) -> bool:
        """Whether this is the "within" of "within Kallio"."""
        return lexeme.key == "within" and self.cursor.kind(1) in SPOTS

    def _in_clause(self, lexeme: Lexeme) -> bool:
        """Read "em Boa Viagem", "in Kallio", "parques de Lisboa"."""
        cursor = self.cursor
        of_name = lexeme.kind == "of" and cursor.kind(1) in SPOTS
        if not (lexeme.kind == "in" or of_name or self._is_within_spot(lexeme)):
            return False
        cursor.take()
        cursor.skip("of")
        if cursor.kind() == "street":
            raise Stuck("along", cursor.take())
        spot = cursor.read_spot()
        if spot is None:
            inside = cursor.lexemes[cursor.at : cursor.at + 1]
            raise Stuck("containment" if cursor.kind_starts() else "leftover", lexeme, *inside)
        if spot.kind == "point":
            raise Stuck("containment", lexeme, spot.lexeme)
        _check_street(spot)
        self.clauses.add(Clause(None, spot=spot))
        self.with_last = False
        if cursor.kind() in ("and", "or") and cursor.kind(1) in ("in", *SPOTS):
            raise Stuck("two_areas", cursor.take(), cursor.take())
        return True

    def _list_limit(self, lexeme: Lexeme) -> bool:
        """Read "limite 10", "5 resultados"; or pass "no máximo" before "5 cafés"."""
        cursor = self.cursor
        if lexeme.kind == "bound" and cursor.kind(1) == "num" and self.asked is None:
            cursor.take()
            return cursor.kind_starts()
        first = lexeme.kind == "first" and cursor.kind(1) == "num" and not cursor.kind_starts()
        if not first and [lexeme.kind, cursor.kind(1)] != ["num", "results"]:
            return False
        taken = (cursor.take(), cursor.take())
        cursor.skip("results", "of")
        number = taken[1 if first else 0].amount
        if number is None or number.wrong or number.metres != int(number.metres) or self.limit is not None:
            raise Stuck("quantity", *taken)
        self.limit = int(number.metres)
        return True

    def _kinds_here(self, lexeme: Lexeme) -> bool:
        """Read what is asked for, or, after "with X within 100 m and", the next thing it must have."""
        cursor = self.cursor
        if not cursor.kind_starts():
            return False
        if self.asked is None:
            self.asked = self._read_kinds(commas=True)
            if cursor.kind() in SPOTS:
                raise Stuck("lookup", lexeme, cursor.take())
            return True
        return self.with_last and self.clauses.joint is not None and self._having(lexeme)

    def _read_kinds(self, *, commas: bool) -> Kinds:
        """Read kinds joined by "and" or "or", and by commas where these may be."""
        cursor, kinds = self.cursor, Kinds()
        if not cursor.read_kind(kinds):
            raise Stuck("no_kind", *cursor.lexemes[cursor.at : cursor.at + 1])
        while (joint := cursor.peek()) is not None and joint.kind in ("and", "or", "comma"):
            ahead = 1
            if joint.kind == "comma" and cursor.kind(1) in ("and", "or"):
                joint, ahead = cursor.peek(1) or joint, 2
            while cursor.kind(ahead) in ("of", "to", "both"):
                ahead += 1
            if not cursor.kind_starts(ahead) or (joint.kind == "comma" and not commas):
                break
            if cursor.spot_starts(ahead) or cursor.kind(ahead) in ("wh", "that", "wh_or_that", "count"):
                break
            if joint.kind != "comma":
                if kinds.joint is not None and kinds.joint.kind != joint.kind:
                    raise Stuck("mixed", kinds.joint, joint)
                kinds.joint = joint
            cursor.at += ahead
            cursor.read_kind(kinds)
        return kinds

    def _late_word(self, lexeme: Lexeme) -> bool:
        """Read a filter or meaning word after a clause: said of the nearest kind that it can tell of."""
        if lexeme.kind not in ("filter", "word") or self.asked is None:
            return False
        self.cursor.take()
        for kinds in reversed([self.asked, *(c.kinds for c in self.clauses.all if c.kinds is not None)]):
            kind = kinds.kinds[-1]
            if lexeme.filter is None:
                kind.words.append(lexeme)
                return True
            if lexeme.filter.tells(kind.services):
                kind.filters.append((lexeme.filter, lexeme))
                return True
        raise Stuck("filter", lexeme)

    def _joint(self, lexeme: Lexeme) -> bool:
        if lexeme.kind not in ("and", "or") or self.asked is None or self.clauses.joint is not None:
            return False
        self.clauses.joint = self.cursor.take()
        return True

    def _loose(self, lexeme: Lexeme) -> bool:
        """Step past what only joins: commas, "que", "onde", forms of to be; what it may mean is kept."""
        kind = lexeme.kind
        if kind == "each":
            raise Stuck("each", lexeme)
        if kind == "comma":
            self.clauses.comma = lexeme
        elif kind in ("that", "where", "wh_or_that") and self.asked is not None:
            self.clauses.relative = lexeme
        elif kind == "cop":
            if not self.clauses.all and self.clauses.relative is None:
                self.copula = lexeme
        elif kind in ("exists", "have"):
            self.exists_first = self.exists_first or self.asked is None
        elif kind != "paren" and (kind not in _LEAD or self.asked is not None):
            return False
        self.cursor.take()
        return True

    def _finish(self, asked: Kinds) -> Draft:
        """Check what only the whole question tells, and turn it where the kind asked for came second."""
        clauses = self.clauses.all
        turned = [c.kinds for c in clauses if c.kinds is not None and c.kinds.asked is not None]
        if turned and asked.asked is None:
            # "perto de quais parques há fontes?" asks for parks; nearness goes both ways
            if len(clauses) > 1 or asked.joint is not None or asked.limit is not None:
                raise Stuck("ambiguous", *(kinds.asked for kinds in turned if kinds.asked is not None))
            clauses[0].kinds, asked = asked, turned[0]
        elif any(kinds.count for kinds in turned):
            raise Stuck("quantity", *(kinds.asked for kinds in turned if kinds.asked is not None))
        if asked.limit_lexeme is not None and (
            asked.count or asked.limit == 0 or (self.exists_first and asked.asked is None)
        ):
            # "há 3 cafés perto de um parque?" asks whether there are three
            raise Stuck("quantity", asked.limit_lexeme)
        if self.limit == 0 or (self.limit is not None and (asked.limit is not None or asked.count)):
            raise Stuck("quantity", asked.kinds[0].lexeme)
        if asked.every is not None and asked.asked is None and self.copula is not None:
            raise Stuck("universal", asked.every)
        limit = self.limit if asked.limit is None else asked.limit
        return Draft(asked, clauses, bool(self.clauses.any_of), limit)


def _check_street(spot: Spot) -> None:
    """Raise Stuck where a name is that of a street: a bus stop of that name is not what is meant."""
    words = fold(spot.name).split()
    if spot.lexeme.key != "quoted" and words and (words[0] in _STREET_FIRST or words[-1] in _STREET_LAST):
        raise Stuck("along", spot.lexeme)
