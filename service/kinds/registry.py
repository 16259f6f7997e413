"""Which module answers which kind of question."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.asking import Asking
from service.evidence import Evidence
from service.kinds import along, association, compare, distance, lookup, near, nearest, zones
from service.reading import Kind
from service.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Answering:
    """`fill` finds all that answers a reading, exactly; `say` writes what was found, or that nothing was."""

    fill: Callable[[Asking, Evidence], None]
    say: Callable[[Sheet], None]


ANSWERING: Mapping[Kind, Answering] = {
    "pairs": Answering(near.fill, near.say),
    "places": Answering(near.fill, near.say),
    "count": Answering(near.fill, near.say),
    "absence": Answering(near.fill, near.say),
    "nearest": Answering(nearest.fill, nearest.say),
    "distance": Answering(distance.fill, distance.say),
    "along": Answering(along.fill, along.say),
    "lookup": Answering(lookup.fill, lookup.say),
    "zones": Answering(zones.fill, zones.say),
    "compare": Answering(compare.fill, compare.say),
    "association": Answering(association.fill, association.say),
    "clusters": Answering(association.fill_clusters, association.say_clusters),
}
