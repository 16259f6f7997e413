"""Questions over a group: how many of each kind, and the narrow reading where it differs much."""

import pytest

from queries.catalogue.catalogue import load_catalogue
from service import Answer, Perto, Reading
from service.reading import PairReading
from tests.sample_graph import Sample

GREEN = tuple(sorted(load_catalogue().groups["green_areas"].services))
# both of its kinds are among those that the tests measure
SQUARES = tuple(sorted(load_catalogue().groups["squares"].services))
BINS = tuple(sorted(load_catalogue().groups["bins"].services))


def ask(perto: Perto, *, language: str = "en", **fields: object) -> Answer:
    reading = Reading.model_validate(fields)
    return perto.ask(reading=reading, mode="graph", limit=3, language=language)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["count", "places"])
def test_each_kind_of_a_group_is_counted(kind: str, sample: Sample, perto: Perto) -> None:
    answer = ask(perto, kind=kind, services=GREEN, language="pt")
    assert answer.counts == {service: len(sample.of(service)) for service in GREEN}
    assert answer.total == len(sample.of(*GREEN))
    [narrower] = answer.narrower
    assert (narrower.of, narrower.services, narrower.total) == ("a", ("park",), len(sample.of("park")))
    parks = len(sample.of("park"))
    assert f"Só parques: {parks} de {answer.total}" in answer.text
    assert f"{parks} parques" in answer.text
    several = sum(answer.counts.values()) > answer.total
    assert ("(um lugar pode ser de vários)" in answer.text) == several


def test_both_sides_of_a_pair_have_a_narrow_reading(sample: Sample, perto: Perto) -> None:
    for a, b, of in ((("cafe",), SQUARES, "b"), (SQUARES, ("cafe",), "a")):
        answer = ask(perto, kind="pairs", pairs=(PairReading(a=a, b=b, radius_m=100.0),))
        wide = {p for p, _ in sample.within(sample.of(*a), sample.of(*b), 100.0)}
        narrow_a, narrow_b = (sample.of("square") if side == SQUARES else sample.of(*side) for side in (a, b))
        narrow = {p for p, _ in sample.within(narrow_a, narrow_b, 100.0)}
        assert answer.total == len(wide) > len(narrow)
        assert [(n.of, n.services, n.total) for n in answer.narrower] == [(of, ("square",), len(narrow))]
        said = "With squares alone" if of == "b" else "Squares alone"
        assert f"{said}: {len(narrow)} of {len(wide)}" in answer.text
        assert answer.counts == ({s: len(wide & sample.of(s)) for s in SQUARES} if a == SQUARES else {})


def test_a_narrow_reading_that_hardly_differs_is_not_told(sample: Sample, perto: Perto) -> None:
    baskets, both = len(sample.of("waste_basket")), len(sample.of(*BINS))
    answer = ask(perto, kind="count", services=BINS)
    assert bool(answer.narrower) == (baskets < 0.9 * both)
    assert ("alone" in answer.text) == bool(answer.narrower)
    apart = ask(perto, kind="count", services=("cafe", "bank"))
    assert apart.counts == {"cafe": len(sample.of("cafe")), "bank": len(sample.of("bank"))}
    assert apart.narrower == ()


def test_one_kind_is_not_told_by_kind(perto: Perto) -> None:
    answer = ask(perto, kind="count", services=("cafe",))
    assert (answer.counts, answer.narrower) == ({}, ())
    assert "By kind" not in answer.text


def test_zones_of_a_group_tell_its_kinds_too(sample: Sample, perto: Perto) -> None:
    answer = ask(perto, kind="zones", services=GREEN, combine="any")
    assert answer.counts == {service: len(sample.of(service)) for service in GREEN}
    assert [n.total for n in answer.narrower] == [len(sample.of("park"))]
    near = PairReading(a=SQUARES, b=("cafe",), radius_m=100.0)
    pairs = ask(perto, kind="zones", pairs=(near,), services=SQUARES)
    wide = {p for p, _ in sample.within(sample.of(*SQUARES), sample.of("cafe"), 100.0)}
    assert pairs.counts == {service: len(wide & sample.of(service)) for service in SQUARES}


def test_a_group_is_called_by_its_name_unless_tags_are_asked_of_it(perto: Perto) -> None:
    assert ask(perto, kind="count", services=GREEN, language="pt").text.startswith("Há ")
    assert " áreas verdes " in ask(perto, kind="count", services=GREEN, language="pt").text
    assert ask(perto, kind="zones", services=GREEN, combine="any").text.startswith("Green areas: ")


def test_a_theme_without_a_narrow_meaning_has_none(sample: Sample, perto: Perto) -> None:
    lodging = load_catalogue().groups["lodging"].services
    answer = ask(perto, kind="count", services=lodging)
    assert answer.narrower == ()
    assert answer.counts["hotel"] == len(sample.of("hotel"))


def test_a_narrow_reading_may_be_of_several_kinds(sample: Sample, perto: Perto) -> None:
    water = load_catalogue().groups["water_assets"]
    answer = ask(perto, kind="count", services=water.services)
    narrow, wide = len(sample.of(*water.narrow)), len(sample.of(*water.services))
    assert water.narrow == ("fountain", "water_point")
    assert [n.total for n in answer.narrower] == ([narrow] if narrow < 0.9 * wide else [])


def test_a_group_is_one_side_of_a_comparison(sample: Sample, perto: Perto) -> None:
    services, sides = (*GREEN, "cafe"), (GREEN, ("cafe",))
    answer = ask(perto, kind="compare", services=services, sides=sides, order="most", whether=True)
    green, cafes = len(sample.of(*GREEN)), len(sample.of("cafe"))
    assert [(side.services, side.service, side.total) for side in answer.sides] == [
        (GREEN, None, green),
        (("cafe",), "cafe", cafes),
    ]
    assert answer.sides[0].counts == {service: len(sample.of(service)) for service in GREEN}
    assert answer.verdict == ("yes" if green > cafes else "no")
    assert f"green areas ({green})" in answer.text
    assert f"cafes ({cafes})" in answer.text


def test_a_side_of_what_is_not_asked_is_refused(perto: Perto) -> None:
    answer = ask(perto, kind="compare", services=("cafe", "bar"), sides=(("cafe",), ("pub",)))
    assert answer.outcome == "not_understood"
