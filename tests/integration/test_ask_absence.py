"""What has nothing near it, and what is far from a place: equal to brute force at every radius."""

from collections.abc import Iterator

import pytest

from queries.graph import Graph
from service import Answer, Perto, Reading
from service.answer import Measure
from service.reading import FilterReading, PairReading, PlaceReading
from tests import brute_force
from tests.graph_dump import empty_graph
from tests.sample_graph import TOLERANCE_M, Sample

RADII_M = [50.0, 137.0, 500.0, 1_300.0, 2_500.0]
POINT = (60.169, 24.94)


def within(a: str, b: str, radius_m: float) -> PairReading:
    return PairReading(a=(a,), b=(b,), radius_m=radius_m)


def beyond(a: str, b: str, radius_m: float, at_least_m: float = 0.0) -> PairReading:
    return PairReading(a=(a,), b=(b,), relation="beyond", radius_m=radius_m, at_least_m=at_least_m)


def ask(perto: Perto, *pairs: PairReading, measure: Measure = "edge", **fields: object) -> Answer:
    reading = Reading.model_validate(
        {"kind": "absence", "services": pairs[0].a if pairs else (), "pairs": pairs, **fields}
    )
    answer = perto.ask(reading=reading, mode="graph", limit="all", measure=measure)
    assert answer.outcome in ("answered", "none"), answer.text
    return answer


def ids(answer: Answer) -> set[str]:
    return {place.id for place in answer.places}


def near(sample: Sample, a: set[str], b: set[str], radius_m: float) -> set[str]:
    return {p for p, _ in sample.within(a, b, radius_m)}


def centre_m(sample: Sample, a: set[str], b: set[str]) -> dict[tuple[str, str], float]:
    at = {id_: place.location for id_, place in sample.places.items()}
    return {(p, q): brute_force.point_distance_m(at[p], at[q]) for p in a for q in b if p != q}


@pytest.mark.parametrize("radius_m", RADII_M)
@pytest.mark.parametrize(
    ("a", "b"),
    [("cafe", "fountain"), ("park", "toilets"), ("school", "playground"), ("waste_basket", "park"),
     ("water_body", "square"), ("library", "restaurant")],
)  # fmt: skip
def test_what_has_nothing_near_is_all_the_rest_by_brute_force(
    a: str, b: str, radius_m: float, sample: Sample, perto: Perto
) -> None:
    answer = ask(perto, beyond(a, b, radius_m))
    unsure = {p for pair in sample.close_calls(radius_m) for p in pair}
    expected = sample.of(a) - near(sample, sample.of(a), sample.of(b), radius_m)
    assert ids(answer) - unsure == expected - unsure
    assert (answer.total, answer.pairs) == (len(answer.places), ())
    metres = [p.distance_m for p in answer.places if p.distance_m is not None]
    assert metres == sorted(metres)
    for place in answer.places:
        to = {q: sample.metres[place.id, q] for q in sample.of(b) if (place.id, q) in sample.metres}
        if to:
            assert place.nearest is not None
            assert place.distance_m == pytest.approx(min(to.values()), abs=TOLERANCE_M)
            assert to[place.nearest.id] == pytest.approx(min(to.values()), abs=TOLERANCE_M)


@pytest.mark.parametrize("radius_m", [50.0, 137.0, 500.0, 1_300.0])
@pytest.mark.parametrize(("a", "b"), [("park", "toilets"), ("school", "park"), ("water_body", "water_body")])
def test_by_centres_it_is_all_the_rest_too(
    a: str, b: str, radius_m: float, sample: Sample, perto: Perto
) -> None:
    metres = centre_m(sample, sample.of(a), sample.of(b))
    expected = sample.of(a) - {p for (p, _), m in metres.items() if m <= radius_m}
    answer = ask(perto, beyond(a, b, radius_m), measure="centre", same_site=True)
    assert ids(answer) == expected
    least = {p: min(m for (q, _), m in metres.items() if q == p) for p in expected}
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(least, abs=TOLERANCE_M)


def test_several_kinds_are_all_missing_or_none_is(sample: Sample, perto: Perto) -> None:
    pair = PairReading(
        a=("park", "square"), b=("cafe", "restaurant", "bank"), relation="beyond", radius_m=80.0
    )
    answer = ask(perto, pair)
    a, b = sample.of(*pair.a), sample.of(*pair.b)
    assert ids(answer) == a - near(sample, a, b, 80.0) != set()


