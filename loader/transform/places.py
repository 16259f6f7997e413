"""From places as a source has them to rows of the graph; pure."""

import re
from collections.abc import Iterable, Mapping

from shapely.geometry import Point

from loader.formats.extract import PlaceElement, Remark
from loader.formats.shapes import mend
from queries.catalogue.catalogue import split_values
from queries.geometry.cells import zone_shares
from queries.geometry.distance import locate, reach_m
from queries.geometry.position import Position
from queries.progress import Progress, silent
from queries.rows import POIRow

# name:pt, alt_name, alt_name:pt-BR …, but not name:etymology or name:etymology:wikidata
_ALT_NAME = re.compile(r"(name:|(alt|old|int|official|short|loc)_name(:|$))([a-z]{2,3}([-_][A-Za-z0-9]+)*)?")
# keys whose values mean something only as a whole: rules with semicolons of their own, or free text
_WHOLE = re.compile(
    r"(opening_hours|service_times|collection_times|smoking_hours|happy_hours|lit_hours|description|note|website"
    r"|url|contact:website|comment|fixme|inscription|image|interval|duration)(:.*)?|.*:(opening_hours|conditional)"
)
_TELL_EVERY = 500


def transform_places(
    elements: Iterable[PlaceElement], *, progress: Progress = silent
) -> tuple[list[POIRow], list[Remark]]:
    """Return a row for each element, ordered by id, and a remark for each shape that had to be mended."""
    rows: list[POIRow] = []
    noted: list[Remark] = []
    elements = list(elements)
    for done, element in enumerate(elements, 1):
        row, mended = transform_place(element)
        rows.append(row)
        if mended:
            noted.append(Remark(element.id, mended))
        if done % _TELL_EVERY == 0:
            progress("placing", done, len(elements))
    return sorted(rows, key=lambda row: row.id), noted


def transform_place(element: PlaceElement) -> tuple[POIRow, str | None]:
    """Return the row of one element, and what was mended of its shape, None where nothing had to be."""
    shape, mended = mend(element.shape)
    if isinstance(shape, Point):
        position, reach, geometry = Position(shape.y, shape.x), 0.0, None
    else:
        position = locate(shape)
        reach, geometry = reach_m(shape, position), shape.wkt
    row = POIRow(
        id=element.id,
        name=find_name(element.tags),
        alt_names=find_alt_names(element.tags),
        services=element.services,
        position=position,
        geometry=geometry,
        reach_m=reach,
        tags=split_tags(element.tags),
        zones=zone_shares(shape, position),
        cut=element.cut,
        encloses=element.encloses,
    )
    return row, mended


def find_name(tags: Mapping[str, str]) -> str | None:
    """Return the name on the map without white space around it, None where there is none."""
    return tags.get("name", "").strip() or None


def find_alt_names(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Return the other names a place goes by, in other languages too; sorted, each once."""
    names = {name for key, value in tags.items() if _ALT_NAME.fullmatch(key) for name in split_values(value)}
    return tuple(sorted(names - {find_name(tags)}))


def split_tags(tags: Mapping[str, str]) -> tuple[str, ...]:
    """Return "key=value" for each part of each value, sorted by key, each once.

    Opening hours and other rules, and free text, stay whole; their white space becomes single spaces.

    >>> split_tags({"cuisine": "pizza;italian", "opening_hours": "Mo 09:00-12:00; Tu off"})
    ('cuisine=pizza', 'cuisine=italian', 'opening_hours=Mo 09:00-12:00; Tu off')
    """
    parts = (f"{key}={part}" for key in sorted(tags) for part in _parts(key, tags[key]))
    return tuple(dict.fromkeys(parts))


def _parts(key: str, value: str) -> list[str]:
    if _WHOLE.fullmatch(key):
        whole = " ".join(value.split()).strip("; ")
        return [whole] if whole else []
    return split_values(value)
