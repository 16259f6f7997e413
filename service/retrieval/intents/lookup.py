"""What is known of a place, an area, a street, a cell or a point that a question names."""

from queries.geometry.cells import resolution_of
from service.answer import Area, Street, Zone
from service.evidence.evidence import Evidence, Measured
from service.retrieval.context import Asking
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.lookups import look_up


def fill(asking: Asking, evidence: Evidence) -> None:
    """Look up what the reading names."""
    [mark] = asking.landmarks
    found = look_up(asking, mark)
    evidence.lookup = found
    evidence.edge_known = asking.edge.coverage is not None
    place = mark.place
    counts = {kind.service: kind.places for kind in found.kinds if kind.places}
    if place.kind == "poi":
        evidence.places = [Measured(place.id or "")]
        if not asking.edge.is_told_exactly(mark):
            evidence.doubted = {place.id or ""}
    elif place.kind == "zone":
        zone, at = place.id or "", mark.outline
        partial = zone in asking.edge.find_partial_zones([zone], sorted(counts))
        evidence.zones = [
            Zone(
                id=zone,
                resolution=resolution_of(zone),
                latitude=at.latitude,
                longitude=at.longitude,
                counts=counts,
                pairs=0,
                partial=partial,
            )
        ]
    elif place.kind == "area":
        _fill_area(asking, evidence, mark, counts)
    elif place.kind == "street":
        evidence.streets = [Street(id=id_, name=_name(mark)) for id_ in mark.parts]
        evidence.counts = counts
    else:
        evidence.areas = [
            Area(id=a.id, name=a.name, admin_level=a.admin_level, counts={}, partial=False)
            for a in found.areas
        ]
        evidence.places = [Measured(n.id, n.distance_m) for n in found.near]


def _fill_area(asking: Asking, evidence: Evidence, mark: Landmark, counts: dict[str, int]) -> None:
    area = mark.place.id or ""
    whole = mark.outline.geometry is not None
    evidence.areas = [
        Area(
            id=area,
            name=_name(mark),
            admin_level=mark.level,
            counts=counts,
            partial=not whole or area in asking.edge.find_partial_areas([area], sorted(counts)),
        )
    ]


def _name(mark: Landmark) -> str:
    return mark.known.name or mark.place.name if mark.known else mark.place.name
