"""Tags joined by "or", "and" and commas; and tags said after a kind of place that can't have them."""

import pytest

from service.nlu.understand import plan


def read(question: str) -> tuple[str | None, set[str]]:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    return planned.reading.kind, {f"{f.service}.{f.key}={f.value}" for f in planned.reading.filters}


@pytest.mark.parametrize(
    ("question", "tags"),
    [
        ("Italian or Japanese restaurants", "cuisine italian japanese"),
        ("Italian and Japanese restaurants", "cuisine italian japanese"),
        ("restaurantes italianos, indianos ou japoneses", "cuisine italian indian japanese"),
        ("Italian restaurants or Japanese restaurants near a park", "cuisine italian japanese"),
        ("restaurants near a park that are Italian or Japanese", "cuisine italian japanese"),
        ("hotels without an Italian or Chinese restaurant within 200 m", "cuisine italian chinese"),
        ("o restaurante chinês ou japonês mais próximo do Marco Zero", "cuisine chinese japanese"),
        ("free or paid restaurants", None),
        ("zones with most Italian and Thai restaurants", "cuisine italian thai"),
        ("zones with Italian and Thai restaurants", None),
        ("hotels near Italian and Thai restaurants", None),
        ("an Italian and Thai restaurant", None),
        ("vegan or Italian restaurants", None),
        ("Italian restaurants and Japanese restaurants", None),
        ("Italian or Thai and Indian restaurants", None),
        ("Italian, Thai restaurants", None),
        ("Italian Thai restaurants", None),
        ("restaurantes vegetarianos ou com esplanada", None),
    ],
)
def test_values_of_one_tag_are_alternatives_and_nothing_else_is(question: str, tags: str | None) -> None:
    if tags is None:
        assert plan(question).problem is not None
        return
    key, *values = tags.split()
    assert read(question)[1] == {f"restaurant.{key}={value}" for value in values}


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Italian or Thai restaurants", "restaurants with Italian food or with Thai food"),
        ("tennis or football courts", "tennis courts or football pitches"),
        ("quadras de tênis ou de futebol", "quadras de tênis ou quadras de futebol"),
        ("capelas ou catedrais em Recife", "capelas ou catedrais em “Recife”"),
        (
            "how far is the nearest tennis court from Kiasma",
            "distance from “Kiasma”: the nearest tennis court, in a straight line",
        ),
    ],
)
def test_the_sentence_says_either(question: str, sentence: str) -> None:
    assert plan(question).reading.sentence == sentence


def test_a_tag_after_what_cannot_have_it_is_said_of_what_is_asked_for() -> None:
    for question in ("cafes near parks with outdoor seating", "cafés perto de parques com esplanada"):
        assert read(question) == ("pairs", {"cafe.outdoor_seating=yes"})
    for question in (
        "cafes and parks near a school with outdoor seating",
        "cafes near a bar with outdoor seating",
        "cafés perto de parques veganos",
        "schools near parks with outdoor seating",
    ):
        assert plan(question).problem is not None, question


def test_a_joint_between_two_kinds_joins_no_tags() -> None:
    for joint in ("and", "or"):
        kind, tags = read(f"cafes with wifi {joint} Italian restaurants")
        assert (kind, tags) == ("places", {"cafe.internet_access=wlan", "restaurant.cuisine=italian"})
