"""Areas of one level ranked and compared in a small town, where it is plain what lies in which."""

from pathlib import Path

import pytest

from loader.derive.cells import sync_has
from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.reading import FilterReading, PairReading, PlaceReading
from tests.graph_dump import empty_graph
from tests.osm_xml import node, square, way, write_osm

WEST, MIDDLE, EAST = "way/101", "way/102", "way/103"
BOX = '<bounds minlat="41.1400" minlon="-8.6200" maxlat="41.1600" maxlon="-8.6075"/>'


def town() -> list[str]:
    """Three districts from west to east in a city, two quarters, and what lies in, across and outside them.

    The box holds the west and the middle whole, and a part of the east.
    """
    found = []
    for n, (name, lon) in enumerate((("Oeste", -8.6110), ("Centro", -8.6100), ("Leste", -8.6080))):
        first = 10 * (n + 1)
        found += square(first, 41.150, lon)
        ring = [first, first + 1, first + 2, first + 3, first]
        found.append(
            way(101 + n, ring, boundary="administrative", admin_level="9", name=name, place="suburb")
        )
    found += square(40, 41.149, -8.612, 0.006)
    found.append(way(110, [40, 41, 42, 43, 40], boundary="administrative", admin_level="8", name="Cidade"))
    found += square(50, 41.1501, -8.6109, 0.0003)
    found.append(way(111, [50, 51, 52, 53, 50], place="quarter", name="Baixa"))
    found += square(60, 41.170, -8.6000)
    found.append(way(112, [60, 61, 62, 63, 60], boundary="administrative", admin_level="9", name="Longe"))
    found += [
        node(201, 41.1502, -8.6108, amenity="cafe", name="A"),
        node(202, 41.1505, -8.6105, amenity="cafe", name="B", cuisine="cake"),
        node(203, 41.1505, -8.6095, amenity="cafe", name="C"),
        node(204, 41.1495, -8.6095, amenity="cafe", name="South of all districts"),
        node(205, 41.1502, -8.6095, amenity="bar", name="D"),
        node(206, 41.1505, -8.6079, amenity="fountain"),
    ]
    # a park that is mostly in the middle and reaches into the west, one in the west only
    found += square(70, 41.1506, -8.6101, 0.0003)
    found.append(way(301, [70, 71, 72, 73, 70], leisure="park", name="Across"))
    found += square(80, 41.1503, -8.6109, 0.0002)
    found.append(way(302, [80, 81, 82, 83, 80], leisure="park", name="Within"))
    return found


