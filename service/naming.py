"""From a name as it is typed to what it may mean: in any spelling, with "City, ST", with small errors."""

import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import shapely

from queries.areas import find_areas
from queries.graph import Graph
from queries.named import FoundNamed, alike, find_named, find_named_ids, holding, same
from queries.names import fold, forgive
from queries.shares import find_share
from service.meanings import Meaning, Sought, choose, find_meanings, tier_of
from service.spelling import count_errors

# what a name says of where it is: behind a comma, or behind the last of these words
_LINK = re.compile(r"(.+)\s(?:in|at|em|no|na|nos|nas)\s(.+)", re.IGNORECASE)
_MOST_PARTS = 6
_WORD = 3
_SEARCHED = 60
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Split:
    """A name, and what is said of where it is: city, state, …"""

    name: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """What a name may mean: all of one spelling, the best there is.

    `errors`: in how many letters it differs (0 and up: it is a small error of spelling), None where it does
    not. `unchecked`: what is said of where it is and the data can't tell. `elsewhere`: what has the name, but
    not where it is said to be. `others` have the name and are not meant.
    """

    meanings: tuple[Meaning, ...] = ()
    others: tuple[FoundNamed, ...] = ()
    errors: int | None = None
    unchecked: tuple[str, ...] = ()
    elsewhere: tuple[Meaning, ...] = ()


def split_name(text: str) -> list[Split]:
    """Return how a name can be read, the longest name first; pure.

    >>> [split.name for split in split_name("Peace, Love, Springfield, IL")]
    ['Peace, Love, Springfield, IL', 'Peace, Love, Springfield', 'Peace, Love', 'Peace']
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not 0 < len(parts) <= _MOST_PARTS:
        return [Split(text.strip())]
    found = [Split(", ".join(parts[:k]), tuple(parts[k:])) for k in range(len(parts), 0, -1)]
    if match := _LINK.fullmatch(parts[0]):
        found.append(Split(match[1].strip(), (match[2].strip(), *parts[1:])))
    return found


def find_by_name(graph: Graph, text: str, *, datasets: Sequence[str] | None, sought: Sought) -> Named:
    """Find what a name means; one that fits as a whole is not split, and one that fits has no errors."""
    splits = split_name(text)
    keys = sorted({forgive(part) for split in splits for part in (split.name, *split.where)} - {""})
    if not keys:
        return Named()
    hits = _with_outlines(graph, find_named(graph, query=same(keys), datasets=datasets), datasets)
    elsewhere: list[Meaning] = []
    for split in splits:
        fits = _best([(h, rank) for h in hits if (rank := _rank(h, split.name)) is not None], sought)
        named = _where(graph, fits, split, hits, sought)
        if named.meanings:
            return named
        elsewhere += named.elsewhere
    if elsewhere:
        return Named(elsewhere=tuple(elsewhere))
    query = alike(sorted({forgive(split.name) for split in splits} - {""}))
    close = find_named(graph, query=query, datasets=datasets) if query else []
    for split in splits:
        errors = {(h.sort, h.id): e for h in close if (e := _errors(h, split.name)) is not None}
        fewest = min(errors.values(), default=(0, False))
        fits = [h for h in close if errors.get((h.sort, h.id)) == fewest]
        named = _where(graph, fits, split, hits, sought)
        if named.meanings:
            return replace(named, errors=fewest[0])
    return Named()


def find_by_id(graph: Graph, id_: str, sought: Sought) -> Named:
    """Find what has an OpenStreetMap id, or "street/" and one; of a road, its whole street."""
    hits = find_named_ids(graph, ids=[id_])
    streets = {h.id: h for h in hits if h.sort == "street" and h.name_keys}
    if len(streets) == len(hits) == 1:
        [street] = streets.values()
        of_name = [h for h in find_named(graph, query=same([forgive(street.name)])) if h.sort == "street"]
        meanings = find_meanings(graph, [h for h in of_name if fold(h.name) == fold(street.name)])
        return Named(tuple(m for m in meanings if street.id in m.parts))
    return Named(tuple(find_meanings(graph, choose(hits, sought))))


def find_close_names(
    graph: Graph, text: str, *, datasets: Sequence[str] | None, wide: bool = False
) -> list[str]:
    """Return names most like this one, to try in its place; `wide`: of whole areas only."""
    key = forgive(text)
    words = [word for word in key.split() if len(word) >= _WORD]
    found = find_named(graph, query=holding(words), datasets=datasets, limit=_SEARCHED) if words else []
    names = {forgive(h.name): h.name for h in found if not wide or (h.sort == "area" and h.whole)}
    near = difflib.get_close_matches(key[:_SEARCHED], list(names), n=_TRIES, cutoff=0.3)
    return [names[k] for k in near]


def _with_outlines(graph: Graph, hits: list[FoundNamed], datasets: Sequence[str] | None) -> list[FoundNamed]:
    """Add the areas around towns that are points, where these have the name but their outlines another one.

    "Sliema" is the point's other name, and "Tas-Sliema" that of both.
    """
    points = [h for h in hits if h.sort == "area" and not h.whole and h.position is not None]
    if not points or any(h.sort == "area" and h.whole for h in hits):
        return hits
    more = find_named(
        graph, query=same(sorted({key for h in points for key in h.name_keys})), datasets=datasets
    )
    whole = {h.id: h for h in more if h.sort == "area" and h.whole}
    known = find_areas(graph, ids=sorted(whole)) if whole else {}
    added = []
    for area in whole.values():
        outline = shapely.from_wkt(known[area.id].geometry) if area.id in known else None
        for point in points:
            at = point.position
            if (
                outline is not None
                and at
                and find_share(shapely.Point(at.longitude, at.latitude), outline) > 0
            ):
                # the outline goes by the names of the point in it
                keys = tuple(sorted({*area.name_keys, *point.name_keys}))
                names = tuple(sorted({*area.alt_names, point.name, *point.alt_names} - {area.name}))
                added.append(replace(area, name_keys=keys, alt_names=names))
                break
    return hits + added


def _rank(h: FoundNamed, name: str) -> int | None:
    """Return 0 for the name on the map, 1 for another name of it, 2 for one written otherwise, else None."""
    if fold(h.name) == fold(name):
        return 0
    if fold(name) in (fold(other) for other in h.alt_names):
        return 1
    return 2 if forgive(name) in h.name_keys else None


def _best(ranked: Sequence[tuple[FoundNamed, int]], sought: Sought) -> list[FoundNamed]:
    """Return the hits of the best rank; of each sort, where the sort comes before the spelling."""
    groups: dict[object, list[tuple[FoundNamed, int]]] = {}
    for h, rank in ranked:
        groups.setdefault(tier_of(h) if sought.first == "poi" else h.sort, []).append((h, rank))
    return [h for group in groups.values() for h, rank in group if rank == min(r for _, r in group)]


def _errors(h: FoundNamed, name: str) -> tuple[int, bool] | None:
    """Return in how many letters a name differs, and whether from another name than the map's first."""
    key, own = forgive(name), forgive(h.name)
    found = [(e, k != own) for k in h.name_keys if (e := count_errors(key, k)) is not None]
    return min(found, default=None)


