"""Elements on their way into an OPL file, osmium's text format: one line for each, ordered, whole."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from queries.geometry.position import Position

# numbers for vertices that come without one: far above those of OpenStreetMap (10¹⁰ in 2026)
FIRST_OWN_NODE = 1 << 36
_MOST_VALUE_BYTES = 1_024  # osmium's limit: 255 characters, OpenStreetMap's own, always fit
_ESCAPED = re.compile(r"[^A-Za-z0-9_:;./+-]")


class OwnNodes:
    """Numbers for vertices without one: one number for each coordinate of 7 decimals."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}

    def find(self, at: Position) -> int:
        """Return the number of the vertex there."""
        return self._numbers.setdefault(_key(at), FIRST_OWN_NODE + len(self._numbers))

    def name(self, at: Position, number: int) -> None:
        """Let the vertices there be the node of that number, the first such."""
        self._numbers.setdefault(_key(at), number)


def _key(at: Position) -> tuple[int, int]:
    return round(at.longitude * 10_000_000), round(at.latitude * 10_000_000)


class OplElements:
    """Nodes, ways and relations with real node numbers, or with geometries only."""

    def __init__(self) -> None:
        self._nodes: dict[int, tuple[Position, Mapping[str, str]]] = {}
        self._ways: dict[int, tuple[list[Any], Mapping[str, str]]] = {}  # node numbers, tags
        self._bare_ways: dict[int, tuple[list[Any], Mapping[str, str]]] = {}  # a geometry without them
        self._relations: list[tuple[int, Sequence[Mapping[str, Any]], Mapping[str, str]]] = []

    def add_node(self, number: int, at: Position, tags: Mapping[str, str]) -> None:
        """Add a node, unless it is there."""
        self._nodes.setdefault(number, (at, tags))

    def add_way(self, number: int, nodes: Any, geometry: Any, tags: Mapping[str, str]) -> None:
        """Add a way by its node numbers, by {"lat", "lon"} of each (None: unknown), or both.

        A second time it fills in what was missing before.
        """
        if self.has_way(number):
            return
        known_nodes, known_tags = self._ways.get(number, (None, {}))
        tags = tags or known_tags
        if not (isinstance(nodes, list) and all(isinstance(node, int) for node in nodes)):
            nodes = known_nodes
        if not isinstance(geometry, list):
            geometry = None
        if nodes is not None and geometry is not None and len(nodes) == len(geometry):
            for node, vertex in zip(nodes, geometry, strict=True):
                if (at := find_position(vertex)) is not None:
                    self.add_node(node, at, {})
            geometry = None
        if geometry is not None:
            self._ways.pop(number, None)
            self._bare_ways[number] = (geometry, tags)
        elif nodes is not None:
            self._ways[number] = (nodes, tags)

    def untag_way(self, number: int) -> None:
        """Keep a way as a piece of relations only."""
        for ways in (self._ways, self._bare_ways):
            if number in ways:
                ways[number] = (ways[number][0], {})

    def has_way(self, number: int, *, whole: bool = False) -> bool:
        """Say whether any coordinate of a way is known, or, of a whole one, all."""
        if number in self._bare_ways:
            known = [find_position(vertex) is not None for vertex in self._bare_ways[number][0]]
        else:
            known = [node in self._nodes for node in self._ways.get(number, ([], {}))[0]]
        return bool(known) and (all(known) if whole else any(known))

    def has_relation(self, members: Sequence[Mapping[str, Any]], *, whole: bool = False) -> bool:
        """Say whether any (whole: each) way of a relation is known, or any node where it has no ways."""
        ways = [member["ref"] for member in members if member["type"] == "way"]
        if ways:
            return (all if whole else any)(self.has_way(way, whole=whole) for way in ways)
        return any(member["type"] == "node" and member["ref"] in self._nodes for member in members)

    def add_relation(
        self, number: int, members: Sequence[Mapping[str, Any]], tags: Mapping[str, str]
    ) -> None:
        """Add a relation of {"type", "ref", "role"} each."""
        self._relations.append((number, members, tags))

    def write(self, path: Path) -> None:
        """Write all that has a shape as .opl."""
        self._number_vertices()
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for number, (at, tags) in sorted(self._nodes.items(), key=lambda item: item[0]):
                place = f"x{at.longitude:.7f} y{at.latitude:.7f}"
                file.write(f"n{number} v1 {place} T{_write_tags(tags)}\n")
            for number, (nodes, tags) in sorted(self._ways.items(), key=lambda item: item[0]):
                if self.has_way(number):
                    refs = ",".join(f"n{node}" for node in nodes)
                    file.write(f"w{number} v1 T{_write_tags(tags)} N{refs}\n")
            for number, members, tags in sorted(self._relations, key=lambda relation: relation[0]):
                listed = ",".join(
                    f"{m['type'][0]}{m['ref']}@{_escape(str(m.get('role', '')))}" for m in members
                )
                file.write(f"r{number} v1 T{_write_tags(tags)} M{listed}\n")

    def _number_vertices(self) -> None:
        own, unknown = OwnNodes(), FIRST_OWN_NODE << 1
        for number, (at, _) in self._nodes.items():
            own.name(at, number)
        for way, (geometry, tags) in self._bare_ways.items():
            nodes = []
            for vertex in geometry:
                found = find_position(vertex)
                if found is None:
                    unknown += 1
                    nodes.append(unknown)
                else:
                    nodes.append(own.find(found))
                    self.add_node(nodes[-1], found, {})
            self._ways[way] = (nodes, tags)
        self._bare_ways.clear()


def find_position(vertex: Any) -> Position | None:
    """Return the position that {"lat", "lon"} tells, None where it tells none on the Earth."""
    try:
        return Position(float(vertex["lat"]), float(vertex["lon"]))
    except (KeyError, TypeError, ValueError):
        return None


def _write_tags(tags: Mapping[str, str]) -> str:
    return ",".join(f"{_escape(key)}={_escape(value)}" for key, value in tags.items())


def _escape(text: str) -> str:
    text = text.encode("utf-8", "replace")[:_MOST_VALUE_BYTES].decode("utf-8", "ignore")
    return _ESCAPED.sub(lambda match: f"%{ord(match[0]):x}%", text)
