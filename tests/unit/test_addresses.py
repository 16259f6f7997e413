"""House numbers as people and maps write them, and of which street a house is."""

import pytest
import shapely
from shapely.geometry import LineString, Point, box

from loader.formats.extract import AddressElement, RoadElement
from loader.transform.addresses import transform_addresses
from loader.transform.interpolation import Stretch, find_stretches
from queries.catalogue.addresses import AddressName, house_key, house_keys, split_address
from service.nlu.understand import plan

FLORES = AddressName("Rua das Flores", "120")
TOWER = AddressName("Tower Road", "12")


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("Rua das Flores, 120", FLORES),
        ("Rua das Flores 120", FLORES),
        ("Rua das Flores, nº 120", FLORES),
        ("Rua das Flores n.º 120", FLORES),
        ("Rua das Flores, número 120", FLORES),
        ("nº 120 da Rua das Flores", FLORES),
        ("number 120 of Rua das Flores", FLORES),
        ("Rua das Flores, 120, Recife, PE", AddressName("Rua das Flores", "120", ("Recife", "PE"))),
        ("Rua das Flores 120 A", AddressName("Rua das Flores", "120 A")),
        ("Rua das Flores, 120-122", AddressName("Rua das Flores", "120-122")),
        ("Rua das Flores, s/n", AddressName("Rua das Flores", "s/n")),
        ("12 Tower Road", TOWER),
        ("Tower Road 12", TOWER),
        ("Tower Road, no. 12", TOWER),
        ("12, Tower Road, Sliema", AddressName("Tower Road", "12", ("Sliema",))),
        ("Rua 24 de Maio, 7", AddressName("Rua 24 de Maio", "7")),
        ("5th Avenue 12", AddressName("5th Avenue", "12")),
    ],
)
def test_an_address_is_a_street_and_a_number(text: str, address: AddressName) -> None:
    assert split_address(text)[0] == address


@pytest.mark.parametrize("text", ["Rua 24 de Maio", "5th Avenue", "Kiasma", "120", "Rua A", ""])
def test_a_number_within_a_name_is_no_house(text: str) -> None:
    assert split_address(text) == []


@pytest.mark.parametrize(
    ("tag", "keys"),
    [
        ("120", {"120"}),
        ("120A", {"120a"}),
        ("120 a", {"120a"}),
        ("118;120", {"118", "120"}),
        ("118, 120", {"118", "120"}),
        ("118-122", {"118-122", "118", "120", "122"}),
        ("118–121", {"118-121", "118", "119", "120", "121"}),
        ("12a-c", {"12a-c", "12a", "12b", "12c"}),
        ("98/106", {"98/106", "98", "106"}),
        ("12/3", {"12/3"}),
        ("516 – 1º", {"516-1o", "516"}),
        ("S/N", {"s/n"}),
        ("012", {"12"}),
        ("4000-112", {"4000-112"}),
        ("1-99999", {"1-99999"}),
        ("Techpoint", set()),
        (" ", set()),
    ],
)
def test_a_tag_tells_every_house_of_its_lists_and_ranges(tag: str, keys: set[str]) -> None:
    assert set(house_keys(tag)) == keys


def test_ways_to_write_a_house_number_are_equal() -> None:
    assert {house_key(n) for n in ("120A", "120 a", "120-A", "nº 120 A", "n.º 120a")} == {"120a"}
    assert house_key("120") != house_key("120a")


ADDRESSES = [
    ("cafés perto da Rua das Flores, 120", "Rua das Flores, 120"),
    ("cafés perto da Rua das Flores 120", "Rua das Flores 120"),
    ("cafés até 100 m da Rua das Flores, 120", "Rua das Flores, 120"),
    ("café mais próximo da Rua das Flores, 120", "Rua das Flores, 120"),
    ("cafés na Rua das Flores, 120", "Rua das Flores, 120"),
    ("cafés na rua das flores, 120", "rua das flores, 120"),
    ("cafés perto da rua das flores, nº 120", "rua das flores, nº 120"),
    ("cafés perto da Rua das Flores 120 a", "Rua das Flores 120 a"),
    ("cafés perto da Rua das Flores, s/n", "Rua das Flores, s/n"),
    ("cafés perto da rua nove de abril, 12", "rua nove de abril, 12"),
    ("quantos cafés há na Rua das Flores, 120?", "Rua das Flores, 120"),
    ("zonas com mais cafés perto da Rua das Flores, 120", "Rua das Flores, 120"),
    ("me fale da Rua das Flores, 120", "Rua das Flores, 120"),
    ("Rua das Flores, 120", "Rua das Flores, 120"),
    ("cafes near 12 Tower Road", "12 Tower Road"),
    ("cafes near 12 tower road", "12 tower road"),
    ("cafes near 12, Tower Road, Sliema", "12, Tower Road, Sliema"),
    ("cafes within 200 m of Tower Road 12", "Tower Road 12"),
    ("the nearest cafe to 12 Tower Road", "12 Tower Road"),
    ("cafes at 12 Tower Road", "12 Tower Road"),
    ("tell me about 12 Tower Road", "12 Tower Road"),
    ("12 Tower Road", "12 Tower Road"),
    ("cafes near 12 5th Avenue", "12 5th Avenue"),
]


