"""How Neo4j ran a statement: the operators of its plan, with the rows that each gave."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operator:
    """One step of a plan; `children` gave it its rows. Database hits are accesses to stored things."""

    name: str
    details: str
    estimated_rows: float
    rows: int
    db_hits: int
    children: tuple["Operator", ...] = ()

    def walk(self, depth: int = 0) -> Iterator[tuple[int, "Operator"]]:
        """Yield each operator, the last to work first, with its depth: how many branches it is in.

        Of an operator with two inputs the second is a branch, and comes first, as Neo4j writes plans.
        """
        yield depth, self
        for branch in self.children[1:]:
            yield from branch.walk(depth + 1)
        for child in self.children[:1]:
            yield from child.walk(depth)


def read_operator(profile: Mapping[str, Any]) -> Operator:
    """Return the operator, and those below it, of a profile as the driver gives it."""
    arguments = profile.get("args", {})
    return Operator(
        name=str(profile["operatorType"]).partition("@")[0],
        details=str(arguments.get("Details", "")),
        estimated_rows=float(arguments.get("EstimatedRows", 0.0)),
        rows=int(profile.get("rows", 0)),
        db_hits=int(profile.get("dbHits", 0)),
        children=tuple(read_operator(child) for child in profile.get("children", ())),
    )
