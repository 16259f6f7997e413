"""The nearest shapes against all distances measured: in a city, across 180 degrees, at a pole, far away."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import shapely

from queries.geometry.distance import Pairs, Shapes, distances_m, locate, reach_m
from queries.geometry.nearest_shapes import as_points, nearest_of_each, nearest_to
from queries.statements.pairs import FoundShape
from tests import brute_force

PLACES = {"city": (41.15, -8.61, 0.05), "fiji": (-16.8, 179.99, 0.1), "pole": (89.95, 20.0, 0.04)}


def scatter(seed: int, count: int, where: str, kind: str) -> Shapes:
    """Points and shapes of very different sizes around a place, some of them twice."""
    random = np.random.default_rng(seed)
    latitude, longitude, by = PLACES[where]
    rows = []
    for number in range(count):
        lat = min(latitude + random.normal() * by, 89.99)
        lon = longitude + random.normal() * by / max(np.cos(np.radians(lat)), 0.001)
        lon = (lon + 180) % 360 - 180
        size = random.choice([0.0, 0.0, 0.001, 0.02])
        shape = shapely.Point(lon, lat)
        if size and abs(lon) + size < 180 and lat + size < 90:
            shape = shapely.box(lon - size, lat - size / 2, lon + size, lat + size / 2)
        rows.append(row(f"{kind}/{number}", shape))
        if number % 7 == 0:
            rows.append(row(f"{kind}/{number}0", shape))
    return Shapes.from_found(rows)


def row(id_: str, shape: Any) -> FoundShape:
    at = locate(shape)
    wkt = None if shape.geom_type == "Point" else shape.wkt
    return FoundShape(id_, at.latitude, at.longitude, wkt, reach_m(shape, at))


def all_metres(a: Shapes, b: Shapes) -> Any:
    i, j = np.divmod(np.arange(len(a) * len(b)), len(b))
    metres = distances_m(a, i, b, j)[0].reshape(len(a), len(b))
    metres[a.ids[:, None] == b.ids[None]] = np.inf
    return metres


def by_id(pairs: Pairs, a: Shapes, b: Shapes) -> list[tuple[str, str, float]]:
    return [(a.ids[i], b.ids[j], m) for i, j, m in zip(pairs.i, pairs.j, pairs.dist_m, strict=True)]


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("measure", ["edge", "centre"])
@pytest.mark.parametrize("same", [False, True], ids=["two-kinds", "one-kind"])
def test_the_nearest_of_each_is_the_least_of_all(where: str, measure: str, same: bool) -> None:
    a = scatter(1, 60, where, "node")
    b = a if same else scatter(2, 40, where, "way")
    if measure == "centre":
        a, b = as_points(a), as_points(b)
    metres = all_metres(a, b)
    expected = [(a.ids[i], min(b.ids[metres[i] == metres[i].min()]), metres[i].min()) for i in range(len(a))]
    assert by_id(nearest_of_each(a, b), a, b) == expected


def test_shapes_of_one_name_are_left_out_however_near_they_are() -> None:
    a = scatter(1, 80, "city", "node")
    sites = np.array([f"site/{n // 5}" for n in range(len(a))])
    named = replace(a, ids=sites)
    metres = all_metres(named, named)
    found = nearest_of_each(named, named)
    assert found.i.tolist() == list(range(len(a)))
    assert found.dist_m.tolist() == metres.min(axis=1).tolist()
    alone = replace(a, ids=np.full(len(a), "site"))
    assert len(nearest_of_each(alone, alone)) == 0


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("k", [2, 5, 1_000])
def test_the_k_nearest_of_each_are_the_k_least_of_all(where: str, k: int) -> None:
    a = scatter(1, 30, where, "node")
    for b in (a, scatter(2, 20, where, "way"), a.take(np.array([0]))):
        metres = all_metres(a, b)
        expected = []
        for i in range(len(a)):
            least = sorted((m, b.ids[j]) for j, m in enumerate(metres[i]) if np.isfinite(m))
            expected += [(a.ids[i], id_, m) for m, id_ in least[:k]]
        assert by_id(nearest_of_each(a, b, k), a, b) == expected


@pytest.mark.parametrize("where", PLACES)
@pytest.mark.parametrize("k", [1, 3, 44, 1_000])
def test_the_nearest_to_one_are_the_least_of_all_and_whatever_ties_with_the_last(where: str, k: int) -> None:
    a, b = scatter(1, 5, where, "node"), scatter(2, 40, where, "way")
    for n in range(len(a)):
        one = a.take(np.array([n]))
        metres = all_metres(one, b)[0]
        last = sorted(metres)[min(k, len(b)) - 1]
        expected = sorted((m, b.ids[j]) for j, m in enumerate(metres) if m <= last)
        assert [(m, id_) for _, id_, m in by_id(nearest_to(one, b, k), one, b)] == expected


def test_the_nearest_is_found_across_the_earth() -> None:
    porto = Shapes.from_found([row("node/1", shapely.Point(-8.61, 41.15))])
    far = [
        ("node/2", 60.17, 24.94),
        ("node/3", -8.05, -34.9),
        ("node/4", -40.0, 170.0),
        ("node/5", -41.15, 171.4),
    ]
    others = Shapes.from_found(row(id_, shapely.Point(lon, lat)) for id_, lat, lon in far)
    park = Shapes.from_found([row("way/1", shapely.box(171.38, -41.16, 171.39, -41.14))])
    (found,) = by_id(nearest_of_each(porto, others), porto, others)
    assert found[1] == "node/2"
    assert found[2] == pytest.approx(brute_force.point_distance_m((41.15, -8.61), (60.17, 24.94)), abs=0.01)
    # nearly the antipode: the edge of a shape that is as far as can be
    (found,) = by_id(nearest_to(porto, park, 1), porto, park)
    assert found[2] == pytest.approx(brute_force.distance_m((41.15, -8.61), park.geometries[0].wkt), abs=0.01)


def test_nothing_is_nearest_where_there_is_nothing_else() -> None:
    one = scatter(1, 1, "city", "node").take(np.array([0]))
    none = one.take(np.array([], dtype=int))
    for a, b in ((one, one), (one, none)):
        assert len(nearest_of_each(a, b)) == 0
        assert len(nearest_to(a, b, 3)) == 0
    assert len(nearest_of_each(none, one)) == 0
    assert len(nearest_to(one, scatter(2, 3, "city", "way"), 0)) == 0
