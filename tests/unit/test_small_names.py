"""Names in small letters and with small articles; words that may be no name stay refused."""

import pytest

from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("cafés perto da torre dos clérigos", "torre dos clérigos"),
        ("farmácias a até 400 m do marco zero", "marco zero"),
        ("bares em boa viagem", "boa viagem"),
        ("cafes in sliema", "sliema"),
        ("pharmacies near upper barrakka gardens", "upper barrakka gardens"),
        ("nearest cafe to senate square", "senate square"),
        ("cafés perto da livraria lello", "livraria lello"),
        ("hoteis perto da praia de boa viagem", "praia de boa viagem"),
        ("cafes within 200 m of casa da música and near a park", "casa da música"),
        ("cafes in is-Swieqi", "is-Swieqi"),
        ("pharmacies in tas-Sliema", "tas-Sliema"),
        ("schools in l-Imdina", "l-Imdina"),
        ("how many bars are there in il-Gżira?", "il-Gżira"),
        ("churches near ir-Rotunda", "ir-Rotunda"),
        ("cafes near ta' Qali", "ta' Qali"),
        ("bars in al-Qusayr", "al-Qusayr"),
        ("cafes in is-swieqi", "is-swieqi"),
    ],
)
def test_a_name_may_be_small_where_a_place_must_stand(question: str, name: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert [place.name for place in planned.reading.places] == [name]


@pytest.mark.parametrize(
    "question",
    [
        "cafes near dragons", "cafes near quantum portals", "cafes near abandoned parks",
        "cafés perto do mar", "cafes near a bus depot", "parques perto de linhas férreas",
        "padarias perto daquele parque", "cafes near libary", "cafes near kamppi",
        "parques em lugares tranquilos", "cafes near flying unicorns",
    ],
)  # fmt: skip
def test_what_may_be_a_kind_of_place_is_no_name(question: str) -> None:
    assert plan(question).problem is not None


def test_an_article_with_a_hyphen_is_a_name_only_before_one() -> None:
    assert [f.key for f in plan("cafes with wi-fi").reading.filters] == ["internet_access"]
    assert plan("um café self-service").problem is not None
