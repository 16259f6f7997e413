"""The parts of a read question: what is asked for, what it is near, and where reading got stuck."""

from dataclasses import dataclass, field

from service.language.tag_forms import Filter
from service.nlu.lexer.lexeme import Lexeme


class Stuck(Exception):
    """The lexemes that can't be read, and why (a theme of service/nlu/diagnostics.py)."""

    def __init__(self, theme: str, *lexemes: Lexeme) -> None:
        super().__init__(theme)
        self.theme = theme
        self.lexemes = lexemes


@dataclass(frozen=True, slots=True)
class TagList:
    """Tags joined in one list, "Italian, Thai or Indian", and the "and" or "or" that joins them."""

    joint: Lexeme
    tags: tuple[tuple[Filter, Lexeme], ...]

    @property
    def alike(self) -> bool:
        """Whether they are values of one key: then any of them is meant."""
        return len({filter_.key for filter_, _ in self.tags}) == 1


@dataclass(slots=True)
class Kind:
    """One kind of place as the question names it, with the filters and meaning words said of it."""

    lexeme: Lexeme
    services: tuple[str, ...]
    filters: list[tuple[Filter, Lexeme]] = field(default_factory=list)
    words: list[Lexeme] = field(default_factory=list)
    nearest: Lexeme | None = None
    tag_lists: list[TagList] = field(default_factory=list)


@dataclass(slots=True)
class Kinds:
    """Kinds joined by "and", "or" or commas; asked: "which", "how many" stands before them.

    `number` is "only" or "several" before one of them, which of what must be near is a condition.
    """

    kinds: list[Kind] = field(default_factory=list)
    joint: Lexeme | None = None
    asked: Lexeme | None = None
    count: bool = False
    every: Lexeme | None = None
    other: bool = False
    limit: int | None = None
    limit_lexeme: Lexeme | None = None
    number: Lexeme | None = None

    @property
    def nearest(self) -> Lexeme | None:
        """The "nearest" that is said of one of them."""
        return next((kind.nearest for kind in self.kinds if kind.nearest is not None), None)

    @property
    def services(self) -> tuple[str, ...]:
        """Every service, in the order of the question, each once."""
        return tuple(dict.fromkeys(service for kind in self.kinds for service in kind.services))


@dataclass(frozen=True, slots=True)
class Relation:
    """How near, or how far (beyond): metres, and the notes that become assumptions.

    `given` False: no distance was said; `negated`: beyond because the question denies that it is near.
    """

    radius_m: float
    at_least_m: float
    lexemes: tuple[Lexeme, ...]
    notes: tuple[tuple[str, str], ...] = ()
    given: bool = True
    beyond: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Spot:
    """A place named in the question, a point or an id."""

    kind: str
    name: str
    lexeme: Lexeme


@dataclass(slots=True)
class Clause:
    """One condition: near any of `kinds`, or near or in a spot. `of` None: said of what is asked for, else of
    the kinds of that earlier clause. `joint` joins a place that something is in to the one before."""

    relation: Relation | None
    kinds: Kinds | None = None
    spot: Spot | None = None
    of: int | None = None
    joint: Lexeme | None = None


@dataclass(frozen=True, slots=True)
class Nearest:
    """What the nearest is sought of: a spot, or each of some kinds; `at` counts the clauses before."""

    target: Spot | Kinds
    at: int = 0


@dataclass(slots=True)
class Draft:
    """A whole question, read."""

    asked: Kinds
    clauses: list[Clause]
    any_of: bool = False
    limit: int | None = None
    nearest: Nearest | None = None

    @property
    def each(self) -> Kinds | None:
        """The kinds of place of each of which the nearest is sought."""
        target = self.nearest.target if self.nearest is not None else None
        return target if isinstance(target, Kinds) else None
