"""Opening hours: open on a day, at a time, now; hours that are absent or unreadable are told apart."""

from datetime import UTC, datetime

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from service.reading import FilterReading, Reading
from tests.osm_xml import node, square, way, write_osm

# two Tuesdays, the second a holiday in Portugal; 09:30 in Lisbon
TUESDAY = datetime(2026, 11, 24, 9, 30, tzinfo=UTC)
HOLIDAY = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
HOURS = {
    1: "24/7",
    2: "Mo-Su 00:00-24:00",
    3: "24 hours",
    4: "Mo-Fr 09:00-19:00; Sa 09:00-13:00; Su,PH off",
    5: "Mo-Sa 08:00-22:00; Su 10:00-13:00",
    6: "Fr-Sa 18:00-02:00",
    7: "Mo-Su 12:00-15:00,19:00-23:30",
    8: "quando der",
    9: "Mo-Fr 10:00-12:00;\nSa 10:00-14:00",
    10: '"by appointment"',
    12: "off",
    13: "Mo-Su,PH 00:00-24:00",
}


@pytest.fixture(scope="module")
def town(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Graph:
    park = [*square(101, 41.15, -8.61), way(1, [101, 102, 103, 104, 101], leisure="park", name="Parque Um")]
    pharmacies = [
        node(i, 41.151 + i / 10_000, -8.6100, amenity="pharmacy", opening_hours=HOURS[i])
        for i in HOURS
        if i != 12
    ]
    absent = node(11, 41.1525, -8.6100, amenity="pharmacy")
    cafes = [
        node(21, 41.1512, -8.6100, amenity="cafe", opening_hours="Mo-Sa 08:00-20:00"),
        node(22, 41.1513, -8.6100, amenity="cafe", opening_hours="07:00-19:00"),
        node(23, 41.1514, -8.6100, amenity="cafe"),
    ]
    load_file(
        graph, write_osm(tmp_path_factory.mktemp("town") / "town.osm", *park, *pharmacies, absent, *cafes)
    )
    return graph


@pytest.fixture(scope="module")
def perto(town: Graph) -> Perto:
    return Perto(town, clock=lambda: TUESDAY)


ALWAYS = {1, 2, 3, 13}


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("farmácias 24 horas", ALWAYS),
        ("pharmacies open 24/7", ALWAYS),
        ("farmácias abertas ao domingo", ALWAYS | {5, 7}),
        ("which pharmacies are open on Sundays?", ALWAYS | {5, 7}),
        ("farmácias fechadas ao domingo", {4, 6, 9}),
        ("pharmacies that are not open on Sundays", {4, 6, 9}),
        ("farmácias abertas ao fim de semana", ALWAYS | {5, 7}),
        ("farmácias abertas ao sábado", ALWAYS | {4, 5, 6, 7, 9}),
        ("pharmacies open on Saturday at 10:00", ALWAYS | {4, 5, 9}),
        ("farmácias domingo às 10h", ALWAYS | {5}),
        ("pharmacies open on Sunday morning", ALWAYS | {5}),
        ("farmácias abertas depois das 22h", ALWAYS | {6, 7}),
        ("pharmacies open after 10 pm", ALWAYS | {6, 7}),
        ("farmácias que fecham depois da meia-noite", ALWAYS | {6}),
        ("pharmacies open until 22:00", ALWAYS | {5, 6, 7}),
        ("farmácias abertas às 8 da manhã", ALWAYS | {5}),
        ("pharmacies open before 9 am", ALWAYS | {5}),
        ("farmácias abertas agora", ALWAYS | {4, 5}),
        ("pharmacies open now", ALWAYS | {4, 5}),
        ("farmácias abertas hoje", ALWAYS | {4, 5, 7, 9}),
        ("pharmacies open tomorrow at 11:00", ALWAYS | {4, 5, 9}),
        ("farmácias abertas de segunda a sexta das 9h às 12h", ALWAYS | {4, 5}),
        ("farmácias abertas todos os dias", ALWAYS | {5, 7}),
    ],
)
def test_places_are_open_when_asked(perto: Perto, question: str, ids: set[int]) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{id_}" for id_ in ids}
    (condition,) = answer.conditions
    # without hours, with hours that leave it open, and with what can't be read
    assert (condition.places, condition.met, condition.untold) == (12, len(ids), 3)
    assert (condition.unreadable, condition.unread) == (1, ("quando der",))
    assert answer.untold == 3


