"""The map of an answer: one HTML page that needs nothing from elsewhere."""

import contextlib
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from queries.errors import StoreError
from queries.graph import Graph
from queries.statements.pairs import FoundShape, find_shapes
from queries.statements.places import FoundPlace, get_places
from queries.statements.roads import FoundWay, find_roads_in_box, find_roads_near_places
from service.answer import Answer
from service.errors import QuestionError
from service.map_page import check_tile_url, fill_page, get_words
from service.map_picture import Box, box_of, draw, ids_elsewhere, ids_shown
from service.map_regions import Region, find_regions

# a box up to the size of a city is filled with roads; of a wider one, only what surrounds the places
_CITY_KM2 = 250.0
_KM_PER_DEGREE = 111.2
# cells of resolution 9 are found by their centres and reach this far
_CELL_KM = 0.25


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the graph adds to the answer."""

    roads: Sequence[FoundWay] = ()
    shapes: Sequence[FoundShape] = ()
    elsewhere: Mapping[str, FoundPlace] = field(default_factory=dict)
    regions: Sequence[Region] = ()
    unread: bool = False


def write_map(answer: Answer, graph: Graph | None, path: str | Path, *, tile_url: str | None = None) -> Path:
    """Write the answer as one self-contained HTML page and return its path.

    The page makes no request to any host, unless `tile_url` ("https://host/{z}/{x}/{y}.png") names a server
    of map tiles: then to that one only. Without a graph, or where it fails, the map shows points
    without roads and shapes, and says so. An old file is replaced once the new one is whole.
    Raises QuestionError where the path or the tile URL can't be used.
    """
    target = check_map(path, tile_url=tile_url)
    shown = _read(answer, graph)
    page = render_map(
        answer,
        roads=shown.roads,
        shapes=shown.shapes,
        elsewhere=shown.elsewhere,
        regions=shown.regions,
        tile_url=tile_url,
        unread=shown.unread,
    )
    _replace(target, page)
    return target


def check_map(path: str | Path, *, tile_url: str | None = None) -> Path:
    """Return the file that a map would be written to; raises QuestionError as write_map does."""
    check_tile_url(tile_url)
    return _check_path(Path(path))


def render_map(
    answer: Answer,
    *,
    roads: Sequence[FoundWay] = (),
    shapes: Sequence[FoundShape] = (),
    elsewhere: Mapping[str, FoundPlace] | None = None,
    regions: Sequence[Region] = (),
    tile_url: str | None = None,
    unread: bool = False,
) -> str:
    """Return the page as text; pure.

    `shapes` are those of the shown places; `elsewhere` the places that the answer names by id only, such as
    the one that a place was measured to; `regions` the cells, areas and streets it lists or names; `unread`
    says on the page that roads and shapes are missing.
    """
    words = get_words(answer.language)
    picture = draw(answer, roads=roads, shapes=shapes, elsewhere=elsewhere or {}, regions=regions)
    notes = [*answer.notes]
    if picture["roads_left_out"]:
        notes.append(words["roads_left_out"])
    if unread:
        notes.append(words["roads_unread"])
    return fill_page({**picture, "notes": notes}, language=answer.language, tile_url=tile_url)


def _read(answer: Answer, graph: Graph | None) -> _Shown:
    if graph is None:
        return _Shown(regions=find_regions(answer, None), unread=True)
    try:
        regions = find_regions(answer, graph)
        elsewhere = get_places(graph, ids=ids_elsewhere(answer))
        ids = [*ids_shown(answer), *elsewhere]
        box = box_of(answer, elsewhere, regions)
        if box is None:
            return _Shown()
        return _Shown(_read_roads(graph, box, ids), find_shapes(graph, ids=ids), elsewhere, regions)
    except StoreError:
        # the answer was given already: an outage now costs the background, not the page
        return _Shown(regions=find_regions(answer, None), unread=True)


def _read_roads(graph: Graph, box: Box, ids: Sequence[str]) -> list[FoundWay]:
    squeeze = max(math.cos(math.radians((box.south + box.north) / 2)), 0.01)
    height_km = (box.north - box.south) * _KM_PER_DEGREE
    width_km = (box.east - box.west) * _KM_PER_DEGREE * squeeze
    # a window is rarely as wide and high as the results: roads go on beyond them
    margin_km = 0.6 * max(height_km, width_km, 0.6) + _CELL_KM
    if (height_km + 2 * margin_km) * (width_km + 2 * margin_km) > _CITY_KM2 or box.east > 180:
        return find_roads_near_places(graph, ids=ids)
    up = margin_km / _KM_PER_DEGREE
    return find_roads_in_box(
        graph,
        south=max(box.south - up, -90.0),
        north=min(box.north + up, 90.0),
        west=max(box.west - up / squeeze, -180.0),
        east=min(box.east + up / squeeze, 180.0),
    )


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
    part = target.with_name(f".perto-map-{os.getpid()}.part")
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