@pytest.mark.parametrize("combine", ["all", "any"])
def test_what_is_near_one_thing_and_not_another(combine: str, sample: Sample, perto: Perto) -> None:
    answer = ask(perto, within("cafe", "fountain", 200.0), beyond("cafe", "toilets", 150.0), combine=combine)
    cafes = sample.of("cafe")
    fountains = sample.within(cafes, sample.of("fountain"), 200.0)
    without = cafes - near(sample, cafes, sample.of("toilets"), 150.0)
    with_fountain = {p for p, _ in fountains}
    expected = with_fountain & without if combine == "all" else with_fountain | without
    assert ids(answer) == expected != set()
    assert {(p.a.id, p.b.id) for p in answer.pairs} == {pair for pair in fountains if pair[0] in expected}
    for place in answer.places:
        if place.id in with_fountain:
            assert place.nearest is not None
            assert place.nearest.id in sample.of("fountain")


def test_a_chain_behind_what_is_missing_says_what_does_not_count(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, beyond("park", "toilets", 400.0), within("toilets", "cafe", 60.0))
    count = near(sample, sample.of("toilets"), sample.of("cafe"), 60.0)
    assert ids(answer) == sample.of("park") - near(sample, sample.of("park"), count, 400.0)
    assert count < sample.of("toilets")
    every = ask(perto, beyond("park", "toilets", 400.0))
    assert ids(every) < ids(answer)


def test_what_is_missing_at_the_end_of_a_chain(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, within("cafe", "park", 100.0), beyond("park", "toilets", 60.0))
    parks = sample.of("park") - near(sample, sample.of("park"), sample.of("toilets"), 60.0)
    expected = sample.within(sample.of("cafe"), parks, 100.0)
    assert {(p.a.id, p.b.id) for p in answer.pairs} == expected != set()
    assert ids(answer) == {p for p, _ in expected}


def test_nothing_in_a_range(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, beyond("cafe", "fountain", 300.0, at_least_m=100.0))
    ring = {p for p, _ in sample.within(sample.of("cafe"), sample.of("fountain"), 300.0, 100.0)}
    assert ids(answer) == sample.of("cafe") - ring != set()


@pytest.mark.parametrize("same_site", [False, True])
def test_no_other_of_its_kind(same_site: bool, sample: Sample, perto: Perto, graph_server: Graph) -> None:
    with graph_server._driver.session() as session:
        rows = session.run(
            "MATCH (p:POI)-[:IS_A]->(:Service {id: 'tram_stop'}) RETURN p.id AS id, p.site_id AS site"
        )
        site = {r["id"]: r["id"] if same_site else r["site"] for r in rows}
    stops = sample.of("tram_stop")
    paired = {(p, q) for p, q in sample.within(stops, stops, 40.0) if site[p] != site[q]}
    answer = ask(perto, beyond("tram_stop", "tram_stop", 40.0), same_site=same_site)
    assert ids(answer) == stops - {p for p, _ in paired} != set()
    assert any("one site" in said for said in answer.reading.assumptions) == (not same_site)
    assert "no other tram stop mapped within 40 m" in answer.text


def test_tags_areas_and_places_narrow_both_sides(sample: Sample, perto: Perto) -> None:
    filters = (FilterReading(service="toilets", key="wheelchair", value="yes"),)
    tagged = {i for i in sample.of("toilets") if "wheelchair=yes" in sample.places[i].tags}
    answer = ask(perto, beyond("park", "toilets", 300.0), filters=filters)
    assert ids(answer) == sample.of("park") - near(sample, sample.of("park"), tagged, 300.0)
    assert set() < tagged < sample.of("toilets")
    for of in ("a", "b"):
        place = PlaceReading(kind="point", name="60.169, 24.94", relation="within", radius_m=700, of=of)  # type: ignore[arg-type]
        there = {i for i, m in to_point(sample, "park", "toilets").items() if m <= 700.0}
        a, b = sample.of("park"), sample.of("toilets")
        a, b = (a & there, b) if of == "a" else (a, b & there)
        answer = ask(perto, beyond("park", "toilets", 250.0), places=(place,))
        assert ids(answer) == a - near(sample, a, b, 250.0) != set()


def test_a_count_of_what_is_missing_and_its_words(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, beyond("park", "fountain", 250.0), kind="count")
    parks = sample.of("park")
    expected = parks - near(sample, parks, sample.of("fountain"), 250.0)
    assert answer.total == len(expected)
    first = answer.text.splitlines()[0]
    assert first.startswith(f"There are {len(expected)} parks")
    assert "with no fountain mapped within 250 m" in first
    assert "in the data of 2019-04-21" in first
    reading = answer.reading.model_copy(update={"kind": "absence"})
    told = perto.ask(reading=reading, mode="graph", language="pt", limit=2)
    assert "sem nenhuma fonte mapeada a até 250 m" in told.text
    assert (len(told.places), told.total) == (2, len(expected))


