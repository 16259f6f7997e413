"""Zones and areas counted and ranked: how many of the places asked for count in each, exactly."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Literal

import numpy as np
import shapely

from queries.geometry.cells import RESOLUTIONS, centre
from queries.geometry.distance import distances_m
from queries.geometry.position import Position
from queries.graph import Graph
from queries.statements.pairs import FoundPair, FoundShape
from queries.statements.tallies import (
    Lying,
    Members,
    Middle,
    find_whole_areas,
    find_zone_shares,
    find_zone_surroundings,
)
from service.answer import Area, Zone
from service.choices import TEXT_ITEMS
from service.evidence.counts import Level, Ranking
from service.evidence.evidence import Evidence
from service.evidence.messages import message
from service.reading import Reading, all_services, answer_services
from service.retrieval.context import Asking
from service.retrieval.counts.admin_levels import find_levels
from service.retrieval.counts.area_shares import Counted, retrieve_area_shares
from service.retrieval.counts.borders import keep_borders, retrieve_borders
from service.retrieval.counts.members import find_narrow
from service.retrieval.counts.precounted import find_kept_areas, find_kept_zones, retrieve_used_zones
from service.retrieval.counts.tallies import Tally, add_pairs, find_home, find_leaders, leads_too, tally
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.spatial.sets import fill_sets
from service.retrieval.spatial.within import to_shapes

By = Literal["places", "pairs"]
# how many cells must hold places before they are coarse enough for a question that names no resolution
_ENOUGH = 12
# how far from its middle a cell is told by, in metres: near, else nearly as far as it reaches
_AROUND_M = {7: (250.0, 1_200.0), 8: (150.0, 450.0), 9: (170.0,)}


def fill_ranking(asking: Asking, evidence: Evidence, *, by: By = "places") -> None:
    """Find the zones or areas that answer the reading, and what counts in each, in their order.

    Of pairs and places named, the pairs and places are found first; what holds no place that is asked for
    is in the list where the fewest are asked, or only what must not be there. `by` is what the list goes by.
    """
    reading = evidence.reading
    ids: Sequence[str] | None = None
    if answer_services(reading) and (reading.pairs or reading.places):
        fill_sets(asking, evidence)
        ids = [place.id for place in evidence.places]
    evidence.edge_known = asking.edge.coverage is not None
    counted = Counted(
        answer_services(reading), _limit(asking, answer_services(reading)), ids, asking.datasets
    )
    if reading.unit == "area":
        _fill_areas(asking, evidence, counted, by)
    else:
        _fill_zones(asking, evidence, counted, by)


def choose_resolution(
    graph: Graph,
    *,
    asked: int | None,
    datasets: Sequence[str] | None,
    are_there: Callable[[Sequence[str]], Sequence[bool]] = lambda cells: [True] * len(cells),
) -> tuple[int, list[str], int]:
    """Return the resolution asked for, else the coarsest of which enough cells hold places.

    And those cells, and how many of them count as enough or not: those that `are_there`.
    """
    used: list[str] = []
    there = 0
    for resolution in RESOLUTIONS if asked is None else (asked,):
        used = retrieve_used_zones(graph, resolution=resolution, datasets=datasets)
        there = sum(are_there(used))
        if there >= _ENOUGH:
            break
    return resolution, used, there


def retrieve_middles(graph: Graph, evidence: Evidence, datasets: Sequence[str] | None) -> None:
    """Learn what is around the middle of the first of the zones shown, to tell people where they are."""
    shown = evidence.zones[: min(evidence.shown_zones, TEXT_ITEMS)]
    if evidence.ranking is None or not shown:
        return
    middles: dict[str, Middle] = {}
    for within_m in _AROUND_M[shown[0].resolution]:
        if missing := [zone.id for zone in shown if zone.id not in middles]:
            middles |= find_zone_surroundings(graph, zones=missing, within_m=within_m, datasets=datasets)
    evidence.ranking = replace(evidence.ranking, middles=middles)


def _fill_zones(asking: Asking, evidence: Evidence, counted: Counted, by: By) -> None:
    reading = evidence.reading
    resolution, used, close = choose_resolution(
        asking.graph,
        asked=asking.wanted.resolution,
        datasets=asking.datasets,
        are_there=lambda cells: _find_at_places(asking, reading, [centre(cell) for cell in cells]),
    )
    if asking.wanted.resolution is None:
        evidence.assumptions.append(
            message("resolution_chosen", resolution=resolution, used=close, limited=close < len(used))
        )
    around = [r for r in RESOLUTIONS if abs(r - resolution) <= 1]
    kept = find_kept_zones(asking.graph, counted, resolutions=around)
    lying = (
        {r: kept.list_lying(r) for r in around}
        if kept
        else find_zone_shares(
            asking.graph,
            services=counted.services,
            resolutions=around,
            members=counted.members,
            ids=counted.ids,
            datasets=counted.datasets,
            each=bool(reading.pairs),
        )
    )
    barred = (
        find_zone_shares(
            asking.graph,
            services=reading.without,
            resolutions=around,
            members=_limit(asking, reading.without),
            datasets=asking.datasets,
            halo=True,
        )
        if reading.without
        else {}
    )
    found: dict[int, dict[str, Tally]] = {}
    for r in around:
        homes = {alike.id: find_home(alike.shares) for alike in lying[r] if alike.id}
        tallies = tally(lying[r])
        if kept:
            kept.add_across(tallies, r)
        add_pairs(tallies, homes, _asked_pairs(evidence))
        without = {cell for alike in barred.get(r, ()) for cell in alike.shares}
        found[r] = _answering(tallies, reading, without)
        if r == resolution and _lists_empty(reading):
            empty = [cell for cell in used if cell not in tallies and cell not in without]
            inside = _find_at_places(asking, reading, [centre(cell) for cell in empty])
            found[r] |= {cell: Tally() for cell, at in zip(empty, inside, strict=True) if at}
    leaders = _leaders(found[resolution], reading, by)
    evidence.ranking = Ranking(
        by,
        len(used),
        tuple(leaders),
        resolution=resolution,
        neighbours={
            r: leads_too(leaders, _leaders(found[r], reading, by), finer=r > resolution)
            for r in around
            if r != resolution and leaders and not _lists_empty(reading)
        },
    )
    ordered = _ordered(found[resolution], reading, by)
    partial = asking.edge.find_partial_zones(ordered, all_services(reading))
    if open_ids := sorted(evidence.unsure | evidence.doubted):
        unsure = find_zone_shares(
            asking.graph, services=counted.services, resolutions=[resolution], ids=open_ids, halo=True
        )
        partial |= {cell for alike in unsure[resolution] for cell in alike.shares}
    evidence.zones = [
        Zone(
            id=id_,
            resolution=resolution,
            latitude=centre(id_).latitude,
            longitude=centre(id_).longitude,
            counts=_counts(there, counted.services),
            total=there.places,
            shared=there.shared,
            pairs=there.pairs,
            partial=id_ in partial,
        )
        for id_, there in ordered.items()
    ]
    _keep_answering(evidence, ordered, lying[resolution])


def _fill_areas(asking: Asking, evidence: Evidence, counted: Counted, by: By) -> None:
    reading = evidence.reading
    level, others = _choose_level(asking, reading)
    if level is None:
        evidence.problem = message("no_whole_area")
        return
    evidence.assumptions.append(message("level_chosen", level=level))
    if others:
        evidence.notes.append(message("other_levels", levels=others))
    areas = {area.id: area for area in level.areas}
    kept = find_kept_areas(asking.graph, counted, areas=sorted(areas))
    lying = (
        kept.list_lying(None)
        if kept
        else retrieve_area_shares(asking.graph, counted, areas=sorted(areas), each=bool(reading.pairs))
    )
    homes = {alike.id: find_home(alike.shares) for alike in lying if alike.id and alike.shares}
    tallies = tally(lying)
    if kept:
        kept.add_across(tallies, None)
    add_pairs(tallies, homes, _asked_pairs(evidence))
    without: set[str] = set()
    if reading.without:
        barred = Counted(reading.without, _limit(asking, reading.without), None, asking.datasets, halo=True)
        found = retrieve_area_shares(asking.graph, barred, areas=sorted(areas), each=False)
        without = {area for alike in found for area in alike.shares}
        keep_borders(evidence, retrieve_borders(asking.graph, barred, areas=sorted(areas)))
    keep_borders(evidence, retrieve_borders(asking.graph, counted, areas=sorted(areas)))
    answering = _answering(tallies, reading, without)
    if _lists_empty(reading):
        answering |= {id_: Tally() for id_ in areas if id_ not in tallies and id_ not in without}
    evidence.ranking = Ranking(
        by,
        level.used,
        tuple(_leaders(answering, reading, by)),
        level=level,
        outside=sum(alike.places for alike in lying if not alike.shares),
        areas=tuple(sorted(areas)),
    )
    ordered = _ordered(answering, reading, by)
    partial = asking.edge.find_partial_areas(ordered, all_services(reading))
    if open_ids := sorted(evidence.unsure | evidence.doubted):
        unsure = Counted(counted.services, {}, open_ids, None, halo=True)
        found = retrieve_area_shares(asking.graph, unsure, areas=sorted(areas), each=False)
        partial |= {area for alike in found for area in alike.shares}
    evidence.areas = [
        Area(
            id=id_,
            name=areas[id_].name,
            admin_level=areas[id_].admin_level,
            counts=_counts(there, counted.services),
            total=there.places,
            shared=there.shared,
            pairs=there.pairs,
            partial=id_ in partial,
        )
        for id_, there in ordered.items()
    ]
    _keep_answering(evidence, ordered, lying)


def _limit(asking: Asking, services: Sequence[str]) -> Members:
    """Return the places that count of the services that tags are asked of."""
    return {service: ids for service, ids in asking.tagged.allowed.items() if service in services}


def _choose_level(asking: Asking, reading: Reading) -> tuple[Level | None, list[Level]]:
    """Return the level with most whole areas that hold places, and the other levels.

    Of areas at the places named, where any have their middle there: those are not areas of themselves.
    """
    areas = find_whole_areas(asking.graph, datasets=asking.datasets)
    named = {mark.place.id for mark in asking.landmarks}
    at = _find_at_places(asking, reading, [area.position for area in areas])
    inside = [area for area, is_there in zip(areas, at, strict=True) if is_there and area.id not in named]
    of_place = any(area.used for area in inside) or not answer_services(reading)
    levels = find_levels(inside if of_place else areas)
    if not levels or not levels[0].used:
        return None, []
    return levels[0], levels[1:]


def _find_at_places(asking: Asking, reading: Reading, positions: Sequence[Position]) -> list[bool]:
    """Say of each position whether it is at the places that what is asked for is to be at."""
    any_of = reading.combine == "any" and not reading.pairs
    marks = [m for m in asking.landmarks if m.place.of == "a" and m.place.relation != "from"]
    if not positions or not marks:
        return [True] * len(positions)
    at = np.array([_is_at(mark, positions) for mark in marks])
    return [bool(column.any() if any_of else column.all()) for column in at.T]


def _is_at(mark: Landmark, positions: Sequence[Position]) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Say which of the positions are in the place named, or as near or far as is asked."""
    if mark.place.relation == "in" and mark.outline.geometry:
        outline = shapely.from_wkt(mark.outline.geometry)
        longitudes, latitudes = [p.longitude for p in positions], [p.latitude for p in positions]
        return np.asarray(shapely.contains_xy(outline, longitudes, latitudes))
    points = to_shapes([FoundShape("", p.latitude, p.longitude, None, 0.0) for p in positions])
    here = np.zeros(len(positions), dtype=np.int64)
    metres, _ = distances_m(to_shapes([mark.outline]), here, points, np.arange(len(positions)))
    radius_m = mark.place.radius_m or 0.0
    return np.asarray(metres > radius_m if mark.place.relation == "beyond" else metres <= radius_m)