@pytest.fixture(scope="module")
def perto(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Perto:
    empty_graph(graph)
    path = write_osm(
        tmp_path_factory.mktemp("town") / "town.osm", *town(), box=BOX, time="2024-01-01T00:00:00Z"
    )
    load_file(graph, path)
    return Perto(graph)


def ask(perto: Perto, *services: str, language: str = "en", **fields: object) -> Answer:
    reading = {"kind": "zones", "unit": "area", "services": services, **fields}
    return perto.ask(
        reading=Reading.model_validate(reading),
        mode="graph",
        limit="all",
        language=language,  # type: ignore[arg-type]
    )


def counts(answer: Answer) -> list[tuple[str, int, int]]:
    return [(area.name, area.total, area.shared) for area in answer.areas]


def test_the_level_with_most_areas_that_hold_places_is_ranked_and_said(perto: Perto) -> None:
    answer = ask(perto, "cafe", order="most", language="pt")
    assert counts(answer) == [("Oeste", 2, 0), ("Centro", 1, 0)]
    assert {area.admin_level for area in answer.areas} == {9}
    assert any("admin_level 9 (3)" in assumed for assumed in answer.reading.assumptions)
    assert any("admin_level 8 (1) e place=quarter (1)" in note for note in answer.notes)
    assert (answer.total, answer.total_areas, answer.zones) == (4, 2, ())
    assert "Cafés: 4, em 2 de 3 áreas (admin_level 9) com lugares" in answer.text
    assert "Em nenhuma destas áreas: 1 café" in answer.text


def test_the_fewest_may_be_none_at_all(perto: Perto) -> None:
    answer = ask(perto, "cafe", order="fewest")
    assert sorted(counts(answer)) == [("Centro", 1, 0), ("Leste", 0, 0), ("Longe", 0, 0), ("Oeste", 2, 0)]
    assert [area.total for area in answer.areas] == [0, 0, 1, 2]
    assert "2 have 0" in answer.text
    assert "Tied for the first place: 2" in answer.text


def test_a_park_counts_where_most_of_it_is_and_bars_where_any_of_it_is(perto: Perto) -> None:
    assert counts(ask(perto, "park")) == [("Oeste", 1, 1), ("Centro", 1, 0)]
    assert counts(ask(perto, "cafe", without=("park",))) == []
    assert counts(ask(perto, "cafe", without=("bar",))) == [("Oeste", 2, 0)]
    assert counts(ask(perto, "bar", "cafe")) == [("Centro", 2, 0)]
    some = ask(perto, "bar", "cafe", combine="any")
    assert counts(some) == [("Oeste", 2, 0), ("Centro", 2, 0)]
    assert [area.counts for area in some.areas] == [{"bar": 0, "cafe": 2}, {"bar": 1, "cafe": 1}]
    tagged = ask(perto, "cafe", filters=(FilterReading(service="cafe", key="cuisine", value="cake"),))
    assert counts(tagged) == [("Oeste", 1, 0)]


@pytest.mark.parametrize("service", ["park", "cafe", "bar"])
def test_counts_rankings_comparisons_and_lists_agree(service: str, perto: Perto) -> None:
    names = ("Oeste", "Centro")
    in_each = {name: PlaceReading(kind="area", name=name, relation="in") for name in names}
    ranked = {area.name: (area.total, area.shared) for area in ask(perto, service).areas}
    compared = perto.ask(
        reading=Reading(kind="compare", services=(service,), places=tuple(in_each.values())), mode="graph"
    )
    sides = {side.place.name: side.total for side in compared.sides if side.place is not None}
    for name in names:
        total, shared = ranked.get(name, (0, 0))
        reading = Reading(kind="count", services=(service,), places=(in_each[name],))
        counted = perto.ask(reading=reading, mode="graph")
        listed = perto.ask(reading=reading.model_copy(update={"kind": "places"}), mode="graph")
        assert (counted.total, sides[name], listed.total) == (total, total, total + shared)
        for answer in (counted, listed):
            assert any("counts elsewhere" in note for note in answer.notes) is bool(shared)
    assert any("counts elsewhere" in note for note in compared.notes) is (service == "park")


def test_counts_of_cells_agree_with_their_ranking(perto: Perto) -> None:
    for service in ("park", "cafe"):
        reading = Reading(kind="zones", services=(service,), order="most")
        ranked = perto.ask(reading=reading, mode="graph", limit="all", resolution=9).zones
        counted = [
            perto.ask(
                reading=Reading(
                    kind="count",
                    services=(service,),
                    places=(PlaceReading(kind="zone", name=zone.id, relation="in"),),
                ),
                mode="graph",
            ).total
            for zone in ranked
        ]
        assert counted == [zone.total for zone in ranked]


@pytest.mark.parametrize("order", [None, "fewest"])
def test_untold_are_those_in_the_areas_alone(order: str | None, perto: Perto) -> None:
    cake = FilterReading(service="cafe", key="cuisine", value="cake")
    answer = ask(perto, "cafe", filters=(cake,), order=order)
    # A in the west and C in the middle do not say; nor does the one south of all districts
    assert [one.untold for one in answer.conditions] == [3]
    assert answer.untold == 2
    told = {area.name: area.untold for area in answer.areas}
    assert told == ({"Oeste": 1} if order is None else {"Oeste": 1, "Centro": 1, "Leste": 0, "Longe": 0})
    # a park that does not say is of the middle, also where the west alone is told
    lit = FilterReading(service="park", key="lit", value="yes")
    parks = ask(perto, "park", filters=(lit,), order="fewest")
    assert {area.name: area.untold for area in parks.areas} == {
        "Oeste": 1,
        "Centro": 1,
        "Leste": 0,
        "Longe": 0,
    }


def test_what_the_data_do_not_hold_whole_is_partial(perto: Perto) -> None:
    answer = ask(perto, "fountain", order="fewest")
    assert {area.name: area.partial for area in answer.areas} == {
        "Oeste": False,
        "Centro": False,
        "Leste": True,
        "Longe": True,
    }
    assert answer.uncertain == 2
    assert "Cut by the edge of the data: 2 of 4 areas" in answer.text


def test_pairs_count_in_the_area_of_what_is_asked_for(perto: Perto) -> None:
    pair = PairReading(a=("cafe",), b=("park",), radius_m=60.0)
    answer = ask(perto, "cafe", pairs=(pair,))
    assert {(p.a.name, p.b.name) for p in answer.pairs} == {
        ("A", "Within"), ("B", "Within"), ("B", "Across"), ("C", "Across"),
    }  # fmt: skip
    assert [(a.name, a.total, a.pairs) for a in answer.areas] == [("Oeste", 2, 3), ("Centro", 1, 1)]


def test_areas_in_an_area_are_those_with_their_middle_there(perto: Perto) -> None:
    city = PlaceReading(kind="area", name="Cidade", relation="in")
    answer = ask(perto, "cafe", places=(city,), order="fewest")
    assert sorted(name for name, _, _ in counts(answer)) == ["Centro", "Leste", "Oeste"]
    west = PlaceReading(kind="area", name="Oeste", relation="in")
    inside = ask(perto, "cafe", places=(west,))
    assert counts(inside) == [("Baixa", 1, 0)]
    assert any("place=quarter (1)" in assumed for assumed in inside.reading.assumptions)


def test_while_a_load_runs_the_shapes_are_looked_at(perto: Perto, graph: Graph) -> None:
    before = [ask(perto, kind, order="fewest") for kind in ("park", "cafe")]
    within = ask(perto, "cafe", filters=(FilterReading(service="cafe", key="cuisine", value="cake"),))
    with graph._driver.session() as session:
        session.run("MATCH ()-[i:IN_AREA]->() SET i.was = i.share, i.share = 0.001").consume()
        session.run("MATCH (d:Dataset) SET d.state = 'loading'").consume()
        try:
            after = [ask(perto, kind, order="fewest") for kind in ("park", "cafe")]
            assert [sorted(counts(a)) for a in after] == [sorted(counts(a)) for a in before]
            tagged = FilterReading(service="cafe", key="cuisine", value="cake")
            assert counts(ask(perto, "cafe", filters=(tagged,))) == counts(within)
        finally:
            session.run("MATCH (d:Dataset) SET d.state = 'complete'").consume()
            session.run("MATCH ()-[i:IN_AREA]->() SET i.share = i.was REMOVE i.was").consume()


def compare(perto: Perto, *names: str, services: tuple[str, ...] = ("cafe",), **fields: object) -> Answer:
    places = tuple(PlaceReading(kind="area", name=name, relation="in") for name in names)
    return ask(perto, *services, kind="compare", unit=None, places=places, **fields)


@pytest.mark.parametrize(
    ("names", "order", "verdict", "said"),
    [
        (("Oeste", "Centro"), None, "yes", "more cafes in “Oeste” (2) than in “Centro” (1), by 1"),
        (("Centro", "Oeste"), None, "no", "more cafes in “Oeste” (2) than in “Centro” (1), by 1"),
        (("Centro", "Oeste"), "fewest", "yes", "more cafes in “Oeste” (2) than in “Centro” (1), by 1"),
        (("Oeste", "Leste"), None, "partial", "more cafes in “Oeste” (2) than in “Leste” (0), by 2"),
        (("Leste", "Oeste"), "fewest", "partial", "more cafes in “Oeste” (2) than in “Leste” (0), by 2"),
    ],
)
def test_two_areas_are_compared_by_what_is_in_them(
    names: tuple[str, str], order: str | None, verdict: str, said: str, perto: Perto
) -> None:
    answer = compare(perto, *names, whether=True, order=order)
    assert (answer.outcome, answer.verdict) == ("answered", verdict)
    assert said in answer.text
    totals = {"Oeste": 2, "Centro": 1, "Leste": 0}
    assert [side.total for side in answer.sides] == [totals[name] for name in names]
    assert [side.uncertain for side in answer.sides] == [int(name == "Leste") for name in names]
    assert compare(perto, *names).verdict is None


def test_a_side_that_is_level_is_no_more(perto: Perto) -> None:
    level = compare(perto, "Oeste", "Centro", services=("park",), whether=True, language="pt")
    # the park across counts in the middle alone
    assert ([side.total for side in level.sides], level.verdict) == ([1, 1], "no")
    same = compare(perto, "Centro", "Baixa", whether=True, language="pt")
    assert ([side.total for side in same.sides], same.verdict) == ([1, 1], "no")
    assert same.text.startswith("Não: o mesmo número de cafés em “Centro” e em “Baixa” (1) [1].")


def test_kinds_of_place_are_compared_in_one_area_or_everywhere(perto: Perto) -> None:
    answer = compare(perto, "Centro", services=("bar", "park", "fountain"), language="pt")
    assert [(side.service, side.total) for side in answer.sides] == [("bar", 1), ("park", 1), ("fountain", 0)]
    assert answer.text.startswith("Mais bares (1) e parques (1) do que fontes (0), por 1, em “Centro” [1].")
    every = compare(perto, services=("cafe", "bar"))
    assert [(side.service, side.total) for side in every.sides] == [("cafe", 4), ("bar", 1)]
    assert every.total == 5
    tagged = FilterReading(service="cafe", key="cuisine", value="cake")
    level = compare(perto, services=("cafe", "bar"), filters=(tagged,))
    assert [side.total for side in level.sides] == [1, 1]
    assert level.text.startswith("As many of each: cafes (“cuisine=cake”) and bars (1) [1].")


def test_several_kinds_at_several_places_are_told_by_kind(perto: Perto) -> None:
    answer = compare(perto, "Centro", "Oeste", services=("bar", "cafe"))
    assert [(s.total, s.counts) for s in answer.sides] == [
        (2, {"bar": 1, "cafe": 1}),
        (2, {"bar": 0, "cafe": 2}),
    ]
    assert "– in “Centro”: 2 (1 bar, 1 cafe)" in answer.text


def test_nothing_on_any_side_is_none_and_one_side_is_no_comparison(perto: Perto) -> None:
    empty = compare(perto, "Oeste", "Centro", services=("museum",))
    assert (empty.outcome, [side.total for side in empty.sides]) == ("none", [0, 0])
    one = compare(perto, "Oeste", language="pt")
    assert (one.outcome, one.uncertain) == ("not_understood", None)
    assert "falta com o que comparar" in one.text


def test_metres_bound_the_sides_of_a_comparison(perto: Perto) -> None:
    places = tuple(
        PlaceReading(kind="poi", id=id_, name=name, relation="within", radius_m=50.0)
        for id_, name in (("way/301", "Across"), ("way/302", "Within"))
    )
    answer = ask(perto, "cafe", kind="compare", unit=None, places=places)
    assert [side.total for side in answer.sides] == [2, 2]
    assert [side.place.id for side in answer.sides if side.place] == ["way/301", "way/302"]
    assert answer.text.startswith(
        "As many cafes within 50 m of “Across” and within 50 m of “Within” (2), in a straight line [1]."
    )


def test_zones_at_a_place_are_as_fine_as_a_dozen_of_them_there(perto: Perto) -> None:
    city = PlaceReading(kind="area", name="Cidade", relation="in")
    answer = ask(perto, "cafe", unit="zone", places=(city,))
    assert {zone.resolution for zone in answer.zones} == {9}
    [said] = [said for said in answer.reading.assumptions if "H3" in said]
    assert said.startswith("zones are H3 cells of resolution 9 (")


def test_what_is_there_only_because_others_are_near_it_bars_but_does_not_count(
    perto: Perto, graph: Graph
) -> None:
    with graph._driver.session() as session:
        session.run("MATCH (p:POI {id: 'node/203'}) SET p.halo_of = p.datasets").consume()
        sync_has(graph)
        try:
            assert counts(ask(perto, "cafe")) == [("Oeste", 2, 0)]
            assert counts(ask(perto, "bar", without=("cafe",))) == []
            zones = ask(perto, "cafe", unit="zone")
            assert sum(zone.total for zone in zones.zones) == zones.total == 3
            assert compare(perto, services=("cafe", "bar")).total == 4
        finally:
            session.run("MATCH (p:POI {id: 'node/203'}) REMOVE p.halo_of").consume()
            sync_has(graph)
    assert counts(ask(perto, "bar", without=("cafe",))) == []


def test_a_question_of_one_data_set_counts_its_places_only(
    perto: Perto, graph: Graph, tmp_path: Path
) -> None:
    reading = Reading(kind="zones", unit="area", services=("cafe",), order="most")
    before = perto.ask(reading=reading, mode="graph", limit="all")
    other = [node(9001, 41.1502, -8.6096, amenity="cafe"), node(9002, 41.1503, -8.6096, amenity="cafe")]
    load_file(graph, write_osm(tmp_path / "more.osm", *other), dataset="more")
    both = perto.ask(reading=reading, mode="graph", limit="all")
    assert counts(both) == [("Centro", 3, 0), ("Oeste", 2, 0)]
    town = perto.ask(reading=reading, mode="graph", limit="all", datasets=["town"])
    assert counts(town) == counts(before) == [("Oeste", 2, 0), ("Centro", 1, 0)]
    zones = Reading(kind="zones", services=("cafe",))
    for datasets, total in ((None, 6), (["town"], 4), (["more"], 2)):
        answer = perto.ask(reading=zones, mode="graph", limit="all", datasets=datasets)
        assert answer.total == sum(zone.total for zone in answer.zones) == total
    # the other data set has no areas of its own
    alone = perto.ask(reading=reading, mode="graph", datasets=["more"])
    assert alone.outcome == "not_understood"


def test_areas_may_be_asked_for_by_nothing_but_what_must_not_be_there(perto: Perto) -> None:
    answer = ask(perto, without=("bar",), language="pt")
    # the east and what is far away reach past the edge of the data
    assert {(a.name, a.partial) for a in answer.areas} == {("Oeste", False), ("Leste", True), ("Longe", True)}
    assert {(area.total, tuple(area.counts)) for area in answer.areas} == {(0, ())}
    assert "Áreas onde não há nenhum bar: 3 de 3 áreas" in answer.text
    assert "2 de 3 áreas; nelas pode haver o que os dados não têm" in answer.text
    # of what lies across a border a part is there
    assert {area.name for area in ask(perto, without=("park",)).areas} == {"Leste", "Longe"}
    cake = FilterReading(service="cafe", key="cuisine", value="cake")
    found = ask(perto, without=("cafe",), filters=(cake,)).areas
    assert {area.name for area in found} == {"Centro", "Leste", "Longe"}
    assert {area.name for area in ask(perto, "bar", without=("cafe",), filters=(cake,)).areas} == {"Centro"}
