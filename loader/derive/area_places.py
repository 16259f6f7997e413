"""From areas as a source has them to rows of the graph, and which places lie in the areas of the graph."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import shapely

from loader.derive.cells import Part, batches
from loader.formats.extract import AreaElement, Remark
from loader.formats.shapes import mend
from loader.transform.places import find_alt_names, find_name
from queries.catalogue.catalogue import split_values
from queries.catalogue.folding import fold
from queries.geometry.borders import Borders
from queries.geometry.distance import Shapes, locate, reach_m
from queries.geometry.overlaps import areas_m2
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.rows import AreaRow
from queries.statements.areas import (
    KnownArea,
    delete_in_area,
    delete_on_border,
    get_areas,
    merge_in_area,
    merge_on_border,
)

# values of place=* that name a part of the country or city, not a square, a plot, a block or a farm
KINDS = frozenset(
    (
        "archipelago", "borough", "city", "country", "county", "district", "hamlet", "island", "islet",
        "isolated_dwelling", "locality", "municipality", "neighbourhood", "province", "quarter", "region",
        "state", "suburb", "town", "village",
    )
)  # fmt: skip
ADMINISTRATIVE = "administrative"
_PAGE = 200


def transform_areas(elements: Iterable[AreaElement]) -> tuple[list[AreaRow], list[Remark]]:
    """Return a row for each named area, ordered by id, and remarks on outlines mended or missing; pure.

    An outline drawn twice under one name, as relation and as way, is one area, the relation's.
    """
    rows: dict[str, AreaRow] = {}
    noted: list[Remark] = []
    told: dict[tuple[str, str], str] = {}
    # of equal ones the first stays
    for element in sorted(elements, key=lambda e: (not e.id.startswith("relation"), e.id)):
        row, problem = _transform(element)
        if row is None:
            continue
        if problem:
            noted.append(Remark(element.id, problem))
        if row.geometry is not None:
            outline = shapely.normalize(shapely.from_wkt(row.geometry)).wkt
            if (same := told.setdefault((fold(row.name), outline), row.id)) != row.id:
                noted.append(Remark(row.id, f"the same area as {same}: left out"))
                continue
        rows[row.id] = row
    return [rows[id_] for id_ in sorted(rows)], sorted(noted, key=lambda remark: remark.id)


def _transform(element: AreaElement) -> tuple[AreaRow | None, str | None]:
    name, kind = find_name(element.tags), find_kind(element.tags)
    if name is None or kind is None:
        return None, None
    shape, problem, mended = None, element.problem, None
    if element.shape is not None:
        shape, mended = mend(element.shape)
        if shapely.get_dimensions(shape) != 2:
            shape, problem = None, problem or "its outline encloses nothing"
    if shape is None and element.position is None and not problem:
        problem = "it has neither an outline nor a position"
    position = element.position if shape is None else locate(shape)
    row = AreaRow(
        id=element.id,
        name=name,
        alt_names=find_alt_names(element.tags),
        kind=kind,
        admin_level=_level(element.tags.get("admin_level", "")),
        position=position,
        geometry=None if shape is None else shape.wkt,
        area_m2=None if shape is None else round(float(areas_m2(shapely.get_parts([shape])).sum()), 1),
        reach_m=None if shape is None or position is None else reach_m(shape, position),
    )
    return row, problem if shape is None else mended


def find_kind(tags: Mapping[str, str]) -> str | None:
    """Return what kind of area the tags tell, None where they tell of none.

    >>> find_kind({"boundary": "administrative", "admin_level": "10"})
    'administrative'
    """
    told = [value for value in split_values(tags.get("place", "")) if value in KINDS]
    if told:
        return told[0]
    return ADMINISTRATIVE if ADMINISTRATIVE in split_values(tags.get("boundary", "")) else None


def _level(text: str) -> int | None:
    levels = [int(part) for part in split_values(text) if part.isascii() and part.isdigit()]
    return min(levels, default=None)


def sync_in_area(graph: Graph, places: Shapes, *, total: int, progress: Progress = silent) -> None:
    """Make IN_AREA say how much of each place lies in which area, and ON_BORDER which lie on a border.

    What lies on the border of an area is settled when all are known. `total` is how many areas there are, for
    the progress only.
    """
    borders, ids = Borders(places.filled), places.ids.tolist()
    part = Part("placing in areas", total, progress)
    late: dict[tuple[str, str], float] = {}  # what is written of what waits
    on_border: set[tuple[str, str]] = set()
    for page in _pages(graph):
        wanted: dict[tuple[str, str], float] = {}
        waiting: set[tuple[str, str]] = set()
        for area in page:
            on_border.update((place, area.id) for place in area.borders)
            if area.geometry is not None:
                shares, waits = borders.add(area.id, area.level, shapely.from_wkt(area.geometry))
                wanted.update(((ids[k], area.id), share) for k, share in shares.items())
                waiting.update((ids[k], area.id) for k in waits)
            part.add(1)
        written = {(place, area.id): share for area in page for place, share in area.shares.items()}
        late |= {pair: written.pop(pair) for pair in waiting & written.keys()}
        _write_in_area(graph, wanted, written)
    settled = borders.settle()
    _write_in_area(graph, {(ids[k], area): share for (k, area), share in settled.shares.items()}, late)
    lie_there = {(ids[k], area) for k, area in settled.borders}
    for rows in batches(sorted(on_border - lie_there)):
        delete_on_border(graph, rows=rows)
    for rows in batches(sorted(lie_there - on_border)):
        merge_on_border(graph, rows=rows)
    part.end()


def _write_in_area(
    graph: Graph, wanted: Mapping[tuple[str, str], float], written: Mapping[tuple[str, str], float]
) -> None:
    for stale in batches(sorted(written.keys() - wanted.keys())):
        delete_in_area(graph, rows=stale)
    changed = sorted(item for item in wanted.items() if written.get(item[0]) != item[1])
    for rows in batches(changed):
        merge_in_area(graph, rows=dict(rows))


def _pages(graph: Graph) -> Iterator[Sequence[KnownArea]]:
    after = ""
    while page := get_areas(graph, after=after, limit=_PAGE):
        yield page
        after = page[-1].id
