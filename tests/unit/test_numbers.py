"""Distances in words that could be something else."""

import pytest

from queries.catalogue.catalogue import Language
from service.nlu.lexer.numbers import read_amount
from service.nlu.lexer.tokenizer import tokenize


@pytest.mark.parametrize(
    ("text", "language", "metres"),
    [
        ("a mile", "en", 1609.344),
        ("um metro", "pt", 1.0),
        ("a metro station", "en", None),
        ("a m", "en", None),
        ("one hundred metres", "en", 100.0),
        ("meio quilómetro", "pt", 500.0),
    ],
)
def test_an_article_makes_a_distance_only_with_a_unit_of_its_language(
    text: str, language: Language, metres: float | None
) -> None:
    amount = read_amount(tokenize(text), 0, language)
    assert (None if amount is None else amount.metres) == metres
