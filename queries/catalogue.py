"""The catalogue of services: tag rules for the loader, names and synonyms for the question parser."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from queries.catalogue_file import Entry, parse_catalogue, parse_rule
from queries.names import fold
from queries.settings import CatalogueSettings

Language = Literal["pt", "en"]
Tag = tuple[str, str]

# which marks of a place out of use the loader heeds: another number where more or other ones count
_IN_USE = 1
_LANGUAGES: tuple[Language, ...] = ("pt", "en")


@dataclass(frozen=True, slots=True)
class Rule:
    """OSM tags that must all hold, e.g. (("leisure", "garden"),), and `without`: tags none of which may."""

    tags: tuple[Tag, ...]
    without: tuple[Tag, ...] = ()

    def matches(self, tags: Mapping[str, str]) -> bool:
        """Say whether the rule holds; a value with semicolons stands for each of its parts."""
        return all(value in split_values(tags.get(key, "")) for key, value in self.tags) and not any(
            value in split_values(tags.get(key, "")) for key, value in self.without
        )

    def __str__(self) -> str:
        """Write the rule as the catalogue does: "leisure=garden & access!=private"."""
        parts = [f"{key}={value}" for key, value in self.tags]
        return " & ".join(parts + [f"{key}!={value}" for key, value in self.without])


@dataclass(frozen=True, slots=True)
class Service:
    """One kind of place; `names` by language: label, plural label, synonyms."""

    id: str
    rules: tuple[Rule, ...]
    names: Mapping[Language, tuple[str, ...]]
    pt_gender: Literal["m", "f"]

    def label(self, language: Language, *, plural: bool = False) -> str:
        """Return what people call one (or many) of these."""
        return self.names[language][1 if plural else 0]

    @property
    def rule_hash(self) -> str:
        """A digest of the tag rules and of the rule of use: another means that other places were loaded."""
        text = "|".join([f"in use {_IN_USE}", *sorted(str(rule) for rule in self.rules)])
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @property
    def stamp(self) -> str:
        """What a data set notes of a service that it was loaded with: "id:rule_hash"."""
        return f"{self.id}:{self.rule_hash}"


@dataclass(frozen=True, slots=True)
class Group:
    """A word for several services: a theme (green areas), or a word that could mean either (lixeira).

    `narrow` are those of the services that one may mean by the word alone, if it has such a meaning.
    """

    id: str
    services: tuple[str, ...]
    names: Mapping[Language, tuple[str, ...]]
    narrow: tuple[str, ...] = ()

    def label(self, language: Language, *, plural: bool = False) -> str:
        """Return what people call one (or many) of these."""
        return self.names[language][1 if plural else 0]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All services and groups, by id."""

    services: Mapping[str, Service]
    groups: Mapping[str, Group]

    def match(self, tags: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the services that a place with these tags is, sorted."""
        return tuple(
            sorted(s.id for s in self.services.values() if any(rule.matches(tags) for rule in s.rules))
        )

    def find_group(self, services: Iterable[str]) -> Group | None:
        """Return the group of exactly these services, in any order."""
        wanted = set(services)
        return next((group for group in self.groups.values() if set(group.services) == wanted), None)

    @property
    def wanted_keys(self) -> tuple[str, ...]:
        """Keys of which every place has at least one, sorted."""
        return tuple(sorted({key for s in self.services.values() for r in s.rules for key, _ in r.tags}))

    @property
    def telling_keys(self) -> tuple[str, ...]:
        """Keys that decide which services a place is, sorted: no other tag matters to `match`."""
        rules = [rule for s in self.services.values() for rule in s.rules]
        return tuple(sorted({key for rule in rules for key, _ in (*rule.tags, *rule.without)}))


@cache
def load_catalogue() -> Catalogue:
    """Read the catalogue that comes with perto, and one's own over it (PERTO_CATALOGUE)."""
    return read_catalogue(CatalogueSettings().catalogue)


def read_catalogue(own: Path | None = None) -> Catalogue:
    """Read the catalogue that comes with perto; services and groups of one's own file are added or replace.

    Raises CatalogueError, in one line with the file and line, where either breaks the format that
    catalogue.toml tells in its first lines, or the two together make a word ambiguous.
    """
    text = (files("queries") / "catalogue.toml").read_text(encoding="utf-8")
    entries = {entry.id: entry for entry in parse_catalogue("catalogue.toml", text)}
    if own is not None:
        entries |= {entry.id: entry for entry in parse_catalogue(own)}
    _check_members(entries)
    _check_names(entries)
    return Catalogue(
        {e.id: _service(e) for e in entries.values() if e.table == "services"},
        {
            e.id: Group(e.id, e.members, {"pt": e.pt, "en": e.en}, e.narrow)
            for e in entries.values()
            if e.table == "groups"
        },
    )


def split_values(value: str) -> list[str]:
    """Return the parts of an OSM value: "restaurant; bar" names both."""
    return [part.strip() for part in value.split(";") if part.strip()]


def _service(entry: Entry) -> Service:
    rules = tuple(Rule(*parse_rule(text)) for text in entry.tags)
    return Service(entry.id, rules, {"pt": entry.pt, "en": entry.en}, "f" if entry.pt_gender == "f" else "m")


def _check_members(entries: Mapping[str, Entry]) -> None:
    for entry in entries.values():
        for member in entry.members:
            if member not in entries or entries[member].table != "services":
                raise entry.error(f"there is no service {member!r} for this group", member)


def _check_names(entries: Mapping[str, Entry]) -> None:
    """Raise CatalogueError for a name of two services, unless a group of both has it too."""
    for language in _LANGUAGES:
        owners: dict[str, list[Entry]] = {}
        for entry in entries.values():
            for name in dict.fromkeys(fold(name) for name in (entry.pt if language == "pt" else entry.en)):
                owners.setdefault(name, []).append(entry)
        for name, owning in owners.items():
            groups = [entry for entry in owning if entry.table == "groups"]
            services = {entry.id for entry in owning if entry.table == "services"}
            if len(groups) > 1 or (
                len(owning) > 1 and not services.issubset(groups[0].members if groups else ())
            ):
                # of two files it is one's own that can be put right
                ids = " and ".join(entry.id for entry in owning)
                raise max(owning, key=lambda entry: entry.own).error(
                    f"“{name}” ({language}) is a name of {ids}; leave it to one, or to a group of all",
                    name,
                )
