"""Tags asked for, in words after the kind of place they are asked of."""

import pytest

from queries.catalogue.catalogue import Language
from service.presentation.tag_words import label_of
from service.presentation.wording import asked_kinds, conditions
from service.reading import FilterReading, PairReading, Reading


def said(service: str, language: Language, *tags: str, count: int = 2) -> str:
    pairs = [tag.partition("=") for tag in tags]
    filters = tuple(FilterReading(service=service, key=key, value=value) for key, _, value in pairs)
    return asked_kinds([service], Reading(services=(service,), filters=filters), language, count=count)


@pytest.mark.parametrize(
    ("service", "tags", "pt", "en"),
    [
        (
            "restaurant",
            ("cuisine=italian",),
            "restaurantes de cozinha italiana",
            "restaurants with Italian food",
        ),
        ("pitch", ("sport=tennis",), "quadras de tênis", "tennis courts"),
        ("museum", ("museum=art", "fee=no"), "museus de arte de graça", "art museums free of charge"),
        ("cafe", ("shape=round",), "cafés (“shape=round”)", "cafes (“shape=round”)"),
        (
            "restaurant",
            ("cuisine=italian", "cuisine=greek", "wheelchair=yes", "x=y"),
            "restaurantes de cozinha italiana ou de cozinha grega e com acesso para cadeira de rodas (“x=y”)",
            "restaurants with Italian food or with Greek food and that are wheelchair accessible (“x=y”)",
        ),
    ],
)
def test_tags_are_told_in_words_where_the_catalogue_has_them(
    service: str, tags: tuple[str, ...], pt: str, en: str
) -> None:
    assert (said(service, "pt", *tags), said(service, "en", *tags)) == (pt, en)


def test_one_is_told_in_the_singular() -> None:
    assert said("pitch", "en", "sport=tennis", count=1) == "tennis court"
    assert said("cafe", "en", "wheelchair=yes", count=1) == "cafe that is wheelchair accessible"


def test_a_tag_that_makes_another_kind_is_told_as_that_kind_everywhere() -> None:
    tennis = FilterReading(service="pitch", key="sport", value="tennis")
    pair = PairReading(a=("cafe",), b=("pitch",), relation="beyond", radius_m=50.0)
    reading = Reading(kind="absence", pairs=(pair,), filters=(tennis,))
    assert conditions(reading, "pt") == "sem nenhuma quadra de tênis mapeada a até 50 m"
    assert conditions(reading, "en", lacking=True) == "without a tennis court mapped within 50 m"
    near = reading.model_copy(update={"pairs": (pair.model_copy(update={"relation": "within"}),)})
    assert conditions(near, "en") == "within 50 m of a tennis court"


def test_an_adjective_agrees_with_what_it_is_said_of() -> None:
    assert said("parking", "pt", "fee=yes", count=1) == "estacionamento pago"
    assert said("parking", "pt", "fee=yes") == "estacionamentos pagos"


def test_words_of_another_kind_of_place_say_nothing_of_this_one() -> None:
    assert label_of("emergency", "yes", ["hospital"], "en") == "with an emergency department"
    assert label_of("emergency", "yes", ["bench"], "en") is None
