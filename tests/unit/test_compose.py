"""The text of an answer from evidence made by hand, in both languages."""

import re

import pytest

from queries.catalogue.catalogue import Language
from queries.geometry.position import Position
from queries.statements.pairs import FoundPair
from queries.statements.places import FoundPlace
from service.answer import Mode
from service.choices import TEXT_ITEMS
from service.evidence.evidence import DatasetFact, Evidence, Hit, Locator, Measured
from service.intents import INTENTS
from service.language.phrasing import compass, given_metres, metres, number
from service.presentation.compose import Composed, compose
from service.presentation.messages.worded import word
from service.presentation.verify import verified_text, verify
from service.reading import FilterReading, PairReading, PlaceReading, Problem, Reading

DATA = DatasetFact("helsinki", "helsinki", "2019-04-21T09:50:14Z", "© OSM", "complete", frozenset())
NAMES = ("find_near_pairs", "get_places")


def place(id_: str, name: str | None, *services: str) -> FoundPlace:
    return FoundPlace(id_, name, services, Position(60.17, 24.94), (), ("helsinki",))


def pairs_evidence(count: int = 2) -> Evidence:
    reading = Reading(
        kind="pairs",
        pairs=(PairReading(a=("recycling",), b=("park",), radius_m=1_500.0),),
        assumptions=("“near” is within 1500 m",),
    )
    evidence = Evidence(reading, datasets=(DATA,))
    evidence.known = {
        "way/1": place("way/1", "Parque 25 de “Abril”", "park"),
        "node/2": place("node/2", None, "recycling"),
        "node/3": place("node/3", None, "recycling"),
    }
    evidence.locators = {"node/2": Locator("Rua A", "node/9", "Café Z", 34.2, 46.0)}
    evidence.pairs = [
        FoundPair("node/2", "way/1", 0.0, 51.0),
        FoundPair("node/3", "way/1", 1_234.56, 1_300.0),
    ]
    evidence.places = [Measured("node/2", 0.0, "way/1"), Measured("node/3", 1_234.56, "way/1")]
    evidence.show(count)
    return evidence


def composed_of(evidence: Evidence, language: Language, mode: Mode = "graph") -> Composed:
    worded, say = word(evidence, language), INTENTS["pairs"].say
    return compose(evidence, worded=worded, say=say, language=language, mode=mode, statements=NAMES)


def text(evidence: Evidence, language: Language, mode: Mode = "graph") -> str:
    composed = composed_of(evidence, language, mode)
    assert verify(composed.text, citations=composed.citations, given=composed.given, language=language) == ()
    assert verified_text(composed, language) == composed.text
    marks = {int(n) for n in re.findall(r"\[(\d+)\]", composed.text)}
    assert marks == {c.n for c in composed.citations}
    return composed.text


def test_pairs_in_portuguese_name_places_metres_and_statements() -> None:
    assert text(pairs_evidence(), "pt").splitlines() == [
        "2 pontos de reciclagem ficam a até 1.500 m de um parque, em linha reta [1].",
        "A lista mostra 2 de 2 lugares e 2 de 2 pares [1].",
        "– Ponto de reciclagem em “Rua A”, 34 m a nordeste de “Café Z”: a 0 m de “Parque 25 de ‘Abril’”, "
        "tocam-se ou um contém o outro [2]",
        "– Ponto de reciclagem (60,17000; 24,94000): a 1.235 m de “Parque 25 de ‘Abril’” [3]",
        "Suposto: “near” is within 1500 m.",
        "Dados: 2019-04-21 (“helsinki”). Consultas: find_near_pairs, get_places.",
    ]


def test_pairs_in_english_name_places_metres_and_statements() -> None:
    assert text(pairs_evidence(1), "en").splitlines()[:3] == [
        "2 recycling points are within 1,500 m of a park, in a straight line [1].",
        "The list shows 1 of 2 places and 1 of 2 pairs [1].",
        "– Recycling point on “Rua A”, 34 m north-east of “Café Z”: 0 m from “Parque 25 de ‘Abril’”, "
        "they touch or one holds the other [2]",
    ]


