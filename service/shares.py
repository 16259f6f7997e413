"""How places lie in areas: as the graph says or, while a load is on its way, as their shapes say."""

from collections.abc import Sequence
from dataclasses import dataclass

import shapely

from queries.areas import find_areas
from queries.graph import Graph
from queries.pairs import find_service_shapes
from queries.places import find_halo_places, find_service_places
from queries.shares import find_share
from queries.tallies import Lying, Members, find_area_shares
from service.areas import is_settled
from service.nearby import to_shapes


@dataclass(frozen=True, slots=True)
class Counted:
    """Which places are counted: of any of the services, of those that have `members` these alone.

    `ids` and `datasets` None: all. `halo`: those too that are there only because others are near them.
    """

    services: Sequence[str]
    members: Members
    ids: Sequence[str] | None
    datasets: Sequence[str] | None
    halo: bool = False


def retrieve_area_shares(graph: Graph, counted: Counted, *, areas: Sequence[str], each: bool) -> list[Lying]:
    """Return how the places lie in the areas; those in none of them have no shares.

    IN_AREA is worked out last in a load, so while one runs, or after a broken one, the shapes are looked at.
    """
    if is_settled(graph):
        found = find_area_shares(
            graph,
            services=counted.services,
            areas=areas,
            members=counted.members,
            ids=counted.ids,
            datasets=counted.datasets,
            halo=counted.halo,
            each=each,
        )
        if is_settled(graph):
            return found
    return _measure(graph, counted, areas)


def _measure(graph: Graph, counted: Counted, areas: Sequence[str]) -> list[Lying]:
    of_service = {
        service: set(
            find_service_places(
                graph,
                services=[service],
                ids=counted.ids,
                datasets=counted.datasets,
            )
        ).intersection(*([counted.members[service]] if service in counted.members else []))
        for service in counted.services
    }
    halo = set() if counted.halo else find_halo_places(graph, datasets=counted.datasets)
    ids = sorted(set().union(*of_service.values()) - halo)
    found = find_service_shapes(graph, services=counted.services, ids=ids, datasets=counted.datasets)
    outlines = {
        area.id: shapely.from_wkt(area.geometry)
        for area in find_areas(graph, ids=areas).values()
        if area.geometry
    }
    names = list(outlines)
    tree = shapely.STRtree(list(outlines.values()))
    shapes = to_shapes([shape for shape, _ in found])
    lying = []
    for id_, shape in zip(shapes.ids, shapes.filled, strict=True):
        near = {names[k]: find_share(shape, outlines[names[k]]) for k in tree.query(shape)}
        services = tuple(service for service, of_it in of_service.items() if id_ in of_it)
        lying.append(Lying(str(id_), services, {area: share for area, share in near.items() if share > 0}, 1))
    return lying
