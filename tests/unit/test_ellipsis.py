"""Words said once for two kinds of place or two tags, before or after a joint; and what shares nothing."""

import pytest

from service.nlu.understand import plan


def read(question: str) -> set[str]:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    sides = {s for pair in planned.reading.pairs for s in (*pair.a, *pair.b)}
    return sides | set(planned.reading.services)


@pytest.mark.parametrize(
    ("question", "services"),
    [
        ("paragens de metro ou de autocarro", "subway_station bus_stop"),
        ("paragens de metro ou autocarro", "subway_station bus_stop"),
        ("supermercados perto de estações de trem e metrô", "supermarket train_station subway_station"),
        ("parques sem pontos de ônibus nem de táxi por perto", "park bus_stop taxi"),
        ("escolas de música ou de línguas", "music_school language_school"),
        ("postos de gasolina e de saúde", "fuel clinic"),
        ("bus or tram stops near a school", "bus_stop tram_stop school"),
        ("train and bus stations in Helsinki", "train_station bus_station"),
        ("clothes and shoe shops", "clothes_shop shoe_shop"),
        ("lojas de roupa e cafés", "clothes_shop cafe"),
        ("cafés perto de um parque ou de uma escola", "cafe park school"),
        ("hotels near a park or bus stops", "hotel park bus_stop"),
        ("bancos de jardim e fontes", "bench fountain"),
    ],
)
def test_a_shared_word_is_said_of_both_kinds(question: str, services: str) -> None:
    assert read(question) == set(services.split())


@pytest.mark.parametrize(
    ("question", "tags"),
    [
        ("museus de arte ou de história", "museum=art museum=history"),
        ("art or history museums", "museum=art museum=history"),
        ("quadras de tênis ou futebol", "sport=tennis sport=soccer"),
        ("pontos de reciclagem de vidro e papel", "recycling:glass=yes recycling:paper=yes"),
    ],
)
def test_a_shared_word_is_said_of_both_tags(question: str, tags: str) -> None:
    assert {f"{f.key}={f.value}" for f in plan(question).reading.filters} == set(tags.split())


@pytest.mark.parametrize("question", ["ecopontos para pilhas ou roupas", "paragens de metro e de dragões"])
def test_what_is_shared_makes_no_condition_weaker(question: str) -> None:
    assert plan(question).problem is not None


def test_what_is_denied_is_denied_of_both() -> None:
    reading = plan("parques sem pontos de ônibus nem de táxi por perto").reading
    assert {pair.relation for pair in reading.pairs} == {"beyond"}
