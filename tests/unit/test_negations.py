"""No word that denies is lost: with one more, or one less, a question is refused or means something else."""

import re
from collections.abc import Iterator

import pytest

from queries.catalogue.folding import fold
from service.nlu.understand import plan
from service.reading import Reading
from tests.question_score import read_half

DENYING = {
    "pt": {"sem", "nao", "nem", "nenhum", "nenhuma"},
    "en": {"without", "no", "not", "neither", "nor", "none", "don't", "doesn't", "lacking"},
}
ADDED = {"pt": ("sem", "não"), "en": ("without", "no", "not")}
# all of them take minutes; these are spread over the questions, the places in them and the words added
ONE_OF = 12


def meaning(reading: Reading) -> tuple[object, ...]:
    """Return what of a reading a denial may turn round; numbers and words beside it do not count."""
    return (
        reading.kind,
        sorted((pair.a, pair.b, pair.relation, pair.at_least_m) for pair in reading.pairs),
        sorted((place.relation, fold(place.name)) for place in reading.places),
        sorted((f.service, f.key, f.value) for f in reading.filters),
        (reading.services, reading.without, reading.order, reading.each, reading.combine),
    )


def questions() -> Iterator[tuple[str, list[str], bool]]:
    """Yield language, words and whether something is denied, of the tuned questions without quotes.

    Those that are read in the other language are left out ("pubs: A versus B"): its words deny there.
    """
    for entry in read_half("tuned"):
        in_other = plan(entry["question"]).language != entry["language"]
        if not in_other and not re.search(r'["“«‘]', entry["question"]):
            words = entry["question"].split(" ")
            denied = {fold(word.strip(",.?!:;")) for word in words} & DENYING[entry["language"]]
            yield entry["language"], words, bool(denied)


def with_one_more(one_of: int) -> Iterator[tuple[str, str]]:
    """Yield question and mutant: a denial put between any two words of one that denies nothing."""
    mutants = (
        (" ".join(words), " ".join([*words[:at], added, *words[at:]]))
        for language, words, denied in questions()
        if not denied
        for at in range(len(words) + 1)
        for added in ADDED[language]
    )
    for number, mutant in enumerate(mutants):
        if number % one_of == 0:
            yield mutant


def with_none(one_of: int = 1) -> Iterator[tuple[str, str]]:
    """Yield question and mutant: all that denies is dropped."""
    denying = ((language, words) for language, words, denied in questions() if denied)
    for number, (language, words) in enumerate(denying):
        if number % one_of == 0:
            kept = [word for word in words if fold(word.strip(",.?!:;")) not in DENYING[language]]
            yield " ".join(words), " ".join(kept)


def lost(mutants: Iterator[tuple[str, str]]) -> list[str]:
    """Return the mutants that are read as the question is, in its language: "no Gozo" is "in Gozo" too."""
    found = []
    for question, mutant in mutants:
        planned = plan(mutant)
        if planned.problem is None:
            read = plan(question)
            alike = meaning(read.reading) == meaning(planned.reading)
            if alike and read.problem is None and read.language == planned.language:
                found.append(mutant)
    return found


def test_a_denial_more_is_never_lost() -> None:
    assert lost(with_one_more(ONE_OF)) == []


def test_a_denial_less_is_never_lost() -> None:
    assert lost(with_none()) == []


@pytest.mark.parametrize(
    "question",
    [
        "zonas com parques mas não sem reciclagem",
        "bairros não sem hospital",
        "zonas que têm escola mas não têm sem parquinho",
        "em que freguesias não sem há bombas de gasolina",
        "parques sem não lixeira por perto (até 300 m)",
        "escolas sem sem farmácia num raio de 600 m",
        "escolas que não têm sem um parque infantil a menos de 500 m",
        "bibliotecas sem café nem sem restaurante a até 250 m",
        "parks not without a fountain within 300 m",
        "libraries with neither without a cafe nor a restaurant within 250 m",
        "libraries with neither a cafe nor without a restaurant within 250 m",
        "schools with not no pharmacy within 600 m",
        "zones with parks but not without recycling",
    ],
)
def test_two_denials_that_could_mean_either_are_refused(question: str) -> None:
    assert plan(question).problem is not None


@pytest.mark.parametrize(
    "question",
    [
        "escolas que não têm nenhuma farmácia a até 600 m",
        "escolas que não têm nem farmácia nem biblioteca a até 600 m",
        "escolas sem nenhuma farmácia a até 600 m",
        "schools with neither a pharmacy nor a library within 600 m",
        "schools that don't have a pharmacy within 600 m",
    ],
)
def test_what_one_language_says_with_two_words_is_one_denial(question: str) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert {pair.relation for pair in planned.reading.pairs} == {"beyond"}


@pytest.mark.parametrize(
    "question",
    [
        "Where there are no pubs, are there usually taxi ranks as well?",
        "Where you get schools, do you also get no playgrounds?",
        "Qual não é a relação espacial entre hotéis e estações de metro no Porto?",
        "cafés e parques não andam juntos?",
    ],
)
def test_a_denial_in_a_special_form_is_told_or_refused(question: str) -> None:
    planned = plan(question)
    assert (
        planned.problem is not None
        or planned.reading.without
        or planned.reading.pairs[0].relation == "beyond"
    )


def test_an_english_no_is_not_a_portuguese_in() -> None:
    assert plan("fountains vs no drinking water points").problem is not None
    assert plan("fountains vs drinking water points").problem is None


@pytest.mark.parametrize(
    "question",
    [
        "parks near schools and near hospitals, not near bars",
        "parks near schools and hospitals, not near bars",
        "parks near schools, near hospitals, not near bars",
        "parques perto de escolas e perto de hospitais, não perto de bares",
    ],
)
def test_a_comma_before_not_near_is_but(question: str) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert [(pair.b, pair.relation) for pair in planned.reading.pairs] == [
        (("school",), "within"),
        (("hospital",), "within"),
        (("bar",), "beyond"),
    ]


@pytest.mark.parametrize(
    "question",
    [
        "parks near schools that are near hospitals, not near bars",
        "parks near schools or near hospitals, not near bars",
        "restaurants that don't serve pizza",
        "restaurantes que não servem pizza",
    ],
)
def test_what_a_denial_after_a_comma_or_before_a_dish_is_said_of_is_not_guessed(question: str) -> None:
    assert plan(question).problem is not None
