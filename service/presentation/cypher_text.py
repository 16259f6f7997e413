"""A statement as it can be pasted into a Cypher console: its parameters, then its text."""

import math
from collections.abc import Mapping
from typing import Any

_ESCAPES = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def console_text(cypher: str, parameters: Mapping[str, Any]) -> str:
    """Return a `:param` line and the statement, ready for cypher-shell or the Browser."""
    params = f":param {literal(dict(sorted(parameters.items())))}\n" if parameters else ""
    return f"{params}{cypher.strip().removesuffix(';')};"


def literal(value: Any) -> str:  # noqa: PLR0911
    """Write a value as a Cypher literal on one line; raises ValueError for what is none.

    >>> literal({"name": "D'Ávila", "ids": [1, None]})
    "{name: 'D\\\\'Ávila', ids: [1, null]}"
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float() if math.isfinite(value):
            return repr(value)
        case str():
            return f"'{''.join(_escaped(c) for c in value)}'"
        case list() | tuple():
            return f"[{', '.join(literal(item) for item in value)}]"
        case dict() if all(isinstance(key, str) and key.isidentifier() for key in value):
            return f"{{{', '.join(f'{key}: {literal(item)}' for key, item in value.items())}}}"
    raise ValueError(f"no Cypher literal: {value!r}")


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    # control characters and the line ends of Unicode would break the one line
    if ord(character) < 32 or character in "\x7f\x85\u2028\u2029":
        return f"\\u{ord(character):04x}"
    return character
