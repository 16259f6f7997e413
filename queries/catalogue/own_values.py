"""Services that are a tag: a value's own, "shop=fishing_tackle", and all places of a key, "shop=*"."""

import re
from functools import lru_cache

from queries.catalogue.folding import name_key

ANY = "*"
# values that say that there is nothing, or nothing any more
_NOTHING = frozenset(
    (
        "no", "none", "null", "nan", "vacant", "empty", "disused", "closed", "abandoned", "demolished",
        "removed", "razed", "destroyed", "former", "proposed", "planned", "construction",
    )
)  # fmt: skip
# said of what something else makes a place: who may use it in an emergency, a hospital that takes one in
_ATTRIBUTES = {
    "emergency": frozenset(
        ("yes", "designated", "destination", "official", "permissive", "private", "customers", "delivery",
         "permit", "discouraged", "unknown")
    )
}  # fmt: skip
_NOT_OF_IDS = re.compile(r"[^\w.+'’/()]+")


def is_key(id_: str) -> bool:
    """Whether a service is all places of a key."""
    return id_.endswith("=*")


def is_on_demand(id_: str) -> bool:
    """Whether NEAR is not kept for a service: a value's own, or all of a key."""
    return "=" in id_


def find_key(id_: str) -> str:
    """Return the key of a service that is a tag."""
    return id_.partition("=")[0]


@lru_cache(maxsize=50_000)
def slug(value: str) -> str:
    """Return a value as ids have it: in small letters without accents, one _ for what parts words."""
    return _NOT_OF_IDS.sub("_", name_key(value)).strip("_")


def make_own_id(key: str, value: str) -> str | None:
    """Return the id of a value's own service; None where the value says that nothing is there."""
    written = slug(value)
    if not any(char.isalnum() for char in written) or written in _NOTHING:
        return None
    return None if written in _ATTRIBUTES.get(key, ()) else f"{key}={written}"


def own_label(key: str, value: str) -> str:
    """Return what one or many places of a value's own are called everywhere: "fishing tackle (shop)"."""
    return f"{value.replace('_', ' ')} ({key.replace('_', ' ')})"
