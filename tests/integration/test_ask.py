"""Asking the sample: totals and lists equal brute force, and every kind of condition is what it says."""

from itertools import product

import pytest

from queries.catalogue.catalogue import load_catalogue
from queries.catalogue.folding import fold
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.errors import QuestionError
from service.reading import FilterReading, PairReading, PlaceReading
from tests import brute_force
from tests.sample_graph import Sample


def pairs(*conditions: tuple[str, str, float], combine: str = "all") -> Reading:
    read = tuple(PairReading(a=(a,), b=(b,), radius_m=radius_m) for a, b, radius_m in conditions)
    return Reading.model_validate({"kind": "pairs", "pairs": read, "combine": combine})


def ids(answer: Answer) -> set[str]:
    return {place.id for place in answer.places}


def pair_ids(answer: Answer) -> set[tuple[str, str]]:
    return {(pair.a.id, pair.b.id) for pair in answer.pairs}


@pytest.mark.parametrize(
    ("question", "language", "a", "b", "radius_m"),
    [
        ("Quais pontos de reciclagem ficam a até 300 m de um parque?", "pt", "recycling", "park", 300.0),
        ("cafes within 150 m of a fountain", "en", "cafe", "fountain", 150.0),
        ("cafes within 600 m of a fountain", "en", "cafe", "fountain", 600.0),
    ],
)
def test_a_question_is_answered_as_by_brute_force(
    question: str, language: str, a: str, b: str, radius_m: float, sample: Sample, perto: Perto
) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    expected = sample.within(sample.of(a), sample.of(b), radius_m)
    assert (answer.outcome, answer.language, answer.problem) == ("answered", language, None)
    assert pair_ids(answer) == expected
    assert ids(answer) == {p for p, _ in expected}
    assert (answer.total, answer.total_pairs) == (len(answer.places), len(answer.pairs))
    metres = [pair.distance_m for pair in answer.pairs]
    assert metres == sorted(metres)
    assert metres == pytest.approx([sample.metres[p.a.id, p.b.id] for p in answer.pairs], abs=0.01)
    assert answer.data.attribution.startswith("©")
    assert [d.id for d in answer.data.datasets] == ["helsinki"]
    assert answer.similar == ()
    assert {"plan", "retrieve", "compose", "verify", "total"} == set(answer.elapsed_ms)


def test_the_list_is_bounded_and_the_totals_are_not(sample: Sample, perto: Perto) -> None:
    answer = perto.ask("restaurants within 200 m of a cafe", mode="graph", limit=3)
    expected = sample.within(sample.of("restaurant"), sample.of("cafe"), 200.0)
    assert (len(answer.pairs), len(answer.places)) == (3, 3)
    assert (answer.total, answer.total_pairs) == (len({a for a, _ in expected}), len(expected))
    assert f"3 of {answer.total} places" in answer.text
    nearest = sorted((round(sample.metres[p], 3), p) for p in expected)
    assert [(p.a.id, p.b.id) for p in answer.pairs] == [p for _, p in nearest[:3]]


def test_each_listed_place_names_what_it_was_measured_to(sample: Sample, perto: Perto) -> None:
    answer = perto.ask(reading=pairs(("toilets", "park", 200.0)), mode="graph", limit="all")
    for place in answer.places:
        assert place.nearest is not None
        assert place.distance_m is not None
        best = min(sample.metres[place.id, q] for q in sample.of("park") if (place.id, q) in sample.metres)
        assert place.distance_m == pytest.approx(best, abs=0.01)
        assert place.bearing_deg is not None
        assert 0 <= place.bearing_deg < 360
        assert place.name is not None or ("public toilet" in place.locator.lower() and " m " in place.locator)


def test_of_one_service_each_two_places_are_one_pair_and_both_count(sample: Sample, perto: Perto) -> None:
    asked = pairs(("cafe", "cafe", 60.0)).model_copy(update={"same_site": True})
    answer = perto.ask(reading=asked, mode="graph", limit="all")
    both = sample.within(sample.of("cafe"), sample.of("cafe"), 60.0)
    assert pair_ids(answer) == {(p, q) for p, q in both if p < q}
    assert ids(answer) == {p for pair in both for p in pair}
    assert answer.total_pairs == len(both) // 2


