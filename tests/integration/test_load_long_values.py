"""Values far longer than OpenStreetMap allows: they load whole, and nothing of them is lost."""

import json
from pathlib import Path
from typing import Any

from loader.load import load_file
from queries.graph import Graph
from queries.statements.datasets import get_datasets
from queries.statements.places import get_places
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
    feature(
        "node/1", "Point", [-8.611, 41.150], amenity="cafe", name=LONG + " Um", alt_name=LONG, operator=LONG
    ),
    # 2 m away, and of another name at its end
    feature("node/2", "Point", [-8.61102, 41.150], amenity="cafe", name=LONG + " Dois", description=LONG),
    feature("node/3", "Point", [-8.613, 41.150], shop="x" * 12_000 + "a", name="Loja"),
    feature("node/4", "Point", [-8.613, 41.151], shop="x" * 12_000 + "b", name=WIDE),
    feature(
        "node/5", "Point", [-8.6, 41.15], amenity="bar", addr__street=LONG, addr__housenumber="9" * 9_000
    ),
    # what stands at the end of a long list counts
    feature(
        "node/6",
        "Point",
        [-8.616, 41.150],
        amenity="bank;" * 3_000 + "cafe",
        cuisine="x;" * 6_000 + "italian",
    ),
    feature("way/1", "LineString", LINE, highway="residential", name=LONG),
    feature("way/2", "Polygon", RING, place="suburb", name=LONG),
    feature("way/3", "LineString", LINE, addr__interpolation="2" * 9_000),
]


def test_long_values_load_whole_and_count(graph: Graph, tmp_path: Path) -> None:
    path = tmp_path / "long.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": FEATURES}))

    load_file(graph, path)

    perto = Perto(graph)
    assert {dataset.state for dataset in get_datasets(graph)} == {"complete"}
    known = get_places(graph, ids=["node/1", "node/2", "node/3", "node/4"])
    assert [known[f"node/{n}"].name for n in (1, 2, 4)] == [LONG + " Um", LONG + " Dois", WIDE]
    assert f"description={LONG}" in known["node/2"].tags
    cafes = perto.ask("how many cafes are there?", mode="graph", limit="all")
    assert {place.id for place in cafes.places} == {"node/1", "node/2", "node/6"}
    assert (cafes.total_things, cafes.total_sites) == (3, 3)
    italian = perto.ask("Italian cafes", mode="graph", limit="all")
    assert ({place.id for place in italian.places}, italian.untold) == ({"node/6"}, 2)
    # two values that differ at their end alone are two kinds
    assert known["node/3"].services != known["node/4"].services
