"""Evidence for a language model fits its budget, and no hop pushes out another."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.budget import Chosen, Fact, choose_facts

FACTS = st.lists(st.builds(Fact, text=st.text(max_size=30), hop=st.integers(1, 4), n=st.integers(1, 99)))


def hops(chosen: Chosen) -> list[int]:
    return [fact.hop for fact in chosen.facts]


def test_all_facts_are_given_where_they_fit() -> None:
    facts = [Fact("café A, 12 m from fountain B", 1, 1), Fact("fountain B", 2, 2)]
    chosen = choose_facts(facts, budget=1_000)

    assert chosen.facts == tuple(facts)
    assert chosen.left_out == {}
    assert chosen.characters == len("café A, 12 m from fountain B") + len("fountain B") + 2


def test_many_facts_of_the_first_hop_leave_the_second_its_share() -> None:
    facts = [Fact("x" * 9, 1) for _ in range(1_000)] + [Fact("y" * 9, 2) for _ in range(100)]
    chosen = choose_facts(facts, budget=1_000)

    assert (hops(chosen).count(1), hops(chosen).count(2)) == (50, 50)
    assert chosen.left_out == {1: 950, 2: 50}


def test_what_a_hop_does_not_need_goes_to_the_others() -> None:
    facts = [Fact("x" * 9, 1) for _ in range(1_000)] + [Fact("y" * 9, 3)]
    chosen = choose_facts(facts, budget=1_000)

    assert (hops(chosen).count(1), hops(chosen).count(3)) == (99, 1)
    assert chosen.left_out == {1: 901}


def test_within_a_hop_the_first_facts_stay_in_their_order() -> None:
    facts = [Fact(f"fact {number}", 1 + number % 2, number) for number in range(10)]
    chosen = choose_facts(facts, budget=27)

    assert [fact.n for fact in chosen.facts] == [0, 1, 2]


def test_a_fact_too_long_is_left_out_and_counted_with_those_behind_it() -> None:
    chosen = choose_facts([Fact("x" * 500, 1), Fact("short", 1), Fact("near", 2)], budget=100)

    assert [fact.text for fact in chosen.facts] == ["near"]
    assert chosen.left_out == {1: 2}


@pytest.mark.parametrize(
    ("facts", "budget", "said"),
    [([], -1, "a budget is 0 or more"), ([Fact("x", 0)], 10, "a hop is 1 or more")],
)
def test_a_call_that_can_not_be_meant_is_refused(facts: list[Fact], budget: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        choose_facts(facts, budget=budget)


@given(FACTS, st.integers(0, 400))
@settings(derandomize=True, deadline=None)
def test_whatever_is_given_the_budget_is_kept_and_every_fact_is_given_or_counted(
    facts: list[Fact], budget: int
) -> None:
    chosen = choose_facts(facts, budget=budget)

    assert chosen.characters == sum(len(fact.text) + 1 for fact in chosen.facts) <= budget
    for hop in {fact.hop for fact in facts}:
        of_hop = [fact for fact in facts if fact.hop == hop]
        given = [fact for fact in chosen.facts if fact.hop == hop]
        assert given == of_hop[: len(given)]
        assert len(of_hop) - len(given) == chosen.left_out.get(hop, 0)
        # an even share is always the hop's own: what is left out did not fit into it
        if len(given) < len(of_hop):
            needed = sum(len(fact.text) + 1 for fact in of_hop[: len(given) + 1])
            assert needed > budget // len({fact.hop for fact in facts})
    assert choose_facts(facts, budget=budget) == chosen
