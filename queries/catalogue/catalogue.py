"""The catalogue of services: tag rules for the loader, names and synonyms for the question parser.

Of some keys (shop, amenity …) each value that no rule names is a service of its own, whose id is the tag
("shop=fishing_tackle"), and all places of such values, or of the whole key, are one: "shop=*".
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Literal

from queries.catalogue.catalogue_file import Entry, parse_catalogue, parse_rule
from queries.catalogue.folding import fold
from queries.catalogue.own_values import ANY, find_key, is_key, make_own_id, own_label, slug
from queries.settings import CatalogueSettings

Language = Literal["pt", "en"]
Tag = tuple[str, str]

# how values are compared and which marks of a place out of use are heeded: another number where that changes
_REVISION = 2
_LANGUAGES: tuple[Language, ...] = ("pt", "en")


@dataclass(frozen=True, slots=True)
class Rule:
    """OSM tags that must all hold, e.g. (("leisure", "garden"),), and `without`: tags none of which may.

    The value "*" is any but "no".
    """

    tags: tuple[Tag, ...]
    without: tuple[Tag, ...] = ()

    def matches(self, tags: Mapping[str, str]) -> bool:
        """Say whether the rule holds; a value with semicolons stands for each of its parts."""
        return all(_holds(tags, *tag) for tag in self.tags) and not any(
            _holds(tags, *tag) for tag in self.without
        )

    def __str__(self) -> str:
        """Write the rule as the catalogue does: "leisure=garden & access!=private"."""
        parts = [f"{key}={value}" for key, value in self.tags]
        return " & ".join(parts + [f"{key}!={value}" for key, value in self.without])


@dataclass(frozen=True, slots=True)
class Service:
    """One kind of place; `names` by language: label, plural label, synonyms.

    A place with the tags of `lone` is one where none by the rules is near. `beside`, of a key's service: the
    rules of others that name its values, which are no services of their own then; `whole`: places of those
    are of it too.
    """

    id: str
    rules: tuple[Rule, ...]
    names: Mapping[Language, tuple[str, ...]]
    pt_gender: Literal["m", "f"]
    lone: tuple[Rule, ...] = ()
    beside: tuple[Rule, ...] = ()
    whole: bool = False

    def label(self, language: Language, *, plural: bool = False) -> str:
        """Return what people call one (or many) of these."""
        return self.names[language][1 if plural else 0]

    @property
    def rule_hash(self) -> str:
        """A digest of the tag rules and of the rule of use: another means that other places were loaded."""
        parts = [sorted(str(rule) for rule in rules) for rules in (self.rules, self.lone, self.beside)]
        text = "||".join([f"in use {_REVISION}", *("|".join(part) for part in parts if part)])
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


@dataclass(frozen=True)
class Catalogue:
    """All services and groups, by id."""

    services: Mapping[str, Service]
    groups: Mapping[str, Group]

    @cached_property
    def stamps(self) -> frozenset[str]:
        """The stamps of all services; made once, since every question looks at them."""
        return frozenset(service.stamp for service in self.services.values())

    def match(self, tags: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the services that a place with these tags is, sorted.

        Each value of a key with a service makes it one of that and of the value's own, where no rule that
        holds names the value; of a whole key's service always.
        """
        found: set[str] = set()
        named: set[Tag] = set()
        for service in self.services.values():
            if is_key(service.id):
                continue
            for rule in service.rules:
                if rule.matches(tags):
                    found.add(service.id)
                    named.update((k, slug(v)) for k, v in rule.tags if v != ANY or len(rule.tags) == 1)
        for id_ in self.services:
            if not is_key(id_) or (key := find_key(id_)) not in tags:
                continue
            for value in split_values(tags[key]):
                own = make_own_id(key, value)
                if own is not None and (key, slug(value)) not in named:
                    found |= {id_, own}
                elif own is not None and self.services[id_].whole:
                    found.add(id_)
        return tuple(sorted(found))

    def find(self, id_: str) -> Service | None:
        """Return the service of an id, also of one that is a value's own; None where there is none."""
        if id_ in self.services:
            return self.services[id_]
        key, _, value = id_.partition("=")
        if not value or self.told_by(id_) not in self.services or make_own_id(key, value) != id_:
            return None
        label = own_label(key, value)
        names: dict[Language, tuple[str, ...]] = {"pt": (label, label), "en": (label, label)}
        return Service(id_, (Rule(((key, value),)),), names, "m")

    def told_by(self, id_: str) -> str:
        """Return the service whose stamp says whether this one was loaded: for a value's own, its key's."""
        return f"{find_key(id_)}=*" if "=" in id_ else id_

    def find_tagged(self, key: str, value: str) -> tuple[tuple[str, ...], bool]:
        """Return the services that hold every place with a tag, and whether they hold others too.

        Empty where such are not loaded. Values are compared as ids are: "Tackle Shop" is tackle_shop.
        """
        if value == ANY:
            of_key = self.services.get(f"{key}=*")
            return ((of_key.id,), False) if of_key is not None and of_key.whole else ((), False)
        naming: list[Service] = []
        own = make_own_id(key, value)
        for service in self.services.values():
            tests = [rule for rule in service.rules if not is_key(service.id) and _names(rule, key, value)]
            if any(not rule.without and len(rule.tags) == 1 for rule in tests):
                return (service.id,), len(tests) < len(service.rules) or (key, ANY) in tests[0].tags
            if tests:
                naming.append(service)
        others = any(not _names(rule, key, value) for service in naming for rule in service.rules)
        ids = [service.id for service in naming]
        if own is not None and self.told_by(own) in self.services:
            ids.append(own)
        return tuple(ids), others

    def find_group(self, services: Iterable[str]) -> Group | None:
        """Return the group of exactly these services, in any order."""
        wanted = set(services)
        return next((group for group in self.groups.values() if set(group.services) == wanted), None)

    @property
    def wanted_keys(self) -> tuple[str, ...]:
        """Keys of which every place has at least one, sorted."""
        rules = [rule for s in self.services.values() for rule in (*s.rules, *s.lone)]
        return tuple(sorted({key for rule in rules for key, _ in rule.tags}))

    @property
    def telling_keys(self) -> tuple[str, ...]:
        """Keys that decide which services a place is, sorted: no other tag matters to `match`."""
        rules = [rule for s in self.services.values() for rule in (*s.rules, *s.lone)]
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
    text = (files("queries.catalogue") / "catalogue.toml").read_text(encoding="utf-8")
    entries = {entry.id: entry for entry in parse_catalogue("catalogue.toml", text)}
    if own is not None:
        entries |= {entry.id: entry for entry in parse_catalogue(own)}
    _check_members(entries)
    _check_names(entries)
    services = {e.id: _service(e) for e in entries.values() if e.table == "services"}
    named = [rule for service in services.values() for rule in service.rules]
    services |= {e.id: _key(e, named) for e in entries.values() if e.table == "keys"}
    return Catalogue(
        services,
        {
            e.id: Group(e.id, e.members, {"pt": e.pt, "en": e.en}, e.narrow)
            for e in entries.values()
            if e.table == "groups"
        },
    )


