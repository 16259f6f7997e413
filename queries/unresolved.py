"""Words and names of questions that were not understood, counted so that catalogue and data can grow.

A line of JSON for each, appended to a file of the home in one step, so that several processes may. Nothing
here raises for the file: one that can't be used is done without. Kept are the word and the time, no question.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from queries.catalogue.folding import fold

# a word of a question, a name in it, or what it asks for that the data sets or this version do not have
PartKind = Literal["word", "name", "data"]
MAX_BYTES = 500_000  # of each of the two files: about 6,000 lines
_LONGEST = 80
# characters of a part that are looked at: folding a whole question takes longer than writing its beginning
_LOOKED_AT = 4 * _LONGEST


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A part of questions that was not understood: how often, and when last (ISO 8601, UTC)."""

    part: str
    kind: PartKind
    count: int
    last: str


class UnresolvedParts:
    """The parts noted in a folder, in two files of `max_bytes`: when both are full, the older one goes."""

    def __init__(self, folder: Path, *, max_bytes: int = MAX_BYTES) -> None:
        self.path = folder / "unresolved.jsonl"
        self._before = folder / "unresolved.old.jsonl"
        self._max_bytes = max_bytes

    def note(self, part: str, kind: PartKind) -> None:
        """Add one part, folded and cut to 80 characters; an empty one is none."""
        part = fold(part[:_LOOKED_AT])[:_LONGEST].strip()
        if not part:
            return
        line = json.dumps({"part": part, "kind": kind, "time": f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"})
        with suppress(OSError):  # no folder, no room, no right to write
            if self._append(f"{line}\n".encode()) > self._max_bytes:
                self._turn_over()

    def most_frequent(self, limit: int) -> list[Unresolved]:
        """Return the parts noted most often, most first, then the latest, then by part."""
        counts: Counter[tuple[str, PartKind]] = Counter()
        last: dict[tuple[str, PartKind], str] = {}
        for part, kind, time in self._read():
            counts[part, kind] += 1
            last[part, kind] = max(time, last.get((part, kind), ""))
        found = [Unresolved(part, kind, count, last[part, kind]) for (part, kind), count in counts.items()]
        found.sort(key=lambda one: (one.part, one.kind))
        found.sort(key=lambda one: (one.count, one.last), reverse=True)
        return found[:limit]

    def _append(self, line: bytes) -> int:
        """Write a line at the end and return the size of the file."""
        # not blocking: what stands there may be a pipe that nobody reads
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK
        try:
            descriptor = os.open(self.path, flags, mode=0o600)
        except FileNotFoundError:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.path, flags, mode=0o600)
        try:
            os.write(descriptor, line)
            return os.fstat(descriptor).st_size
        finally:
            os.close(descriptor)

    def _turn_over(self) -> None:
        """Begin a new file; of several processes one does."""
        from filelock import FileLock, Timeout  # as slow to import as a question is to answer

        with suppress(Timeout), FileLock(f"{self.path}.lock", timeout=0):
            if self.path.stat().st_size > self._max_bytes:
                self.path.replace(self._before)

    def _read(self) -> Iterator[tuple[str, PartKind, str]]:
        for path in (self._before, self.path):
            lines: list[bytes] = []
            with suppress(OSError):
                # a pipe would be waited for
                lines = path.read_bytes().splitlines() if path.is_file() else []
            for line in lines:
                match _parse(line):
                    case {"part": str(part), "kind": "word" | "name" | "data" as kind, "time": str(time)}:
                        yield part, kind, time


def _parse(line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError:  # half a line of a full disk
        return None
