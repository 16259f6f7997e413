"""How places lie in areas: as the graph says or, while a load is on its way, as their shapes say."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.geometry.borders import areas_by_place
from queries.graph import Graph
from queries.statements.pairs import find_service_shapes
from queries.statements.places import find_halo_places, find_service_places
from queries.statements.tallies import Lying, Members, find_area_shares
from service.retrieval.settled import is_settled
from service.retrieval.spatial.rivals import measure_lies
from service.retrieval.spatial.within import to_shapes


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
        return find_area_shares(
            graph,
            services=counted.services,
            areas=areas,
            members=counted.members,
            ids=counted.ids,
            datasets=counted.datasets,
            halo=counted.halo,
            each=each,
        )
    return _measure(graph, counted, areas)


def find_counted(graph: Graph, counted: Counted) -> dict[str, set[str]]:
    """Return the ids of the places that are counted, by service."""
    halo = set() if counted.halo else find_halo_places(graph, datasets=counted.datasets)
    of_service = {}
    for service in counted.services:
        found = find_service_places(graph, services=[service], ids=counted.ids, datasets=counted.datasets)
        members = [counted.members[service]] if service in counted.members else []
        of_service[service] = set(found).intersection(*members) - halo
    return of_service


def _measure(graph: Graph, counted: Counted, areas: Sequence[str]) -> list[Lying]:
    of_service, asked = find_counted(graph, counted), set(areas)
    ids = sorted(set().union(*of_service.values()))
    found = find_service_shapes(graph, services=counted.services, ids=ids, datasets=counted.datasets)
    shapes = to_shapes([shape for shape, _ in found])
    lie = areas_by_place(measure_lies(graph, shapes, areas), shapes.ids.tolist())
    lying = []
    for id_ in shapes.ids.tolist():
        services = tuple(service for service, of_it in of_service.items() if id_ in of_it)
        shares = {area: share for area, share in lie.get(id_, {}).items() if area in asked}
        lying.append(Lying(id_, services, shares, 1))
    return lying
