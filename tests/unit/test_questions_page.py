"""docs/questions.md says what the rules do now."""

from tests.question_score import read_half
from tests.questions_page import PATH, SECTIONS, render_page


def test_the_page_of_questions_is_up_to_date() -> None:
    assert PATH.read_text(encoding="utf-8") == render_page(), "run: make questions"


def test_every_kind_of_question_has_a_section_with_examples_in_both_languages() -> None:
    kinds = {entry["expect"]["kind"] for entry in read_half("tuned") if "expect" in entry}
    assert {kind for kind, *_ in SECTIONS} == kinds

    sections = PATH.read_text(encoding="utf-8").split("\n## ")[1:]
    told = {entry["question"]: entry["language"] for entry in read_half("tuned")}
    for section in sections[: len(SECTIONS) + 1]:
        asked = [line.split(" | ")[0].removeprefix("| ") for line in section.splitlines()]
        assert {told[question] for question in asked if question in told} == {"pt", "en"}, section
