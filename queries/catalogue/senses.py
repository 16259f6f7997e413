"""What a tag asked for means: every tag that says it, those that deny it, and those that leave it open."""

import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Said = Literal["yes", "no", "against", "unsaid"]

# values that no mapper means as an answer
_EMPTY = frozenset(
    ("", "unknown", "fixme", "?", "*", "n/a", "tbd", "undefined", "unspecified", "nan", "null")
)
# what a tag with several values says, the weightiest first
_WEIGHT: tuple[Said, ...] = ("against", "yes", "no")
_DENIALS = frozenset(("no", "none", "0", "false", "never"))


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of a tag: what each tag of a place says of it; all are "key=value" in normal form.

    `denied`: it is asked that it be not so. Only what says so does: "limited" is neither yes nor no.
    """

    own_key: str
    yes: frozenset[str]
    no: frozenset[str]
    against: frozenset[str]
    unsaid: frozenset[str]
    denied: bool = False

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys, in small letters, of which a tag may say something, sorted."""
        tags = self.yes | self.no | self.against | self.unsaid
        return tuple(sorted({self.own_key, *(tag.partition("=")[0] for tag in tags)}))

    def judge(self, tag: str) -> Said:
        """Say what one tag, as the graph has it, says; of values in one, parted by commas, any counts."""
        key, _, value = tag.partition("=")
        judge = self._deny_one if self.denied else self._judge_one
        said = {judge(key.casefold(), normal(part)) for part in value.split(",")}
        return next((one for one in _WEIGHT if one in said), "unsaid")

    def _deny_one(self, key: str, value: str) -> Said:
        said = self._judge_one(key, value)
        if said == "unsaid":
            return said
        if said == "yes":
            # of two tags that contradict each other the one that says yes counts, as when it is asked for
            return "against"
        tag = f"{key}={value}"
        denies = value in _DENIALS or tag in self.no or tag in self.against
        return "yes" if denies else "no"

    def _judge_one(self, key: str, value: str) -> Said:
        exact, any_value = f"{key}={value}", f"{key}=*"
        if value in _EMPTY or exact in self.unsaid:
            return "unsaid"
        if exact in self.against:
            return "against"
        if value == "only" and f"{key}=yes" in self.yes:
            return "yes"
        if exact in self.yes or (any_value in self.yes and value not in _DENIALS and exact not in self.no):
            return "yes"
        return "no" if exact in self.no or key == self.own_key else "unsaid"


def find_sense(key: str, value: str, service: str) -> Sense:
    """Return the meaning of a tag asked of a kind of place; one of which nothing is written means itself."""
    for services, sense in _read_senses().get(f"{key}={value}", ()):
        if not services or service in services:
            return sense
    if value == "no" and f"{key}=yes" in _read_senses():
        return replace(find_sense(key, "yes", service), denied=True)
    return _sense(key, value, {})


def normal(value: str) -> str:
    """Return a value in the form in which ways to write it are equal: "Tex-Mex" is "tex_mex"."""
    return re.sub(r"[\s\-_]+", "_", value.casefold()).strip("_")


def judge_all(sense: Sense, tags: Iterable[str]) -> dict[str, list[str]]:
    """Part tags, as the graph has them, by what they say: "yes", "no" or "against"; others are left out."""
    parted: dict[str, list[str]] = {"yes": [], "no": [], "against": []}
    for tag in sorted(tags):
        said = sense.judge(tag)
        if said != "unsaid":
            parted[said].append(tag)
    return parted


@cache
def _read_senses() -> Mapping[str, tuple[tuple[Collection[str], Sense], ...]]:
    """Return the meanings of each tag, those for some kinds of place before the one for all others."""
    data = tomllib.loads((files("queries.catalogue") / "senses.toml").read_text(encoding="utf-8"))
    found: dict[str, list[tuple[Collection[str], Sense]]] = {}
    for name, entry in data.items():
        tag = name.partition(" for ")[0]
        key, _, value = tag.partition("=")
        found.setdefault(tag, []).append((frozenset(entry.get("services", ())), _sense(key, value, entry)))
    return {tag: tuple(sorted(those, key=lambda one: not one[0])) for tag, those in found.items()}


def _sense(key: str, value: str, entry: Mapping[str, Any]) -> Sense:
    yes, no, against, unsaid = (
        frozenset("=".join(_parts(tag)) for tag in entry.get(name, ()))
        for name in ("yes", "no", "against", "unsaid")
    )
    return Sense(key.casefold(), yes | {"=".join(_parts(f"{key}={value}"))}, no, against, unsaid)


def _parts(tag: str) -> tuple[str, str]:
    """Return key and value in normal form; the value "*" stays."""
    key, _, value = tag.partition("=")
    return key.casefold(), normal(value)
