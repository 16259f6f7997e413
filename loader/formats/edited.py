"""Map files as an editor (JOSM) saves them before an upload: what is deleted there, and what is changed."""

import re
from typing import BinaryIO

_SCAN_BYTES = 1 << 20
# osmium knows visible="false" only, of which the server's own files make use
_ACTION = re.compile(rb"""\saction\s*=\s*(?:"(?:delete|modify)"|'(?:delete|modify)')""")
_LONGEST_ACTION = 64
_ELEMENT = re.compile(rb"""<(?:node|way|relation)\s(?:[^<>"']|"[^"]*"|'[^']*')*>""")
_ATTRIBUTE = re.compile(rb"""\s([\w:.-]+)\s*=\s*("[^"]*"|'[^']*')""")


def may_mark_deleted(file: BinaryIO) -> bool:
    """Say whether XML may mark elements as deleted or changed in an editor's words; reads it up to one."""
    before = b""
    while part := file.read(_SCAN_BYTES):
        if _ACTION.search(before + part):
            return True
        before = part[-_LONGEST_ACTION:]
    return False


def mark_deleted(xml: bytes) -> bytes:
    """Return the XML with visible="false" at what an editor has marked as deleted."""
    return _ELEMENT.sub(_mark, xml)


def count_changed(xml: bytes) -> int:
    """Return how many elements that OpenStreetMap has an editor has changed."""
    attributes = (dict(_ATTRIBUTE.findall(found[0])) for found in _ELEMENT.finditer(xml))
    actions = (given for given in attributes if given.get(b"action", b"")[1:-1] == b"modify")
    return sum(not given.get(b"id", b"")[1:].startswith(b"-") for given in actions)


def _mark(found: re.Match[bytes]) -> bytes:
    def mark(attribute: re.Match[bytes]) -> bytes:
        if attribute[1] == b"visible":
            return b""
        return b" visible='false'" if attribute[1] == b"action" else attribute[0]

    attributes = dict(_ATTRIBUTE.findall(found[0]))
    deleted = attributes.get(b"action", b"")[1:-1] == b"delete"
    return _ATTRIBUTE.sub(mark, found[0]) if deleted else found[0]
