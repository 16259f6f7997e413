"""What is said of the purpose of a question is set aside and told; what may be a condition is not."""

import pytest

from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "aside"),
    [
        ("For my thesis I need the schools near a park", "For my thesis"),
        ("for an article, which schools are near a park?", "for an article"),
        ("which schools are near a park, for our report?", "for our report"),
        ("Para uma reportagem preciso das escolas perto de um parque", "Para uma reportagem"),
        ("escolas perto de um parque para a minha tese de mestrado", "para a minha tese de mestrado"),
    ],
)
def test_a_purpose_is_set_aside_and_said(question: str, aside: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert [(pair.a, pair.b) for pair in planned.reading.pairs] == [(("school",), ("park",))]
    assert any(note.startswith(f"“{aside}”: ") for note in planned.reading.assumptions)


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("for paddington, the nearest cafe", "paddington"),
        ("ecopontos para jornal", "jornal"),
        ("cafés para trabalho perto de um parque", "trabalho"),
    ],
)
def test_what_may_be_a_condition_is_no_purpose(question: str, part: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert problem.part == part


def test_a_purpose_does_not_hide_the_tag_of_a_kind_of_place() -> None:
    reading = plan("recycling points for paper near a park").reading
    assert [(tag.key, tag.value) for tag in reading.filters] == [("recycling:paper", "yes")]
