"""Small OpenStreetMap files for tests, written as XML."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import quoteattr


def node(id_: int, lat: object, lon: object, **tags: str) -> str:
    return f'<node id="{id_}" lat="{lat}" lon="{lon}" version="1">{_tags(tags)}</node>'


def way(id_: int, refs: Sequence[int], **tags: str) -> str:
    nodes = "".join(f'<nd ref="{ref}"/>' for ref in refs)
    return f'<way id="{id_}" version="1">{nodes}{_tags(tags)}</way>'


def relation(id_: int, members: Sequence[tuple[str, int, str]], **tags: str) -> str:
    inside = "".join(f'<member type="{kind}" ref="{ref}" role="{role}"/>' for kind, ref, role in members)
    return f'<relation id="{id_}" version="1">{inside}{_tags(tags)}</relation>'


def write_osm(path: Path, *elements: str, box: str = "", time: str = "") -> Path:
    """Write a whole file; with time, each element is from then ("2024-01-01T00:00:00Z")."""
    body = "\n".join(elements)
    if time:
        body = body.replace(' version="1">', f' version="1" timestamp="{time}">')
    path.write_text(f'<?xml version="1.0"?>\n<osm version="0.6">{box}\n{body}\n</osm>\n', encoding="utf-8")
    return path


def square(first: int, lat: float, lon: float, side: float = 0.001) -> list[str]:
    """Return the four corner nodes first, first+1, … of a square, counter-clockwise from the south-west."""
    corners = [(lat, lon), (lat, lon + side), (lat + side, lon + side), (lat + side, lon)]
    return [node(first + i, y, x) for i, (y, x) in enumerate(corners)]


def _tags(tags: Mapping[str, str]) -> str:
    # a key with a colon is written with two underscores: name__pt
    return "".join(f"<tag k={quoteattr(k.replace('__', ':'))} v={quoteattr(v)}/>" for k, v in tags.items())
