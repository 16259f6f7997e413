"""Numbers in names: in digits, in words and in Roman numerals they are one name; other numbers are not."""

import pytest

from queries.catalogue.folding import forgive
from service.nlu.understand import plan
from service.retrieval.geocoding.spelling import count_errors

ONE_NAME = [
    ("Rua 9 de Abril", "Rua Nove de Abril", "R. 9 Abril", "rua IX de abril", "Rua 09 de Abril"),
    ("Praça 7 de Setembro", "Praça Sete de Setembro", "Praça VII de Setembro"),
    ("Rua 1º de Maio", "Rua Primeiro de Maio", "Rua 1o de Maio", "Rua 1.º de Maio", "Rua 1 de Maio"),
    ("Praça João XXIII", "Praça João 23", "Praça João Vinte e Três"),
    ("5th Avenue", "Fifth Avenue", "Fifth Ave."),
    ("42nd Street", "Forty-Second Street", "42 Street"),
    ("21st Street", "Twenty-First Street"),
    ("5ª Avenida", "Quinta Avenida"),
    ("1ª Travessa do Sol", "Primeira Travessa do Sol"),
    ("Rua XV de Novembro", "Rua Quinze de Novembro", "Rua 15 de Novembro"),
    ("Avenida 25 de Abril", "Avenida Vinte e Cinco de Abril"),
    ("Rua Dezesseis", "Rua Dezasseis", "Rua 16"),
    ("Rua D. Pedro V", "Rua Dom Pedro Quinto", "Rua Dom Pedro 5"),
    ("Avenida João Paulo II", "Avenida João Paulo Segundo"),
    ("Café Cento e Vinte", "Café 120"),
    ("Hotel Dois Mil e Um", "Hotel 2001"),
]


@pytest.mark.parametrize("names", ONE_NAME, ids=lambda names: names[0])
def test_ways_to_write_a_number_are_one_name(names: tuple[str, ...]) -> None:
    assert len({forgive(name) for name in names}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rua 24 de Maio", "Rua 4 de Maio"),
        ("Rua Vinte e Quatro de Maio", "Rua Vinte de Maio"),
        ("Rua Cem", "Rua C"),
        ("Rua Cem", "Rua Sem"),
        ("Rua V", "Rua 5"),
        ("Rua I", "Rua 1"),
        ("Bloco C", "Bloco 100"),
        ("Rua D", "Rua 500"),
        ("Quinta da Regaleira", "5 da Regaleira"),
        ("Ilha Terceira", "Ilha 3"),
        ("Rua 1A", "Rua 1"),
        ("Rua Dois e Três", "Rua 5"),
        ("Um Bar", "1 Bar"),
        ("Bar 007", "Bar 7"),
        ("Rua Nova", "Rua Nove"),
        ("João XXIII", "João XXII"),
    ],
)
def test_other_numbers_letters_and_words_are_other_names(one: str, other: str) -> None:
    assert forgive(one) != forgive(other)
    assert count_errors(forgive(one), forgive(other)) is None


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("farmácias até 150 m da rua nove de abril", "rua nove de abril"),
        ("farmácias até 150 m da Rua 9 de Abril", "Rua 9 de Abril"),
        ("cafés perto da praça sete de setembro", "praça sete de setembro"),
        ("cafés perto da Rua Vinte e Quatro de Maio", "Rua Vinte e Quatro de Maio"),
        ("cafes near Rua Vinte e Quatro de Maio", "Rua Vinte e Quatro de Maio"),
        ("cafes near praca 7 de setembro", "praca 7 de setembro"),
        ("cafés na rua 1º de maio", "rua 1º de maio"),
        ("cafes near 5th avenue", "5th avenue"),
        ("cafes on Fifth Avenue", "Fifth Avenue"),
        ("me fale da rua IX de abril", "rua IX de abril"),
    ],
)
def test_a_number_in_a_name_is_a_part_of_it(question: str, name: str) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert [place.name for place in planned.reading.places] == [name]
