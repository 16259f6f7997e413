"""Values far longer than OpenStreetMap allows: they load, cut, and the report says so."""

import json
from pathlib import Path
from typing import Any

from loader.load import load_file
from queries.datasets import get_datasets
from queries.graph import Graph
from queries.places import get_places
from service import Perto

LONG = "Café " + "ão" * 6_000
# one sign that becomes eighteen letters where names are compared
WIDE = "\ufdfa" * 1_000


def feature(id_: str, geometry: str, coordinates: Any, **tags: str) -> dict[str, Any]:
    return {
        "type": "Feature",
        "id": id_,
        "properties": {key.replace("__", ":"): value for key, value in tags.items()},
        "geometry": {"type": geometry, "coordinates": coordinates},
    }


RING = [[[-8.62, 41.14], [-8.60, 41.14], [-8.60, 41.16], [-8.62, 41.16], [-8.62, 41.14]]]
LINE = [[-8.615, 41.150], [-8.613, 41.150]]
FEATURES = [
    feature("node/1", "Point", [-8.611, 41.150], amenity="cafe", name=LONG, alt_name=LONG, operator=LONG),
    feature("node/2", "Point", [-8.612, 41.150], amenity="cafe", name=WIDE, description=LONG),
    feature("node/3", "Point", [-8.613, 41.150], shop="x" * 12_000, name="Loja"),
    feature(
        "node/4", "Point", [-8.614, 41.150], amenity="bar", addr__street=LONG, addr__housenumber="9" * 9_000
    ),
    feature("way/1", "LineString", LINE, highway="residential", name=LONG),
    feature("way/2", "Polygon", RING, place="suburb", name=LONG),
]


def test_long_values_are_cut_and_told(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "long.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": FEATURES}))

    report = load_file(graph, path)

    cut = {
        remark.id: remark.reason.rpartition(": ")[2] for remark in report.noted if "too long" in remark.reason
    }
    assert {dataset.state for dataset in get_datasets(graph)} == {"complete"}
    assert cut == {
        "node/1": "name, alt_name, operator",
        "node/2": "name",
        "node/3": "shop",
        "node/4": "addr:street, addr:housenumber",
        "way/1": "name",
        "way/2": "name",
    }
    known = get_places(graph, ids=["node/1", "node/2"])
    assert known["node/1"].name == LONG[:1_000]
    assert f"description={LONG}" in known["node/2"].tags
    assert Perto(graph).ask("how many cafes are there?", mode="graph").total == 2
