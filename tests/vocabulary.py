"""Writes docs/vocabulary.md: which values of the map no word of perto covers. `make vocabulary`.

Reads real map files and the schema of an editor, `../shared/osm` and `../shared/tagging` unless another
folder is given; the tests never need them. What is left out is left out by name, in tests/left_out.toml.
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from queries.catalogue.catalogue import load_catalogue, split_values
from queries.catalogue.own_values import ANY, is_key
from queries.catalogue.senses import find_sense
from service.language.tag_forms import load_tags

ROOT = Path(__file__).parents[1]
PATH = ROOT / "docs" / "vocabulary.md"
LEFT_OUT = Path(__file__).with_name("left_out.toml")
BY_HAND = Path(__file__).parent / "conditions_by_hand" / "table.md"
SHARED = ROOT.parent / "shared"
FILES = {
    "Porto 2020": "osm/porto/porto_2020_full.osm.pbf",
    "Malta 2016": "osm/malta/malta_2016.osm.pbf",
    "Campo Grande 2013": "osm/brazil/campo-grande_2013.osm.pbf",
    "Quixadá 2026": "osm/brazil/quixada_2026.osm",
    "Feira de Santana 2017": "osm/brazil/feira-de-santana_2017.osm",
    "Limoeiro do Norte 2024": "osm/brazil/limoeiro-do-norte_2024.osm",
}
MAIN = (
    "amenity", "shop", "leisure", "tourism", "office", "healthcare", "craft", "historic", "emergency", "club",
    "public_transport",
)  # fmt: skip
# a value that stands so often in the data is covered, or left out by name
OFTEN = 20
# keys of which anything may be said: no list of words is ever whole
_SHOWN_EACH = 12


@dataclass
class Words:
    """By key the values that a word covers; "*" covers all."""

    values: dict[str, set[str]] = field(default_factory=dict)

    def add(self, key: str, value: str) -> None:
        """Note that a word covers a value of a key."""
        self.values.setdefault(key, set()).add(value)

    def covers(self, key: str, value: str) -> bool:
        """Whether a word covers a value."""
        return bool(self.values[key] & {value, ANY})


@dataclass(frozen=True)
class Coverage:
    """Of a file's places with a main tag: all, those of a kind with a name, those of values' own alone."""

    places: int
    named: int
    own: int


def read_words() -> Words:
    """Return what kinds, tag words and uses cover."""
    words = Words()
    for service in load_catalogue().services.values():
        if not is_key(service.id):
            for rule in (*service.rules, *service.lone):
                for key, value in (*rule.tags, *rule.without):
                    words.add(key, value)
    for tag in load_tags():
        for key, value in tags_of(tag.filter.key, tag.filter.value):
            words.add(key, value)
    return words


def tags_of(key: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the tags that say yes or no to a tag word, the word's own first."""
    yield key, value
    sense = find_sense(key, value, "")
    for said in (sense.yes, sense.no, sense.against, sense.unsaid):
        for tag in said:
            of, _, what = tag.partition("=")
            yield of, what


def read_left_out() -> dict[str, dict[str, str]]:
    """Return the reason of each value that is left out, by key; "*" stands for all values of a key."""
    data = tomllib.loads(LEFT_OUT.read_text(encoding="utf-8"))
    found: dict[str, dict[str, str]] = {}
    for entry in data["left_out"]:
        for value in entry["values"]:
            found.setdefault(entry["key"], {})[value] = entry["reason"]
    return found


def read_tags(path: Path) -> list[dict[str, str]]:
    """Return the tags of every element of a file that has some, by osmium alone."""
    import osmium

    return [dict(o.tags) for o in osmium.FileProcessor(str(path)) if len(o.tags)]


def count_values(elements: Iterable[Mapping[str, str]], keys: Iterable[str]) -> dict[str, Counter[str]]:
    """Return how often each value of the keys stands in the data, one of several parts for each."""
    counts: dict[str, Counter[str]] = {key: Counter() for key in keys}
    for tags in elements:
        for key in tags.keys() & counts.keys():
            counts[key].update(split_values(tags[key]))
    return counts


def find_uncovered(
    counts: Mapping[str, Counter[str]], words: Words, left_out: Mapping[str, Mapping[str, str]]
) -> dict[str, Counter[str]]:
    """Return by key the values that no word covers and that are not left out."""
    found: dict[str, Counter[str]] = {}
    for key, of_key in counts.items():
        out = left_out.get(key, {})
        if ANY in out:
            continue
        rest = {v: n for v, n in of_key.items() if not words.covers(key, v) and v not in out}
        if rest:
            found[key] = Counter(rest)
    return found


