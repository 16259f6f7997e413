"""From a name as it is typed to what it may mean: in any spelling, with "City, ST", with small errors."""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import shapely
from rapidfuzz import fuzz

from queries.catalogue.folding import fold, forgive, same_letters
from queries.geometry.overlaps import find_share
from queries.graph import Graph
from queries.statements.areas import find_areas
from queries.statements.named import FoundNamed, alike, find_named, find_named_ids, holding, same
from service.retrieval.geocoding.candidates import Meaning, Sought, choose, find_meanings, tier_of
from service.retrieval.geocoding.spelling import count_errors

# what a name says of where it is: behind a comma, or behind the last of these words
_LINK = re.compile(r"(.+)\s(?:in|at|em|no|na|nos|nas)\s(.+)", re.IGNORECASE)
_MOST_PARTS = 6
_WORD = 3
_SEARCHED = 60
_TRIES = 5
_FAR = 99
# of a hundred
_LIKE = 30


@dataclass(frozen=True, slots=True)
class Split:
    """A name, and what is said of where it is: city, state, …"""

    name: str
    where: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """What a name may mean: all of one spelling, the best there is.

    `errors`: in how many letters it differs (0 and up: it is a small error of spelling), None where it does
    not. `alike`: names so near to each other, or to a word of its own, that any may be meant: nothing is.
    `unchecked`: what is said of where it is and the data can't tell. `elsewhere`: what has the name, but
    not where it is said to be. `others` have the name and are not meant.
    """

    meanings: tuple[Meaning, ...] = ()
    others: tuple[FoundNamed, ...] = ()
    errors: int | None = None
    unchecked: tuple[str, ...] = ()
    elsewhere: tuple[Meaning, ...] = ()
    alike: tuple[str, ...] = ()
    typed: str = ""

    def is_called_otherwise(self, meaning: Meaning) -> bool:
        """Say whether no name of a meaning is, letter for letter, the one typed."""
        names = (meaning.found.name, *meaning.found.alt_names)
        return bool(self.typed) and not any(same_letters(self.typed, name) for name in names)


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
    hits, called = with_outlines(graph, find_named(graph, query=same(keys), datasets=datasets), datasets)
    elsewhere: list[Meaning] = []
    for split in splits:
        ranked = [(h, rank) for h in hits if (rank := _rank(h, split.name, called)) is not None]
        fits = _best(ranked, sought)
        named = _where(graph, fits, split, hits, sought=sought, datasets=datasets)
        if named.meanings:
            return replace(named, typed=split.name)
        elsewhere += named.elsewhere
    if elsewhere:
        return Named(elsewhere=tuple(elsewhere))
    query = alike(sorted({forgive(split.name) for split in splits} - {""}))
    close = find_named(graph, query=query, datasets=datasets) if query else []
    close, _ = with_outlines(graph, close, datasets)
    for split in splits:
        errors = {(h.sort, h.id): e for h in close if (e := _errors(h, split.name)) is not None}
        fewest = min(errors.values(), default=(0, False))
        fits = [h for h in close if errors.get((h.sort, h.id)) == fewest]
        named = _where(graph, fits, split, hits, sought=sought, datasets=datasets)
        if named.meanings:
            likely = [h for h in close if errors.get((h.sort, h.id), (_FAR, True))[0] <= fewest[0] + 1]
            if doubt := _find_alike(graph, split.name, fits, likely, datasets):
                return Named(
                    tuple(find_meanings(graph, choose(likely, sought), datasets=datasets)), alike=doubt
                )
            return replace(named, errors=fewest[0], typed=split.name)
    return Named()


