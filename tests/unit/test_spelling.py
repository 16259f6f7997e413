"""Small errors of spelling are told from other names."""

import pytest

from service.retrieval.geocoding.spelling import count_errors


@pytest.mark.parametrize(
    ("typed", "name", "errors"),
    [
        ("kiasna", "kiasma", 1),
        ("kamppi", "kampi", 1),
        ("torre clerigos", "torre clreigos", 1),
        ("senaatintor", "senaatintori", 1),
        ("sant ana", "santana", 0),
        ("rua bonjardin", "rua bonjardim", 1),
        ("esplanaadim", "esplanadi", 2),
    ],
)
def test_a_letter_or_two_may_be_wrong(typed: str, name: str, errors: int) -> None:
    assert count_errors(typed, name) == errors
    assert count_errors(name, typed) == errors


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("rua a", "rua b"),
        ("rua 5", "rua 6"),
        ("praca 25 abril", "praca 26 abril"),
        ("se", "te"),
        ("ana", "eva"),
        ("rua", "rua a"),
        ("pinto", "prado"),
        ("rua do", "rua sol"),
        ("norte", "sul"),
        ("kiasma", "kiasma"),
    ],
)
def test_other_names_are_no_errors(typed: str, name: str) -> None:
    assert count_errors(typed, name) is None