@pytest.mark.parametrize(("question", "name"), ADDRESSES)
def test_a_house_number_is_a_part_of_the_name_and_never_metres(question: str, name: str) -> None:
    planned = plan(question)
    assert planned.problem is None
    [place] = planned.reading.places
    assert place.name == name
    assert place.radius_m not in (12.0, 120.0)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("distance from 12 Tower Road to Rua das Flores, 120", {"12 Tower Road", "Rua das Flores, 120"}),
        (
            "distância da Rua das Flores, 120 à Rua da Aurora, 45",
            {"Rua das Flores, 120", "Rua da Aurora, 45"},
        ),
        ("mais cafés perto da Rua A, 12 ou da Rua B, 4?", {"Rua A, 12", "Rua B, 4"}),
        ("cafés perto da Rua A, 12 e da Rua B, 4", {"Rua A, 12", "Rua B, 4"}),
    ],
)
def test_two_houses_can_be_named(question: str, names: set[str]) -> None:
    assert {place.name for place in plan(question).reading.places} == names


@pytest.mark.parametrize(
    ("question", "radius_m"),
    [
        ("cafés a até 300 m da Rua das Flores", 300.0),
        ("cafés a 120 da Rua das Flores", 120.0),
        ("cafes within 300 of Tower Road", 300.0),
        ("cafés perto da Rua das Flores, 300 metros", 300.0),
    ],
)
def test_a_number_with_a_unit_or_in_words_of_distance_is_metres(question: str, radius_m: float) -> None:
    [place] = plan(question).reading.places
    assert place.radius_m == radius_m
    assert split_address(place.name) == []


@pytest.mark.parametrize(
    "question",
    ["os 5 cafés da Rua das Flores", "cafés na Rua das Flores, 5 resultados", "3 cafes near a park"],
)
def test_a_number_that_counts_is_no_house(question: str) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert all(split_address(place.name) == [] for place in planned.reading.places)


def road(id_: int, y: float, name: str | None, **tags: str) -> RoadElement:
    told = {"highway": "residential", **({"name": name} if name else {}), **tags}
    return RoadElement(f"way/{id_}", told, "residential", LineString([(-8.63, y), (-8.62, y)]), (1, 2))


def house(id_: int, y: float, number: str, **tags: str) -> AddressElement:
    told = {"addr:housenumber": number, **{k.replace("__", ":"): v for k, v in tags.items()}}
    return AddressElement(f"node/{id_}", told, Point(-8.625, y))


def test_a_house_is_of_the_street_it_tells_else_of_the_one_beside_it() -> None:
    roads = [
        road(1, 41.1500, "Rua A"),
        road(2, 41.1504, "Rua B", **{"name:en": "B Street"}),
        road(3, 41.15031, None),
    ]
    rows = transform_addresses(
        [
            house(1, 41.15035, "7"),
            house(2, 41.15035, "9", addr__street="Rua A"),
            house(3, 41.15035, "11", addr__place="Vila", addr__street="Rua A;Rua C"),
            house(4, 41.1600, "13"),
            house(5, 41.1500, "Techpoint"),
        ],
        roads,
    )
    assert {(r.id, r.streets, r.beside) for r in rows} == {
        ("node/1", ("Rua B", "B Street"), True),
        ("node/2", ("Rua A",), False),
        ("node/3", ("Rua A", "Rua C", "Vila"), False),
    }
    assert rows[0].name == "Rua B, 7"


def test_a_building_keeps_its_outline_and_lies_inside_it() -> None:
    outline = box(-8.6251, 41.1500, -8.6249, 41.1502)
    element = AddressElement("way/1", {"addr:housenumber": "1", "addr:street": "Rua A"}, outline)
    [row] = transform_addresses([element], [])
    assert row.geometry is not None
    assert shapely.from_wkt(row.geometry).equals_exact(outline, 1e-7)
    assert outline.contains(Point(row.position.longitude, row.position.latitude))


LINE = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]


def test_numbers_are_interpolated_between_the_nodes_that_have_one() -> None:
    found = find_stretches("odd", [1, 2, 3], LINE, {1: "201", 3: "221"})
    assert found == [Stretch(201, 221, 2, LineString(LINE))]
    down = find_stretches("all", [1, 2, 3], LINE, {1: "9", 2: "5", 3: "1"})
    assert [(s.low, s.high, s.step) for s in down] == [(5, 9, 1), (1, 5, 1)]
    assert down[0].line.coords[0] == (1.0, 0.0)


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("even", {1: "201", 3: "221"}),
        ("odd", {1: "201", 3: "220"}),
        ("alphabetic", {1: "12a", 3: "12c"}),
        ("odd", {1: "201"}),
        ("odd", {1: "201", 3: "201"}),
        ("all", {1: "1", 3: "90001"}),
    ],
)
def test_ends_that_do_not_fit_tell_no_houses(kind: str, numbers: dict[int, str]) -> None:
    assert find_stretches(kind, [1, 2, 3], LINE, numbers) == []


def test_a_line_with_a_gap_tells_no_houses() -> None:
    assert find_stretches("odd", [1, 2, 3], [LINE[0], None, LINE[2]], {1: "1", 3: "9"}) == []
