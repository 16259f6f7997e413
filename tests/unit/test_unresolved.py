"""Parts of questions that were not understood: counted, bounded, by several processes, never in the way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from queries.unresolved import Unresolved, UnresolvedParts

ROOT = Path(__file__).parents[2]


@pytest.fixture
def parts(tmp_path: Path) -> UnresolvedParts:
    return UnresolvedParts(tmp_path / "home")


def counted(parts: UnresolvedParts) -> list[tuple[str, str, int]]:
    return [(one.part, one.kind, one.count) for one in parts.most_frequent(100)]


def test_parts_are_counted_as_people_compare_words_most_first(parts: UnresolvedParts) -> None:
    for part, kind in (("Skatepark", "word"), ("Zé", "name"), ("  SKATEPARK ", "word"), ("ze", "word")):
        parts.note(part, kind)

    assert counted(parts) == [("skatepark", "word", 2), ("ze", "name", 1), ("ze", "word", 1)]
    assert parts.most_frequent(1) == [Unresolved("skatepark", "word", 2, parts.most_frequent(1)[0].last)]
    assert len(parts.most_frequent(1)[0].last) == len("2026-01-31T12:00:00Z")


@pytest.mark.parametrize("part", ["", "   ", "\u0301"])
def test_nothing_is_no_part(parts: UnresolvedParts, part: str) -> None:
    parts.note(part, "word")
    assert counted(parts) == []


def test_of_a_long_part_80_characters_are_kept_and_no_more(parts: UnresolvedParts) -> None:
    parts.note("ﷺ" * 2000, "word")
    parts.note("b " * 1000, "word")
    assert max(len(part) for part, _, _ in counted(parts)) <= 80
    assert all(len(line) < 700 for line in parts.path.read_text().splitlines())


@pytest.mark.parametrize("part", ["a\nb", 'a"}\n{"part": "x"', "\ud800", "a\u2028b", "\x00"])
def test_any_text_is_one_line(parts: UnresolvedParts, part: str) -> None:
    parts.note(part, "word")
    parts.note("after", "word")
    assert len(parts.path.read_bytes().splitlines()) == 2
    assert ("after", "word", 1) in counted(parts)
    assert len(counted(parts)) == 2


def test_the_files_stay_within_their_bound_and_forget_the_oldest_first(tmp_path: Path) -> None:
    parts = UnresolvedParts(tmp_path, max_bytes=2_000)
    for number in range(500):
        parts.note(f"word {number:03}", "word")

    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 2 * 2_100
    kept = [part for part, _, _ in counted(parts)]
    assert sorted(kept)[-1] == "word 499"
    assert len(kept) >= 2_000 // 80
    assert sorted(kept) == [f"word {number:03}" for number in range(500 - len(kept), 500)]


def test_several_processes_lose_nothing(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from queries.unresolved import UnresolvedParts\n"
        "parts = UnresolvedParts(Path(sys.argv[1]), max_bytes=60_000)\n"
        "for number in range(300): parts.note(sys.argv[2], 'word')"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path), f"process {n}"], cwd=ROOT)
        for n in range(4)
    ]
    assert [process.wait() for process in running] == [0] * 4
    assert sorted(counted(UnresolvedParts(tmp_path))) == [(f"process {n}", "word", 300) for n in range(4)]


def test_lines_that_are_none_are_passed_over(parts: UnresolvedParts) -> None:
    parts.note("good", "word")
    with parts.path.open("ab") as file:
        file.write(b'{"part": "half\n[1]\n\xff\xfe\n{"part": 1, "kind": "word", "time": "x"}\n\n')
        file.write(json.dumps({"part": "odd", "kind": "other", "time": "2026-01-01"}).encode() + b"\n")
    parts.note("good", "word")
    assert counted(parts) == [("good", "word", 2)]


def test_a_home_that_can_not_be_used_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    parts = UnresolvedParts(tmp_path / "file" / "home")
    parts.note("word", "word")
    assert counted(parts) == []


def test_a_pipe_or_a_folder_in_the_files_place_is_done_without(tmp_path: Path) -> None:
    for name in ("pipe", "folder"):
        parts = UnresolvedParts(tmp_path / name)
        parts.path.parent.mkdir()
        if name == "pipe":
            os.mkfifo(parts.path)
        else:
            parts.path.mkdir()
        parts.note("word", "word")
        assert counted(parts) == []


def test_the_file_is_for_its_owner_only(parts: UnresolvedParts) -> None:
    parts.note("word", "word")
    assert parts.path.stat().st_mode & 0o077 == 0
