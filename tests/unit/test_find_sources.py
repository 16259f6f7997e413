"""What may be loaded together, and what one coverage can tell of."""

from pathlib import Path

import pytest

from loader.errors import SourceError
from loader.overpass.fetch import Wanted
from loader.source import find_sources

BOX = "POLYGON ((0 0, 1 0, 1 1, 0 1, 0 0))"


@pytest.mark.parametrize(
    ("given", "named", "why"),
    [
        (["one.osm", "two.osm"], {"coverage": BOX}, "--coverage tells of one file"),
        (["overpass"], {"coverage": BOX}, "--coverage goes with a file"),
        (["one.osm", "two.osm"], {"dataset": "city"}, "--dataset names one data set"),
        (["overpass", "one.osm"], {}, "overpass is a source of its own"),
        (["no.osm"], {}, "no such file"),
    ],
)
def test_what_can_not_be_meant_of_the_sources_is_refused(
    given: list[str], named: dict[str, str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one.osm", "two.osm"):
        (tmp_path / name).write_text("<osm/>")
    monkeypatch.chdir(tmp_path)
    wanted = Wanted(None, None, None, None, cached=False, refresh=False)
    with pytest.raises(SourceError, match=why) as refused:
        find_sources([Path(name) for name in given], wanted, **named)  # type: ignore[arg-type]
    assert refused.value.exit_code == 2


def test_one_file_may_have_a_coverage_and_several_none(tmp_path: Path) -> None:
    wanted = Wanted(None, None, None, None, cached=False, refresh=False)
    files = [tmp_path / "one.osm", tmp_path / "two.osm"]
    for file in files:
        file.write_text("<osm/>")
    assert find_sources(files[:1], wanted, coverage=BOX) == files[:1]
    assert find_sources(files, wanted) == files
