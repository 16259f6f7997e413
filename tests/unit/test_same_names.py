"""Which names may name one thing, and which are names of two."""

import pytest

from loader.derive.same_names import Alike, Called, compare_called, compare_names, spell

SCHOOL = ("school",)


def compare(one: str, other: str, *services: str) -> Alike:
    found = compare_names(spell(one), spell(other), services)
    assert found is compare_names(spell(other), spell(one), services)
    return found


@pytest.mark.parametrize(
    ("one", "other", "services"),
    [
        ("Escola Ana Lins", "ESCOLA  ANA LINS", SCHOOL),
        ("Jardim de São Lázaro", "jardim s. lazaro", ("garden",)),
        ("Escola Municipal Ana Lins", "E. M. Ana Lins", SCHOOL),
        ("Escola Municipal Ana Lins", "EM Ana Lins", SCHOOL),
        ("E.M. Ana Lins", "E M Ana Lins", SCHOOL),
        ("Esc. Ana Lins", "Escola Ana Lins", SCHOOL),
        ("Escola Ana Lins", "Ana Lins School", SCHOOL),
        ("Escola Estadual Ana Lins", "E. E. Ana Lins", SCHOOL),
        ("Restaurante Sabor da Terra", "Sabor da Terra", ("restaurant",)),
        ("Rest. Sabor da Terra", "Sabor da Terra Restaurant", ("restaurant",)),
        ("Farmácia do Sol", "Sol", ("pharmacy",)),
    ],
)
def test_ways_to_spell_one_name_are_alike(one: str, other: str, services: tuple[str, ...]) -> None:
    assert compare(one, other, *services) is Alike.SPELT


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Escola Municipal Ana Lins", "Escola Ana Lins"),
        ("E. M. Ana Lins", "Escola Ana Lins"),
        ("Ana Lins", "Escola Básica Ana Lins"),
    ],
)
def test_a_name_that_says_more_of_its_kind_agrees_in_part(one: str, other: str) -> None:
    assert compare(one, other, "school") is Alike.IN_PART


@pytest.mark.parametrize(
    ("one", "other", "services"),
    [
        ("Cantina Um", "Cantina Dois", ("restaurant",)),
        ("Escola A", "Escola B", SCHOOL),
        ("Escola 1", "Escola 2", SCHOOL),
        ("Escola", "Escola Ana Lins", SCHOOL),
        ("Escola Básica Ana Lins", "Escola Secundária Ana Lins", SCHOOL),
        ("Escola Municipal Ana Lins", "Escola Estadual Ana Lins", SCHOOL),
        ("E. M. Ana Lins", "E. E. Ana Lins", SCHOOL),
        ("Colégio Ana Lins", "Escola Ana Lins", SCHOOL),
        ("Escola Ana Lins", "Escola Ana Lins Sousa", SCHOOL),
        ("Praça da República", "Jardim da República", ("square", "park", "garden")),
        ("E. Lins", "Eduardo Lins", SCHOOL),
        ("Central", "Café Central Norte", ("cafe",)),
    ],
)
def test_names_that_say_different_things_are_not_alike(
    one: str, other: str, services: tuple[str, ...]
) -> None:
    assert compare(one, other, *services) is Alike.NO


def called(name: str = "", *tags: str, alt: str = "", services: tuple[str, ...] = ("fuel",)) -> Called:
    return Called.by(services, [n for n in (name, alt) if n], tags)


def test_any_name_of_a_place_will_do() -> None:
    assert compare_called(called("Posto Sul", alt="Sul Service"), called("sul service")) is Alike.SPELT


def test_what_has_no_name_goes_by_its_brand() -> None:
    assert compare_called(called("", "brand=Gota"), called("Gota")) is Alike.SPELT
    assert compare_called(called("", "brand=Gota"), called("Posto Sul", "brand=Gota")) is Alike.SPELT
    assert compare_called(called("", "brand=Gota"), called("", "brand=Pingo")) is Alike.NO
    assert compare_called(called("Posto Sul", "brand=Gota"), called("Posto Norte", "brand=Gota")) is Alike.NO


def test_branches_and_operators_tell_apart_but_never_make_one() -> None:
    north, south = called("Gota", "branch=Norte"), called("Gota", "branch=Sul")
    assert compare_called(north, south) is Alike.NO
    assert compare_called(north, called("Gota")) is Alike.SPELT
    assert compare_called(called("", "operator=X"), called("", "operator=Y")) is Alike.NO
    assert compare_called(called("", "operator=X"), called("A")) is Alike.SPELT
    assert compare_called(called("A", "operator=X"), called("B", "operator=X")) is Alike.NO
