"""A text may say only what the facts it cites hold."""

import pytest

from queries.catalogue.catalogue import Language
from service.answer import Citation
from service.presentation.verify import verify

FACTS = (
    Citation(n=1, ids=(), fact="find_near_pairs: 1,234 cafes; within 300 m; 2019-04-21 (“helsinki 2”)"),
    Citation(n=2, ids=("node/1", "way/2"), fact="“Café 24” – “Park”: 34.21 m"),
    Citation(n=3, ids=("node/3",), fact="“Rua 25 de Março”: 199.96 m"),
)


def reasons(text: str, language: Language = "en") -> list[str]:
    return [rejected.why for rejected in verify(text, citations=FACTS, language=language)]


@pytest.mark.parametrize(
    "line",
    [
        "1,234 cafes are within 300 m [1].",
        "– “Café 24”: 34 m from “Park” [2]",
        "– “Café 24”: 34.2 m from “Park” (node/1) [2]",
        "– “Rua 25 de Março”: 200 m [3]",
        "Data: 2019-04-21 (“helsinki 2”).",
        "No number at all.",
        "",
    ],
)
def test_what_the_facts_hold_stands(line: str) -> None:
    assert reasons(line) == []


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1,235 cafes are within 300 m [1].", "the number 1,235"),
        ("1,234 cafes are within 30 m [1].", "the number 30 "),
        ("– “Café 24”: 35 m from “Park” [2]", "the number 35"),
        ("– “Café 24”: 24 m from “Park” [2]", "the number 24"),
        ("– “Café 24”: 200 m from “Park” [2]", "the number 200"),
        ("– “Café 25”: 34 m from “Park” [2]", "the name “Café 25”"),
        ("– “Rua 25 de Março”: 25 m [3]", "the number 25"),
        ("– node/9 [2]", "the id node/9"),
        ("– node/3 [2]", "the id node/3"),
        ("Data: 2019-04-22 (“helsinki 2”).", "the date 2019-04-22"),
        ("– “Café 24”: 34 m from “Park” [4]", "no fact [4]"),
        ("The cell 891126d3197ffff holds them [1].", "the id 891126d3197ffff"),
    ],
)
def test_a_tampered_line_is_rejected(line: str, why: str) -> None:
    assert [reason[: len(why)] for reason in reasons(line)] == [why]


def test_numbers_are_read_as_the_language_writes_them() -> None:
    facts = (Citation(n=1, ids=(), fact="1.234 cafés; 34,21 m"),)
    assert verify("1.234 cafés a 34,2 m [1]", citations=facts, language="pt") == ()
    assert verify("1,234 cafés [1]", citations=facts, language="pt") != ()


def test_strings_that_were_given_may_be_repeated() -> None:
    assert verify("Assumed: near is 500 m.", citations=FACTS, language="en") != ()
    given = ["near is 500 m"]
    assert verify("Assumed: near is 500 m.", citations=FACTS, given=given, language="en") == ()
