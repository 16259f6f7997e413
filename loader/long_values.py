"""Values of tags that are too long for a graph to index: cut, and told."""

import re
import unicodedata
from collections.abc import Mapping

# OpenStreetMap itself allows 255 characters; an index of Neo4j takes some 8,000 bytes
LONGEST = 1_000
# compatibility forms become several letters when names are compared
_LONGEST_BYTES = 6_000
# no index holds these, and what is cut off them changes what they say
_WHOLE = re.compile(r".*(opening_hours|service_times|conditional|description|note|comment|website|url)(:.*)?")


def cut_long(tags: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the tags with values cut to 1,000 characters, and the keys of those that are.

    Opening hours and other rules, descriptions and addresses of the web stay whole.
    """
    fitting = {key: value if _WHOLE.fullmatch(key) else fit(value) for key, value in tags.items()}
    return fitting, tuple(key for key, value in fitting.items() if value != tags[key])


def fit(value: str) -> str:
    """Return as much of a value as an index takes."""
    if len(value) <= LONGEST // 8:
        return value
    value = value[:LONGEST]
    while len(unicodedata.normalize("NFKD", value).encode(errors="replace")) > _LONGEST_BYTES:
        value = value[: len(value) // 2]
    return value