def split_values(value: str) -> list[str]:
    """Return the parts of an OSM value: "restaurant; bar" names both."""
    return [part.strip() for part in value.split(";") if part.strip()]


def _holds(tags: Mapping[str, str], key: str, value: str) -> bool:
    values = split_values(tags.get(key, ""))
    # "YES" and "Drinking Water" are written in haste and mean what the small letters do
    written = {slug(part) for part in values}
    return bool(written - {"no"}) if value == ANY else slug(value) in written


def _names(rule: Rule, key: str, value: str) -> bool:
    """Whether a rule names a tag: "shop=* & atm=yes" names no shop."""
    any_of_key = len(rule.tags) == 1
    return any(k == key and (slug(v) == slug(value) if v != ANY else any_of_key) for k, v in rule.tags)


def _service(entry: Entry) -> Service:
    rules = tuple(Rule(*rule) for text in entry.tags for rule in parse_rule(text))
    lone = tuple(Rule(*rule) for text in entry.lone_tags for rule in parse_rule(text))
    gender: Literal["m", "f"] = "f" if entry.pt_gender == "f" else "m"
    return Service(entry.id, rules, {"pt": entry.pt, "en": entry.en}, gender, lone)


def _key(entry: Entry, named: Iterable[Rule]) -> Service:
    key = find_key(entry.id)
    gender: Literal["m", "f"] = "f" if entry.pt_gender == "f" else "m"
    names: dict[Language, tuple[str, ...]] = {"pt": entry.pt, "en": entry.en}
    beside = tuple(rule for rule in named if any(k == key for k, _ in rule.tags))
    return Service(entry.id, (Rule(((key, ANY),)),), names, gender, beside=beside, whole=entry.whole)


def _check_members(entries: Mapping[str, Entry]) -> None:
    for entry in entries.values():
        for member in entry.members:
            if member not in entries or entries[member].table == "groups":
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
            services = {entry.id for entry in owning if entry.table != "groups"}
            if len(groups) > 1 or (
                len(owning) > 1 and not services.issubset(groups[0].members if groups else ())
            ):
                # of two files it is one's own that can be put right
                ids = " and ".join(entry.id for entry in owning)
                raise max(owning, key=lambda entry: entry.own).error(
                    f"“{name}” ({language}) is a name of {ids}; leave it to one, or to a group of all",
                    name,
                )
