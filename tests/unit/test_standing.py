"""What is known of conditions, put together: against every world that the data leave possible."""

from itertools import product

import pytest

from service.retrieval.spatial.certainty import Standing, all_of, any_of

# whether a condition holds of a place in the data, and what may be true of it
STATES = {"sure": (True, {True}), "doubted": (True, {True, False}), "unsure": (False, {True, False})}
STATES["no"] = (False, {False})


def standing(states: dict[str, str]) -> Standing:
    return Standing(
        {id_ for id_, state in states.items() if STATES[state][0]},
        frozenset(id_ for id_, state in states.items() if state == "doubted"),
        frozenset(id_ for id_, state in states.items() if state == "unsure"),
    )


def state_of(id_: str, known: Standing) -> str:
    assert known.held is not None
    if id_ in known.held:
        return "doubted" if id_ in known.doubted else "sure"
    return "unsure" if id_ in known.unsure else "no"


@pytest.mark.parametrize("join", [all_of, any_of])
def test_two_conditions_leave_possible_what_either_leaves(join: object) -> None:
    both = join is all_of
    one = {f"{x}+{y}": x for x, y in product(STATES, STATES)}
    two = {f"{x}+{y}": y for x, y in product(STATES, STATES)}
    joined = all_of([standing(one), standing(two)]) if both else any_of([standing(one), standing(two)])
    for id_ in one:
        (held_1, true_1), (held_2, true_2) = STATES[one[id_]], STATES[two[id_]]
        held = (held_1 and held_2) if both else (held_1 or held_2)
        true = {(x and y) if both else (x or y) for x, y in product(true_1, true_2)}
        assert STATES[state_of(id_, joined)] == (held, true), id_


def test_absence_is_as_unsure_as_presence() -> None:
    absent = standing({state: state for state in STATES}).negated([*STATES, "unheard of"])
    for state, (held, true) in STATES.items():
        assert STATES[state_of(state, absent)] == (not held, {not x for x in true})
    assert state_of("unheard of", absent) == "sure"
    assert Standing().negated(["a"]).held == set()


def test_no_condition_holds_of_all() -> None:
    known = standing({"a": "sure", "b": "unsure"})
    assert all_of([]).held is None
    assert all_of([Standing(), known, Standing()]) == known
    assert (known.possible, Standing().possible) == ({"a", "b"}, None)
    assert any_of([]).held == set()
    assert any_of([known, Standing()]).held is None
