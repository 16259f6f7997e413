"""The conditions of a question, and what each is said of: what is asked for, or an earlier condition."""

from service.nlu.grammar.relations import refine
from service.nlu.grammar.syntax import Clause, Kinds, Relation, Stuck
from service.nlu.lexer.lexeme import Lexeme


class Clauses:
    """Conditions in order. `joint`, `relative` and `comma` are what was read since the last one."""

    def __init__(self) -> None:
        self.all: list[Clause] = []
        self.any_of: bool | None = None
        self.joint: Lexeme | None = None
        self.relative: Lexeme | None = None
        self.comma: Lexeme | None = None
        self._open_list: tuple[Lexeme, ...] = ()

    def add(self, clause: Clause) -> None:
        """Add a condition; raises Stuck where what it is said of is anyone's guess.

        "A and B" both hold of what is asked for; "parks that are near B" chains B to the parks just named.
        """
        nearness = [c for c in self.all if c.relation is not None]
        if nearness and clause.relation is not None:
            if self.joint is not None:
                self._open_list = ()
                self._refuse_after_chain(clause)
                self._combine(any_of=self._is_either(nearness[-1], clause), lexeme=self.joint)
            else:
                self._attach(clause, nearness)
        elif self.joint is not None and clause.relation is None and self.all and not nearness:
            # "in Kallio or in Kamppi"
            self._combine(any_of=self.joint.kind == "or", lexeme=self.joint)
        elif self.joint is not None and self.joint.kind != "but" and (clause.relation or not self.all):
            raise Stuck("leftover", self.joint)
        elif self.joint is not None and self.joint.kind == "or":
            raise Stuck("mixed", self.joint)
        self.all.append(clause)
        self.joint = self.relative = self.comma = None

    def add_kinds(self, relation: Relation, kinds: Kinds) -> None:
        """Add what must be near: of "a park and a fountain" each, of "a park or a fountain" any."""
        if kinds.every is not None:
            raise Stuck("universal", kinds.every)
        if kinds.number is not None:
            raise Stuck("quantity", kinds.number)
        # "near 1 park" is near a park
        if kinds.limit_lexeme is not None and kinds.limit != 1:
            raise Stuck("quantity", kinds.limit_lexeme)
        if kinds.joint is None and len(kinds.kinds) > 1:
            raise Stuck("ambiguous", *(kind.lexeme for kind in kinds.kinds))
        if kinds.joint is None or kinds.joint.kind in ("or", "nor"):
            self.add(Clause(relation, kinds))
            return
        first = Clause(relation, Kinds(kinds.kinds[:1], asked=kinds.asked, other=kinds.other))
        self.add(first)
        for kind in kinds.kinds[1:]:
            self.all.append(Clause(relation, Kinds([kind], other=kinds.other), of=first.of))
            self._combine(any_of=False, lexeme=kinds.joint)

    def refine(self, relation: Relation) -> bool:
        """Give the nearness just said its distance ("perto de um parque, até 300 m"), if it has none."""
        # "near a park in Sliema, within 200 m": what lies between only says where
        last = next((clause.relation for clause in reversed(self.all) if clause.relation is not None), None)
        if last is not None and last.given and self.all[-1].relation is not last:
            return False
        if last is None or not relation.given or (last.given and self.joint is None and self.comma is None):
            return False
        if (not last.given and self.joint is not None) or (self.joint and self.joint.kind == "or"):
            return False
        refined = refine(last, relation)
        if refined is None:
            return False
        for clause in self.all:
            if clause.relation is last:
                clause.relation = refined
        self.comma = self.joint = None
        return True

    def close(self) -> None:
        """Raise Stuck where a list never said "and" or "or", or ends with it."""
        if self.joint is not None:
            raise Stuck("leftover", self.joint)
        if self._open_list:
            raise Stuck("ambiguous", *self._open_list)

    def _is_either(self, before: Clause, clause: Clause) -> bool:
        """Whether the joint says that either will do; "far from A or B" is far from both."""
        assert self.joint is not None  # noqa: S101 - the caller saw to it
        assert before.relation is not None and clause.relation is not None  # noqa: S101, PT018 - nearness
        if self.joint.kind != "or":
            return False
        if before.relation is clause.relation and clause.relation.beyond:
            return False
        if before.relation.negated and not clause.relation.negated:
            # "not near A or near B"
            raise Stuck("mixed", self.joint)
        return True

    def _attach(self, clause: Clause, nearness: list[Clause]) -> None:
        """Decide what a condition without "and" or "or" before it is said of."""
        last = self.all[-1]
        lexemes = clause.relation.lexemes if clause.relation is not None else ()
        links = [i for i, c in enumerate(self.all) if c.relation is not None][:-1]
        in_row = [c.of for c in nearness[1:]] == links and self.any_of is None
        follows = last is nearness[-1] and all(c.of is None for c in nearness)
        if self.relative is not None and self.comma is None and last is nearness[-1] and in_row:
            if last.kinds is None:
                # a name needs no "that": "cafes near Kamppi that are within 100 m of a park"
                self._combine(any_of=False, lexeme=self.relative)
                return
            if clause.spot is None and len(last.kinds.kinds) == 1:
                clause.of = len(self.all) - 1
                return
        elif self.comma is not None and self.relative is None and follows:
            # "A, B e C": the last joint says whether all or any of them
            self._open_list = lexemes
            return
        elif self._is_row(clause, last) and last is nearness[-1] and in_row:
            # "bus stops near schools near parks"
            clause.of = len(self.all) - 1
            return
        raise Stuck("ambiguous", *lexemes)

    def _is_row(self, clause: Clause, last: Clause) -> bool:
        """Whether nothing parts two nearnesses, so that the second is said of what the first is to."""
        if self.relative is not None or self.comma is not None or clause.spot is not None:
            return False
        near = [c.relation is not None and not c.relation.beyond for c in (clause, last)]
        return all(near) and last.kinds is not None and len(last.kinds.kinds) == 1

    def _refuse_after_chain(self, clause: Clause) -> None:
        if any(c.of is not None for c in self.all):
            lexemes = clause.relation.lexemes if clause.relation is not None else ()
            raise Stuck("ambiguous", *lexemes)

    def _combine(self, *, any_of: bool, lexeme: Lexeme) -> None:
        if self.any_of is not None and self.any_of != any_of:
            raise Stuck("mixed", lexeme)
        self.any_of = any_of
