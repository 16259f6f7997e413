"""What a data set is called, by its person or after its file."""

import os
from pathlib import Path

from loader.errors import SourceError
from loader.formats.detect import SUFFIXES

_LONGEST_NAME = 200  # an index takes some thousand bytes, a person less


def name_dataset(given: str | None, *, otherwise: str) -> str:
    """Return the name of a data set, as given or not; raises SourceError where it is none."""
    name = (otherwise if given is None else given).strip()
    if not name or not name.isprintable() or len(name) > _LONGEST_NAME:
        raise SourceError(
            f"a data set needs a name of printable signs, at most {_LONGEST_NAME}; give one with --dataset",
            source=otherwise,
            exit_code=2,
        )
    return name


def stem_of(path: Path) -> str:
    """Return the file's name without what tells its format."""
    name = legible(path.name)
    suffix = next((s for s in SUFFIXES if name.lower().endswith(s)), "")
    return name[: len(name) - len(suffix)]


def legible(name: str) -> str:
    """Return a file's name as text that a store takes: in the locale "C" Python has it byte by byte."""
    return os.fsencode(name).decode("utf-8", "replace")
