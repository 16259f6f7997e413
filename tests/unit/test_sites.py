"""Which places are one site, which are one thing, whatever order they come in."""

import math
import random
from itertools import combinations, pairwise

import pytest

from loader.derive.same_names import Alike, compare_called
from loader.derive.sites import Together
from queries.statements.nearness import LocatedPlace

M = 1 / 111_320.0  # about a metre in degrees at the equator


def node(id_: int, east_m: float, name: str = "", service: str = "recycling", **tags: str) -> LocatedPlace:
    calling = tuple(f"{key}={value}" for key, value in tags.items())
    names = (name,) if name else ()
    return LocatedPlace(f"node/{id_}", (service,), 0.0, east_m * M, None, 0.0, names=names, calling=calling)


def area(id_: int, west_m: float, east_m: float, name: str = "", service: str = "school") -> LocatedPlace:
    half = (east_m - west_m) / 2
    west, east, south, north = west_m * M, east_m * M, -half * M, half * M
    ring = f"{west} {south}, {east} {south}, {east} {north}, {west} {north}, {west} {south}"
    reach, names = half * math.sqrt(2) * 1.01, (name,) if name else ()
    middle = (west + east) / 2
    return LocatedPlace(f"way/{id_}", (service,), 0.0, middle, f"POLYGON (({ring}))", reach, names=names)


def sites(*places: LocatedPlace) -> set[frozenset[str]]:
    return _grouped(places, 0)


def things(*places: LocatedPlace) -> set[frozenset[str]]:
    return _grouped(places, 1)


def _grouped(places: tuple[LocatedPlace, ...], which: int) -> set[frozenset[str]]:
    found: dict[str, set[str]] = {}
    shuffled = list(places)
    random.Random(len(places)).shuffle(shuffled)
    together = Together(places).sites
    assert Together(shuffled).sites == together
    for id_, site in together.items():
        found.setdefault(str(site[which]), set()).add(id_)
    assert all(min(ids) == group for group, ids in found.items())
    return {frozenset(ids) for ids in found.values()}


def sets(*groups: str) -> set[frozenset[str]]:
    return {frozenset(group.split()) for group in groups}


def test_nameless_places_never_join_places_of_different_names() -> None:
    row = [node(1, 0, "Um"), node(2, 9), node(3, 20, "Dois"), node(4, 29), node(5, 40, "Três")]
    assert sites(*row) == sets("node/1 node/2", "node/3 node/4", "node/5")


def test_cafes_side_by_side_are_one_site_only_by_their_names() -> None:
    row = [node(n, n * 5, name, "cafe") for n, name in enumerate(("A", "", "", "A", "B"), 1)]
    assert sites(*row) == sets("node/1 node/4", "node/2", "node/3", "node/5")
    assert sites(*row[:2]) == sets("node/1", "node/2")
    # a cafe is one by itself: of one name so near, it is one mapped twice
    assert things(*row) == sites(*row)


def test_of_two_names_as_near_the_smaller_id_has_the_nameless_place() -> None:
    assert sites(node(3, 0, "A"), node(2, 10), node(1, 20, "B")) == sets("node/1 node/2", "node/3")


def test_a_nameless_place_inside_one_belongs_there_whatever_is_nearer_by_id() -> None:
    inside = node(5, 9, "", "school")
    assert sites(node(1, 0, "A", "school"), area(2, 8, 30, "B"), inside) == sets("node/1", "way/2 node/5")


def test_nameless_places_stand_together_one_beside_the_next() -> None:
    assert sites(*(node(n, n * 12.0) for n in range(1, 5))) == sets("node/1 node/2 node/3 node/4")
    assert things(*(node(n, n * 12.0) for n in range(1, 5))) == {
        frozenset((f"node/{n}",)) for n in range(1, 5)
    }


def test_a_row_of_nameless_places_goes_to_no_name_beyond_its_reach() -> None:
    row = [node(1, 0, "A"), node(2, 12), node(3, 24), node(4, 36), node(5, 48, "B")]
    assert sites(*row) == sets("node/1 node/2", "node/3", "node/4 node/5")


