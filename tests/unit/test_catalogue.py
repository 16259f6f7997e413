"""The catalogue that comes with perto is whole; one's own file is merged with it, or refused by its line."""

import re
from pathlib import Path

import pytest

from queries.catalogue import Group, Rule, Service, load_catalogue, read_catalogue
from queries.catalogue_file import parse_rule
from queries.errors import CatalogueError
from queries.names import fold

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
            assert service.id in catalogue.match(dict(rule.tags)), rule
            for key, value in rule.without:
                assert not rule.matches({**dict(rule.tags), key: value}), rule


def test_a_rule_holds_for_each_part_of_a_value_and_not_where_a_part_is_barred() -> None:
    rule = Rule((("leisure", "garden"),), (("access", "private"), ("garden:type", "residential")))
    assert rule.matches({"leisure": "garden"})
    assert rule.matches({"leisure": "park; garden", "access": "yes"})
    assert not rule.matches({"leisure": "garden", "access": "private"})
    assert not rule.matches({"leisure": "garden", "garden:type": "community;residential"})
    assert not rule.matches({"access": "yes"})
    assert str(rule) == "leisure=garden & access!=private & garden:type!=residential"
    assert parse_rule(str(rule)) == (rule.tags, rule.without)


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
    "any value": (swapped("newspapers=yes", "newspapers=*"), 3, "neither key=value"),
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
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", id_) for id_ in (*catalogue.services, *catalogue.groups))
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
        ({"leisure": "garden", "access": "private"}, ()),
        ({"leisure": "garden", "garden:type": "residential"}, ()),
        ({"natural": "water", "water": "river"}, ("river", "water_body")),
        ({"natural": "water", "water": "wastewater"}, ()),
        ({"railway": "station"}, ("train_station",)),
        ({"railway": "station", "station": "subway"}, ("subway_station",)),
        ({"railway": "station", "station": "light_rail"}, ("subway_station",)),
        ({"amenity": "bank", "atm": "yes"}, ("atm", "bank")),
        ({"amenity": "place_of_worship", "religion": "christian"}, ("church", "place_of_worship")),
        ({"amenity": "restaurant;bar"}, ("bar", "restaurant")),
        ({"amenity": "parking", "access": "private"}, ()),
        ({"natural": "tree"}, ()),
    ],
)
def test_tags_are_told_apart(tags: dict[str, str], services: tuple[str, ...]) -> None:
    assert load_catalogue().match(tags) == services
