"""The kinds of question: one row each, which joins what finds what answers it with what says what was found.

How a question is read as one of them is in service/nlu/intents, and in the general grammar for the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from service.evidence.evidence import Evidence
from service.presentation import intents as say
from service.presentation.sheet import Sheet
from service.reading import Kind
from service.retrieval import intents as find
from service.retrieval.context import Asking


@dataclass(frozen=True, slots=True)
class Intent:
    """`fill` finds all that answers a reading, exactly; `say` writes what was found, or that nothing was."""

    fill: Callable[[Asking, Evidence], None]
    say: Callable[[Sheet], None]


INTENTS: Mapping[Kind, Intent] = {
    "pairs": Intent(find.near.fill, say.near.say),
    "places": Intent(find.near.fill, say.near.say),
    "count": Intent(find.near.fill, say.near.say),
    "absence": Intent(find.near.fill, say.near.say),
    "nearest": Intent(find.nearest.fill, say.nearest.say),
    "distance": Intent(find.distance.fill, say.distance.say),
    "along": Intent(find.streets.fill, say.streets.say),
    "lookup": Intent(find.lookup.fill, say.lookup.say),
    "zones": Intent(find.zones.fill, say.zones.say),
    "compare": Intent(find.comparison.fill, say.comparison.say),
    "association": Intent(find.association.fill, say.association.say),
    "clusters": Intent(find.association.fill_clusters, say.association.say_clusters),
}