def _answering(tallies: Mapping[str, Tally], reading: Reading, without: Collection[str]) -> dict[str, Tally]:
    """Return the cells that hold what is asked for, all kinds of it where all are asked for."""
    every = set(reading.services) if reading.combine == "all" and not reading.pairs else set[str]()
    if reading.order == "fewest":
        every = set()
    return {cell: there for cell, there in tallies.items() if cell not in without and every <= there.present}


def _lists_empty(reading: Reading) -> bool:
    """Say whether what holds nothing that is asked for answers too."""
    return reading.order == "fewest" or not answer_services(reading)


def _leaders(answering: Mapping[str, Tally], reading: Reading, by: By) -> list[str]:
    if not answer_services(reading):
        return []  # nothing is counted that one could hold more of
    return find_leaders(answering, _number_of(by), most=reading.order != "fewest")


def _number_of(by: By) -> Callable[[Tally], int]:
    return (lambda there: there.pairs) if by == "pairs" else (lambda there: there.places)


def _ordered(answering: Mapping[str, Tally], reading: Reading, by: By) -> dict[str, Tally]:
    """Return the cells in the order of the list: by number, then by what lies there in part, then by id."""
    number = _number_of(by)
    sign = 1 if reading.order == "fewest" else -1
    return dict(
        sorted(
            answering.items(),
            key=lambda item: (
                sign * number(item[1]),
                sign * item[1].places,
                sign * item[1].shared,
                item[0],
            ),
        )
    )


