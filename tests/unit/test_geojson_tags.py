"""The tags of GeoJSON features: what no graph can hold is replaced."""

from loader.formats.geojson_tags import find_tags


def test_half_a_character_is_replaced_and_never_a_traceback() -> None:
    assert find_tags({"amenity": "cafe", "name": "x\ud83d"}, None) == {"amenity": "cafe", "name": "x?"}


def test_tags_that_come_in_one_object_take_nothing_of_the_columns_beside_it() -> None:
    columns = {"osm_id": 77, "leisure": "park", "name": "A", "lit": "no"}
    both = {"leisure": "park", "name": "A", "lit": "yes"}
    assert find_tags({**columns, "tags": {"lit": "yes"}}, "way/77") == both
    assert find_tags({**columns, "tags": '{"lit": "yes"}'}, "way/77") == both
    # osmtogeojson has its own columns beside them, none of which is a tag
    told = {"type": "way", "id": 77, "relations": [], "meta": {}, "tags": both}
    assert find_tags(told, "way/77") == both
    assert find_tags({"type": "node", "id": 10, "amenity": "cafe", "tags": {}}, "node/10") == {
        "amenity": "cafe"
    }
