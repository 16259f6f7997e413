"""How raw tags are read: values split at semicolons, places out of use, what a tag can say."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping

Tags = Mapping[str, str]
# what an element says of a condition: "yes", "no", "untold" (no key tells of it), "unreadable" (of hours)
Says = Callable[[Tags], str]

# a value that means the key is not surveyed
_NOT_KNOWN = {"", "unknown", "fixme", "?", "undefined"}
_NO = {"no", "none", "false", "0"}
# https://wiki.openstreetmap.org/wiki/Lifecycle_prefix, also written as a tag of the thing itself
_OUT_OF_USE = (
    "disused",
    "abandoned",
    "demolished",
    "razed",
    "removed",
    "ruined",
    "destroyed",
    "closed",
    "historic:disused",
    "proposed",
    "planned",
    "construction",
)
_SHUT = {"off", "closed"}


def values(tags: Tags, *keys: str) -> set[str]:
    """All values of the keys, in lower case, those not surveyed left out."""
    found = {part.strip().lower() for key in keys for part in tags.get(key, "").split(";")}
    return found - _NOT_KNOWN


def is_a(tags: Tags, **wanted: str) -> bool:
    """Say whether the element has one of the values (apart by a bar) of one of the keys."""
    return any(values(tags, key) & set(each.split("|")) for key, each in wanted.items())


def in_use(tags: Tags) -> bool:
    """Say whether nothing tells that the place is no more, or not yet."""
    if values(tags, "opening_hours") and values(tags, "opening_hours") <= _SHUT:
        return False
    if values(tags, "operational_status", "status") & {"closed", "disused", "abandoned", "demolished"}:
        return False
    return not any(values(tags, key) - _NO for key in _OUT_OF_USE)


def one_of(keys: str, yes: str) -> Says:
    """Yes with one of the values of one of the keys, no with another one, untold without any."""
    names, wanted = keys.split("|"), set(yes.split("|"))

    def says(tags: Tags) -> str:
        said = values(tags, *names)
        return "untold" if not said else "yes" if said & wanted else "no"

    return says


def unless_no(*keys: str, no: Iterable[str] = ()) -> Says:
    """Yes with any value but no, such as `only`, `designated` or a place where it is, untold without any."""
    against = _NO | set(no)

    def says(tags: Tags) -> str:
        said = values(tags, *keys)
        return "untold" if not said else "yes" if said - against else "no"

    return says


def named(words: str, *, of_stop: bool = False) -> Says:
    """Who runs it, by brand, operator, network or name: the words one after another in one of them.

    The name of a stop is that of where it is, and tells nobody who runs it.
    """
    wanted = _plain(words)

    def says(tags: Tags) -> str:
        told = {key: _plain(tags[key]) for key in ("brand", "operator", "network", "name") if tags.get(key)}
        if any(f" {wanted} " in f" {each} " for each in told.values()):
            return "yes"
        return "no" if told.keys() - ({"name"} if of_stop else set()) else "untold"

    return says


def _plain(text: str) -> str:
    bare = unicodedata.normalize("NFKD", text.casefold())
    return " ".join(re.findall(r"\w+", "".join(c for c in bare if not unicodedata.combining(c))))
