"""Questions to Overpass in its own language; pure.

What is no place by the catalogue's rules is dropped by the reader, so an answer may hold more, never less.
"""

import re
from collections.abc import Collection, Iterable, Sequence

from loader.overpass.region import Boundary, Region
from queries.catalogue.catalogue import Catalogue
from queries.catalogue.own_values import ANY

Tag = tuple[str, str]

AREA_OF_RELATION = 3_600_000_000  # Overpass numbers the area of a relation so
MAX_BYTES = 1 << 29  # of memory, on the server
# whole countries, whose outlines outweigh a city, are no area that anyone asks a city for
_COUNTRIES = '["admin_level"!~"^[1-3]$"]'
_WIDE_PLACES = '["place"!~"^(archipelago|continent|country|ocean|region|sea|state)$"]'


def build_services_query(catalogue: Catalogue, region: Region, *, timeout_s: int) -> str:
    """Ask for every place of the catalogue's services that touches the region, with its edges."""
    filters = build_filters(catalogue)
    enclosing = [f"nwr.enclosing{filter_}" for filter_ in filters]
    return _build(region, [f"nwr{filter_}" for filter_ in filters], enclosing, timeout_s=timeout_s)


def build_roads_query(classes: Iterable[str], region: Region, *, timeout_s: int) -> str:
    """Ask for the ways of the classes, with their line and the numbers of its nodes."""
    return _build(region, [f"way{_one_of('highway', list(classes))}"], [], timeout_s=timeout_s)


def build_areas_query(region: Region, *, timeout_s: int) -> str:
    """Ask for boundaries and named places that touch the region or lie around all of it, whole."""
    boundaries = f'["boundary"="administrative"]{_COUNTRIES}'
    places = f'["place"]["name"]{_WIDE_PLACES}'
    filters = [f"wr{boundaries}", f"nwr{places}"]
    enclosing = [f"nwr.enclosing{boundaries}", f"nwr.enclosing{places}"]
    return _build(region, filters, enclosing, timeout_s=timeout_s)


def build_names_query(name: str, *, timeout_s: int) -> str:
    """Ask which administrative boundaries have this name, as it is written or in either language."""
    lines = [f'rel["boundary"="administrative"][{_quote(key)}={_quote(name)}];' for key in _NAME_KEYS]
    return "\n".join([_head(timeout_s), "(", *lines, ");", "out tags center;"])


def build_boundary_query(relation: int, *, timeout_s: int) -> str:
    """Ask for one relation with its edges."""
    return f"{_head(timeout_s)}\nrel({relation});\nout geom;"


def build_filters(catalogue: Catalogue) -> list[str]:
    """Return tag filters that together match every place of the catalogue, few and sorted.

    One for each key and what its values exclude: of a rule the first tag, and of its exclusions those that
    all rules with that first tag share. A key of which any value is asked for is one filter.
    """
    exclusions: dict[Tag, set[Tag]] = {}
    for service in catalogue.services.values():
        for rule in (*service.rules, *service.lone):
            without = set(rule.without)
            exclusions[rule.tags[0]] = exclusions.get(rule.tags[0], without) & without
    whole = {key for (key, value), without in exclusions.items() if value == ANY and not without}
    values: dict[tuple[str, tuple[Tag, ...]], list[str]] = {(key, ()): [ANY] for key in whole}
    for (key, value), without in exclusions.items():
        if key in whole:
            continue
        values.setdefault((key, tuple(sorted(without))), []).append(value)
    return [
        _one_of(key, found) + "".join(_one_of(k, [v], sign="!~") for k, v in without)
        for (key, without), found in sorted(values.items())
    ]


_NAME_KEYS = ("name", "name:pt", "name:en")


def _one_of(key: str, values: Collection[str], *, sign: str = "~") -> str:
    """Return the filter for a key of which a part between semicolons is one of the values, or any of it."""
    if ANY in values:
        return f"[{'!' if sign == '!~' else ''}{_quote(key)}]"
    either = "|".join(_escape(value) for value in sorted(set(values)))
    return f"[{_quote(key)}{sign}{_quote(f'(^|;) *({either}) *(;|$)')}]"


def _escape(value: str) -> str:
    """Return the value for a POSIX extended regular expression."""
    return re.sub(r"([\\.\[\]{}()*+?^$|])", r"\\\1", value)


def _quote(text: str) -> str:
    """Return text as a string of Overpass QL."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def _head(timeout_s: int) -> str:
    return f"[out:json][timeout:{timeout_s}][maxsize:{MAX_BYTES}];"


def _build(region: Region, filters: Sequence[str], enclosing: Sequence[str], *, timeout_s: int) -> str:
    """Return the query for all that matches one of the filters, with geometry.

    A filter by place finds what has an edge in the region. An area that lies around all of it has none:
    `enclosing` are the filters for those, which hold one point of the region.
    """
    lines = [_head(timeout_s)]
    if isinstance(region, Boundary):
        # printed, so that a server without this area can't pass for a city without places
        lines += [f"area({AREA_OF_RELATION + region.relation})->.region;", ".region out ids;"]
    if enclosing:
        point = region.inside
        lines += [f"is_in({point.latitude:.7f},{point.longitude:.7f})->.here;"]
        lines += ["(way(pivot.here);rel(pivot.here);)->.enclosing;"]
    inner = [f"  {filter_}{region.filter};" for filter_ in filters] + [f"  {line};" for line in enclosing]
    return "\n".join([*lines, "(", *inner, ");", "out geom;"])
