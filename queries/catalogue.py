"""The catalogue of services: tag rules for the loader, names and synonyms for the question parser."""

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

Language = Literal["pt", "en"]


@dataclass(frozen=True, slots=True)
class Rule:
    """OSM tags that must all hold, e.g. (("amenity", "recycling"),)."""

    tags: tuple[tuple[str, str], ...]

    def matches(self, tags: Mapping[str, str]) -> bool:
        """Say whether every tag holds; a value with semicolons holds for each of its parts."""
        return all(value in split_values(tags.get(key, "")) for key, value in self.tags)


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
        """A digest of the tag rules: another digest means that other places were loaded."""
        text = "|".join(sorted(" & ".join(f"{k}={v}" for k, v in rule.tags) for rule in self.rules))
        return hashlib.sha256(text.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Group:
    """A word for several services, such as green areas."""

    id: str
    services: tuple[str, ...]
    names: Mapping[Language, tuple[str, ...]]


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


@cache
def load_catalogue() -> Catalogue:
    """Read the catalogue that comes with perto."""
    data = tomllib.loads((files("queries") / "catalogue.toml").read_text(encoding="utf-8"))
    services = {
        id_: Service(
            id_,
            tuple(_rule(text) for text in entry["tags"]),
            {"pt": tuple(entry["pt"]), "en": tuple(entry["en"])},
            entry["pt_gender"],
        )
        for id_, entry in data["services"].items()
    }
    groups = {
        id_: Group(id_, tuple(entry["services"]), {"pt": tuple(entry["pt"]), "en": tuple(entry["en"])})
        for id_, entry in data["groups"].items()
    }
    return Catalogue(services, groups)


def split_values(value: str) -> list[str]:
    """Return the parts of an OSM value: "restaurant; bar" names both."""
    return [part.strip() for part in value.split(";") if part.strip()]


def _rule(text: str) -> Rule:
    pairs = [part.strip().partition("=") for part in text.split("&")]
    return Rule(tuple((key, value) for key, _, value in pairs))
