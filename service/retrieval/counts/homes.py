"""Where places count that lie in several areas or cells: in one of them, where most of each is."""

from collections.abc import Collection, Sequence

from queries.geometry.cells import resolution_of
from queries.graph import Graph
from queries.statements.tallies import Lying, find_zone_shares
from service.retrieval.counts.area_shares import Counted, retrieve_area_shares
from service.retrieval.counts.tallies import find_home
from service.retrieval.geocoding.geocoder import Landmark
from service.retrieval.spatial.rivals import read_rivals

_WHOLE = 1 - 1e-9


def find_elsewhere(
    graph: Graph, mark: Landmark, found: Collection[str], services: Sequence[str]
) -> frozenset[str]:
    """Return those of the places found in an area or a cell that count in another one of its level.

    It is the rule of rankings, look-ups and HAS: the largest share, of equal ones the smaller id.
    """
    here = mark.place.id
    if mark.shape is not None or here is None or not found:
        return frozenset()
    if mark.place.kind == "zone":
        lying = _find_in_cells(graph, here, found, services)
    else:
        # few lie across a border: only of these it is asked where else they lie
        counted = Counted(services, {}, sorted(found), None, halo=True)
        across = [
            one.id
            for one in retrieve_area_shares(graph, counted, areas=[here], each=True)
            if one.id and one.shares.get(here, 0.0) < _WHOLE
        ]
        if not across:
            return frozenset()
        rivals = [area.id for area in read_rivals(graph, [here])]
        counted = Counted(services, {}, across, None, halo=True)
        lying = retrieve_area_shares(graph, counted, areas=rivals, each=True)
    return frozenset(one.id for one in lying if one.id and one.shares and find_home(one.shares) != here)


def _find_in_cells(graph: Graph, cell: str, found: Collection[str], services: Sequence[str]) -> list[Lying]:
    size = resolution_of(cell)
    of_size = find_zone_shares(
        graph, services=services, resolutions=[size], ids=sorted(found), halo=True, each=True
    )
    return of_size[size]