def measure_coverage(elements: Iterable[Mapping[str, str]]) -> Coverage:
    """Count the places with a main tag, and those of a kind that has a name."""
    catalogue = load_catalogue()
    places = named = own = 0
    for tags in elements:
        if not tags.keys() & set(MAIN):
            continue
        services = catalogue.match(tags)
        places += 1
        named += any("=" not in id_ for id_ in services)
        own += bool(services) and all("=" in id_ for id_ in services)
    return Coverage(places, named, own)


def find_unnamed_presets(tagging: Path) -> list[str]:
    """Return the kinds of the editor's schema with a main tag that no kind of the catalogue names, sorted."""
    presets: dict[str, Any] = json.loads((tagging / "presets.min.json").read_text(encoding="utf-8"))
    catalogue = load_catalogue()
    found: set[str] = set()
    for preset in presets.get("presets", presets).values():
        tags = {key: value for key, value in preset["tags"].items() if value != ANY}
        if tags.keys() & set(MAIN) and all("=" in id_ for id_ in catalogue.match(tags)):
            found |= {f"{key}={value}" for key, value in tags.items() if key in MAIN}
    return sorted(found)


def write_page(shared: Path) -> str:
    """Return the page as Markdown."""
    files = {name: read_tags(shared / path) for name, path in FILES.items() if (shared / path).exists()}
    words, left_out = read_words(), read_left_out()
    counts = count_values((tags for of_file in files.values() for tags in of_file), words.values)
    lines = [_INTRO, "## How much of the map has a name", ""]
    lines += [
        "| file | places with a main tag | of a kind with a name | | by their own value only |",
        "|---|---|---|---|---|",
    ]
    for name, of_file in files.items():
        c = measure_coverage(of_file)
        share = f"{100 * c.named / c.places:.1f} %" if c.places else ""
        lines.append(f"| {name} | {c.places:,} | {c.named:,} | {share} | {c.own:,} |")
    lines += ["", *_BEFORE, "## Values that no word covers", "", _UNCOVERED, ""]
    lines += ["| key | values, by how often they stand in the files above |", "|---|---|"]
    for key, rest in sorted(find_uncovered(counts, words, left_out).items()):
        told = ", ".join(f"{value} {n}" for value, n in _ranked(rest)[:_SHOWN_EACH])
        more = f", and {len(rest) - _SHOWN_EACH} more" if len(rest) > _SHOWN_EACH else ""
        lines.append(f"| {key} | {told}{more} |".replace("\n", " "))
    lines += ["", "## Values left out by name", "", "| key | values | why |", "|---|---|---|"]
    for entry in tomllib.loads(LEFT_OUT.read_text(encoding="utf-8"))["left_out"]:
        lines.append(
            f"| {entry['key']} | {', '.join(entry['values'])} | {entry['reason']} |".replace("*", "all")
        )
    lines += ["", "## Kinds of the editor that are asked for by their tag", "", _PRESETS, ""]
    lines += [", ".join(f"`{tag}`" for tag in find_unnamed_presets(shared / "tagging")), ""]
    lines += [
        "## Everyday conditions, counted by hand",
        "",
        _BY_HAND,
        "",
        BY_HAND.read_text(encoding="utf-8"),
    ]
    return "\n".join(lines)


def _ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


_BY_HAND = """Each count is perto's answer beside that of a script that reads the file with the values of the
OpenStreetMap wiki and shares nothing with the catalogue; in brackets, how many places do not say. Measured on
2026-12-01; `python -m tests.conditions_by_hand` prints it anew."""
_INTRO = """# Vocabulary

Written by `make vocabulary`: what the words of perto cover of real map files, and what they don't. The words
are those of `queries/catalogue`: `catalogue.toml` (kinds), `tags.toml` with `senses.toml` (tag words) and
`uses.toml`; the schema of the iD editor, which says which tags make which kind of thing, was gone
through with them.
"""
_BEFORE = [
    f"Main tags are {', '.join(MAIN)}.",
    "Before its kinds were gone through, the catalogue knew 86.6 % of Porto's places and 92.0 % of Malta's.",
    "What has no named kind is in the graph under its own value and is asked for by its tag",
    "(*shop=fishing_tackle perto de um parque*); left out is only what says that there is nothing.",
    "",
]
_UNCOVERED = """Of each key that a word uses. Of the main keys each of these values is a kind of its own; of
the others they are no kind, and no condition that a question can name."""
_PRESETS = """The editor knows these kinds of thing with a main tag, and the catalogue has no name for them;
each is loaded under its own value."""


def main(arguments: list[str]) -> int:
    """Write the page; return 0, also where there is nothing to read, which is said."""
    shared = Path(arguments[0]) if arguments else SHARED
    if not (shared / "tagging").is_dir():
        print(f"{shared} holds no tagging schema and no map files: docs/vocabulary.md stays as it is")
        return 0
    PATH.write_text(write_page(shared), encoding="utf-8")
    print(f"wrote {PATH.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
