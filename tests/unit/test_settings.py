"""Settings from the environment: what can't be meant is one line that names the variable."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import loader.settings
import queries.settings
import service.settings
from queries.errors import SettingsError
from queries.settings import (
    EmbeddingSettings,
    HomeSettings,
    Neo4jSettings,
    QdrantSettings,
    ReadSettings,
    Settings,
)
from service.settings import AskSettings


@pytest.mark.parametrize(
    ("settings", "name", "value"),
    [
        *((ReadSettings, "PERTO_READ_TIMEOUT_S", v) for v in ("soon", "0", "-1", "nan", "inf", "1e300")),
        *((AskSettings, "PERTO_DEFAULT_RADIUS_M", v) for v in ("wide", "0", "nan", "inf", "20004000")),
        *((AskSettings, "PERTO_RRF_K", v) for v in ("many", "0", "1.5")),
        (EmbeddingSettings, "PERTO_EMBEDDING_ADAPTER", "psychic"),
        (HomeSettings, "PERTO_HOME", "~nobody-of-this-name/perto"),
    ],
)
def test_a_value_that_can_not_be_meant_is_one_line_with_its_variable(
    settings: type[Settings], name: str, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        settings()
    assert str(refused.value).startswith(f"{name} can't be {value!r}: ")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("module", [loader.settings, queries.settings, service.settings])
def test_all_settings_are_read_alike(module: ModuleType) -> None:
    found = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    assert found
    assert all(issubclass(c, Settings) for c in found)


def test_a_variable_set_to_nothing_is_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PERTO_HOME", "PERTO_CACHE", "PERTO_TILE_URL", "PERTO_READ_TIMEOUT_S", "NEO4J_USER"):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("QDRANT_URL", "")
    assert HomeSettings().home.name == "perto"
    assert HomeSettings().cache.name == "perto"
    assert AskSettings().tile_url is None
    assert ReadSettings().timeout_s == 10
    assert Neo4jSettings().user == "neo4j"
    assert QdrantSettings().url is None


@pytest.mark.parametrize(
    ("given", "passed_on"), [("C", "C.UTF-8"), ("POSIX", "C.UTF-8"), ("xx_XX.UTF-8", "C.UTF-8")]
)
def test_java_finds_paths_of_all_letters_whatever_the_locale(given: str, passed_on: str) -> None:
    code = "from queries.settings import child_environment; print(child_environment()['LC_ALL'])"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "LC_ALL": given},
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == passed_on


def test_a_home_is_the_same_folder_whoever_names_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PERTO_HOME", "~/kept")
    assert HomeSettings().home == tmp_path / "kept"
    monkeypatch.setenv("PERTO_HOME", "kept")
    assert HomeSettings().home == tmp_path / "kept"
