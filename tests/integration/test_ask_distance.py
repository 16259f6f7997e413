"""How far two things of any sort are, against distances by brute force and pyproj's geodesic."""

import pytest
from h3 import cell_to_boundary
from pyproj import Geod

from queries.graph import Graph
from service import Answer, Perto, Reading
from service.answer import Measure
from service.reading import PlaceReading
from tests import brute_force
from tests.sample_graph import TOLERANCE_M, Sample

GEOD = Geod(ellps="WGS84")
POINT = (60.1675, 24.9427)
FAR = (35.8989, 14.5146)
ZONE = "891126d33afffff"


@pytest.fixture(scope="module")
def shapes(graph_server: Graph, sample: Sample) -> dict[str, brute_force.Shape]:
    """What each name of these tests is, read raw; the parts of a street as one shape."""
    with graph_server._driver.session() as session:
        lines = session.run("MATCH (r:Road {name: 'Fabianinkatu'}) RETURN collect(r.geometry) AS wkt").single(
            strict=True
        )["wkt"]
    joined = ", ".join(line.removeprefix("LINESTRING ") for line in lines)
    ring = [(lon, lat) for lat, lon in cell_to_boundary(ZONE)]
    corners = ", ".join(f"{lon} {lat}" for lon, lat in [*ring, ring[0]])
    return {
        "Kiasma": sample.shapes["way/8042215"],
        "Esplanadinpuisto": sample.shapes["way/28328802"],
        "Kappeli": sample.shapes["node/1376320188"],
        "Fabianinkatu": f"MULTILINESTRING ({joined})",
        f"{POINT[0]}, {POINT[1]}": POINT,
        f"{FAR[0]}, {FAR[1]}": FAR,
        ZONE: f"POLYGON (({corners}))",
    }


def ask(perto: Perto, a: str, b: str, measure: Measure = "edge") -> Answer:
    places = []
    for name in (a, b):
        kind = "zone" if name == ZONE else "street" if name.endswith("katu") else "poi"
        places.append(PlaceReading.model_validate({"kind": kind, "name": name, "relation": "from"}))
    reading = Reading(kind="distance", places=tuple(places))
    return perto.ask(reading=reading, mode="graph", measure=measure)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Kiasma", "Kappeli"),
        ("Kiasma", "Esplanadinpuisto"),
        ("Esplanadinpuisto", "Kappeli"),
        ("Kiasma", "Fabianinkatu"),
        ("Fabianinkatu", "Esplanadinpuisto"),
        ("Kappeli", f"{POINT[0]}, {POINT[1]}"),
        ("Kiasma", f"{FAR[0]}, {FAR[1]}"),
        (ZONE, "Kappeli"),
        ("Fabianinkatu", ZONE),
    ],
)
def test_a_distance_is_that_of_the_geodesic_from_edge_to_edge(
    a: str, b: str, shapes: dict[str, brute_force.Shape], perto: Perto
) -> None:
    for one, other in ((a, b), (b, a)):
        answer = ask(perto, one, other)
        assert answer.outcome == "answered", answer.text
        [pair] = answer.pairs
        wanted = brute_force.distance_m(shapes[one], shapes[other])
        assert pair.distance_m == pytest.approx(wanted, abs=TOLERANCE_M)
        assert (answer.total, answer.total_pairs) == (1, 1)


@pytest.mark.parametrize(("a", "b"), [("Kiasma", "Esplanadinpuisto"), (ZONE, "Fabianinkatu")])
def test_bearings_and_centres_are_the_geodesics_between_the_two_locations(
    a: str, b: str, perto: Perto
) -> None:
    [pair] = ask(perto, a, b, "centre").pairs
    forth, back, metres = GEOD.inv(pair.a.longitude, pair.a.latitude, pair.b.longitude, pair.b.latitude)
    assert pair.distance_m == pytest.approx(metres, abs=TOLERANCE_M)
    assert pair.bearing_deg == pytest.approx(forth % 360, abs=0.06)
    # the direction told is that of the first as it is seen from the second
    answer = ask(perto, a, b)
    assert f"({back % 360:.1f}°)" in answer.text
    assert f"seen from “{pair.b.name}”" in answer.text


def test_what_is_no_place_of_the_graph_stands_in_the_pair_by_its_id_and_name(perto: Perto) -> None:
    [pair] = ask(perto, "Fabianinkatu", f"{POINT[0]}, {POINT[1]}").pairs
    assert pair.a.id.startswith("street/way/")
    assert (pair.a.name, pair.a.services) == ("Fabianinkatu", ())
    assert (pair.b.latitude, pair.b.longitude) == POINT


def test_a_thing_is_0_m_from_itself(perto: Perto) -> None:
    [pair] = ask(perto, "Kiasma", "Kiasma").pairs
    assert pair.distance_m == 0.0


@pytest.mark.parametrize("name", ["Kiasma", "Fabianinkatu", f"{POINT[0]}, {POINT[1]}"])
def test_how_far_the_nearest_is_is_the_least_of_all_distances(
    name: str, sample: Sample, shapes: dict[str, brute_force.Shape], perto: Perto
) -> None:
    place = PlaceReading(kind="street" if name.endswith("katu") else "poi", name=name, relation="from")
    reading = Reading(kind="distance", services=("toilets",), places=(place,), order="nearest")
    answer = perto.ask(reading=reading, mode="graph")
    metres = {i: brute_force.distance_m(sample.shapes[i], shapes[name]) for i in sample.of("toilets")}
    [pair] = answer.pairs
    assert pair.distance_m == pytest.approx(min(metres.values()), abs=TOLERANCE_M)
    assert pair.a.id in {i for i, m in metres.items() if m <= min(metres.values()) + TOLERANCE_M}


@pytest.mark.parametrize("names", [(), ("Kiasma",), ("Kiasma", "Kappeli", "Kamppi")])
def test_a_distance_is_between_two(names: tuple[str, ...], perto: Perto) -> None:
    places = tuple(PlaceReading(kind="poi", name=name, relation="from") for name in names)
    answer = perto.ask(reading=Reading(kind="distance", places=places), mode="graph")
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert "2 places" in answer.problem.reason