def _where(
    graph: Graph, fits: Sequence[FoundNamed], split: Split, hits: Sequence[FoundNamed], sought: Sought
) -> Named:
    """Keep what is where it is said to be: by its address, else by the areas of those names."""
    chosen = choose(fits, sought)
    meanings = find_meanings(graph, chosen) if chosen else []
    if not meanings or not split.where:
        ids = {(h.sort, h.id) for h in chosen}
        return Named(tuple(meanings), tuple(h for h in fits if (h.sort, h.id) not in ids))
    keys = {forgive(where) for where in split.where}
    areas = [h for h in hits if h.sort == "area" and h.whole and keys & set(h.name_keys)]
    known = find_areas(graph, ids=[a.id for a in areas]) if areas else {}
    outlines = {a.id: shapely.from_wkt(known[a.id].geometry) for a in areas if a.id in known}
    told = {
        m.id: [_is_there(m, i, where, areas, outlines) for i, where in enumerate(split.where)]
        for m in meanings
    }
    there = [m for m in meanings if True in told[m.id] and False not in told[m.id]]
    sure = [m for m in there if None not in told[m.id]]
    kept = sure or there
    if not kept:
        return Named(elsewhere=tuple(meanings))
    unchecked = [w for i, w in enumerate(split.where) if any(told[m.id][i] is None for m in kept)]
    return Named(tuple(kept), unchecked=tuple(unchecked))


def _is_there(
    meaning: Meaning, i: int, where: str, areas: Sequence[FoundNamed], outlines: Mapping[str, Any]
) -> bool | None:
    """Say whether it is there; None where neither its address nor an area tells."""
    key = forgive(where)
    address = dict(tag.removeprefix("addr:").split("=", 1) for tag in meaning.found.address)
    if key in (forgive(value) for value in address.values()):
        return True
    of_name = [outlines[a.id] for a in areas if key in a.name_keys and a.id in outlines]
    if of_name and meaning.shape is not None:
        shape = _geometry(meaning)
        return any(find_share(shape, outline) > 0 for outline in of_name)
    return False if ("city", "state")[min(i, 1)] in address else None


def _geometry(meaning: Meaning) -> Any:
    shape = meaning.shape
    assert shape is not None  # noqa: S101 - the caller looked
    return (
        shapely.from_wkt(shape.geometry) if shape.geometry else shapely.Point(shape.longitude, shape.latitude)
    )
