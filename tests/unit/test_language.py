"""A question is of the language of its words; names in it keep theirs."""

import pytest

from service.nlu.understand import plan

EN = [
    "ATMs of banco azul s.a.",
    "pizza near Rua das Flores",
    "which cafes are near Praça da Liberdade",
    "tell me about R. da Hora",
    "tell me about Praça da República",
    "museums near rua das flores",
    "cafes near praça da liberdade",
    "ATMs of caixa geral de depósitos",
    "hospitals near Hospital de São João",
    "pizza in Porto",
    "how far is Rua das Flores from Praça da Liberdade",
    "Where Is Torre Dos Clérigos",
    "PARKS NEAR FOUNTAINS",
]
PT = [
    "pizza perto de Tower Road",
    "bancos perto de tower road",
    "farmácias perto da Republic Street",
    "cafés perto do Museum of Modern Art",
    "parques em St. Julian's",
    "onde fica o Hard Rock Cafe",
    "há um café perto de City Gate?",
    "distância da Tower Road à Republic Street",
    "Parques Perto De Fontes",
    "Rua das Flores",
    "hotel Rua das Flores",
]


@pytest.mark.parametrize("question", EN)
def test_an_english_question_with_a_portuguese_name_is_english(question: str) -> None:
    assert plan(question).language == "en"


@pytest.mark.parametrize("question", PT)
def test_a_portuguese_question_with_an_english_name_is_portuguese(question: str) -> None:
    assert plan(question).language == "pt"
