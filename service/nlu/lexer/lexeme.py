"""A lexeme: a piece of a question that has one role in it."""

from dataclasses import dataclass

from service.language.tag_forms import Filter
from service.nlu.lexer.lexicon import Named
from service.nlu.lexer.numbers import Amount

# the key of a name that is known to be one by its number
NUMBERED = "numbered"


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A piece of the question with its role; `text` as written, `start` and `end` its place in the question.

    kinds: those of words.toml, and svc (named), dist and num (amount), name, point, id, unknown.
    """

    kind: str
    text: str
    start: int
    end: int
    key: str = ""
    theme: str = ""
    named: Named | None = None
    amount: Amount | None = None
    filter: Filter | None = None
    definite: bool = False

    @property
    def tag(self) -> Filter | None:
        """The tag that it asks for, or that the name of its kind of place implies."""
        return self.filter if self.named is None else self.named.filter
