"""Documents: kinds in two languages, street, telling tags; no ids, no coordinates, no markup, never long."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loader.transform.documents import MAX_CHARS, Document, write_place, write_zone
from queries.catalogue.catalogue import load_catalogue
from queries.geometry.position import Position
from queries.statements.documents import FoundDocumentPlace, FoundDocumentZone

CELL = "891126d338fffff"


def place(
    *tags: str,
    name: str | None = "Cafe Java",
    services: tuple[str, ...] = ("cafe",),
    alt_names: tuple[str, ...] = (),
    datasets: tuple[str, ...] = ("helsinki",),
    street: str | None = None,
    area: str | None = None,
) -> FoundDocumentPlace:
    return FoundDocumentPlace(
        "node/123456",
        name,
        alt_names,
        services,
        tags,
        Position(60.17, 24.94),
        datasets,
        (CELL, "89112"),
        street,
        area,
    )


def written(found: FoundDocumentPlace) -> Document:
    return write_place(found, catalogue=load_catalogue())


def test_a_place_tells_name_kinds_in_both_languages_street_and_what_it_is_like() -> None:
    document = written(place("addr:street=Mikonkatu", "addr:city=Helsinki", "cuisine=cake", "diet:vegan=yes"))
    assert document.text.startswith("Cafe Java. café, ")
    assert "coffee shop" in document.text
    assert document.text.endswith(". Mikonkatu, Helsinki. cuisine cake, vegan")


def test_a_place_of_several_services_tells_them_all() -> None:
    text = written(place(services=("cafe", "library"))).text
    assert {"café", "biblioteca", "library"} <= set(re.split(r"[.,;] ", text))


def test_without_an_address_the_nearest_road_is_told_and_with_one_the_address() -> None:
    assert "Unioninkatu" in written(place(street="Unioninkatu")).text
    assert "Unioninkatu" not in written(place("addr:street=Mikonkatu", street="Unioninkatu")).text


def test_without_an_address_the_area_is_told_and_with_one_the_address() -> None:
    assert "Kallio" in written(place(area="Kallio")).text
    assert "Kallio" not in written(place("addr:suburb=Kamppi", area="Kallio")).text


def test_a_nameless_place_with_nothing_else_tells_its_kind() -> None:
    assert written(place(name=None, services=("fountain",))).text.startswith("fonte, ")


def test_a_service_that_the_catalogue_no_longer_has_is_told_by_its_id() -> None:
    assert written(place(services=("bike_rental",))).text == "Cafe Java. bike rental"


@pytest.mark.parametrize(
    ("tag", "told"),
    [
        ("outdoor_seating=yes", "outdoor seating"),
        ("outdoor_seating=no", ""),
        ("recycling:glass_bottles=yes", "recycles glass bottles"),
        ("recycling:glass_bottles=no", ""),
        ("internet_access=wlan", "wifi"),
        ("wheelchair=limited", "wheelchair limited"),
        ("fee=no", "free of charge"),
        ("opening_hours=24/7", "open day and night"),
        ("opening_hours=Mo-Fr 10:00-20:00", ""),
        ("shop=cafe", ""),
        ("website=https://example.org", ""),
        ("phone=+358 9 1", ""),
        ("addr:housenumber=5", ""),
        ("ref=1905", ""),
        ("wikidata=Q42", ""),
        ("no equals sign", ""),
        ("=", ""),
    ],
)
def test_only_telling_tags_are_told(tag: str, told: str) -> None:
    plain = written(place()).text
    assert written(place(tag)).text == (f"{plain}. {told}" if told else plain)


def test_no_id_and_no_coordinate_is_told() -> None:
    text = written(place("addr:street=Mikonkatu")).text
    assert not re.search(r"123456|node/|60\.|24\.|8911", text)


def test_markup_and_control_characters_are_left_out() -> None:
    text = written(
        place("description=<script>alert(1)</script>\x00\u202etea\n\nhouse", name="A<b>B</b>")
    ).text
    assert text.startswith("A B. ")
    assert text.endswith("description alert(1) tea house")


def test_text_of_any_length_is_cut() -> None:
    text = written(place("cuisine=" + "a b " * 4000, "description=" + "x" * 9000, name="n" * 9000)).text
    assert len(text) < 400
    many = [f"cuisine={n} {'y' * 90}" for n in range(200)]
    assert len(written(place(*many)).text) <= MAX_CHARS


@given(st.text(), st.lists(st.text()), st.none() | st.text())
def test_any_text_becomes_one_printable_line(name: str, tags: list[str], road: str | None) -> None:
    document = written(place(*tags, name=name, street=road))
    assert document.text == " ".join(document.text.split())
    assert 0 < len(document.text) <= MAX_CHARS
    assert document.hash.startswith(f"{document.text_digest}.")


def test_equal_places_have_equal_hashes_and_every_change_another() -> None:
    before = written(place())
    assert written(place()).hash == before.hash
    moved = written(place(datasets=("helsinki", "finland")))
    assert moved.hash != before.hash
    assert moved.text_digest == before.text_digest, "the text stays, so nothing is embedded again"
    assert written(place(name="Other")).text_digest != before.text_digest
    assert (before.zone, before.services, before.datasets) == (CELL, ("cafe",), ("helsinki",))


def zone(**changes: object) -> FoundDocumentZone:
    values: dict[str, object] = {
        "id": CELL,
        "resolution": 9,
        "position": Position(60.17, 24.94),
        "counts": {"cafe": 3, "park": 1},
        "names": (("Cafe A", "cafe"), ("Cafe B", "cafe"), ("Esplanadi", "park")),
        "streets": ("Mikonkatu", "Kaivokatu"),
        "datasets": ("helsinki",),
    }
    return FoundDocumentZone(**(values | changes))  # type: ignore[arg-type]


def test_a_card_tells_totals_neighbours_names_of_each_kind_and_streets() -> None:
    document = write_zone(zone(), pairs={"cafe|park": 2}, catalogue=load_catalogue())
    assert document.text == (
        "Área com, area with: 3 cafés / cafes, 1 parque / park. Perto, near each other: cafe + park. "
        "Lugares, places: Cafe A, Esplanadi, Cafe B. Ruas, streets: Mikonkatu, Kaivokatu"
    )
    assert (document.id, document.zone, document.services) == (CELL, CELL, ("cafe", "park"))


def test_a_card_without_pairs_names_and_streets_still_tells_totals() -> None:
    document = write_zone(zone(names=(), streets=()), pairs={}, catalogue=load_catalogue())
    assert document.text == "Área com, area with: 3 cafés / cafes, 1 parque / park"


def test_a_card_is_cut_too() -> None:
    long = zone(streets=tuple("s" * 300 for _ in range(50)), names=(("n" * 999, "cafe"),) * 50)
    assert len(write_zone(long, pairs={}, catalogue=load_catalogue()).text) <= MAX_CHARS