def test_facts_carry_ids_and_exact_metres() -> None:
    composed = composed_of(pairs_evidence(), "en")
    assert [(c.ids, c.fact.rsplit(": ")[-1]) for c in composed.citations[1:]] == [
        (("node/2", "way/1"), "0.00 m"),
        (("node/3", "way/1"), "1,234.56 m"),
    ]
    assert composed.citations[0].fact.startswith(
        "find_near_pairs, get_places: 2 recycling points; within 1,500 m"
    )


def test_a_tampered_sentence_gives_way_to_the_facts() -> None:
    composed = composed_of(pairs_evidence(), "en")
    tampered = type(composed)(composed.text.replace("1,235", "1,225"), composed.citations, composed.given)
    assert verified_text(tampered, "en") == "\n".join(f"{c.fact} [{c.n}]" for c in composed.citations)


def test_one_place_is_singular() -> None:
    evidence = pairs_evidence()
    evidence.pairs, evidence.places = evidence.pairs[:1], evidence.places[:1]
    evidence.show(None)
    assert text(evidence, "pt").startswith("1 ponto de reciclagem fica a até")
    assert text(evidence, "en").startswith("1 recycling point is within")
    assert "A lista mostra 1 de 1 lugar e 1 de 1 par [1]." in text(evidence, "pt")
    assert "The list shows 1 of 1 place and 1 of 1 pair [1]." in text(evidence, "en")


def test_a_place_is_not_located_by_the_place_it_is_measured_to() -> None:
    evidence = pairs_evidence()
    evidence.locators = {
        "node/2": Locator("Rua A", "way/1", "Parque 25 de “Abril”", 34.2, 46.0),
        "node/3": Locator(None, "way/1", "Parque 25 de “Abril”", 1_240.0, 46.0),
    }
    said = text(evidence, "pt").splitlines()
    assert said[2].startswith("– Ponto de reciclagem em “Rua A”: a 0 m de “Parque 25 de ‘Abril’”")
    assert said[3] == "– Ponto de reciclagem: a 1.235 m de “Parque 25 de ‘Abril’” [3]"
    evidence.pairs = [FoundPair("way/1", "node/3", 1_234.56, 1_300.0)]
    evidence.show(None)
    assert "– “Parque 25 de ‘Abril’”: a 1.235 m de um ponto de reciclagem [2]" in text(evidence, "pt")


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("pt", "Há 2 pontos de reciclagem a até 1.500 m de um parque, em linha reta [1]."),
        ("en", "There are 2 recycling points within 1,500 m of a park, in a straight line [1]."),
    ],
)
def test_a_count_is_told_as_a_count(language: Language, first: str) -> None:
    evidence = pairs_evidence()
    evidence.reading = evidence.reading.model_copy(update={"kind": "count"})
    assert text(evidence, language).splitlines()[0] == first


def test_none_says_of_which_data_and_how_many_there_are_at_all() -> None:
    pair = PairReading(a=("fountain",), b=("fountain", "park"), radius_m=200.0, at_least_m=10.0)
    evidence = Evidence(Reading(kind="pairs", pairs=(pair,)), outcome="none", datasets=(DATA,))
    evidence.mapped = {"fountain": 1, "park": 17}
    assert text(evidence, "pt").splitlines()[:2] == [
        "Nenhuma fonte mapeada entre 10 m e 200 m de uma fonte ou um parque, em linha reta, "
        "nos dados de 2019-04-21 (“helsinki”) [1].",
        "Ao todo há nos dados: 1 fonte e 17 parques [1].",
    ]
    assert text(evidence, "en").splitlines()[:2] == [
        "No fountain mapped between 10 m and 200 m from a fountain or a park, in a straight line, "
        "in the data of 2019-04-21 (“helsinki”) [1].",
        "In the data there are in all: 1 fountain and 17 parks [1].",
    ]


