"""Ways to write one name are forgiven; names that differ stay apart."""

import pytest

from queries.catalogue.folding import forgive


@pytest.mark.parametrize(
    "ways",
    [
        ("Rua de Santa Catarina", "R. de Santa Catarina", "rua sta. catarina", "R Sta Catarina"),
        ("Avenida da Boavista", "Av. da Boavista", "AV BOAVISTA"),
        ("Praça do Marquês de Pombal", "Pça. Marques de Pombal", "Praca do Marques do Pombal"),
        ("Travessa de São João", "Tv. S. João", "Trav. de Sao Joao"),
        ("Igreja de Nossa Senhora da Conceição", "Igreja de N. Sra. da Conceição", "Igreja Nª Srª Conceicao"),
        ("Igreja de Nossa Senhora de Fátima", "igreja N. S. de Fátima"),
        ("Rua do Doutor António Granjo", "Rua Dr. António Granjo", "R. Dr António Granjo"),
        ("Rua de Santo Ildefonso", "Rua de Sto. Ildefonso", "R. S. Ildefonso"),
        ("Saint John's Co-Cathedral", "St. John’s Co Cathedral", "st johns co-cathedral"),
        ("Ħal Qormi", "Hal Qormi"),
        ("Sant'Ana", "Santana", "SANT’ANA"),
        ("The Yeatman", "Yeatman"),
        ("Republic Street", "Republic St.", "republic st"),
        ("Marks & Spencer", "Marks and Spencer"),
        ("Rua Dom João IV", "Rua de D. João IV"),
    ],
)
def test_ways_to_write_one_name_are_equal(ways: tuple[str, ...]) -> None:
    assert len({forgive(way) for way in ways}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Rua A", "Rua E"),
        ("Rua E", "Rua"),
        ("Rua 5", "Rua 6"),
        ("Rua O", "Rua A"),
        ("A", "O"),
        ("Largo da Sé", "Largo de Santa"),
        ("!!!", "???"),
    ],
)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert forgive(one) != forgive(other)


@pytest.mark.parametrize("text", ["A", "St", "the", "de", "Santa", "!!!", "日本橋", "R"])
def test_no_name_is_forgiven_away(text: str) -> None:
    assert forgive(text)


def test_a_very_long_name_is_cut_to_what_an_index_holds() -> None:
    assert len(forgive("Rua " + "á" * 100_000)) <= 200
