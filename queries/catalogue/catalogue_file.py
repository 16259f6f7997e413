"""Reads a catalogue file (TOML) and checks its form; every fault is told with its line."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Literal

from queries.catalogue.folding import fold
from queries.errors import CatalogueError

Tags = tuple[tuple[str, str], ...]

Table = Literal["services", "groups", "keys"]

_FIELDS: dict[Table, tuple[str, ...]] = {
    "services": ("tags", "pt_gender", "pt", "en"),
    "groups": ("services", "pt", "en"),
    "keys": ("pt_gender", "pt", "en"),
}
_MAY_HAVE: dict[Table, tuple[str, ...]] = {
    "services": ("lone_tags",),
    "groups": ("narrow",),
    "keys": ("whole",),
}
_NO_LISTS = ("pt_gender", "whole")
_ID = re.compile(r"[a-z][a-z0-9_]*")
_VALUE = r"[^=!&;*|\s](?:[^=!&;*|]*[^=!&;*|\s])?"
_CONDITION = re.compile(rf"([A-Za-z][\w:.-]*)\s*(!?=)\s*(\*|{_VALUE}(?:\s*\|\s*{_VALUE})*)")
_HEADER = re.compile(r"\s*\[")


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of a catalogue file, its form checked; `own`: from a file of the user's.

    `tags` and `lone_tags` are a service's, `pt_gender` its or a key's, `members` and `narrow` a group's,
    `whole` a key's; pt, en are names, two at least.
    """

    table: Table
    id: str
    tags: tuple[str, ...]
    pt_gender: str
    members: tuple[str, ...]
    pt: tuple[str, ...]
    en: tuple[str, ...]
    file: "_File"
    narrow: tuple[str, ...] = ()
    lone_tags: tuple[str, ...] = ()
    whole: bool = False

    @property
    def own(self) -> bool:
        """Whether it comes from a file of the user's."""
        return self.file.own

    def error(self, what: str, near: str) -> CatalogueError:
        """Make the error that says what is wrong with this entry, at the line that holds the text `near`."""
        return self.file.error(what, (self.table, self.id.removesuffix("=*")), near)


def parse_catalogue(path: Path | str, text: str | None = None) -> list[Entry]:
    """Return the entries of a catalogue file in order; raises CatalogueError at the first fault.

    `text` is given for the file that comes with perto, which is no path; another is read here.
    """
    file = _File(str(path), text) if text is not None else _File(str(path), _read(Path(path)), own=True)
    try:
        data = tomllib.loads(file.text)
    except tomllib.TOMLDecodeError as error:
        what, _, where = str(error).partition(" (at ")
        found = re.match(r"line (\d+)", where)
        line = int(found[1]) if found else len(file.text.splitlines())
        raise CatalogueError(_sentence(what), path=file.path, line=line) from error
    for table in data:
        if table not in _FIELDS:
            raise file.error(
                f"unknown key {table!r}; a catalogue has [services.ID], [groups.ID] and [keys.KEY]", (table,)
            )
    tables: tuple[Table, ...] = ("services", "groups", "keys")
    entries = [entry for table in tables for entry in _entries(file, table, data)]
    services = {entry.id for entry in entries if entry.table == "services"}
    for entry in entries:
        if entry.table == "groups" and entry.id in services:
            raise entry.error(f"{entry.id!r} is a service too; give the group another id", entry.id)
    return entries


def parse_rule(text: str) -> list[tuple[Tags, Tags]]:
    """Return the tags that must hold and those that may not, of each alternative: "a=b|c & d!=e" is two.

    A value is "*" for any. Raises ValueError, saying why, for what is no rule.
    """
    tags: list[list[tuple[str, str]]] = []
    without: list[tuple[str, str]] = []
    for part in text.split("&"):
        condition = _CONDITION.fullmatch(part.strip())
        if condition is None:
            raise ValueError(f"{part.strip()!r} is neither key=value nor key!=value")
        key, sign, values = condition.groups()
        either = [(key, value.strip()) for value in values.split("|")]
        if sign == "=":
            tags.append(either)
        else:
            without += either
    if not tags:
        raise ValueError("it needs one key=value at least")
    return [(chosen, tuple(without)) for chosen in product(*tags)]


