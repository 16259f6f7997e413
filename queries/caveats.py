"""What answers from a data set must say of it: that its file was not whole, or what is told all the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

Code = Literal["nodes_only", "one_layer", "ways_lost", "relations_lost", "shapeless", "marked"]


@dataclass(frozen=True, slots=True)
class Caveat:
    """One thing to say; `kind` is the service that it is about ("road": streets), "" where it is about all.

    "nodes_only": the file holds nodes and nothing else; "one_layer": one sort of shapes of several;
    "ways_lost", "relations_lost": what its nodes or ways belong to is not there; "shapeless": `count` of the
    kind are without their shape, and left out; "marked": `count` are marked as out of use, and told all the
    same, `ids` being some of them.
    """

    code: Code
    kind: str = ""
    count: int = 0
    ids: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Write it as the graph holds it."""
        return "|".join((self.code, self.kind, str(self.count), " ".join(self.ids)))


def read_caveats(written: Sequence[str]) -> tuple[Caveat, ...]:
    """Return the caveats that a data set holds as texts."""
    return tuple(_read(text) for text in written)


def _read(text: str) -> Caveat:
    code, kind, count, ids = text.split("|")
    return Caveat(cast(Code, code), kind, int(count), tuple(ids.split()))