def _find_alike(
    graph: Graph,
    typed: str,
    fits: Sequence[FoundNamed],
    likely: Sequence[FoundNamed],
    datasets: Sequence[str] | None,
) -> tuple[str, ...]:
    """Return the names that may be meant where it is not plain that the nearest one is; else none.

    Another name is nearly as near, or the word typed is one that other names hold: "Rua da Horta" is no slip
    for "Rua da Hora" where there is a "Travessa da Horta".
    """
    names = {forgive(name): name for h in [*likely, *fits] for name in (_written(h, typed),)}
    if len(names) > 1:
        nearest = {_written(h, typed) for h in fits}
        return tuple(sorted(names.values(), key=lambda name: (name not in nearest, name)))
    meant = {word for key in names for word in key.split()}
    words = [word for word in forgive(typed).split() if word not in meant and len(word) >= _WORD]
    holders = find_named(graph, query=holding(words), datasets=datasets, limit=_SEARCHED) if words else []
    known = {word for h in holders for key in h.name_keys for word in key.split()}
    return tuple(names.values()) if known & set(words) else ()


def find_by_id(graph: Graph, id_: str, *, datasets: Sequence[str] | None, sought: Sought) -> Named:
    """Find what has an OpenStreetMap id, or "street/" and one; of a road, its whole street."""
    hits = find_named_ids(graph, ids=[id_])
    streets = {h.id: h for h in hits if h.sort == "street" and h.name_keys}
    if len(streets) == len(hits) == 1:
        [street] = streets.values()
        of_name = [h for h in find_named(graph, query=same([forgive(street.name)])) if h.sort == "street"]
        meanings = find_meanings(
            graph, [h for h in of_name if fold(h.name) == fold(street.name)], datasets=datasets
        )
        return Named(tuple(m for m in meanings if street.id in m.parts))
    return Named(tuple(find_meanings(graph, choose(hits, sought), datasets=datasets)))


def find_close_names(
    graph: Graph, text: str, *, datasets: Sequence[str] | None, wide: bool = False
) -> list[str]:
    """Return names most like this one, to try in its place; `wide`: of whole areas only."""
    key = forgive(text)
    words = [word for word in key.split() if len(word) >= _WORD]
    found = find_named(graph, query=holding(words), datasets=datasets, limit=_SEARCHED) if words else []
    names = {forgive(h.name): h.name for h in found if not wide or (h.sort == "area" and h.whole)}
    held = Counter(word for k in names for word in set(k.split()))
    # a word that few of them have tells more than "casa" or "rua": those with the rarest come first
    rare = {k: max((1 / held[word] for word in {*k.split()} & {*words}), default=0.0) for k in names}
    ratio = {k: fuzz.ratio(key[:_SEARCHED], k) for k in names}
    near = sorted((k for k in names if ratio[k] >= _LIKE), key=lambda k: (-rare[k], -ratio[k], k))
    return [names[k] for k in near[:_TRIES]]


def with_outlines(
    graph: Graph, hits: list[FoundNamed], datasets: Sequence[str] | None
) -> tuple[list[FoundNamed], dict[str, set[str]]]:
    """Put in place of towns that are points the areas around them that share a name, with the names of both.

    "Sliema" is the point's other name, and "Tas-Sliema" that of both; "St Julians" is the point's as it is
    typed, and "St. Julian's" that of the area. Returned besides: what the points are called first, by area.
    """
    points = [h for h in hits if h.sort == "area" and not h.whole and h.position is not None]
    if not points:
        return hits, {}
    around = _find_around(graph, points, [h for h in hits if h.sort == "area" and h.whole])
    lone = sorted({key for h in points if not around[h.id] for key in h.name_keys})
    if lone:
        more = find_named(graph, query=same(lone), datasets=datasets)
        of_name = _find_around(graph, points, [h for h in more if h.sort == "area" and h.whole])
        around = {id_: areas or of_name[id_] for id_, areas in around.items()}
    whole = {area.id: area for areas in around.values() for area in areas}
    called: dict[str, set[str]] = {}
    for point in points:
        for id_ in (area.id for area in around[point.id]):
            area = whole[id_]
            called.setdefault(id_, set()).add(fold(point.name))
            keys = {*area.name_keys, *point.name_keys}
            names = {*area.alt_names, point.name, *point.alt_names} - {area.name}
            whole[id_] = replace(area, name_keys=tuple(sorted(keys)), alt_names=tuple(sorted(names)))
    kept = [h for h in hits if h.sort != "area" or not (around.get(h.id) or h.id in whole)]
    return [*kept, *whole.values()], called


