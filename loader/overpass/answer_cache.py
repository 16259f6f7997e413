"""Answers of servers kept on disk, so that the same question need not be asked twice."""

import hashlib
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Answers:
    """The kept answers of one kind of server in a folder, one file a question; `now` in Unix seconds."""

    folder: Path
    now: Callable[[], float] = time.time

    def find(self, question: str) -> tuple[bytes, float] | None:
        """Return the kept answer and its age in seconds, None where there is none."""
        path = self._path(question)
        try:
            return path.read_bytes(), max(0.0, self.now() - path.stat().st_mtime)
        except FileNotFoundError:
            return None

    def keep(self, question: str, answer: bytes) -> None:
        """Write an answer in one step: a reader sees the old one or the new one, whole; raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self.folder, prefix=".", suffix=".part")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(answer)
            moment = self.now()
            os.utime(part, (moment, moment))
            part.replace(self._path(question))
        except BaseException:
            part.unlink(missing_ok=True)
            raise

    def _path(self, question: str) -> Path:
        return self.folder / f"{hashlib.sha256(question.encode()).hexdigest()[:32]}.json"
