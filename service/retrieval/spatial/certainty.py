"""What is known of a condition: places it holds of in the data, and those that more data might change."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import reduce


@dataclass(frozen=True, slots=True)
class Standing:
    """Places that a condition holds of in the data (`held`; None: of all that there are).

    `doubted` are those of them that it may not hold of, were what lies past the edge of the data known;
    `unsure` those that it does not hold of in the data and may hold of then.
    """

    held: Collection[str] | None = None
    doubted: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()

    @property
    def possible(self) -> Collection[str] | None:
        """All that the condition holds or may hold of, None: all that there are."""
        return None if self.held is None else {*self.held, *self.unsure}

    def both(self, other: "Standing") -> "Standing":
        """Return what holds where both conditions must."""
        if self.held is None or other.held is None:
            return other if self.held is None else self
        held = set(self.held) & set(other.held)
        possible = set(self.possible or ()) & set(other.possible or ())
        doubted = (self.doubted | other.doubted) & held
        return Standing(held, frozenset(doubted), frozenset(possible - held))

    def either(self, other: "Standing") -> "Standing":
        """Return what holds where one of two conditions must."""
        if self.held is None or other.held is None:
            return Standing()
        held = {*self.held, *other.held}
        sure = (set(self.held) - self.doubted) | (set(other.held) - other.doubted)
        return Standing(held, frozenset(held - sure), (self.unsure | other.unsure) - held)

    def negated(self, every: Iterable[str]) -> "Standing":
        """Return which of all the places the condition does not hold of: absence is as unsure as presence."""
        if self.held is None:
            return Standing(set())
        of = set(every)
        held = of - set(self.held)
        return Standing(held, self.unsure & held, self.doubted & of)


def all_of(standings: Iterable[Standing]) -> Standing:
    """Return what holds where all conditions must; of no condition, everything does."""
    return reduce(Standing.both, standings, Standing())


def any_of(standings: Iterable[Standing]) -> Standing:
    """Return what holds where any of the conditions must; of no condition, nothing does."""
    return reduce(Standing.either, standings, Standing(set()))
