"""Whether all of a kind have something is refused; a list of all that have it is not."""

from itertools import product

import pytest

from service.nlu.understand import plan

ASKED = {
    "pt": (
        ("todas as escolas", "todas as escolas do Porto", "todos os cafés", "será que todos os bares"),
        ("têm um parque a 500 m", "possuem um parque perto", "dispõem de parque a 9 m", "têm parque perto"),
    ),
    "pt one": (
        ("cada escola", "toda escola", "qualquer escola", "cada uma das escolas", "toda e qualquer escola"),
        ("tem um parque a até 500 m", "possui um parque perto", "fica perto de um parque", "conta com wifi"),
    ),
    "en": (
        ("all schools", "do all schools", "do all of the schools in Porto", "all the Italian cafes"),
        ("have a park within 500 m", "have a park nearby", "offer wifi", "lie within 200 m of a park"),
    ),
    "en one": (
        ("every school", "each school", "does every school", "does each of the schools", "every single cafe"),
        ("has a park within 500 m", "have a park nearby", "has wifi", "is near a park", "contains a park"),
    ),
}  # fmt: skip
QUESTIONS = [
    f"{subject} {verb}{end}"
    for subjects, verbs in ASKED.values()
    for subject, verb, end in product(subjects, verbs, ("?", ""))
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_whether_all_have_something_is_refused(question: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert problem.reason in (
        "todos ao mesmo tempo não se pergunta; diga um ou qualquer",
        "all at once can't be asked for; say a or any",
    )


@pytest.mark.parametrize(
    "question",
    [
        "have all schools got a park within 500 m?",
        "has every school a park within 500 m?",
        "têm todas as escolas um parque a até 500 m?",
        "do all schools that are near a church have a park within 500 m?",
        "todas as escolas que têm um parque a até 500 m têm uma farmácia a até 300 m?",
        "all cafes with outdoor seating have a park within 300 m",
        "do all schools have no bar within 300 m?",
        "todos os restaurantes têm esplanada?",
        "do all restaurants serve pizza?",
        "todos os restaurantes servem pizza?",
        "every district has a park?",
        "todos os bairros têm um parque?",
        "cada zona tem um parque?",
        "do all schools have their nearest hospital within 1 km?",
    ],
)
def test_other_wordings_are_refused(question: str) -> None:
    assert plan(question).problem is not None


@pytest.mark.parametrize(
    "question",
    [
        "list all schools that have a park within 500 m",
        "all schools which have a park within 500 m",
        "all schools that have a park within 500 m and have a library within 300 m",
        "all schools that have a park within 500 m but don't have a bar within 300 m",
        "all restaurants that serve pizza near a park",
        "all schools having a park within 500 m",
        "all schools located within 500 m of a park",
        "show all cafes near a park",
        "show all cafes with outdoor seating near a park",
        "where are all the cafes near a park?",
        "which of all the schools have a park within 500 m?",
        "does any school have a park within 500 m?",
        "todas as escolas que têm um parque a até 500 m",
        "quero todas as escolas que tenham um parque a até 500 m",
        "todas as escolas com um parque a até 500 m",
        "todos os cafés que têm esplanada perto de um parque",
        "todos os cafés situados perto de um parque",
        "alguma escola tem um parque a até 500 m?",
        "cada escola e o hospital mais próximo",
        "what is the nearest hospital to each school?",
    ],
)
def test_lists_of_all_that_have_it_are_read(question: str) -> None:
    assert plan(question).problem is None
