"""The answer put together: evidence, text and statements as the one object that people and programs get."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from queries.catalogue.catalogue import Language
from queries.geometry.distance import bearings_deg
from queries.geometry.position import Position
from queries.trace import Ran
from service.answer import (
    Answer,
    Area,
    Border,
    Citation,
    Data,
    DatasetNote,
    ListedPlace,
    NearestPlace,
    Pair,
    Place,
    Ranks,
    RanStatement,
    Side,
    Similar,
    Zone,
)
from service.choices import Mode
from service.evidence.evidence import Compared, Evidence, Fused, Measured
from service.presentation.beside.joined import list_sites
from service.presentation.cypher_text import console_text
from service.presentation.messages.worded import Worded
from service.presentation.naming import area_words
from service.presentation.wording import locate
from service.reading import read_position

Counted = TypeVar("Counted", Zone, Area)

# what each statement is for; those that only look up what to say of a place found are left out
_ROLES = {
    "find_near_pairs": "answer",
    "find_service_places": "answer",
    "find_tagged_places": "answer",
    "find_tag_values": "candidates",
    "find_opening_hours": "answer",
    "find_zone_places": "answer",
    "find_area_places": "answer",
    "find_service_members": "answer",
    "find_zone_shares": "answer",
    "find_area_shares": "answer",
    "find_used_zones": "answer",
    "find_whole_areas": "answer",
    "count_service_places": "answer",
    "count_zone_kinds": "answer",
    "count_area_kinds": "answer",
    "find_held_kinds": "answer",
    "find_held_zones": "answer",
    "find_holders": "answer",
    "count_street_kinds": "answer",
    "find_along_places": "answer",
    "find_joining_streets": "answer",
    "find_joining_roads": "answer",
    "find_meeting_roads": "answer",
    "find_place_context": "answer",
    "find_neighbours": "answer",
    "find_border_places": "verify",
    "find_areas_at": "candidates",
    "get_zone": "verify",
    "find_halo_places": "verify",
    "find_access": "verify",
    "find_candidate_pairs": "candidates",
    "find_candidate_places": "candidates",
    "find_service_shapes": "candidates",
    "find_named": "candidates",
    "find_named_ids": "candidates",
    "find_addresses": "candidates",
    "get_addresses": "candidates",
    "find_street_roads": "verify",
    "find_shapes": "verify",
    "find_areas": "verify",
    "get_places": "verify",
}


# looked for with every answer of a kind, told where they found something
_BESIDE = ("find_halo_places", "find_border_places", "find_access")


def proving(ran: Sequence[Ran]) -> list[Ran]:
    """Return the statements that found or verified something, in the order they ran."""
    return [s for s in ran if s.name in _ROLES and (s.rows or s.name not in _BESIDE)]


def assemble(
    evidence: Evidence,
    *,
    question: str | None,
    language: Language,
    mode: Mode,
    worded: Worded,
    text: str,
    citations: Sequence[Citation],
    ran: Sequence[Ran],
) -> Answer:
    """Build the answer; lists hold what is shown, totals count everything."""
    pairs = _pairs(evidence, language)
    return Answer(
        question=question,
        language=language,
        mode=mode,
        measure=evidence.measure,
        outcome=evidence.outcome,
        verdict=evidence.verdict,
        reading=worded.reading,
        problem=worded.problem,
        candidates=tuple(
            Place.model_validate(_place(id_, evidence, language, tags=True))
            for id_ in evidence.candidates
            if id_ in evidence.known
        )
        + tuple(
            Area(
                id=area.id,
                name=area.name,
                admin_level=area.admin_level,
                locator=area_words(area, language, around=evidence.candidates_around.get(area.id)),
                counts={},
                partial=not area.whole,
            )
            for area in evidence.candidate_areas
        ),
        notes=worded.notes,
        total=evidence.total,
        untold=evidence.untold,
        conditions=evidence.conditions,
        access=evidence.access,
        total_things=evidence.total_things if _lists_places(evidence, mode) else None,
        total_sites=evidence.total_sites if _lists_places(evidence, mode) else None,
        total_pairs=len(evidence.pairs),
        total_zones=len(evidence.zones),
        total_areas=len(evidence.areas),
        counts=dict(evidence.counts),
        narrower=tuple(evidence.narrower),
        uncertain=evidence.uncertain,
        pairs=pairs,
        places=_places(evidence, language),
        zones=tuple(_ranked(zone, evidence) for zone in evidence.zones[: evidence.shown_zones]),
        areas=tuple(_ranked(area, evidence) for area in evidence.areas[: evidence.shown_areas]),
        streets=tuple(evidence.streets[: evidence.shown_streets]),
        sites=tuple(list_sites(evidence)) if _lists_places(evidence, mode) else (),
        borders=tuple(
            Border(id=b.id, areas=tuple(a for a, _ in b.areas), counts_in=tuple(a for a, _ in b.homes))
            for b in evidence.borders
        ),
        sides=tuple(_side(side, evidence, language) for side in evidence.sides),
        similar=tuple(Similar(id=hit.id, name=hit.name, score=hit.score) for hit in evidence.similar),
        text=text,
        citations=tuple(citations),
        statements=tuple(_statement(statement) for statement in proving(ran)),
        data=Data(
            datasets=tuple(
                DatasetNote(id=d.id, name=d.name, extracted_at=d.extracted_at) for d in evidence.datasets
            ),
            attribution="; ".join(dict.fromkeys(d.attribution for d in evidence.datasets)),
        ),
    )


def _side(side: Compared, evidence: Evidence, language: Language) -> Side:
    id_ = side.place.id or side.place.name if side.place else ""
    place = Place.model_validate(_place(id_, evidence, language)) if id_ in evidence.known else None
    return Side(
        place=place,
        service=side.services[0] if len(side.services) == 1 else None,
        services=side.services,
        total=side.total,
        counts=dict(side.counts),
        untold=side.untold,
        uncertain=side.uncertain,
    )


def _lists_places(evidence: Evidence, mode: Mode) -> bool:
    return mode != "vector" and not evidence.is_refused and evidence.counted is None


def _ranked(there: Counted, evidence: Evidence) -> Counted:
    return there.model_copy(update={"ranks": _ranks(evidence.zone_ranks.get(there.id))})


def _pairs(evidence: Evidence, language: Language) -> tuple[Pair, ...]:
    listed = [p for p in evidence.listed_pairs if p.from_id in evidence.known and p.to_id in evidence.known]
    bearings = _bearings(
        [evidence.known[p.from_id].position for p in listed],
        [evidence.known[p.to_id].position for p in listed],
    )
    return tuple(
        Pair(
            a=Place.model_validate(_place(p.from_id, evidence, language)),
            b=Place.model_validate(_place(p.to_id, evidence, language)),
            distance_m=round(evidence.metres(p), 3),
            bearing_deg=bearing,
            ranks=_ranks(evidence.pair_ranks.get((p.from_id, p.to_id))),
            certain=evidence.is_certain((p.from_id, p.to_id)),
        )
        for p, bearing in zip(listed, bearings, strict=True)
    )


def _places(evidence: Evidence, language: Language) -> tuple[ListedPlace, ...]:
    listed = [p for p in evidence.listed_places if p.id in evidence.known]
    here = [evidence.known[p.id].position for p in listed]
    there = [_measured_to(p, evidence) for p in listed]
    bearings = iter(_bearings([h for h, t in zip(here, there, strict=True) if t], [t for t in there if t]))
    return tuple(
        ListedPlace.model_validate(
            _place(p.id, evidence, language, tags=evidence.reading.kind == "lookup")
            | {
                "ranks": _ranks(evidence.place_ranks.get(p.id)),
                "distance_m": None if p.distance_m is None else round(p.distance_m, 3),
                "bearing_deg": None if to is None else next(bearings),
                "nearest": _nearest(p.nearest_id, evidence),
                "certain": evidence.is_certain(p.id),
            }
        )
        for p, to in zip(listed, there, strict=True)
    )


def _place(id_: str, evidence: Evidence, language: Language, *, tags: bool = False) -> dict[str, object]:
    place = evidence.known[id_]
    fields: dict[str, object] = {
        "id": id_,
        "name": place.name,
        "services": place.services,
        "latitude": place.position.latitude,
        "longitude": place.position.longitude,
        "locator": locate(id_, evidence, language),
        "borders": place.borders,
        "access": evidence.closed.get(id_),
    }
    return fields | ({"tags": place.tags} if tags else {})


def _measured_to(place: Measured, evidence: Evidence) -> Position | None:
    if place.distance_m is None:
        return None
    nearest = evidence.known.get(place.nearest_id or "")
    if nearest is not None:
        return nearest.position
    named = None if place.named is None else evidence.reading.places[place.named]
    if named is not None and named.kind == "address" and named.id in evidence.stand_ins:
        return evidence.stand_ins[named.id].position
    return None if named is None or named.kind != "point" else read_position(named.id or named.name)


def _nearest(id_: str | None, evidence: Evidence) -> NearestPlace | None:
    place = evidence.known.get(id_ or "")
    return None if place is None else NearestPlace(id=place.id, name=place.name)


def _bearings(here: Sequence[Position], there: Sequence[Position]) -> list[float]:
    if not here:
        return []
    bearings = bearings_deg(
        np.array([p.latitude for p in here]),
        np.array([p.longitude for p in here]),
        np.array([p.latitude for p in there]),
        np.array([p.longitude for p in there]),
    )
    return [round(float(bearing), 1) % 360 for bearing in bearings]


def _ranks(fused: Fused | None) -> Ranks | None:
    return None if fused is None else Ranks(graph=fused.graph, vector=fused.vector, rrf=fused.rrf)


def _statement(ran: Ran) -> RanStatement:
    return RanStatement.model_validate(
        {
            "name": ran.name,
            "role": _ROLES[ran.name],
            "cypher": ran.cypher,
            "parameters": dict(ran.parameters),
            "console": console_text(ran.cypher, ran.parameters),
        }
    )