def test_conditions_that_are_put_together_are_told_as_they_were_put() -> None:
    evidence = pairs_evidence()
    evidence.measure = "centre"
    evidence.reading = Reading(
        kind="pairs",
        pairs=(
            PairReading(a=("cafe",), b=("fountain",), radius_m=100.0),
            PairReading(a=("cafe",), b=("cafe",), radius_m=12.5),
            PairReading(a=("fountain",), b=("park",), radius_m=50.0),
        ),
        places=(PlaceReading(kind="poi", id="way/1", name="Parque 1", relation="within", radius_m=900.0),),
        filters=(FilterReading(service="cafe", key="wheelchair", value="yes"),),
        combine="any",
    )
    assert text(evidence, "en").splitlines()[0] == (
        "2 cafes that are wheelchair accessible are within 100 m of a fountain that is itself within 50 m of "
        "a park or within 12.5 m of another cafe that is wheelchair accessible and within 900 m of "
        "“Parque 1”, "
        "in a straight line from centre to centre [1]."
    )


def test_the_text_goes_through_few_and_the_fused_ranks_choose_them() -> None:
    from service.retrieval.similarity.fusion import fuse

    evidence = Evidence(Reading(kind="places", services=("cafe",)), datasets=(DATA,))
    ids = [f"node/{i:02}" for i in range(40)]
    evidence.places = [Measured(id_) for id_ in ids]
    evidence.known = {id_: place(id_, f"C{id_[-2:]}", "cafe") for id_ in ids}
    evidence.place_ranks = {id_: fuse(graph=i + 1, vector=40 - i, k=60) for i, id_ in enumerate(ids)}
    evidence.show(20)
    said = [line for line in text(evidence, "en").splitlines() if line.startswith("–")]
    assert len(said) == TEXT_ITEMS
    assert said[0] == "– “C00” [2]"
    assert "The list shows 20 of 40 places [1]." in text(evidence, "en")


def test_mode_vector_says_that_nothing_was_verified() -> None:
    evidence = Evidence(Reading(kind="places", services=("cafe",)), datasets=(DATA,))
    evidence.known = {"node/1": place("node/1", "Ekberg", "cafe")}
    evidence.similar = (Hit("node/1", "Ekberg", 0.83),)
    assert "no condition was verified [1]" in text(evidence, "en", "vector")
    assert "nenhuma condição foi verificada [1]" in text(evidence, "pt", "vector")
    assert "– “Ekberg” [2]" in text(evidence, "en", "vector")
    assert "1 place similar to the question" in text(evidence, "en", "vector")
    assert "1 lugar parecido com a pergunta" in text(evidence, "pt", "vector")


def test_similar_places_are_told_within_their_sentence() -> None:
    evidence = pairs_evidence()
    evidence.known |= {"node/8": place("node/8", None, "park"), "node/9": place("node/9", "Ekberg", "park")}
    evidence.similar = (Hit("node/9", "Ekberg", 0.9), Hit("node/8", None, 0.8))
    said = next(line for line in text(evidence, "en").splitlines() if line.startswith("Similar"))
    assert said.endswith("unverified: “Ekberg”; a park (60.17000; 24.94000) [4].")


def test_a_problem_says_what_would_work() -> None:
    problem = Problem.model_validate({"part": "Kiasma", "reason": "no such place", "try": ["Kiasma 2"]})
    evidence = Evidence(Reading(), outcome="not_understood", unread=problem)
    assert composed_of(evidence, "en").text == "Not understood: “Kiasma”: no such place.\nTry: Kiasma 2"
    evidence.outcome = "unavailable"
    assert composed_of(evidence, "pt").text.startswith("Kiasma indisponível")


def test_numbers_and_metres_are_written_as_each_language_does() -> None:
    assert number(1_234.5, "pt", decimals=1) == "1.234,5"
    assert number(1_234.5, "en", decimals=1) == "1,234.5"
    assert [metres(m, "en") for m in (0, 0.04, 0.44, 9.94, 9.96, 1_234.4)] == [
        "0 m", "0.0 m", "0.4 m", "9.9 m", "10 m", "1,234 m",
    ]  # fmt: skip
    assert given_metres(137.5, "pt") == "137,5 m"
    assert given_metres(500.0, "en") == "500 m"
    assert [compass(b, "pt") for b in (0, 22, 23, 180, 359.9)] == [
        "norte",
        "norte",
        "nordeste",
        "sul",
        "norte",
    ]
