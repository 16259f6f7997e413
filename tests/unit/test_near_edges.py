"""Which NEAR edges places have, and which radius a budget leaves."""

import random

import numpy as np
import pytest

from loader.edges import Edges, compare, plan_near
from queries.nearness import LocatedPlace


def point(id_: str, longitude: float, *services: str) -> LocatedPlace:
    return LocatedPlace(id_, tuple(sorted(services)), 0.0, longitude, None, 0.0)


def edges_of(places: list[LocatedPlace], **options: float) -> dict[tuple[str, str], set[tuple[str, str]]]:
    plan = plan_near(places, radius_m=500.0, edge_budget=1_000, **options)
    return {
        pair: {(plan.ids[a], plan.ids[b]) for a, b in zip(edges.from_, edges.to, strict=True)}
        for pair, edges in plan.by_pair.items()
    }


def test_an_edge_goes_from_the_first_service_to_the_second_and_from_the_smaller_id() -> None:
    places = [point("way/2", 0, "park"), point("node/9", 0.001, "cafe"), point("node/10", 0.002, "cafe")]
    assert edges_of(places) == {
        ("cafe", "cafe"): {("node/10", "node/9")},
        ("cafe", "park"): {("node/9", "way/2"), ("node/10", "way/2")},
        ("park", "park"): set(),
    }


def test_a_place_of_two_services_has_edges_for_each_pair_and_none_with_itself() -> None:
    places = [point("node/1", 0, "cafe", "park"), point("node/2", 0.001, "cafe", "park"), point("node/3", 1)]
    assert edges_of(places) == {
        ("cafe", "cafe"): {("node/1", "node/2")},
        ("cafe", "park"): {("node/1", "node/2"), ("node/2", "node/1")},
        ("park", "park"): {("node/1", "node/2")},
    }


def test_without_places_there_is_nothing_to_plan() -> None:
    assert plan_near([], radius_m=300.0, edge_budget=10).by_pair == {}


@pytest.mark.parametrize("budget", [0, 7, 100, 700, 5_000])
def test_a_budget_halves_the_radius_of_the_densest_pairs_only(budget: int) -> None:
    draw = random.Random(1)
    places = [
        point(f"node/{k}", draw.uniform(0, 0.01), draw.choices(["cafe", "park"], [9, 1])[0])
        for k in range(60)
    ]
    whole = plan_near(places, radius_m=500.0, edge_budget=10_000)
    plan = plan_near(places, radius_m=500.0, edge_budget=budget)

    assert sum(len(edges) for edges in plan.by_pair.values()) <= budget
    for pair, edges in plan.by_pair.items():
        within = whole.by_pair[pair].dist_m <= plan.radius_m[pair]
        assert sorted(edges.dist_m) == sorted(whole.by_pair[pair].dist_m[within])
    if budget == 700:
        assert plan.radius_m["cafe", "cafe"] < plan.radius_m["park", "park"] == 500.0


def edges(*rows: tuple[int, int, float]) -> Edges:
    from_, to, metres = (np.array(column) for column in zip(*rows, strict=True)) if rows else ([], [], [])
    whole = [np.array(column, dtype=np.int64) for column in (from_, to)]
    return Edges(*whole, np.array(metres, dtype=float), np.array(metres, dtype=float))


def told(found: Edges) -> set[tuple[int, int, float]]:
    return set(zip(found.from_.tolist(), found.to.tolist(), found.dist_m.tolist(), strict=True))


def test_the_difference_says_what_goes_what_changes_and_what_is_new() -> None:
    wanted = edges((1, 2, 5.0), (2, 1, 6.0), (3, 4, 7.0), (5, 6, 1.0))
    written = edges((1, 2, 5.0), (2, 1, 9.0), (8, 9, 1.0), (5, 6, 1.0), (5, 6, 1.0))
    difference = compare(wanted, written)
    assert told(difference.delete) == {(8, 9, 1.0), (5, 6, 1.0)}
    assert told(difference.update) == {(2, 1, 6.0)}
    assert told(difference.create) == {(3, 4, 7.0), (5, 6, 1.0)}
    assert not compare(wanted, wanted)
    assert not compare(edges(), edges())
    assert told(compare(edges(), written).delete) == told(written)
