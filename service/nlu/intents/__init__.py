"""The special forms of questions, each read before the general grammar; what they hand on, it reads."""

from collections.abc import Callable

from service.nlu.grammar.syntax import Stuck
from service.nlu.intents.association import read_association, read_clusters
from service.nlu.intents.comparison import read_comparison
from service.nlu.intents.distance import read_distance
from service.nlu.intents.frame import Asked
from service.nlu.intents.lookup import read_lookup
from service.nlu.intents.streets import read_along, read_connection
from service.nlu.intents.zones import read_zones
from service.reading import Reading

# in this order; the first that knows its opening reads the question or is stuck in it
FORMS: tuple[Callable[[Asked], Reading | None], ...] = (
    read_connection,
    read_association,
    read_clusters,
    read_comparison,
    read_distance,
    read_zones,
    read_lookup,
    read_along,
)

_WHO = frozenset(("who", "quem"))
_WHY = frozenset(("why", "por que", "porque", "porque é que", "por que é que", "why is it that", "how come"))
_DENYING = frozenset(("not", "no", "without", "nor", "neither"))


def read_form(asked: Asked) -> Reading | None:
    """Read a question of a special form; None where it has none; raises Stuck where it can't be read."""
    if (topic := asked.find("topic")) is not None:
        raise Stuck("topic", asked.lexemes[topic])
    if asked.lexemes and asked.lexemes[0].key in _WHY:
        raise Stuck("topic", asked.lexemes[0])
    reading = next((reading for form in FORMS if (reading := form(asked)) is not None), None)
    if reading is None and asked.lexemes and asked.lexemes[0].key in _WHO:
        # no place is a who
        raise Stuck("topic", *asked.lexemes[:2])
    # "…, não é?" only asks for a yes
    last = next((x for x in reversed(asked.lexemes) if x.kind != "stop"), None)
    denying = [x for x in asked.lexemes if x.kind in _DENYING or (x.key == "nao é" and x is not last)]
    if reading is not None and denying and not _denies(reading):
        # a form that knows no denial has passed over this one
        raise Stuck("negation", *denying)
    return reading


def _denies(reading: Reading) -> bool:
    """Whether a reading tells of what there must not be."""
    far = [*(pair.relation for pair in reading.pairs), *(place.relation for place in reading.places)]
    return bool(reading.without) or "beyond" in far