def test_of_a_kind_without_places_everything_is_without(sample: Sample, perto: Perto) -> None:
    assert not sample.of("water_point")
    answer = ask(perto, beyond("park", "water_point", 137.0))
    assert ids(answer) == sample.of("park")
    assert all(place.nearest is None and place.distance_m is None for place in answer.places)
    assert "none in the data" in answer.text


def test_at_200_km_nothing_is_missing_and_at_a_metre_nearly_everything(sample: Sample, perto: Perto) -> None:
    far = ask(perto, beyond("restaurant", "waste_basket", 200_000.0))
    assert (far.outcome, far.total) == ("none", 0)
    assert "There is no restaurant without a litter bin mapped within 200,000 m" in far.text
    close = ask(perto, beyond("restaurant", "waste_basket", 1.0))
    touching = near(sample, sample.of("restaurant"), sample.of("waste_basket"), 1.0)
    assert ids(close) == sample.of("restaurant") - touching


def to_point(sample: Sample, *services: str) -> dict[str, float]:
    return {i: brute_force.distance_m(POINT, sample.shapes[i]) for i in sample.of(*services)}


@pytest.mark.parametrize("radius_m", [137.0, 500.0, 1_000.0, 200_000.0])
@pytest.mark.parametrize("measure", ["edge", "centre"])
def test_farther_than_a_radius_from_a_place(
    radius_m: float, measure: Measure, sample: Sample, perto: Perto
) -> None:
    place = PlaceReading(kind="point", name="60.169, 24.94", relation="beyond", radius_m=radius_m)
    metres = to_point(sample, "park", "library")
    if measure == "centre":
        metres = {i: brute_force.point_distance_m(POINT, sample.places[i].location) for i in metres}
    answer = ask(perto, kind="places", services=("park", "library"), places=(place,), measure=measure)
    expected = {i: m for i, m in metres.items() if m > radius_m}
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(expected, abs=TOLERANCE_M)
    assert all(p.bearing_deg is not None for p in answer.places)
    if expected:
        assert "from “60.169, 24.94”" in answer.text
        assert f"more than {radius_m:,.0f} m from" in answer.text


def test_between_two_radii_of_a_place_are_two_conditions(sample: Sample, perto: Perto) -> None:
    at = [
        PlaceReading(kind="point", name="60.169, 24.94", relation=relation, radius_m=radius_m)  # type: ignore[arg-type]
        for relation, radius_m in (("within", 400.0), ("beyond", 100.0))
    ]
    answer = ask(perto, kind="places", services=("waste_basket",), places=tuple(at))
    expected = {i: m for i, m in to_point(sample, "waste_basket").items() if 100.0 < m <= 400.0}
    assert "are more than 100 m and up to 400 m from “60.169, 24.94”" in answer.text
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(expected, abs=TOLERANCE_M)


def test_near_one_place_or_another(sample: Sample, perto: Perto) -> None:
    points = {"60.169, 24.94": POINT, "60.172, 24.95": (60.172, 24.95)}
    at = tuple(PlaceReading(kind="point", name=name, relation="within", radius_m=300.0) for name in points)
    answer = ask(perto, kind="places", services=("cafe", "park"), places=at, combine="any")
    least = {
        i: min(brute_force.distance_m(point, sample.shapes[i]) for point in points.values())
        for i in sample.of("cafe", "park")
    }
    expected = {i: m for i, m in least.items() if m <= 300.0}
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(expected, abs=TOLERANCE_M)
    assert "within 300 m of “60.169, 24.94” or within 300 m of “60.172, 24.95”" in answer.text
    both = ask(perto, kind="places", services=("cafe", "park"), places=at)
    assert ids(both) < ids(answer)


@pytest.fixture
def broken_load(graph_server: Graph) -> Iterator[None]:
    """What a load that broke off leaves: no COVERED, half of the edges."""
    with graph_server._driver.session() as session:
        session.run("MATCH ()-[c:COVERED]->() DELETE c").consume()
        session.run("MATCH (a)-[r:NEAR]->() WHERE a.id < 'node/3' DELETE r").consume()
        session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
    yield
    empty_graph(graph_server)


def test_a_broken_load_changes_nothing_of_it(sample: Sample, perto: Perto, broken_load: None) -> None:
    parks, toilets = sample.of("park"), sample.of("toilets")
    for radius_m in (137.0, 500.0):
        answer = ask(perto, beyond("park", "toilets", radius_m))
        assert ids(answer) == parks - near(sample, parks, toilets, radius_m)
        assert any("load in progress" in note for note in answer.notes)