def test_a_count_says_what_is_absent_and_what_is_unreadable(perto: Perto) -> None:
    pt = perto.ask("quantas farmácias estão abertas ao domingo?", mode="graph")
    assert (pt.total, pt.untold) == (6, 3)
    assert "3 de 12 farmácias não dizem se é assim" in pt.text
    assert "Destes, 1 tem um horário que não se consegue ler: “quando der”" in pt.text
    assert "ao domingo: 2026-11-29, sem contar feriados" in pt.text
    en = perto.ask("how many pharmacies are open after 22:00?", mode="graph")
    assert "Of these, 1 has opening hours that can't be read: “quando der”" in en.text
    assert "on one of these days: 2026-11-24 to 2026-11-30, public holidays not counted" in en.text


def test_now_is_said_with_its_zone_and_keeps_holidays(town: Graph, perto: Perto) -> None:
    answer = perto.ask("farmácias abertas agora", mode="graph")
    assert answer.conditions[0].moments == ("2026-11-24T09:30+00:00[Europe/Lisbon]",)
    assert "agora: 2026-11-24T09:30+00:00 (Europe/Lisbon)" in answer.reading.assumptions
    holiday = Perto(town, clock=lambda: HOLIDAY).ask("farmácias abertas agora", mode="graph", limit="all")
    assert {place.id for place in holiday.places} == {f"node/{id_}" for id_ in ALWAYS | {5}}


@pytest.mark.parametrize(
    ("question", "ids"),
    [
        ("cafés a menos de 500 m de um parque abertos ao domingo", {22}),
        ("cafes within 500 m of a park that are open on Sundays", {22}),
        ("cafés abertos depois das 19h30 até 500 m de um parque", {21}),
        ("cafés sem farmácia aberta ao domingo a até 10 m", {23}),
    ],
)
def test_hours_are_a_condition_beside_others(perto: Perto, question: str, ids: set[int]) -> None:
    answer = perto.ask(question, mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{id_}" for id_ in ids}
    assert answer.untold is not None


def test_zones_and_comparisons_count_hours(perto: Perto) -> None:
    zones = perto.ask("zonas com mais farmácias abertas ao domingo", mode="graph", limit="all")
    assert sum(zone.total for zone in zones.zones) == 6
    assert zones.untold == 3
    sides = perto.ask("more pharmacies open on Sunday or cafes open on Sunday?", mode="graph").sides
    assert [(side.total, side.untold) for side in sides] == [(6, 3), (1, 1)]


def test_a_reading_asks_for_hours_and_a_wrong_value_is_refused_on_one_line(perto: Perto) -> None:
    asked = FilterReading(service="pharmacy", key="opening_hours", value="Su at 10:00")
    answer = perto.ask(reading=Reading(services=("pharmacy",), filters=(asked,)), mode="graph", limit="all")
    assert {place.id for place in answer.places} == {f"node/{id_}" for id_ in ALWAYS | {5}}
    with pytest.raises(ValueError, match="opening_hours is asked as"):
        FilterReading(service="pharmacy", key="opening_hours", value="sometimes")


def test_places_in_two_time_zones_are_open_by_their_own_clocks(
    graph_server: Graph, tmp_path_factory: pytest.TempPathFactory
) -> None:
    recife = [node(31, -8.05, -34.9, shop="bakery", opening_hours="06:00-07:00")]
    porto = [node(32, 41.15, -8.61, shop="bakery", opening_hours="06:00-07:00")]
    folder = tmp_path_factory.mktemp("two")
    load_file(graph_server, write_osm(folder / "two.osm", *recife, *porto))
    answer = Perto(graph_server, clock=lambda: TUESDAY).ask("bakeries open now", mode="graph", limit="all")
    assert {place.id for place in answer.places} == {"node/31"}, answer.text
    assert answer.conditions[0].moments == (
        "2026-11-24T06:30-03:00[America/Recife]",
        "2026-11-24T09:30+00:00[Europe/Lisbon]",
    )


def test_a_look_up_of_a_place_tells_its_hours_as_the_map_has_them(perto: Perto, town: Graph) -> None:
    with town._driver.session() as session:
        row = session.run(
            "MATCH (p:POI) WHERE any(t IN p.tags WHERE t STARTS WITH 'opening_hours=Mo') "
            "RETURN p.id AS id ORDER BY id LIMIT 1"
        ).single(strict=True)
    for question in (f"me fale de {row['id']}", f"tell me about {row['id']}"):
        answer = perto.ask(question, mode="graph")
        assert answer.outcome == "answered"
        assert "opening_hours=Mo" in answer.text
