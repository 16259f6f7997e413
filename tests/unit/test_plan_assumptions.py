"""What a question left open is said, in its language."""

import pytest

from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "assumptions"),
    [
        ("cafés a até 300 m de um parque", ()),
        ("cafes within 300 m of a park", ()),
        ("cafés perto de um parque", ("“perto” é a até 500 m",)),
        ("cafes near a park", ("“near” is within 500 m",)),
        ("cafés a menos de 300 m de um parque", ("“a menos de 300 m” é lido como até 300 m",)),
        ("cafes less than 300 m from a park", ("“less than 300 m” is read as at most 300 m",)),
        ("cafés a 300 m de um parque", ("“300 m” é lido como até 300 m",)),
        ("cafes about 300 m from a park", ("“about 300 m” is read as at most 300 m",)),
        ("cafés a até 300 de um parque", ("“300” são metros",)),
        ("cafés a até 1.500 km de um parque", ("“1.500 km” é 1.500.000 m",)),
        ("cafes within 1.500 km of a park", ("“1.500 km” is 1,500 m",)),
        ("cafés a até 1.000 m de um parque", ()),
        ("cafés a até 1,000 m de um parque", ("“1,000 m” é 1 m",)),
        (
            "áreas verdes",
            (
                "“áreas verdes”: parques, jardins, bosques, gramados, terrenos comuns, áreas de recreação "
                "e reservas naturais",
            ),
        ),
        ("praças", ("“praças”: praças e parques",)),
        (
            "water assets",
            (
                "“water assets”: fountains, water points, water taps, springs, water wells, water bodies, "
                "rivers, streams and canals",
            ),
        ),
        (
            "cafés e restaurantes",
            ("“cafés e restaurantes”: lugares de qualquer um destes tipos",),
        ),
        ("cafés ou restaurantes", ()),
        ("bancos", ("“bancos”: agências bancárias, não bancos de sentar",)),
        ("cafés com bancos até 50 m", ("“bancos”: agências bancárias, não bancos de sentar",)),
        ("parques com bancos até 50 m", ("“bancos”: bancos de sentar, não agências bancárias",)),
        ("cafes in Kallio and Kamppi", ("“Kallio” and “Kamppi”: in any of them",)),
        ("lixeiras", ("“lixeiras”: cestos de lixo e contentores de lixo",)),
        ("trash cans", ("“trash cans”: litter bins and waste containers",)),
        ("cafés a até 100 m do parque", ("“parque”: qualquer um",)),
        ("Sou jornalista e preciso saber quantos parques há", ("“Sou jornalista”: não é condição",)),
        ("I work for the city. Which parks are there?", ("“I work for the city”: it is no condition",)),
        ("cafes within 100 m of the park", ("“park”: any of them",)),
    ],
)
def test_an_assumption_is_said_and_nothing_else(question: str, assumptions: tuple[str, ...]) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert planned.reading.assumptions == assumptions


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("que cafés há a menos de 150 m duma fonte?", "cafés a até 150 m de uma fonte, em linha reta"),
        ("quantas fontes há perto de um parque?", "número de fontes a até 500 m de um parque, em linha reta"),
        ("cafes near each other", "cafes within 500 m of another cafe, in a straight line"),
        ("os 5 parques de Lisboa", "parques em “Lisboa”, no máximo 5"),
        ("quiet parks", "parks, by likeness to “quiet”"),
        (
            "cafés a até 1 km de parques que ficam a até 50 m de uma fonte",
            "cafés a até 1.000 m de um parque que fica a até 50 m de uma fonte, em linha reta",
        ),
    ],
)
def test_the_reading_is_said_in_one_sentence(question: str, sentence: str) -> None:
    assert plan(question).reading.sentence == sentence


@pytest.mark.parametrize(
    ("question", "radius_m", "said"),
    [
        ("cafés perto de um parque", 250.0, "“perto” é a até 250 m"),
        ("cafes near Esplanadi", 250.0, "“near” is within 250 m"),
        ("cafes far from a park", 250.0, "“far” is more than 250 m away"),
        ("cafes near a park", 500.0, "“near” is within 500 m"),
    ],
)
def test_near_without_a_distance_is_the_radius_that_is_set(question: str, radius_m: float, said: str) -> None:
    reading = plan(question, default_radius_m=radius_m).reading
    radii = [pair.radius_m for pair in reading.pairs] + [place.radius_m for place in reading.places]
    assert radii == [radius_m]
    assert said in reading.assumptions


def test_a_distance_that_is_said_is_not_the_radius_that_is_set() -> None:
    reading = plan("cafes within 90 m of a park", default_radius_m=250.0).reading
    assert [pair.radius_m for pair in reading.pairs] == [90.0]