def _counts(there: Tally, services: Sequence[str]) -> dict[str, int]:
    """Return the count of each service, one that is not there with 0."""
    return {service: there.counts[service] for service in services}


def _asked_pairs(evidence: Evidence) -> list[tuple[str, ...]]:
    """Return of each pair those of its places that are asked for: both, where a and b may swap."""
    reading = evidence.reading
    if not reading.pairs:
        return []
    swap = any(set(pair.a) & set(pair.b) for pair in reading.pairs)
    asked = {place.id for place in evidence.places}
    return [
        tuple(id_ for id_ in ((pair.from_id, pair.to_id) if swap else (pair.from_id,)) if id_ in asked)
        for pair in evidence.pairs
    ]


def _keep_answering(evidence: Evidence, answering: Mapping[str, Tally], lying: Sequence[Lying]) -> None:
    """Keep the pairs whose places count in the zones and areas found; places without pairs are not listed."""
    reading, services = evidence.reading, answer_services(evidence.reading)
    # what counts in none of the areas answers too, unless it is asked of areas without something
    outside = bool(answering or reading.kind != "zones") and not reading.without
    counted = [alike for alike in lying if _is_kept(alike, answering, outside=outside)]
    if len(services) > 1:
        evidence.counts = {s: sum(a.places for a in counted if s in a.services) for s in services}
        narrow = set(find_narrow(services))
        evidence.narrowed = sum(a.places for a in counted if narrow & set(a.services))
    if not reading.pairs:
        evidence.counted = sum(alike.places for alike in counted)
        evidence.places = []
        return
    kept = {alike.id for alike in counted if alike.id}
    dropped = {place.id for place in evidence.places} - kept
    if dropped:
        evidence.places = [place for place in evidence.places if place.id in kept]
        evidence.pairs = _held_by(evidence.pairs, kept, dropped)


def _is_kept(alike: Lying, answering: Mapping[str, Tally], *, outside: bool) -> bool:
    return find_home(alike.shares) in answering if alike.shares else outside


def _held_by(pairs: Sequence[FoundPair], kept: set[str], dropped: set[str]) -> list[FoundPair]:
    """Return the pairs of the places kept, and those of the chains behind them."""
    reached = set(kept)
    while True:
        held = [p for p in pairs if p.from_id in reached or (p.to_id in kept and p.from_id in dropped)]
        ends = {p.to_id for p in held} - dropped
        if ends <= reached:
            return held
        reached |= ends
