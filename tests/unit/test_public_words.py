"""One word for several tags: "public" tells who runs a school, and that a pool is open to everyone."""

import pytest

from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "filters"),
    [
        ("piscinas públicas", {("swimming_pool", "access", "yes")}),
        ("public parking", {("parking", "access", "yes")}),
        ("quadras de tênis públicas", {("pitch", "access", "yes"), ("pitch", "sport", "tennis")}),
        ("zonas sem parques infantis públicos", {("playground", "access", "yes")}),
        ("hospitais públicos", {("hospital", "operator:type", "public")}),
        (
            "há mais piscinas públicas ou escolas públicas?",
            {("swimming_pool", "access", "yes"), ("school", "operator:type", "public")},
        ),
        # part of the usual name
        ("banheiros públicos", set()),
        ("jardins públicos", set()),
        ("public libraries", set()),
        ("telefones públicos", set()),
    ],
)
def test_public_is_read_by_the_kind_that_it_is_said_of(
    question: str, filters: set[tuple[str, str, str]]
) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert {(f.service, f.key, f.value) for f in planned.reading.filters} == filters


def test_what_one_word_means_of_each_kind_is_said() -> None:
    reading = plan("escolas e piscinas públicas").reading
    assert reading.sentence == "escolas de gestão pública ou piscinas de acesso público"
    assert "“públicas” (operator:type=public): escolas" in reading.assumptions
    assert "“públicas” (access=yes): piscinas" in reading.assumptions
    english = plan("public schools and pools").reading
    assert english.sentence == "schools run by the public or swimming pools with public access"


@pytest.mark.parametrize("question", ["restaurantes públicos", "public museums near a park"])
def test_public_is_refused_where_no_tag_tells_it(question: str) -> None:
    assert plan(question).problem is not None
