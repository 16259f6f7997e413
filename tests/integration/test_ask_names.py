"""What a name means: in any spelling, of any sort; several things of a name, or none, are told."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.answer import Area, Place
from service.reading import PlaceReading
from tests.graph_dump import dump_graph, empty_graph
from tests.osm_xml import node, square, way, write_osm


def town() -> list[str]:
    """A town where names are written in full, shared, mapped twice, and said with city and state."""
    return [
        node(
            1, 41.1500, -8.6300, leisure="park", name="Praça do Marquês de Pombal", name__en="Marquis Square"
        ),
        # one tower: outline, a museum in it, and a stop called after it
        *square(11, 41.1510, -8.6310, 0.0003),
        way(10, [11, 12, 13, 14, 11], tourism="attraction", name="Torre dos Clérigos"),
        node(15, 41.1511, -8.6309, tourism="museum", name="Torre dos Clerigos"),
        node(16, 41.1516, -8.6310, highway="bus_stop", name="Torre dos Clérigos"),
        node(
            21, 41.1520, -8.6300, amenity="cafe", name="Central", addr__city="Springfield", addr__state="IL"
        ),
        node(
            22, 41.1560, -8.6300, amenity="cafe", name="Central", addr__city="Springfield", addr__state="MA"
        ),
        node(23, 41.1570, -8.6300, amenity="cafe", name="Central", addr__city="Chester"),
        node(24, 41.1530, -8.6290, amenity="cafe", name="Peace, Love & Coffee", addr__city="Springfield"),
        node(25, 41.1532, -8.6290, amenity="cafe", name="House of Tea at Home in Porto"),
        node(26, 41.1534, -8.6290, amenity="hospital", name="Hospital de São João"),
        node(27, 41.1536, -8.6290, amenity="place_of_worship", name="Nossa Senhora da Conceição"),
        node(28, 41.1538, -8.6290, amenity="cafe", name="Marina"),
        node(29, 41.1540, -8.6290, amenity="cafe", name="Marena"),
        node(31, 41.1542, -8.6290, highway="bus_stop", name="Trindade"),
        node(32, 41.1546, -8.6290, highway="bus_stop", name="Trindade"),
        node(33, 41.1550, -8.6290, amenity="cafe", name="Ħal Qormi’s"),
        node(34, 41.1552, -8.6290, amenity="cafe", name="Bar 25"),
        node(35, 41.1554, -8.6290, tourism="attraction", name="Associação", alt_name="Palácio da Bolsa"),
        node(36, 41.1556, -8.6290, tourism="museum", name="Palácio da Bolsa"),
        # a suburb, a point of another name in another one, and a place called as the suburb is
        *square(41, 41.1500, -8.6400, 0.02),
        way(40, [41, 42, 43, 44, 41], place="suburb", name="Bonfim"),
        node(45, 41.1501, -8.6201, amenity="restaurant", name="Bonfim"),
        *square(51, 41.2000, -8.6400, 0.01),
        way(50, [51, 52, 53, 54, 51], boundary="administrative", admin_level="8", name="Tas-Sliema"),
        node(55, 41.2050, -8.6350, place="town", name="Tas-Sliema", name__en="Sliema"),
        node(56, 41.2051, -8.6351, leisure="park", name="Inside"),
        # a street with a gap, and two of one name far from each other, of which one is in the suburb
        *(node(60 + i, 41.1600, -8.6390 + i * 0.001) for i in range(8)),
        way(
            71, [60, 61, 62], highway="residential", name="Rua de Santa Catarina", name__en="Catherine Street"
        ),
        way(72, [63, 64], highway="residential", name="Rua de Santa Catarina"),
        node(81, 41.1650, -8.6390),
        node(82, 41.1650, -8.6380),
        node(83, 41.2500, -8.6390),
        node(84, 41.2500, -8.6380),
        way(85, [81, 82], highway="residential", name="Rua da Igreja"),
        way(86, [83, 84], highway="residential", name="Rua da Igreja"),
        node(87, 41.1651, -8.6385, amenity="cafe", name="Ao lado"),
        node(88, 41.2501, -8.6385, amenity="cafe", name="Longe"),
        # an area spelled otherwise than the town's point in it, and one of another name around a city's
        *square(101, 41.3000, -8.6400, 0.01),
        way(
            100,
            [101, 102, 103, 104, 101],
            boundary="administrative",
            admin_level="8",
            name="San Giljan",
            name__en="St. Julian's",
        ),
        node(105, 41.3050, -8.6350, place="town", name="San Giljan", name__en="St Julians"),
        node(106, 41.3051, -8.6351, amenity="cafe", name="In Town"),
        *square(111, 41.3200, -8.6400, 0.01),
        way(110, [111, 112, 113, 114, 111], boundary="administrative", admin_level="8", name="Rabat"),
        node(115, 41.3250, -8.6350, place="city", name="Ir-Rabat (Victoria)", alt_name="Victoria"),
        *square(117, 41.3252, -8.6350, 0.0003),
        way(116, [117, 118, 119, 120, 117], tourism="hotel", name="The Victoria"),
        node(121, 41.3253, -8.6349, amenity="cafe", name="At the hotel"),
        # a guest house, and a stop elsewhere, called after what the data do not hold; and a hotel alone
        *square(131, 41.3400, -8.6400, 0.0003),
        way(130, [131, 132, 133, 134, 131], tourism="guest_house", name="Cordoaria"),
        node(135, 41.3420, -8.6400, highway="bus_stop", name="Cordoaria"),
        node(136, 41.3401, -8.6399, amenity="cafe", name="Breakfast"),
        # one house of a bank that has another one
        *square(261, 41.3700, -8.6400, 0.0003),
        way(260, [261, 262, 263, 264, 261], amenity="bank", name="Banco do Teste"),
        node(265, 41.3750, -8.6400, amenity="bank", name="Banco do Teste"),
        *square(141, 41.3500, -8.6400, 0.0003),
        way(140, [141, 142, 143, 144, 141], tourism="hotel", name="Grande Hotel"),
        node(145, 41.3501, -8.6399, amenity="cafe", name="Lobby"),
        node(151, 41.3600, -8.6400, place="city", name="Springfield"),
        node(152, 41.3601, -8.6400, amenity="cafe", name="Tanto Faz"),
        # a village that is a point, in a region too large to be meant, and a bus station called after it
        *square(161, 42.0000, -8.0000, 0.5),
        way(160, [161, 162, 163, 164, 161], boundary="administrative", admin_level="4", name="Region"),
        node(165, 42.2000, -7.8000, place="village", name="Bugibba"),
        *square(171, 42.2001, -7.8000, 0.0005),
        way(170, [171, 172, 173, 174, 171], amenity="bus_station", name="Bugibba"),
        node(175, 42.2002, -7.7999, amenity="cafe", name="Waiting"),
    ]


@pytest.fixture(scope="module")
def loaded(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> Path:
    empty_graph(graph)
    path = write_osm(tmp_path_factory.mktemp("town") / "town.osm", *town(), time="2024-01-01T00:00:00Z")
    load_file(graph, path)
    return path


@pytest.fixture(scope="module")
def perto(graph: Graph, loaded: Path) -> Perto:
    return Perto(graph)


def ask(perto: Perto, name: str, kind: str = "poi", relation: str = "from") -> Answer:
    place = PlaceReading.model_validate({"kind": kind, "name": name, "relation": relation})
    asked = Reading(kind="lookup", places=(place,))
    if relation != "from":
        asked = Reading(kind="places", services=("cafe", "park"), places=(place,))
    return perto.ask(reading=asked, mode="graph", limit="all")


def meant(answer: Answer) -> tuple[str, str | None]:
    assert answer.outcome in ("answered", "none"), answer.text
    return answer.reading.places[0].kind, answer.reading.places[0].id


@pytest.mark.parametrize(
    ("name", "kind", "id_"),
    [
        ("praça do marques de pombal", "poi", "node/1"),
        ("Pça. Marquês de Pombal", "poi", "node/1"),
        ("MARQUIS SQUARE", "poi", "node/1"),
        ("Peace, Love & Coffee", "poi", "node/24"),
        ("Peace, Love and Coffee, Springfield", "poi", "node/24"),
        ("House of Tea at Home in Porto", "poi", "node/25"),
        ("Hospital S. João", "poi", "node/26"),
        ("Hosp. de Sao Joao", "poi", "node/26"),
        ("N. Sra. da Conceição", "poi", "node/27"),
        ("Hal Qormi's", "poi", "node/33"),
        ("Central, Springfield, IL", "poi", "node/21"),
        ("Central, Springfield, MA", "poi", "node/22"),
        ("central, chester", "poi", "node/23"),
        ("Central in Chester", "poi", "node/23"),
        ("node/22", "poi", "node/22"),
        ("R. Sta. Catarina", "street", "street/way/71"),
        ("Catherine Street", "street", "street/way/71"),
        ("way/72", "street", "street/way/71"),
        ("street/way/72", "street", "street/way/71"),
        ("Rua da Igreja, Bonfim", "street", "street/way/85"),
        ("way/86", "street", "street/way/86"),
        ("Sliema", "area", "way/50"),
        ("way/40", "area", "way/40"),
        ("41.15, -8.63", "point", None),
    ],
)
def test_a_name_is_found_in_any_spelling_and_by_id(
    name: str, kind: str, id_: str | None, perto: Perto
) -> None:
    assert meant(ask(perto, name)) == (kind, id_)


@pytest.mark.parametrize(
    ("name", "id_", "read_as"),
    [
        ("Torre dos Clerigso", "way/10", "Torre dos Clérigos"),
        ("Hospital de São Joãao", "node/26", "Hospital de São João"),
        ("Praça do Marqes de Ponbal", "node/1", "Praça do Marquês de Pombal"),
        ("Palácio da Bolça", "node/36", "Palácio da Bolsa"),
    ],
)
def test_a_small_error_of_spelling_is_forgiven_and_told(
    name: str, id_: str, read_as: str, perto: Perto
) -> None:
    answer = ask(perto, name)
    assert meant(answer) == ("poi", id_)
    assert answer.reading.places[0].name == read_as
    [note] = [note for note in answer.notes if name in note]
    assert read_as in note
    assert note in answer.text


STRANGE = [
    "!!!",
    '"',
    "\\",
    "***",
    "/",
    "&&",
    "~2",
    '" OR "',
    "* OR *",
    "name_keys:marina",
    "[a TO z]",
    "\u200f",
    "🌍",
]


@pytest.mark.parametrize(
    "name", ["Bar 26", "Rua Z", "Xanadu", "Central, Gotham", "Mar", "a" * 500, ", ,", "NOT Marina", *STRANGE]
)
def test_a_name_that_fits_nothing_is_told_by_name(name: str, perto: Perto) -> None:
    answer = ask(perto, name)
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert answer.problem.part == name
    assert answer.reading.places[0].id is None
    assert answer.places == ()


def test_a_name_that_fits_nothing_offers_those_like_it(perto: Perto) -> None:
    answer = ask(perto, "Praça Pombal")
    assert answer.problem is not None
    assert "Praça do Marquês de Pombal" in answer.problem.try_


@pytest.mark.parametrize(
    ("name", "kind", "candidates"),
    [
        ("Central", "poi", {"node/21", "node/22", "node/23"}),
        ("Central, Springfield", "poi", {"node/21", "node/22"}),
        ("Central, Springfield, NY", "poi", {"node/21", "node/22", "node/23"}),
        ("Marona", "poi", {"node/28", "node/29"}),
        ("Trindade", "poi", {"node/31", "node/32"}),
        ("Bonfim", "poi", {"way/40", "node/45"}),
        ("Rua da Igreja", "street", {"street/way/85", "street/way/86"}),
    ],
)
def test_a_name_that_fits_several_places_is_answered_with_them(
    name: str, kind: str, candidates: set[str], perto: Perto
) -> None:
    answer = ask(perto, name, kind)
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates} == candidates
    assert all(isinstance(c, Area) or c.locator for c in answer.candidates if c.id != "street/way/86")
    assert answer.problem is not None
    tried = [meant(ask(perto, name, kind))[1] for name in answer.problem.try_]
    assert len(tried) == len(set(tried))
    assert set(tried) <= candidates


def test_candidates_say_where_they_are(perto: Perto) -> None:
    there = {c.id: c for c in ask(perto, "Rua da Igreja", "street").candidates}
    inside = there["street/way/85"]
    assert isinstance(inside, Place)
    assert (inside.name, inside.services) == ("Rua da Igreja", ())
    assert "Bonfim" in inside.locator
    answer = ask(perto, "Rua da Igreja", "street")
    assert "– “Rua da Igreja”: street in “Bonfim” (street/way/85)" in answer.text
    assert "– “Rua da Igreja”: street (41.25000; -8.63850) (street/way/86)" in answer.text
    assert answer.problem is not None
    assert answer.problem.try_ == ("Rua da Igreja, Bonfim", "way/86")
    told = ask(perto, "Bonfim")
    assert "– “Bonfim”: suburb (way/40)" in told.text
    assert "– “Bonfim”: Restaurant in “Bonfim” (node/45)" in told.text
    assert {c.id: c.locator for c in told.candidates} == {
        "way/40": "suburb",
        "node/45": "Restaurant in “Bonfim”",
    }
    alike = ask(perto, "Trindade").text
    assert "(41.15420; -8.62900) (node/31)" in alike
    assert "(41.15460; -8.62900) (node/32)" in alike


def test_what_is_mapped_twice_is_one_place_and_a_stop_is_called_after_it(perto: Perto) -> None:
    answer = ask(perto, "Torre dos Clérigos")
    assert meant(answer) == ("poi", "way/10")
    [note] = [note for note in answer.notes if "node/16" in note]
    assert "way/10" in note
    # none of its elements is near it
    place = PlaceReading(kind="poi", name="Torre dos Clérigos", relation="within", radius_m=60)
    near = perto.ask(reading=Reading(kind="places", services=("museum", "bus_stop"), places=(place,)))
    assert {p.id for p in near.places} == {"node/16"}


def test_an_area_named_beside_it_tells_which_street_is_meant(perto: Perto) -> None:
    along = PlaceReading(kind="street", name="Rua da Igreja", relation="along")
    inside = PlaceReading(kind="area", name="Bonfim", relation="in")
    answer = perto.ask(
        reading=Reading(kind="along", services=("cafe",), places=(along, inside)), mode="graph"
    )
    assert {p.id for p in answer.places} == {"node/87"}
    assert answer.reading.places[0].id == "street/way/85"


@pytest.mark.parametrize(
    ("name", "relation", "ids"),
    [
        ("Sliema", "in", {"node/56"}),
        ("St Julians", "in", {"node/106"}),
        ("St. Julian's", "in", {"node/106"}),
        ("St Julians", "within", {"node/106"}),
        ("Grande Hotel", "in", {"node/145"}),
        ("Bonfim", "in", {f"node/{n}" for n in (1, 21, 22, 23, 24, 25, 28, 29, 33, 34, 87)}),
        ("Rua da Igreja, Bonfim", "in", {"node/87"}),
        ("Rua da Igreja, Bonfim", "along", {"node/87"}),
        ("Rua da Igreja, Bonfim", "within", {"node/87"}),
    ],
)
def test_any_sort_of_place_serves_any_relation(name: str, relation: str, ids: set[str], perto: Perto) -> None:
    answer = ask(perto, name, "area" if relation == "in" else "poi", relation)
    assert answer.outcome == "answered", answer.text
    assert {place.id for place in answer.places} == ids


@pytest.mark.parametrize(
    ("name", "ids"),
    [("Cordoaria", ("way/130", "node/135")), ("Banco do Teste", ("way/260", "node/265"))],
)
def test_what_stands_elsewhere_too_tells_that_a_small_house_is_not_the_area(
    name: str, ids: tuple[str, str], perto: Perto
) -> None:
    answer = ask(perto, name, "area", "in")
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates} == set(ids)
    assert answer.problem is not None
    assert "2 places" in answer.problem.reason
    assert set(answer.problem.try_) == {f"within 500 m of {id_}" for id_ in ids}


def test_a_city_that_is_a_point_comes_before_a_hotel_of_the_name_and_offers_the_area_around(
    perto: Perto,
) -> None:
    answer = ask(perto, "Victoria", "area", "in")
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates} == {"node/115"}
    assert answer.problem is not None
    assert answer.problem.try_ == ("Rabat", "within 1000 m of node/115")
    assert "city, in “Rabat” (node/115)" in answer.text
    assert perto.ask("cafes in Victoria", mode="graph").problem.try_ == (  # type: ignore[union-attr]
        "cafes in “Rabat”",
        "cafes within 1000 m of node/115",
        "cafes",
    )
    assert perto.ask("cafes in “Rabat”", mode="graph").total == 1
    # a point holds nothing: that is not to have no places
    assert "(node/115) has no whole boundary in the data" in ask(perto, "node/115").text


def test_a_village_comes_before_the_bus_station_called_after_it(perto: Perto) -> None:
    answer = ask(perto, "Bugibba", "area", "in")
    assert answer.outcome == "not_understood"
    assert {c.id for c in answer.candidates} == {"node/165"}
    assert answer.problem is not None
    assert answer.problem.try_ == ("within 1000 m of node/165",)
    assert "village, in “Region” (node/165)" in answer.text


def test_of_a_city_without_an_outline_nobody_knows_what_is_in_it(perto: Perto) -> None:
    answer = ask(perto, "Tanto Faz, Springfield")
    assert meant(answer) == ("poi", "node/152")
    assert [note for note in answer.notes if "do not say" in note and "Springfield" in note]


def test_a_second_load_makes_an_older_graph_findable(perto: Perto, graph: Graph, loaded: Path) -> None:
    fresh = dump_graph(graph)
    with graph._driver.session() as session:
        session.run("MATCH (n:POI|Area|Street) REMOVE n.name_keys").consume()
        session.run("MATCH (n:Road|Street) REMOVE n.alt_names").consume()
        session.run("MATCH (n:POI|Road|Area) SET n.hash = 'older'").consume()
        session.run("MATCH ()-[f:FROM]->() SET f.hash = 'older'").consume()
    assert ask(perto, "Marquis Square").outcome == "not_understood"
    load_file(graph, loaded)
    assert dump_graph(graph) == fresh
    assert meant(ask(perto, "Marquis Square")) == ("poi", "node/1")


def test_a_graph_without_the_index_of_names_asks_for_a_load(perto: Perto, graph: Graph, loaded: Path) -> None:
    with graph._driver.session() as session:
        session.run("DROP INDEX names").consume()
    try:
        answer = ask(perto, "Marquis Square")
    finally:
        graph.create_schema()
    assert answer.outcome == "unavailable"
    assert answer.problem is not None
    assert "run perto load again" in answer.problem.reason
    assert meant(ask(perto, "Marquis Square")) == ("poi", "node/1")