def _find_around(
    graph: Graph, points: Sequence[FoundNamed], areas: Sequence[FoundNamed]
) -> dict[str, list[FoundNamed]]:
    """Return which of the areas hold each of the points and share a name with it."""
    known = find_areas(graph, ids=[area.id for area in areas]) if areas else {}
    outlines = {id_: shapely.from_wkt(area.geometry) for id_, area in known.items()}
    found: dict[str, list[FoundNamed]] = {point.id: [] for point in points}
    for point in points:
        at = point.position
        for area in areas:
            if at is None or area.id not in outlines or not set(point.name_keys) & set(area.name_keys):
                continue
            if find_share(shapely.Point(at.longitude, at.latitude), outlines[area.id]) > 0:
                found[point.id].append(area)
    return found


def _written(h: FoundNamed, typed: str) -> str:
    """Return which of its names a name as it is typed is nearest to."""
    own = [
        (e, i, name)
        for i, name in enumerate((h.name, *h.alt_names))
        if (e := count_errors(forgive(typed), forgive(name))) is not None
    ]
    return min(own)[2] if own else h.name


def _rank(h: FoundNamed, name: str, called: Mapping[str, Collection[str]]) -> int | None:
    """Return 0 for the name on the map, 1 for another name of it, 2 for one written otherwise, else None.

    `called`: what else an area is called first, by the point in it.
    """
    if fold(name) in (fold(h.name), *called.get(h.id, ())):
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
    graph: Graph,
    fits: Sequence[FoundNamed],
    split: Split,
    hits: Sequence[FoundNamed],
    *,
    sought: Sought,
    datasets: Sequence[str] | None,
) -> Named:
    """Keep what is where it is said to be: by its address, else by the areas of those names."""
    chosen = choose(fits, sought)
    meanings = find_meanings(graph, chosen, datasets=datasets) if chosen else []
    if not meanings or not split.where:
        ids = {(h.sort, h.id) for h in chosen}
        return Named(tuple(meanings), tuple(h for h in fits if (h.sort, h.id) not in ids))
    return keep_there(graph, meanings, split, hits)


def keep_there(graph: Graph, meanings: Sequence[Meaning], split: Split, hits: Sequence[FoundNamed]) -> Named:
    """Return those of the meanings that are where they are said to be; `hits` hold the areas of the names."""
    keys = {forgive(where) for where in split.where}
    areas = [h for h in hits if h.sort == "area" and h.whole and keys & set(h.name_keys)]
    areas_of = [
        [h for h in hits if h.sort == "area" and forgive(where) in h.name_keys] for where in split.where
    ]
    known = find_areas(graph, ids=[a.id for a in areas]) if areas else {}
    outlines = {a.id: shapely.from_wkt(known[a.id].geometry) for a in areas if a.id in known}
    told = {
        m.id: [_is_there(m, i, where, areas, outlines) for i, where in enumerate(split.where)]
        for m in meanings
    }
    # of a city that the data name and hold no outline of, nobody can say that something is not in it
    cut = [bool(named) and not any(area.id in outlines for area in named) for named in areas_of]
    maybe = {m.id for m in meanings if any(t is None and c for t, c in zip(told[m.id], cut, strict=True))}
    fitting = [m for m in meanings if False not in told[m.id]]
    there = [m for m in fitting if True in told[m.id] or m.id in maybe]
    sure = [m for m in there if None not in told[m.id] or m.id in maybe]
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
