"""Zones of one place or several, and what they lack; what a reading of zones can't say is refused."""

import pytest

from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "names", "combine"),
    [
        ("zonas com mais cafés em Bonfim ou Cedofeita", {"Bonfim", "Cedofeita"}, "any"),
        ("which zones in Sliema or Valletta have most cafes?", {"Sliema", "Valletta"}, "any"),
        ("zones with most green areas in Sliema or Valletta", {"Sliema", "Valletta"}, "any"),
        ("zones with most cafes within 1 km of Kiasma and within 1 km of Oodi", {"Kiasma", "Oodi"}, "all"),
        ("districts without a pharmacy in Gozo or Malta", {"Gozo", "Malta"}, "any"),
        ("bairros sem farmácias em Malta", {"Malta"}, "all"),
        ("which zones of Recife have no parks?", {"Recife"}, "all"),
        ("zones within 1 km of Kiasma without parks", {"Kiasma"}, "all"),
    ],
)
def test_zones_of_places(question: str, names: set[str], combine: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    reading = planned.reading
    assert (reading.kind, reading.combine) == ("zones", combine)
    assert {place.name for place in reading.places} == names


@pytest.mark.parametrize(
    "question",
    [
        "zones with most green areas within 1 km of Kiasma and within 1 km of Oodi",
        "zones with cafes and parks in Sliema or Valletta",
        "zones without parks within 1 km of Kiasma",
        "zonas sem parques perto de escolas",
        "zones with Italian and Japanese restaurants",
    ],
)
def test_what_a_reading_of_zones_can_not_say_is_refused(question: str) -> None:
    assert plan(question).problem is not None


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("the district with the fewest without pharmacies", "the fewest without pharmacies"),
        ("which zone has the most without parks?", "the most without parks"),
        ("o bairro com menos sem farmácias", "menos sem farmácias"),
        ("districts with fewest schools without schools", "schools"),
    ],
)
def test_most_or_fewest_of_nothing_is_refused_by_its_words(question: str, part: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert problem.part == part


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("districts without a free toilet", "districts without public toilets free of charge"),
        ("bairros sem farmácias em Malta", "bairros em “Malta” sem farmácias"),
        (
            "zones with parks but no Italian restaurants",
            "zones with parks, without restaurants with Italian food",
        ),
    ],
)
def test_the_sentence_says_what_is_lacking_with_its_tags(question: str, sentence: str) -> None:
    assert plan(question).reading.sentence == sentence
