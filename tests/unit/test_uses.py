"""Questions that name what one does and not the place: "where can I drink water?"."""

import pytest

from queries.catalogue.catalogue import load_catalogue
from service.nlu.lexer.lexicon import make_lexicon
from service.nlu.lexer.uses import expand, load_uses
from service.nlu.lexer.vocabulary import load_words
from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "services", "tag"),
    [
        ("onde posso beber água?", "water_point", ""),
        ("where can I drink water?", "water_point", ""),
        ("where can I charge my car in Birkirkara?", "car_charging_station", ""),
        ("where can I park near Kamppi?", "parking", ""),
        ("where can I park my bike?", "bicycle_parking", ""),
        ("where can I throw away glass?", "recycling", "recycling:glass=yes"),
        ("where can I throw old clothes away?", "recycling", "recycling:clothes=yes"),
        ("onde deixo o vidro?", "recycling", "recycling:glass=yes"),
        ("onde posso jogar papelão fora?", "recycling", "recycling:cardboard=yes"),
        ("onde é que se pode comprar pão?", "bakery", ""),
        ("tell me where to drink coffee in Kallio", "cafe", ""),
        ("the nearest place to buy bread to Kamppi", "bakery", ""),
        ("onde posso jogar tênis?", "pitch", "sport=tennis"),
        ("where do people swim?", "swimming_pool beach", ""),
        ("where can I recycle?", "recycling", ""),
    ],
)
def test_what_is_done_there_asks_for_the_places(question: str, services: str, tag: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert planned.reading.services == tuple(services.split())
    assert " ".join(f"{f.key}={f.value}" for f in planned.reading.filters) == tag


@pytest.mark.parametrize(
    "question",
    [
        "onde não posso estacionar?", "where can't I park?", "where can I buy stamps?",
        "onde posso comprar selos?", "what to eat in Porto", "cafes where I can sit", "como chegar ao Porto",
        "parks where children can play", "should I park here?", "where can I not park?",
    ],
)  # fmt: skip
def test_other_doings_are_refused(question: str) -> None:
    assert plan(question).problem is not None


def test_a_part_of_a_condition_is_not_lost_beside_what_is_done() -> None:
    reading = plan("onde posso estacionar a mais de 500 m de uma escola?").reading
    assert (reading.kind, reading.services) == ("absence", ("parking",))
    assert [(pair.relation, pair.radius_m) for pair in reading.pairs] == [("beyond", 500.0)]


def test_every_use_is_of_kinds_and_groups_that_the_catalogue_has() -> None:
    catalogue = load_catalogue()
    for use in load_uses():
        assert (use.group in catalogue.groups) != bool(use.services)
        assert set(use.services) <= set(catalogue.services)
    assert len(make_lexicon(catalogue, load_words()).uses["en"]) > 500


def test_a_pattern_stands_for_each_of_its_choices() -> None:
    assert list(expand("(buy|get) (|some )bread")) == [
        "buy bread",
        "buy some bread",
        "get bread",
        "get some bread",
    ]