def test_grounds_building_and_node_of_one_school_are_one_thing() -> None:
    grounds, building = area(1, 0, 100, "Escola Municipal Ana Lins"), area(2, 30, 60, "E. M. Ana Lins")
    for of_node in ("Escola Ana Lins", "", "ESCOLA MUNICIPAL DE ANA LINS"):
        for of_building in (building, area(2, 30, 60)):
            school = [grounds, of_building, node(3, 45, of_node, "school")]
            assert things(*school) == sites(*school) == sets("way/1 way/2 node/3")


def test_two_schools_in_the_same_grounds_are_two() -> None:
    both = [area(1, 0, 100, "Escola Básica Sul"), area(2, 30, 60, "Escola Secundária Sul")]
    assert sites(*both) == sets("way/1", "way/2")
    between = [*both, area(3, 35, 55)]
    assert sites(*between) == sets("way/1 way/3", "way/2")


def test_a_node_beside_its_outline_is_one_thing_and_nodes_side_by_side_are_one_site() -> None:
    outline = area(1, 0, 20, "Sabor da Terra", "restaurant")
    assert things(outline, node(2, 25, "Restaurante Sabor da Terra", "restaurant")) == sets("way/1 node/2")
    stops = node(1, 0, "Divisa", "bus_stop"), node(2, 12, "Divisa", "bus_stop")
    assert (len(things(*stops)), len(sites(*stops))) == (2, 1)


def test_courts_that_touch_are_one_site_and_not_one_thing() -> None:
    courts = [area(n, n * 20, n * 20 + 20, service="pitch") for n in range(3)]
    assert (len(things(*courts)), len(sites(*courts))) == (3, 1)


def test_places_of_different_kinds_are_never_joined() -> None:
    assert len(sites(node(1, 0, "A"), node(2, 0, "A", "bar"), area(3, 0, 10, "A", "cafe"))) == 3


@pytest.mark.parametrize("seed", range(60))
def test_a_site_holds_no_two_names_and_joins_only_what_is_near(seed: int) -> None:
    draw = random.Random(seed)
    names = ["", "", "", "Um", "Dois", "Escola Um", "E. M. Um", "Escola Estadual Um"]
    places = []
    for n in range(1, 25):
        east, name = draw.uniform(0, 200), draw.choice(names)
        wide = draw.choice([0.0, 0.0, 0.0, 8.0, 30.0])
        places.append(area(n, east, east + wide, name) if wide else node(n, east, name, "school"))
    together = Together(places)
    called = dict(zip((p.id for p in together.places), together._called, strict=True))
    members: dict[str, list[str]] = {}
    for id_, site in together.sites.items():
        members.setdefault(str(site.site_id), []).append(id_)
        assert together.sites[str(site.thing_id)].site_id == site.site_id
    for ids in members.values():
        for a, b in combinations(ids, 2):
            assert compare_called(called[a], called[b]) is not Alike.NO
        # the places lie on one line: sorted along it, in one site each is near what came before
        ends = sorted(_ends(next(p for p in places if p.id == id_)) for id_ in ids)
        furthest = ends[0][1]
        for _, (west, east) in pairwise(ends):
            assert west - furthest <= 15.01
            furthest = max(furthest, east)


def _ends(place: LocatedPlace) -> tuple[float, float]:
    reach = 0.0 if place.geometry is None else place.reach_m / math.sqrt(2) / 1.01
    return place.longitude / M - reach, place.longitude / M + reach


def test_a_relation_of_scattered_points_does_not_make_them_one() -> None:
    taps = [node(n, n * 100.0, "", "drinking_water") for n in range(1, 4)]
    points = ", ".join(f"{tap.longitude} 0" for tap in taps)
    relation = LocatedPlace("relation/9", ("drinking_water",), 0.0, 200 * M, f"MULTIPOINT ({points})", 101.0)
    assert len(sites(*taps, relation)) == 4
