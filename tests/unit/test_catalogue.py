"""The catalogue that comes with perto is whole; one's own file is merged with it, or refused by its line."""

import re
from pathlib import Path

import pytest

from queries.catalogue.catalogue import Group, Rule, Service, load_catalogue, read_catalogue
from queries.catalogue.catalogue_file import parse_rule
from queries.catalogue.folding import fold
from queries.errors import CatalogueError

KIOSK = """
[services.news_kiosk]
tags = ["shop=kiosk & newspapers=yes", "shop=newsagent & access!=private"]
pt_gender = "f"
pt = ["revistaria", "revistarias"]
en = ["news kiosk", "news kiosks"]
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_service_has_rules_names_and_a_plural() -> None:
    catalogue = load_catalogue()
    entries: list[Service | Group] = [*catalogue.services.values(), *catalogue.groups.values()]
    for entry in entries:
        for names in entry.names.values():
            assert len(names) >= 2
            assert len(names) % 2 == 0, (entry.id, "singular and plural by turns")
            assert all(name == name.strip() != "" for name in names)
    for service in catalogue.services.values():
        for rule in service.rules:
            tags = {key: "any_value" if value == "*" else value for key, value in rule.tags}
            assert service.id in catalogue.match(tags), rule
            for key, value in rule.without:
                assert not rule.matches({**tags, key: "yes" if value == "*" else value}), rule


def test_a_rule_holds_for_each_part_of_a_value_and_not_where_a_part_is_barred() -> None:
    rule = Rule((("leisure", "garden"),), (("access", "private"), ("garden:type", "residential")))
    assert rule.matches({"leisure": "garden"})
    assert rule.matches({"leisure": "park; garden", "access": "yes"})
    assert not rule.matches({"leisure": "garden", "access": "private"})
    assert not rule.matches({"leisure": "garden", "garden:type": "community;residential"})
    assert not rule.matches({"access": "yes"})
    assert str(rule) == "leisure=garden & access!=private & garden:type!=residential"
    assert parse_rule(str(rule)) == [(rule.tags, rule.without)]


def test_a_value_is_what_it_says_however_its_letters_are_written() -> None:
    catalogue = load_catalogue()
    assert catalogue.match({"amenity": " Drinking-Water"}) == ("water_point",)
    assert catalogue.match({"amenity": "CAFE"}) == ("cafe",)
    assert "water_point" not in catalogue.match({"amenity": "fountain", "drinking_water": "NO"})
    assert catalogue.match({"amenity": "charging_station", "motorcar": "no"}) == ("charging_station",)
    # a value's own kind is one, with a hyphen or with a space
    own = {catalogue.match({"shop": value})[-1] for value in ("fishing-tackle", "Fishing tackle")}
    assert own == {"shop=fishing_tackle"}


def test_a_rule_takes_several_values_and_any_value() -> None:
    assert parse_rule("a=b | c & d=e & f!=g|h") == [
        ((("a", "b"), ("d", "e")), (("f", "g"), ("f", "h"))),
        ((("a", "c"), ("d", "e")), (("f", "g"), ("f", "h"))),
    ]
    [(tags, without)] = parse_rule("atm=* & access!=*")
    rule = Rule(tags, without)
    assert rule.matches({"atm": "yes"})
    assert rule.matches({"atm": "2;no", "access": "no"})
    assert not rule.matches({"atm": "no"})
    assert not rule.matches({})
    assert not rule.matches({"atm": "yes", "access": "private"})


def test_another_rule_has_another_hash() -> None:
    def hash_of(*rules: Rule) -> str:
        return Service("x", rules, {"pt": ("x", "xs"), "en": ("x", "xs")}, "m").rule_hash

    a, b = Rule((("a", "b"),)), Rule((("c", "d"),))
    assert hash_of(a, b) == hash_of(b, a)
    assert len({hash_of(a), hash_of(a, b), hash_of(Rule(a.tags, b.tags))}) == 3


def test_a_file_of_ones_own_adds_services_and_groups(tmp_path: Path) -> None:
    own = write(
        tmp_path,
        KIOSK
        + '\n[groups.reading]\nservices = ["news_kiosk", "library"]\n'
        + 'pt = ["ponto de leitura", "pontos de leitura"]\nen = ["reading place", "reading places"]\n',
    )
    catalogue = read_catalogue(own)
    assert catalogue.services["news_kiosk"].rules[1] == Rule(
        (("shop", "newsagent"),), (("access", "private"),)
    )
    assert "news_kiosk" in catalogue.match({"shop": "kiosk", "newspapers": "yes"})
    assert catalogue.groups["reading"].services == ("news_kiosk", "library")
    assert catalogue.groups["reading"].narrow == ()
    assert catalogue.groups["green_areas"].narrow == ("park",)
    assert catalogue.find_group(["library", "news_kiosk"]) == catalogue.groups["reading"]
    assert catalogue.find_group(["library"]) is None
    assert catalogue.services.keys() == load_catalogue().services.keys() | {"news_kiosk"}
    assert {"access", "newspapers", "shop"} <= set(catalogue.telling_keys)
    assert "newspapers" in catalogue.wanted_keys


def test_a_service_of_ones_own_replaces_that_of_its_id_whole(tmp_path: Path) -> None:
    own = write(
        tmp_path,
        '[services.park]\ntags = ["leisure=park & access!=private"]\npt_gender = "m"\n'
        'pt = ["parque aberto", "parques abertos"]\nen = ["open park", "open parks"]\n',
    )
    catalogue = read_catalogue(own)
    assert catalogue.services["park"].names["en"] == ("open park", "open parks")
    assert "park" not in catalogue.match({"leisure": "park", "access": "private"})
    assert catalogue.services["park"].rule_hash != load_catalogue().services["park"].rule_hash


def test_a_group_may_share_a_name_with_its_services(tmp_path: Path) -> None:
    group = '[groups.x]\nservices = ["park", {}]\npt = ["parque", "xs"]\nen = ["x", "xs"]\n'
    assert isinstance(read_catalogue(write(tmp_path, group.format('"cafe"'))).groups["x"], Group)
    with pytest.raises(CatalogueError, match=r"“parque” \(pt\) is a name of park and x"):
        read_catalogue(write(tmp_path, group.replace('"park", {}', '"cafe"')))


def swapped(old: str, new: str) -> str:
    assert old in KIOSK
    return KIOSK.replace(old, new)


BROKEN = {
    "unknown table": ("[service.kiosk]\nx = 1\n", 1, "unknown key 'service'"),
    "unknown key": (swapped("pt_gender", "gender"), 4, "unknown key 'gender'"),
    "missing key": (swapped('pt_gender = "f"\n', ""), 2, "lacks 'pt_gender'"),
    "no rule": (swapped("shop=kiosk & newspapers=yes", "shop"), 3, "neither key=value nor key!=value"),
    "half a rule": (swapped("shop=kiosk & newspapers=yes", "shop=kiosk & "), 3, "neither key=value"),
    "a star in a value": (swapped("newspapers=yes", "newspapers=y*"), 3, "neither key=value"),
    "half of two values": (swapped("newspapers=yes", "newspapers=yes|"), 3, "neither key=value"),
    "a lone rule that is none": (
        swapped("pt_gender", 'lone_tags = ["brochures"]\npt_gender'),
        4,
        "neither key=value",
    ),
    "a key whole by halves": (
        '[keys.shop]\nwhole = "yes"\npt_gender = "f"\npt = ["a", "b"]\nen = ["a", "b"]\n',
        2,
        "'whole' of keys.shop is true or false",
    ),
    "a key that lacks names": ('[keys.shop]\npt_gender = "f"\npt = ["a", "b"]\n', 1, "lacks 'en'"),
    "only exclusions": (swapped("shop=kiosk & newspapers=yes", "shop!=kiosk"), 3, "needs one key=value"),
    "rules that are no list": (swapped('["revistaria", "revistarias"]', '"x"'), 5, "a list of texts"),
    "an empty name": (swapped('"revistarias"', '""'), 5, "a list of texts, none empty"),
    "no plural": (swapped(', "revistarias"', ""), 5, "two names"),
    "a wrong gender": (swapped('"f"', '"n"'), 4, "'pt_gender'"),
    "bad characters": (swapped("news_kiosk", '"news|kiosk"'), 2, "'news|kiosk' is no id"),
    "a taken name": (swapped("revistaria", "café"), 5, "“cafe” (pt) is a name of cafe and news_kiosk"),
    "the same id twice": (KIOSK + KIOSK, 8, "news_kiosk"),
    "a group's id that a service has": (
        KIOSK + '[groups.news_kiosk]\nservices = ["cafe"]\npt = ["a", "b"]\nen = ["a", "b"]\n',
        7,
        "is a service too",
    ),
    "an unknown member": (
        KIOSK + '[groups.x]\nservices = [\n  "cafe",\n  "cafes",\n]\npt = ["a", "b"]\nen = ["a", "b"]\n',
        10,
        "no service 'cafes'",
    ),
    "a narrow reading outside": (
        KIOSK + '[groups.x]\nservices = ["cafe"]\nnarrow = ["bar"]\npt = ["a", "b"]\nen = ["a", "b"]\n',
        9,
        "'bar' is none of the services of groups.x",
    ),
    "no TOML": (swapped("tags = [", "tags = ["[:-1]), 3, ""),
    "cut short": (KIOSK[:-10], 6, ""),
    "a table that is none": ("services = 3\n", 1, "must be tables"),
    "an entry that is none": ("services.park = 3\n", 1, "must be a table"),
}


@pytest.mark.parametrize(("text", "line", "what"), BROKEN.values(), ids=BROKEN)
def test_a_wrong_catalogue_is_refused_in_one_line_with_file_and_line(
    text: str, line: int, what: str, tmp_path: Path
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(CatalogueError) as error:
        read_catalogue(path)
    message = str(error.value)
    assert message.startswith(f"{path}, line {line}: "), message
    assert what in message
    assert "\n" not in message


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError, match="No such file"):
        read_catalogue(tmp_path / "none.toml")
    (tmp_path / "own.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(CatalogueError, match="not UTF-8"):
        read_catalogue(tmp_path / "own.toml")


def test_the_setting_names_the_file_and_an_empty_one_names_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = write(tmp_path, KIOSK)
    for value, there in ((str(own), True), ("", False)):
        monkeypatch.setenv("PERTO_CATALOGUE", value)
        load_catalogue.cache_clear()
        assert ("news_kiosk" in load_catalogue().services) is there
    load_catalogue.cache_clear()


def test_ids_are_words_that_a_pair_and_a_data_set_can_be_written_with() -> None:
    catalogue = load_catalogue()
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*(=\*)?", id_) for id_ in catalogue.services)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", id_) for id_ in catalogue.groups)
    assert not catalogue.services.keys() & catalogue.groups.keys()
    assert len(catalogue.services) >= 110


def test_labels_tell_services_apart() -> None:
    for language in ("pt", "en"):
        labels = [fold(s.label(language)) for s in load_catalogue().services.values()]
        assert len(set(labels)) == len(labels)


@pytest.mark.parametrize(
    ("tags", "services"),
    [
        ({"leisure": "garden"}, ("garden",)),
        ({"leisure": "garden", "access": "private"}, ("private_garden",)),
        ({"leisure": "garden", "garden:type": "residential"}, ("private_garden",)),
        ({"natural": "water", "water": "river"}, ("river", "water_body")),
        ({"natural": "water", "water": "wastewater"}, ()),
        ({"railway": "station"}, ("train_station",)),
        ({"railway": "station", "station": "subway"}, ("subway_station",)),
        ({"railway": "station", "station": "light_rail"}, ("subway_station",)),
        ({"amenity": "bank", "atm": "yes"}, ("atm", "bank")),
        ({"amenity": "place_of_worship", "religion": "christian"}, ("church", "place_of_worship")),
        ({"amenity": "restaurant;bar"}, ("bar", "restaurant")),
        ({"amenity": "parking", "access": "private"}, ("private_parking",)),
        ({"natural": "tree"}, ()),
        # water to drink
        ({"amenity": "drinking_water"}, ("water_point",)),
        ({"amenity": "drinking_water", "drinking_water": "no"}, ("amenity=drinking_water",)),
        ({"amenity": "fountain", "drinking_water": "yes"}, ("fountain", "water_point")),
        ({"amenity": "fountain", "drinkable": "yes"}, ("fountain", "water_point")),
        ({"amenity": "fountain", "drinking_water": "no"}, ("fountain",)),
        ({"amenity": "fountain", "fountain": "bottle_refill"}, ("fountain", "water_point")),
        ({"man_made": "water_tap"}, ("water_tap",)),
        ({"man_made": "water_tap", "drinking_water": "yes"}, ("water_point", "water_tap")),
        ({"natural": "spring", "drinking_water": "yes"}, ("spring", "water_point")),
        ({"amenity": "toilets", "drinking_water": "yes"}, ("toilets", "water_point")),
        # stops and stations, by the older scheme and the newer
        ({"highway": "bus_stop"}, ("bus_stop",)),
        ({"public_transport": "platform", "bus": "yes"}, ("bus_stop",)),
        ({"public_transport": "platform", "highway": "bus_stop"}, ("bus_stop",)),
        ({"public_transport": "platform", "tram": "yes", "railway": "platform"}, ("platform",)),
        ({"public_transport": "platform", "tram": "yes", "bus": "yes"}, ("bus_stop",)),
        ({"public_transport": "stop_position", "bus": "yes"}, ("stop_position",)),
        ({"public_transport": "station", "train": "yes"}, ("train_station",)),
        ({"public_transport": "station", "bus": "yes"}, ("bus_station",)),
        ({"public_transport": "station", "railway": "station", "subway": "yes"}, ("subway_station",)),
        ({"railway": "station", "train": "yes", "subway": "yes"}, ("subway_station", "train_station")),
        ({"railway": "halt"}, ("train_station",)),
        # the newer scheme beside the older is one kind, and health has a key of its own
        ({"amenity": "pharmacy", "healthcare": "pharmacy"}, ("pharmacy",)),
        ({"leisure": "sports_centre", "sport": "fitness"}, ("fitness_centre", "sports_centre")),
        ({"historic": "castle", "castle_type": "palace"}, ("palace",)),
        # what no kind names is its own, and what says nothing is nothing
        ({"shop": "fishing_tackle"}, ("shop=fishing_tackle",)),
        ({"shop": "Fishing Tackle; bakery"}, ("bakery", "shop=fishing_tackle")),
        ({"amenity": "restaurant", "craft": "rigger"}, ("craft=rigger", "restaurant")),
        ({"shop": "yes"}, ("shop_unspecified",)),
        ({"shop": "vacant"}, ()),
        ({"amenity": "no"}, ()),
        ({"amenity": "hospital", "emergency": "yes"}, ("hospital",)),
    ],
)
def test_tags_are_told_apart(tags: dict[str, str], services: tuple[str, ...]) -> None:
    found = load_catalogue().match(tags)
    assert tuple(id_ for id_ in found if not id_.endswith("=*")) == services


def test_every_place_of_a_whole_key_is_of_its_kind_of_others_what_nothing_names() -> None:
    catalogue = load_catalogue()
    assert catalogue.match({"shop": "bakery", "tourism": "no"}) == ("bakery", "shop=*")
    assert catalogue.match({"amenity": "cafe"}) == ("cafe",)
    assert catalogue.match({"amenity": "boot_scraper"}) == ("amenity=*", "amenity=boot_scraper")
    assert "shop=*" not in catalogue.match({"shop": "vacant"})
    assert "emergency=*" not in catalogue.match({"amenity": "hospital", "emergency": "yes"})


@pytest.mark.parametrize(
    ("tag", "services", "others"),
    [
        ("shop=bakery", ("bakery",), True),
        ("amenity=school", ("school",), False),
        ("leisure=garden", ("garden", "allotments", "private_garden", "leisure=garden"), True),
        ("shop=Fishing_Tackle", ("shop=fishing_tackle",), False),
        ("club=scout", ("club",), True),
        ("shop=*", ("shop=*",), False),
        ("natural=cliff", (), False),
        ("natural=*", (), False),
        ("amenity=*", (), False),
        ("amenity=no", (), False),
    ],
)
def test_a_tag_finds_the_kinds_that_hold_every_place_with_it(
    tag: str, services: tuple[str, ...], others: bool
) -> None:
    key, _, value = tag.partition("=")
    found, has_others = load_catalogue().find_tagged(key, value)
    assert set(found) == set(services)
    assert has_others is others


def test_a_values_own_kind_is_told_by_the_stamp_of_its_key() -> None:
    catalogue = load_catalogue()
    service = catalogue.find("shop=fishing_tackle")
    assert service is not None
    assert service.label("en") == "fishing tackle (shop)"
    assert catalogue.told_by("shop=fishing_tackle") == "shop=*"
    assert catalogue.told_by("bakery") == "bakery"
    assert catalogue.find("natural=cliff") is None
    assert catalogue.find("shop=no") is None
    assert catalogue.find("nothing") is None


def test_a_kind_of_ones_own_changes_the_stamp_of_the_key_whose_value_it_names(tmp_path: Path) -> None:
    before, after = load_catalogue(), read_catalogue(write(tmp_path, KIOSK.replace("kiosk", "tackle_shop")))
    assert before.services["shop=*"].stamp != after.services["shop=*"].stamp
    assert before.services["office=*"].stamp == after.services["office=*"].stamp
