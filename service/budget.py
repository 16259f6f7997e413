"""What of the evidence a language model is given: so much of each hop that none pushes out the rest.

A hop is how far a fact is from what is asked for: 1 the places that answer, 2 what they are near, and so on.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """A text of the evidence, the hop it belongs to (1, 2, …), and the number that cites it."""

    text: str
    hop: int = 1
    n: int = 0


@dataclass(frozen=True, slots=True)
class Chosen:
    """The facts that fit, in the order given; `left_out` counts the others by hop, where there are any."""

    facts: tuple[Fact, ...]
    left_out: dict[int, int]
    characters: int


def choose_facts(facts: Sequence[Fact], *, budget: int) -> Chosen:
    """Choose facts of at most `budget` characters in all, a line each; within a hop the first come first.

    The budget is shared evenly among the hops; what a hop does not need goes to the others, evenly again,
    and what is left when no share suffices goes to the nearest hops first. Raises ValueError for a hop below
    1 or a budget below 0.
    """
    if budget < 0:
        raise ValueError(f"a budget is 0 or more characters, not {budget}")
    if wrong := next((fact for fact in facts if fact.hop < 1), None):
        raise ValueError(f"a hop is 1 or more, not {wrong.hop}")
    queues = {hop: [i for i, fact in enumerate(facts) if fact.hop == hop] for hop in _hops(facts)}
    taken: set[int] = set()
    spent = 0
    for hop, share in _shares({hop: _cost(facts, q) for hop, q in queues.items()}, budget).items():
        used, fitting = _fill(facts, queues[hop], share)
        spent += used
        taken.update(queues[hop][:fitting])
        del queues[hop][:fitting]
    # shares are whole facts: their remainders together may hold one more
    for queue in queues.values():
        used, fitting = _fill(facts, queue, budget - spent)
        spent += used
        taken.update(queue[:fitting])
        del queue[:fitting]
    return Chosen(
        facts=tuple(facts[i] for i in sorted(taken)),
        left_out={hop: len(queue) for hop, queue in queues.items() if queue},
        characters=spent,
    )


def _hops(facts: Sequence[Fact]) -> list[int]:
    return sorted({fact.hop for fact in facts})


def _cost(facts: Sequence[Fact], indices: Sequence[int]) -> int:
    return sum(len(facts[i].text) + 1 for i in indices)  # and the end of its line


def _shares(costs: dict[int, int], budget: int) -> dict[int, int]:
    """Return what each hop may spend: all it needs where that is no more than an even share."""
    shares: dict[int, int] = {}
    # those that need least first: what they leave is then shared by all that need more
    for left, hop in zip(range(len(costs), 0, -1), sorted(costs, key=lambda h: (costs[h], -h)), strict=True):
        shares[hop] = min(costs[hop], (budget - sum(shares.values())) // left)
    return dict(sorted(shares.items()))


def _fill(facts: Sequence[Fact], queue: Sequence[int], share: int) -> tuple[int, int]:
    """Return the characters and the number of the first facts that fit; the first that does not ends it."""
    used = 0
    for number, i in enumerate(queue):
        cost = _cost(facts, [i])
        if used + cost > share:
            return used, number
        used += cost
    return used, len(queue)
