"""Data sets loaded by rules that the catalogue no longer has: told, never mixed with those of now."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from loader.load import load_file
from queries.catalogue.catalogue import load_catalogue
from queries.graph import Graph
from service import Answer, Perto, Reading
from service.command.listings import dataset_line, list_datasets
from tests.graph_dump import dump_graph, empty_graph
from tests.osm_xml import node, write_osm

WIDER = """
[services.cafe]
tags = ["amenity=cafe", "shop=coffee"]
pt_gender = "m"
pt = ["café", "cafés"]
en = ["cafe", "cafes"]
"""
NEW = """
[services.observatory]
tags = ["man_made=observatory"]
pt_gender = "m"
pt = ["observatório astronómico", "observatórios astronómicos"]
en = ["astronomical observatory", "astronomical observatories"]
"""
CITY = [
    node(1, 41.15, -8.61, amenity="cafe"),
    node(2, 41.151, -8.61, shop="coffee", man_made="observatory", amenity="fountain"),
]
OTHER = [node(3, 41.16, -8.61, amenity="cafe"), node(4, 41.161, -8.61, shop="coffee", amenity="fountain")]


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Put services of one's own over the catalogue; "" takes them back."""

    def put(text: str) -> None:
        (tmp_path / "own.toml").write_text(text, encoding="utf-8")
        monkeypatch.setenv("PERTO_CATALOGUE", str(tmp_path / "own.toml") if text else "")
        load_catalogue.cache_clear()

    yield put
    monkeypatch.undo()
    load_catalogue.cache_clear()


@pytest.fixture(autouse=True)
def _empty(graph_server: Graph) -> None:
    empty_graph(graph_server)


def count(graph: Graph, service: str, datasets: list[str] | None = None) -> Answer:
    reading = Reading(kind="count", services=(service,))
    return Perto(graph).ask(reading=reading, mode="graph", datasets=datasets)


def reason(answer: Answer) -> str:
    assert answer.outcome == "not_understood"
    assert answer.problem is not None
    assert "perto load FILE.osm.pbf" in answer.problem.try_
    return answer.problem.reason


def again(graph: Graph) -> dict[str, tuple[list[str], list[str]]]:
    return {row["id"]: (row["outdated"], row["missing"]) for row in list_datasets(graph)}


def test_a_service_whose_rule_has_changed_is_asked_for_after_another_load(
    graph_server: Graph, tmp_path: Path, catalogue: Callable[[str], None]
) -> None:
    path = write_osm(tmp_path / "city.osm", *CITY)
    load_file(graph_server, path)
    before = dump_graph(graph_server)
    assert count(graph_server, "cafe").total == 1
    catalogue(WIDER)
    assert "rule of cafe has changed since city was loaded" in reason(count(graph_server, "cafe"))
    assert count(graph_server, "fountain").total == 1
    # a value that a kind names is no kind of its own any more
    assert again(graph_server) == {"city": (["cafe", "shop=*"], [])}
    assert "to ask for cafe, shop=* load again" in dataset_line(list_datasets(graph_server)[0])
    load_file(graph_server, path)
    assert count(graph_server, "cafe").total == 2
    assert again(graph_server) == {"city": ([], [])}
    catalogue("")
    assert "rule of cafe has changed" in reason(count(graph_server, "cafe"))
    load_file(graph_server, path)
    assert dump_graph(graph_server) == before


def test_a_service_that_is_new_in_the_catalogue_is_not_loaded(
    graph_server: Graph, tmp_path: Path, catalogue: Callable[[str], None]
) -> None:
    path = write_osm(tmp_path / "city.osm", *CITY)
    load_file(graph_server, path)
    catalogue(NEW)
    assert "observatory is not loaded for city" in reason(count(graph_server, "observatory"))
    assert again(graph_server) == {"city": ([], ["observatory"])}
    load_file(graph_server, path)
    assert count(graph_server, "observatory").total == 1


def test_places_by_an_old_rule_are_not_mixed_with_those_by_a_new_one(
    graph_server: Graph, tmp_path: Path, catalogue: Callable[[str], None]
) -> None:
    city = write_osm(tmp_path / "city.osm", *CITY)
    other = write_osm(tmp_path / "other.osm", *OTHER)
    load_file(graph_server, city)
    load_file(graph_server, other)
    catalogue(WIDER)
    load_file(graph_server, city)
    assert "since other was loaded" in reason(count(graph_server, "cafe"))
    assert "since other was loaded" in reason(count(graph_server, "cafe", ["other"]))
    alone = count(graph_server, "cafe", ["city"])
    assert alone.total == 2
    assert [note for note in alone.notes if "old rule" in note]
    load_file(graph_server, other)
    whole = count(graph_server, "cafe")
    assert whole.total == 4
    assert not [note for note in whole.notes if "rule" in note]


@pytest.mark.parametrize("back", [False, True])
def test_a_load_by_a_new_rule_that_breaks_off_tells_neither(
    back: bool,
    graph_server: Graph,
    tmp_path: Path,
    catalogue: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = write_osm(tmp_path / "city.osm", *CITY)
    load_file(graph_server, path)
    catalogue(WIDER + NEW)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("pulled out")

    with monkeypatch.context() as patch:
        patch.setattr("loader.write.sync_near", fail)
        with pytest.raises(RuntimeError, match="pulled out"):
            load_file(graph_server, path)
    if back:
        catalogue("")
    else:
        assert "observatory is not loaded" in reason(count(graph_server, "observatory"))
    assert "cafe is not loaded for city" in reason(count(graph_server, "cafe"))
    fountains = count(graph_server, "fountain")
    assert fountains.total == 1
    assert [note for note in fountains.notes if "load in progress or broken" in note]
    load_file(graph_server, path)
    assert count(graph_server, "cafe").total == (1 if back else 2)
    assert again(graph_server) == {"city": ([], [])}