def test_several_services_on_each_side_are_one_set(sample: Sample, perto: Perto) -> None:
    pair = PairReading(a=("cafe", "restaurant"), b=("park", "library", "cafe"), radius_m=80.0)
    asked = Reading(kind="pairs", pairs=(pair,), same_site=True)
    answer = perto.ask(reading=asked, mode="graph", limit="all")
    both = sample.within(sample.of(*pair.a), sample.of(*pair.b), 80.0)
    assert ids(answer) == {p for p, _ in both}
    assert pair_ids(answer) == {(p, q) for p, q in both if p < q or (q, p) not in both}


def test_all_conditions_hold_or_any_of_them(sample: Sample, perto: Perto) -> None:
    conditions = (("cafe", "fountain", 200.0), ("cafe", "library", 150.0))
    by = [
        {p for p, _ in sample.within(sample.of(a), sample.of(b), radius_m)} for a, b, radius_m in conditions
    ]
    every = perto.ask(reading=pairs(*conditions), mode="graph", limit="all")
    some = perto.ask(reading=pairs(*conditions, combine="any"), mode="graph", limit="all")
    assert ids(every) == by[0] & by[1] != set()
    assert ids(some) == by[0] | by[1]
    assert {a for a, _ in pair_ids(every)} == ids(every)


def test_a_later_pair_chains_where_its_a_is_an_earlier_b(sample: Sample, perto: Perto) -> None:
    answer = perto.ask(
        reading=pairs(("cafe", "fountain", 200.0), ("fountain", "park", 20.0)), mode="graph", limit="all"
    )
    behind = sample.within(sample.of("fountain"), sample.of("park"), 20.0)
    fountains = {p for p, _ in behind}
    asked = sample.within(sample.of("cafe"), fountains, 200.0)
    reached = {q for _, q in asked}
    assert ids(answer) == {p for p, _ in asked}
    assert pair_ids(answer) == asked | {(p, q) for p, q in behind if p in reached}


def test_a_count_counts_places(sample: Sample, perto: Perto) -> None:
    near = perto.ask("quantas fontes há perto de um parque?", mode="graph")
    assert near.total == len({p for p, _ in sample.within(sample.of("fountain"), sample.of("park"), 500.0)})
    assert near.text.startswith(f"Há {near.total} fontes a até 500 m de um parque, em linha reta [1].")
    every = perto.ask(reading=Reading(kind="count", services=("cafe", "bank")), mode="graph", limit=1)
    assert (every.total, len(every.places)) == (len(sample.of("cafe", "bank")), 1)


def test_tags_are_asked_of_their_service(sample: Sample, perto: Perto) -> None:
    filters = (FilterReading(service="cafe", key="wheelchair", value="yes"),)
    tagged = {i for i in sample.of("cafe") if "wheelchair=yes" in sample.places[i].tags}
    alone = perto.ask(reading=Reading(services=("cafe", "bank"), filters=filters), mode="graph", limit="all")
    assert ids(alone) == tagged | sample.of("bank")
    reading = pairs(("toilets", "cafe", 100.0)).model_copy(update={"filters": filters})
    near = perto.ask(reading=reading, mode="graph", limit="all")
    assert pair_ids(near) == sample.within(sample.of("toilets"), tagged, 100.0)
    assert ids(alone) != sample.of("cafe", "bank")


def named_once(sample: Sample, service: str) -> str:
    names = [fold(p.name) for p in sample.places.values() if p.name]
    fits = (i for i in sorted(sample.of(service)) if names.count(fold(sample.places[i].name or "")) == 1)
    return next(fits)


@pytest.mark.parametrize("service", ["park", "restaurant"])
def test_a_named_place_bounds_and_is_left_out(service: str, sample: Sample, perto: Perto) -> None:
    id_ = named_once(sample, service)
    name = sample.places[id_].name or ""
    place = PlaceReading(kind="poi", name=name.upper(), relation="within", radius_m=250.0)
    answer = perto.ask(
        reading=Reading(kind="places", services=("cafe", service), places=(place,)), mode="graph", limit="all"
    )
    expected = sample.within({id_}, sample.of("cafe", service), 250.0)
    assert answer.reading.places[0].id == id_
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(
        {q: sample.metres[id_, q] for _, q in expected}, abs=0.01
    )
    assert {p.nearest.id for p in answer.places if p.nearest} == {id_}


def test_a_point_bounds_by_its_metres(sample: Sample, perto: Perto) -> None:
    place = PlaceReading(kind="point", name="60.1690, 24.9400", relation="within", radius_m=400.0)
    answer = perto.ask(
        reading=Reading(kind="places", services=("waste_basket",), places=(place,)), mode="graph", limit="all"
    )
    metres = {
        i: brute_force.point_distance_m((60.169, 24.94), sample.places[i].location)
        for i in sample.of("waste_basket")
    }
    expected = {i: m for i, m in metres.items() if m <= 400.0}
    assert expected
    assert {p.id: p.distance_m for p in answer.places} == pytest.approx(expected, abs=0.01)
    assert all(p.bearing_deg is not None and p.nearest is None for p in answer.places)


