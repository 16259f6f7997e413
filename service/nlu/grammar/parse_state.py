"""What has been read of a question so far: the readers of service/nlu/grammar/parser.py share it."""

from dataclasses import dataclass, field

from service.nlu.grammar.clauses import Clauses
from service.nlu.grammar.cursor import Cursor
from service.nlu.grammar.syntax import Kinds, Nearest
from service.nlu.lexer.lexeme import Lexeme


@dataclass(slots=True)
class Question:
    """The place in the lexemes, what is asked for, the conditions, and what later parts depend on.

    `having` is what "with X" left without a distance, for the next "but no Y within 300 m" to give;
    `front` is "nearest" before what is asked for ("each school is nearest to which hospital?");
    `aside` is "with, within 300 m, X"; `with_last`: the last condition was such a "with".
    """

    cursor: Cursor
    clauses: Clauses = field(default_factory=Clauses)
    asked: Kinds | None = None
    nearest: Nearest | None = None
    having: Kinds | None = None
    front: Lexeme | None = None
    copula: Lexeme | None = None
    exists_first: bool = False
    with_last: bool = False
    aside: bool = False
    limit: int | None = None
