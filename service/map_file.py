"""Writes the map of an answer into a file."""

import contextlib
import os
from pathlib import Path
from uuid import uuid4

from queries.graph import Graph
from service.answer import Answer
from service.errors import QuestionError
from service.presentation.map.map import render_map
from service.presentation.map.page import check_tile_url
from service.retrieval.background import read_background


def write_map(answer: Answer, graph: Graph | None, path: str | Path, *, tile_url: str | None = None) -> Path:
    """Write the answer as one self-contained HTML page and return its path.

    The page makes no request to any host, unless `tile_url` ("https://host/{z}/{x}/{y}.png") names a server
    of map tiles: then to that one only. Without a graph, or where it fails, the map shows points
    without roads and shapes, and says so. An old file is replaced once the new one is whole.
    Raises QuestionError where the path or the tile URL can't be used.
    """
    target = check_map(path, tile_url=tile_url)
    page = render_map(answer, read_background(answer, graph), tile_url=tile_url)
    _replace(target, page)
    return target


def check_map(path: str | Path, *, tile_url: str | None = None) -> Path:
    """Return the file that a map would be written to; raises QuestionError as write_map does."""
    check_tile_url(tile_url)
    return _check_path(Path(path))


def _check_path(path: Path) -> Path:
    try:
        target = path.expanduser().resolve()
        if target.is_dir():
            raise QuestionError(f"can't write the map to {path}: it is a folder; name a file in it")
        if not target.parent.is_dir():
            raise QuestionError(
                f"can't write the map to {path}: there is no folder {target.parent}; make it first"
            )
        if target.exists() and not target.is_file():
            raise QuestionError(f"can't write the map to {path}: it is no ordinary file; name another")
    except (OSError, ValueError, RuntimeError) as error:
        raise QuestionError(f"can't write the map to {str(path)[:200]!r}: {_reason(error)}") from error
    return target


def _replace(target: Path, page: str) -> None:
    """Write beside the target, then rename: nobody ever sees half a page."""
    part = target.with_name(f".perto-map-{os.getpid()}-{uuid4().hex}.part")
    try:
        # a question from the command line can hold lone surrogates, which no encoding takes
        part.write_bytes(page.encode("utf-8", errors="replace"))
        part.replace(target)
    except OSError as error:
        raise QuestionError(f"can't write the map to {target}: {_reason(error)}") from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) and error.strerror else str(error)).lower()