def test_places_named_bound_either_side_of_a_pair(sample: Sample, perto: Perto) -> None:
    id_ = named_once(sample, "park")
    for of, radius_m in (("a", 300.0), ("b", 300.0)):
        place = PlaceReading(kind="poi", id=id_, name="the park", relation="within", radius_m=radius_m, of=of)  # type: ignore[arg-type]
        reading = pairs(("cafe", "toilets", 250.0)).model_copy(update={"places": (place,)})
        near = {q for _, q in sample.within({id_}, set(sample.places), radius_m)}
        a, b = sample.of("cafe"), sample.of("toilets")
        a, b = (a & near, b) if of == "a" else (a, b & near)
        answer = perto.ask(reading=reading, mode="graph", limit="all")
        assert pair_ids(answer) == sample.within(a, b, 250.0) != set()


def test_a_cell_bounds_by_what_lies_in_it(sample: Sample, graph_server: Graph, perto: Perto) -> None:
    with graph_server._driver.session() as session:
        found = session.run(
            "MATCH (z:Zone {resolution: 9})<-[:IN_ZONE]-(p:POI)-[:IS_A]->(:Service {id: 'cafe'}) "
            "WITH z, collect(p.id) AS ids ORDER BY size(ids) DESC LIMIT 1 RETURN z.id AS zone, ids"
        ).single(strict=True)
    place = PlaceReading(kind="zone", name=found["zone"].upper(), relation="in")
    answer = perto.ask(
        reading=Reading(kind="places", services=("cafe",), places=(place,)), mode="graph", limit="all"
    )
    assert ids(answer) == set(found["ids"])
    assert "straight line" not in answer.text


def test_by_centres_and_by_edges_are_told_apart(perto: Perto) -> None:
    reading = pairs(("cafe", "park", 150.0))
    edge = perto.ask(reading=reading, mode="graph", limit="all")
    centre = perto.ask(reading=reading, mode="graph", limit="all", measure="centre")
    assert pair_ids(centre) < pair_ids(edge)
    assert "from centre to centre" in centre.text


def test_a_data_set_bounds_and_an_unknown_one_is_refused(perto: Perto) -> None:
    reading = pairs(("cafe", "park", 700.0))
    every = perto.ask(reading=reading, mode="graph")
    assert perto.ask(reading=reading, mode="graph", datasets=["helsinki"]).total == every.total > 0
    near = pairs(("cafe", "park", 100.0))
    asked = perto.ask(reading=near, mode="graph", datasets=["helsinki"])
    assert asked.total == perto.ask(reading=near, mode="graph").total > 0
    with pytest.raises(QuestionError, match="no data set named 'porto'; loaded: helsinki"):
        perto.ask(reading=reading, datasets=["porto"])


@pytest.mark.parametrize(
    "call",
    [
        {},
        {"question": "cafes", "reading": Reading(services=("cafe",))},
        {"question": "cafes", "mode": "magic"},
        {"question": "cafes", "measure": "middle"},
        {"question": "cafes", "order": "best"},
        {"question": "cafes", "order": "fused", "mode": "graph"},
        {"question": "cafes", "limit": 0},
        {"question": "cafes", "limit": -1},
        {"question": "cafes", "limit": True},
        {"question": "cafes", "limit": 2.5},
        {"question": "cafes", "limit": "many"},
    ],
)
def test_a_call_that_cannot_be_meant_is_refused(call: dict[str, object], perto: Perto) -> None:
    with pytest.raises(QuestionError):
        perto.ask(**call)  # type: ignore[arg-type]


def test_every_two_services_are_asked_without_a_word_that_the_evidence_lacks(perto: Perto) -> None:
    services = sorted(load_catalogue().services)
    # each service once, and a common point and an area with every fifth
    for a, b in [
        *zip(services, services[1:] + services[:1], strict=True),
        *product(("cafe", "park"), services[::5]),
    ]:
        answer = perto.ask(reading=pairs((a, b, 90.0)), mode="graph", limit=2)
        assert answer.outcome in ("answered", "none")
        assert answer.text.splitlines()[-1].startswith("Data: 2019-04-21")