def _entries(file: "_File", table: Table, data: dict[str, Any]) -> Iterator[Entry]:
    found = data.get(table, {})
    if not isinstance(found, dict):
        raise file.error(f"{table!r} must be tables, such as [{table}.ID]", (table,))
    for id_, entry in found.items():
        where = (table, id_)
        if not _ID.fullmatch(id_):
            raise file.error(f"{id_!r} is no id: small letters, digits and _ after a letter", where)
        if not isinstance(entry, dict):
            raise file.error(f"{id_!r} must be a table, [{table}.{id_}]", where, id_)
        for key in entry:
            if key not in (*_FIELDS[table], *_MAY_HAVE[table]):
                known = ", ".join((*_FIELDS[table], *_MAY_HAVE[table]))
                raise file.error(f"unknown key {key!r} in {table}.{id_}; it has {known}", where, key)
        for key in _FIELDS[table]:
            if key not in entry:
                raise file.error(f"{table}.{id_} lacks {key!r}", where)
        yield _entry(file, table, id_, entry)


def _entry(file: "_File", table: Table, id_: str, entry: dict[str, Any]) -> Entry:
    where = (table, id_)
    texts = {key: _texts(file, where, key, value) for key, value in entry.items() if key not in _NO_LISTS}
    for key in ("pt", "en"):
        if len(texts[key]) < 2:
            raise file.error(
                f"{key!r} of {table}.{id_} needs two names at least: singular, plural", where, key
            )
    if entry.get("pt_gender", "m") not in ("m", "f"):
        raise file.error(f'\'pt_gender\' of {table}.{id_} is "m" or "f"', where, "pt_gender")
    if not isinstance(entry.get("whole", False), bool):
        raise file.error(f"'whole' of {table}.{id_} is true or false", where, "whole")
    for member in texts.get("narrow", ()):
        if member not in texts["services"]:
            raise file.error(f"{member!r} is none of the services of {table}.{id_}", where, "narrow")
    for text in (*texts.get("tags", ()), *texts.get("lone_tags", ())):
        try:
            parse_rule(text)
        except ValueError as error:
            raise file.error(f"the rule {text!r} of {id_} can't be read: {error}", where, text) from error
    return Entry(
        table,
        f"{id_}=*" if table == "keys" else id_,
        texts.get("tags", ()),
        entry.get("pt_gender", ""),
        tuple(dict.fromkeys(texts.get("services", ()))),
        texts["pt"],
        texts["en"],
        file,
        texts.get("narrow", ()),
        texts.get("lone_tags", ()),
        entry.get("whole", False),
    )


def _texts(file: "_File", where: Sequence[str], key: str, value: object) -> tuple[str, ...]:
    fits = isinstance(value, list) and value and all(isinstance(text, str) and text.strip() for text in value)
    if not isinstance(value, list) or not fits:
        raise file.error(f"{key!r} of {'.'.join(where)} must be a list of texts, none empty", where, key)
    return tuple(value)


@dataclass(frozen=True, slots=True)
class _File:
    """A catalogue file's text, to find lines in."""

    path: str
    text: str
    own: bool = False

    def error(self, what: str, where: Sequence[str], near: str = "") -> CatalogueError:
        return CatalogueError(what, path=self.path, line=self._line(where, near))

    def _line(self, where: Sequence[str], near: str) -> int:
        """Return the number of the line that holds the text, within its table if it has a header there."""
        lines = self.text.splitlines()
        dotted = r"\s*\.\s*".join(f"[\"']?{re.escape(part)}[\"']?" for part in where)
        header = re.compile(rf"\s*\[?\s*{dotted}\s*[\].=]")
        start = next((n for n, line in enumerate(lines) if header.match(line)), 0)
        end = next((n for n in range(start + 1, len(lines)) if _HEADER.match(lines[n])), len(lines))
        key = re.compile(rf"\s*[\"']?{re.escape(near)}[\"']?\s*=")
        for fits in (key.match, lambda line: fold(near) in fold(line)):
            if (found := next((n for n in range(start, end) if fits(lines[n])), None)) is not None:
                return found + 1
        return start + 1


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise CatalogueError(f"it can't be read: {reason}", path=str(path)) from error


def _sentence(text: str) -> str:
    return text[:1].lower() + text[1:]
