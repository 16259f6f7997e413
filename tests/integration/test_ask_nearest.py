"""The nearest places, to a place and to each place of a kind, against distances by brute force."""

from itertools import product

import pytest

import service.retrieval.spatial.nearest
from queries.geometry.radius import HALF_EARTH_M
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.answer import Measure
from service.reading import FilterReading, PairReading, PlaceReading
from tests import brute_force
from tests.integration.test_ask_absence import beyond, within
from tests.sample_graph import TOLERANCE_M, Sample

POINT = (60.1675, 24.9427)


@pytest.fixture(params=["read", "sought"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether all places are read, as few are, or sought wider and wider, as many are."""
    if request.param == "sought":
        monkeypatch.setattr(service.retrieval.spatial.nearest, "_READ_ALL", 0)


def from_place(kind: str, name: str, id_: str | None = None) -> PlaceReading:
    return PlaceReading.model_validate({"kind": kind, "id": id_, "name": name, "relation": "from"})


def ask(
    perto: Perto,
    services: tuple[str, ...],
    *places: PlaceReading,
    measure: Measure = "edge",
    **fields: object,
) -> Answer:
    reading = Reading.model_validate(
        {"kind": "nearest", "services": services, "places": places, "order": "nearest", **fields}
    )
    answer = perto.ask(reading=reading, mode="graph", limit="all", measure=measure)
    assert answer.outcome in ("answered", "none"), answer.text
    return answer


def each(
    perto: Perto, a: str, b: str, *more: PairReading, measure: Measure = "edge", **fields: object
) -> Answer:
    pair = PairReading(a=(a,), b=(b,), radius_m=HALF_EARTH_M)
    return ask(perto, (b,), each=True, pairs=(pair, *more), measure=measure, **fields)


def metres_from(sample: Sample, shape: brute_force.Shape, among: set[str]) -> dict[str, float]:
    return {i: brute_force.distance_m(shape, sample.shapes[i]) for i in among}


def assert_nearest(answer: Answer, metres: dict[str, float], k: int) -> None:
    """The k least, by metres, then id; of two that are about as far either may be one."""
    found = [(p.distance_m, p.id) for p in answer.places]
    assert found == sorted(found, key=lambda p: (p[0] or 0.0, p[1]))
    least = sorted(metres.values())[:k]
    assert [m for m, _ in found] == pytest.approx(least, abs=TOLERANCE_M)
    assert {i: m for m, i in found} == pytest.approx({i: metres[i] for _, i in found}, abs=TOLERANCE_M)
    assert answer.total == len(found) == min(k, len(metres))


@pytest.mark.parametrize("k", [1, 3, 60])
@pytest.mark.parametrize("measure", ["edge", "centre"])
def test_the_k_nearest_to_a_point(k: int, measure: Measure, way: None, sample: Sample, perto: Perto) -> None:
    answer = ask(
        perto, ("park", "library"), from_place("point", "60.1675, 24.9427"), measure=measure, limit=k
    )
    among = sample.of("park", "library")
    metres = metres_from(sample, POINT, among)
    if measure == "centre":
        metres = {i: brute_force.point_distance_m(POINT, sample.places[i].location) for i in among}
    assert_nearest(answer, metres, k)
    assert all(p.nearest is None and p.bearing_deg is not None for p in answer.places)


@pytest.mark.parametrize("service", ["park", "restaurant"])
def test_the_nearest_to_a_place_and_never_itself(
    service: str, way: None, sample: Sample, perto: Perto
) -> None:
    id_ = min(i for i in sample.of(service) if sample.places[i].name)
    answer = ask(perto, (service,), from_place("poi", "the place", id_), limit=4)
    to = {q: m for (p, q), m in sample.metres.items() if p == id_ and q in sample.of(service)}
    assert_nearest(answer, to, 4)
    assert {p.nearest.id for p in answer.places if p.nearest} == {id_}


def test_the_nearest_to_a_cell(sample: Sample, graph_server: Graph, perto: Perto) -> None:
    with graph_server._driver.session() as session:
        zone = session.run("MATCH (z:Zone {resolution: 9}) RETURN z.id AS id ORDER BY id LIMIT 1").single(
            strict=True
        )["id"]
    from queries.geometry.cells import cell_shape

    answer = ask(perto, ("toilets",), from_place("zone", zone), limit=5)
    assert_nearest(answer, metres_from(sample, cell_shape(zone).wkt, sample.of("toilets")), 5)


def test_the_nearest_to_a_street(sample: Sample, graph_server: Graph, perto: Perto) -> None:
    name = "Kasarmikatu"
    with graph_server._driver.session() as session:
        rows = session.run(
            "MATCH (s:Street {name: $name})<-[:PART_OF]-(r:Road) "
            "RETURN s.id AS street, r.geometry AS geometry",
            name=name,
        ).data()
    answer = ask(perto, ("toilets", "library"), from_place("street", name), limit=4)
    metres = {
        i: min(brute_force.distance_m(row["geometry"], sample.shapes[i]) for row in rows)
        for i in sample.of("toilets", "library")
    }
    assert_nearest(answer, metres, 4)
    assert {(p.nearest.id, p.nearest.name) for p in answer.places if p.nearest} == {(rows[0]["street"], name)}
    assert f"from “{name}”" in answer.text


def test_the_one_nearest_is_meant_where_no_number_is_said(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, ("cafe",), from_place("point", "60.1675, 24.9427"))
    assert_nearest(answer, metres_from(sample, POINT, sample.of("cafe")), 1)
    assert answer.text.startswith("The nearest cafe to “60.1675, 24.9427”, in a straight line [1].")
    told = perto.ask(
        reading=answer.reading.model_copy(update={"limit": 3}), mode="graph", language="pt", limit=2
    )
    assert told.text.startswith("Os 3 cafés mais próximos de “60.1675, 24.9427”, em linha reta [1].")
    assert (told.total, len(told.places)) == (3, 2)


def test_the_nearest_that_meets_conditions(sample: Sample, perto: Perto) -> None:
    point = from_place("point", "60.1675, 24.9427")
    parks = sample.of("park")
    with_fountain = {p for p, _ in sample.within(parks, sample.of("fountain"), 200.0)}
    answer = ask(perto, ("park",), point, pairs=(within("park", "fountain", 200.0),), limit=3)
    assert_nearest(answer, metres_from(sample, POINT, with_fountain), 3)
    found = {p.id for p in answer.places}
    assert {p.a.id for p in answer.pairs} <= found
    assert answer.total_pairs == len(sample.within(found, sample.of("fountain"), 200.0))
    assert "that are within 200 m of a fountain" in answer.text
    without = parks - {p for p, _ in sample.within(parks, sample.of("toilets"), 300.0)}
    answer = ask(perto, ("park",), point, pairs=(beyond("park", "toilets", 300.0),), limit=3)
    assert_nearest(answer, metres_from(sample, POINT, without), 3)
    tagged = {i for i in sample.of("cafe") if "wheelchair=yes" in sample.places[i].tags}
    filters = (FilterReading(service="cafe", key="wheelchair", value="yes"),)
    answer = ask(perto, ("cafe",), point, filters=filters, limit=2)
    assert_nearest(answer, metres_from(sample, POINT, tagged), 2)
    ring = PlaceReading(kind="point", name="60.1675, 24.9427", relation="beyond", radius_m=400)
    answer = ask(perto, ("cafe", "bank"), point, ring, filters=filters, limit=2)
    far = {i: m for i, m in metres_from(sample, POINT, tagged | sample.of("bank")).items() if m > 400}
    assert_nearest(answer, far, 2)


@pytest.mark.parametrize("measure", ["edge", "centre"])
@pytest.mark.parametrize(
    ("a", "b"), [("school", "library"), ("park", "toilets"), ("cafe", "park"), ("bank", "cafe")]
)
def test_each_place_has_its_nearest(a: str, b: str, measure: Measure, sample: Sample, perto: Perto) -> None:
    answer = each(perto, a, b, measure=measure)
    metres = {}
    for p, q in product(sample.of(a), sample.of(b)):
        if measure == "centre":
            metres[p, q] = brute_force.point_distance_m(sample.places[p].location, sample.places[q].location)
        elif (p, q) in sample.metres:
            metres[p, q] = sample.metres[p, q]
    least = {p: min(m for (x, _), m in metres.items() if x == p) for p in sample.of(a)}
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(least, abs=TOLERANCE_M)
    assert {(p.a.id, p.b.id) for p in answer.pairs} == {
        (p.id, p.nearest.id) for p in answer.places if p.nearest
    }
    assert {p.a.id: p.distance_m for p in answer.pairs} == pytest.approx(least, abs=TOLERANCE_M)
    assert [p.distance_m for p in answer.pairs] == sorted(p.distance_m for p in answer.pairs)
    assert answer.total == answer.total_pairs == len(sample.of(a))


def test_each_place_has_its_three_nearest(sample: Sample, perto: Perto) -> None:
    answer = each(perto, "library", "toilets", limit=3)
    found: dict[str, list[float]] = {}
    for pair in answer.pairs:
        found.setdefault(pair.a.id, []).append(pair.distance_m)
    toilets = sample.of("toilets")
    for library in sample.of("library"):
        least = sorted(m for (p, q), m in sample.metres.items() if p == library and q in toilets)[:3]
        assert found[library] == pytest.approx(least, abs=TOLERANCE_M)
    assert (answer.total, answer.total_pairs) == (len(sample.of("library")), 3 * len(sample.of("library")))
    assert {p.id: p.distance_m for p in answer.places} == {p: metres[0] for p, metres in found.items()}
    assert [p.distance_m for p in answer.places] == sorted(metres[0] for metres in found.values())
    assert "each with the 3 nearest public toilets" in answer.text


def test_each_and_its_nearest_may_have_conditions(sample: Sample, perto: Perto) -> None:
    a, b = sample.of("school"), sample.of("park")
    answer = each(
        perto, "school", "park", within("school", "tram_stop", 250.0), within("park", "toilets", 300.0)
    )
    asked = {p for p, _ in sample.within(a, sample.of("tram_stop"), 250.0)}
    parks = {p for p, _ in sample.within(b, sample.of("toilets"), 300.0)}
    least = {p: min(sample.metres[p, q] for q in parks if (p, q) in sample.metres) for p in asked}
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(least, abs=TOLERANCE_M)
    first = answer.text.splitlines()[0]
    assert first.startswith(
        f"{len(asked)} schools within 250 m of a tram stop, each with the nearest park that is itself"
    )


def test_of_one_kind_each_has_another_and_both_are_rows(sample: Sample, perto: Perto) -> None:
    answer = each(perto, "library", "library", same_site=True)
    libraries = sample.of("library")
    least = {p: min(m for (x, y), m in sample.metres.items() if x == p and y in libraries) for p in libraries}
    assert {p.a.id: p.distance_m for p in answer.pairs} == pytest.approx(least, abs=TOLERANCE_M)
    assert answer.total_pairs == len(libraries)


def test_nothing_is_nearest_where_nothing_is_mapped(sample: Sample, perto: Perto) -> None:
    assert not sample.of("water_point")
    none = ask(perto, ("water_point",), from_place("point", "60.1675, 24.9427"))
    assert (none.outcome, none.total) == ("none", 0)
    none = each(perto, "school", "water_point")
    assert (none.outcome, none.total) == ("none", 0)
    assert none.text.startswith("No school has a water point in the data of 2019-04-21")
    few = ask(perto, ("library",), from_place("point", "60.1675, 24.9427"), limit=100)
    assert few.total == len(sample.of("library"))
    assert "100 were asked for: the data have no more" in few.text


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"each": True},
        {"pairs": (within("cafe", "park", 100.0),)},
        {"places": (from_place("point", "60.16, 24.94"), from_place("point", "60.17, 24.95"))},
        {"each": True, "pairs": (beyond("cafe", "park", 100.0),)},
        {"kind": "places", "places": (from_place("point", "60.16, 24.94"),)},
    ],
)
def test_what_is_nearest_to_nothing_or_to_several_is_not_guessed(
    fields: dict[str, object], perto: Perto
) -> None:
    reading = Reading.model_validate({"kind": "nearest", "services": ("cafe",), **fields})
    answer = perto.ask(reading=reading, mode="graph")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert answer.problem.try_
    either = reading.model_copy(update={"combine": "any"})
    if len(reading.places) > 1:
        assert perto.ask(reading=either, mode="graph").total == 1
