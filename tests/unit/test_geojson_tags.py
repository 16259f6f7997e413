"""The tags of GeoJSON features: what no graph can hold is replaced."""

from loader.formats.geojson_tags import find_tags


def test_half_a_character_is_replaced_and_never_a_traceback() -> None:
    assert find_tags({"amenity": "cafe", "name": "x\ud83d"}, None) == {"amenity": "cafe", "name": "x?"}
