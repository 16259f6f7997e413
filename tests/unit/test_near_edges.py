"""Which NEAR edges places have, and which radius a budget leaves."""

import random

import numpy as np
import pytest

from loader.derive.near_edges import Edges, compare, plan_near
from queries.statements.nearness import LocatedPlace


def point(id_: str, longitude: float, *services: str, of: tuple[str, ...] = ()) -> LocatedPlace:
    return LocatedPlace(id_, tuple(sorted(services)), 0.0, longitude, None, 0.0, datasets=of)


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


def crowd(dataset: str, *, at: float, number: int, seed: int = 1) -> list[LocatedPlace]:
    draw = random.Random(seed)
    return [
        point(f"node/{dataset}{k}", at + draw.uniform(0, 0.01), draw.choice(["cafe", "park"]), of=(dataset,))
        for k in range(number)
    ]


def test_a_city_keeps_its_radii_whatever_other_cities_are_there() -> None:
    dense, thin = crowd("a", at=0, number=80), crowd("b", at=5, number=20, seed=2)
    alone = plan_near(dense, radius_m=500.0, edge_budget=400)
    whole_thin = plan_near(thin, radius_m=500.0, edge_budget=400)
    plan = plan_near([*dense, *thin], radius_m=500.0, edge_budget=400)

    assert whole_thin.shares["b"].reduced == {}
    assert plan.shares == {**alone.shares, **whole_thin.shares}
    assert plan.radius_m == alone.radius_m
    for pair, found in plan.by_pair.items():
        assert len(found) == len(alone.by_pair[pair]) + len(whole_thin.by_pair[pair])
    needed = alone.shares["a"].needed
    assert needed > 400
    assert plan.whole == needed + whole_thin.whole
    assert plan_near(dense, radius_m=500.0, edge_budget=needed).shares["a"].reduced == {}
    assert plan_near(dense, radius_m=500.0, edge_budget=needed - 1).shares["a"].reduced


@pytest.mark.parametrize("budget", [20, 150, 600])
def test_data_sets_that_share_places_or_border_on_each_other_are_each_complete_to_their_radius(
    budget: int,
) -> None:
    draw = random.Random(3)
    places = [
        point(
            f"node/{k}",
            draw.uniform(0, 0.012),
            *draw.choice([("cafe",), ("park",), ("cafe", "park")]),
            of=draw.choice([("a",), ("b",), ("c",), ("a", "b"), ("b", "c")]),
        )
        for k in range(90)
    ]
    whole = plan_near(places, radius_m=500.0, edge_budget=100_000)
    plan = plan_near(places, radius_m=500.0, edge_budget=budget)

    assert sum(len(found) for found in plan.by_pair.values()) <= 3 * budget
    held = [set(place.datasets) for place in sorted(places, key=lambda place: place.id)]
    for pair, every in whole.by_pair.items():
        found = told(plan.by_pair[pair])
        assert found <= told(every)
        own = {name: share.reduced.get(pair, 500.0) for name, share in plan.shares.items()}
        assert plan.radius_m[pair] == min(own.values())
        for asked in ({"a"}, {"b"}, {"c"}, {"a", "c"}, {"a", "b", "c"}):
            radius_m = min(own[name] for name in asked)
            assert found >= {
                (i, j, m) for i, j, m in told(every) if m <= radius_m and held[i] & asked and held[j] & asked
            }


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
