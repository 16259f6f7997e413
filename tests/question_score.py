"""How many questions of the test set are read right: `python -m tests.question_score`.

Of the files whose name begins with tuned, which are one half, every question that is not read right
is printed with what differs; of measured.toml only numbers, so that the rules can't be fitted to it.
tests/questions/README.md says how an entry is judged.
"""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from queries.catalogue.folding import fold
from service.nlu.understand import plan
from service.reading import PairReading, PlaceReading, Reading

FOLDER = Path(__file__).parent / "questions"
Half = Literal["tuned", "measured", "blind"]
FILES: dict[Half, tuple[str, ...]] = {
    "tuned": ("tuned", "tuned_more", "tuned_third", "tuned_fourth", "tuned_blind"),
    "measured": ("measured",),
    "blind": ("measured_blind",),
}
Entry = dict[str, Any]
# "within" and "beyond", "most" and "fewest" are each other's opposite
_SWAPPED = {"within": "beyond", "beyond": "within", "most": "fewest", "fewest": "most"}


@dataclass(frozen=True)
class Judged:
    """What a question was expected to be and what differs; `opposite`: it was read as its contrary."""

    entry: Entry
    differences: tuple[str, ...]
    opposite: bool = False
    answered: bool = False

    @property
    def kind(self) -> str:
        """The kind expected, or "refused"."""
        return str(self.entry["expect"]["kind"]) if "expect" in self.entry else "refused"


@dataclass
class Score:
    """Right and all by kind (and, in all, by language), and the faults that are worse than others."""

    right: Counter[str] = field(default_factory=Counter)
    all: Counter[str] = field(default_factory=Counter)
    opposite: int = 0
    refusals_answered: int = 0
    answers_refused: int = 0

    @property
    def share(self) -> float:
        """The share read right of all."""
        return self.right["all"] / self.all["all"]


def read_half(half: Half) -> list[Entry]:
    """Return the entries of one half, in order."""
    texts = [(FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in FILES[half]]
    return [entry for text in texts for entry in tomllib.loads(text)["questions"]]


def judge(entry: Entry) -> Judged:
    """Read the question of an entry and say what differs from what it expects."""
    planned = plan(entry["question"])
    problem = planned.problem
    if "expect" not in entry:
        if problem is None:
            return Judged(entry, (f"answered: {planned.reading.sentence}",), answered=True)
        wanted = [fold(part) for part in entry["refused"]]
        named = not wanted or any(part in fold(problem.part) for part in wanted)
        return Judged(entry, () if named else (f"part {problem.part!r}, not one of {entry['refused']}",))
    if problem is not None:
        return Judged(entry, (f"refused: {problem.part!r}: {problem.reason}",))
    expect = entry["expect"]
    found = tuple(_differences(expect, planned.reading))
    return Judged(entry, found, opposite=_is_opposite(expect, planned.reading), answered=True)


def score(half: Half) -> tuple[Score, list[Judged]]:
    """Judge a whole half; the second value is the entries that are not read right."""
    result, wrong = Score(), []
    for entry in read_half(half):
        judged = judge(entry)
        keys = ("all", entry["language"], judged.kind, f"{judged.kind} {entry['language']}")
        result.all.update(keys)
        result.opposite += judged.opposite
        if judged.differences:
            wrong.append(judged)
            result.refusals_answered += judged.kind == "refused" and judged.answered
            result.answers_refused += judged.kind != "refused" and not judged.answered
        else:
            result.right.update(keys)
    return result, wrong


def _differences(expect: Mapping[str, Any], reading: Reading) -> Iterator[str]:
    for key in ("kind", "combine", "order", "each", "limit", "unit"):
        if key in expect and (value := getattr(reading, key, None)) != expect[key]:
            yield f"{key} {value}, not {expect[key]}"
    of_pairs = expect.get("each") or expect["kind"] == "association"
    if "services" in expect or not of_pairs:
        yield from _set_differences("services", expect.get("services", ()), reading.services)
    yield from _set_differences("without", expect.get("without", ()), reading.without)
    filters = {(f.service, f.key, f.value) for f in reading.filters}
    wanted = {(f["service"], f["key"], f["value"]) for f in expect.get("filters", ())}
    yield from _set_differences("filters", wanted, filters)
    swaps = expect["kind"] == "association"
    fits = partial(_pair_fits, swaps=swaps)
    yield from _unmatched("pairs", expect.get("pairs", []), list(reading.pairs), fits)
    yield from _unmatched("places", expect.get("places", []), list(reading.places), _place_fits)
    if expect.get("ordered"):
        names = [fold(place.name) for place in reading.places]
        if names != [fold(place["name"]) for place in expect["places"]]:
            yield f"the places are not in order: {names}"


def _set_differences(what: str, wanted: Any, given: Any) -> Iterator[str]:
    if set(wanted) != set(given) or len(set(given)) != len(given):
        yield f"{what} {sorted(given)}, not {sorted(wanted)}"


def _unmatched(what: str, wanted: list[Any], given: list[Any], fits: Any) -> Iterator[str]:
    """Match each wanted value with one given; all of both must be used."""
    left = list(given)
    for one in wanted:
        found = next((other for other in left if fits(one, other)), None)
        if found is None:
            yield f"{what}: no {one} among {[_short(value) for value in given]}"
        else:
            left.remove(found)
    if len(given) > len(wanted):
        yield f"{what}: more than expected: {[_short(value) for value in given]}"


def _pair_fits(wanted: Mapping[str, Any], given: PairReading, *, swaps: bool) -> bool:
    sides = [(set(given.a), set(given.b))] + ([(set(given.b), set(given.a))] if swaps else [])
    return (
        (set(wanted["a"]), set(wanted["b"])) in sides
        and wanted.get("relation", given.relation) == given.relation
        and ("radius_m" not in wanted or _same_metres(wanted["radius_m"], given.radius_m))
        and ("radius_m" not in wanted or _same_metres(wanted.get("at_least_m", 0.0), given.at_least_m))
    )


def _place_fits(wanted: Mapping[str, Any], given: PlaceReading) -> bool:
    if any(key in wanted and wanted[key] != getattr(given, key) for key in ("kind", "relation", "of")):
        return False
    if "radius_m" in wanted and not _same_metres(wanted["radius_m"], given.radius_m):
        return False
    if wanted.get("kind") == "point":
        return _numbers(wanted["name"]) == _numbers(given.name)
    return fold(wanted["name"]) == fold(given.name)


def _same_metres(wanted: float, given: float | None) -> bool:
    return given is not None and round(wanted * 1000) == round(given * 1000)


def _numbers(point: str) -> tuple[float, ...]:
    return tuple(float(part) for part in point.split(","))


def _short(value: PairReading | PlaceReading) -> dict[str, Any]:
    return value.model_dump(exclude_defaults=True)


def _is_opposite(expect: Mapping[str, Any], reading: Reading) -> bool:
    """Say whether a near is read as a far, a most as a fewest, or what there must not be as asked for."""
    for pair in expect.get("pairs", ()):
        swapped = {**pair, "relation": _SWAPPED[pair.get("relation", "within")]}
        swapped.pop("radius_m", None)
        if any(_pair_fits(swapped, given, swaps=False) for given in reading.pairs) and not any(
            _pair_fits({k: v for k, v in pair.items() if k != "radius_m"}, given, swaps=True)
            for given in reading.pairs
        ):
            return True
    for place in expect.get("places", ()):
        opposite = _SWAPPED.get(place.get("relation", ""))
        relations = {given.relation for given in reading.places if fold(given.name) == fold(place["name"])}
        if opposite in relations and place["relation"] not in relations:
            return True
    if set(expect.get("without", ())) & set(reading.services):
        return True
    if expect["kind"] in ("pairs", "places") and (reading.kind == "absence" or reading.without):
        return True
    return "order" in expect and reading.order == _SWAPPED.get(expect["order"], "")


def _write(text: str) -> None:
    sys.stdout.write(text + "\n")


def _table(half: Half, result: Score) -> None:
    _write(f"{half}: {result.right['all']}/{result.all['all']} = {result.share:.1%}")
    for key in sorted(key for key in result.all if " " not in key and key != "all"):
        parts = [f"{lang} {result.right[f'{key} {lang}']}/{n}" for lang in ("pt", "en")
                 if (n := result.all[f"{key} {lang}"])]  # fmt: skip
        _write(f"  {key:<12} {result.right[key]:>3}/{result.all[key]:<3} {'  '.join(parts)}")
    _write(f"  read as its opposite {result.opposite}; refusals answered {result.refusals_answered}; "
           f"answers refused {result.answers_refused}")  # fmt: skip


def main() -> None:
    """Print both scores; of tuned also what differs, of the kinds named in the arguments or of all."""
    kinds = set(sys.argv[1:])
    tuned, wrong = score("tuned")
    for judged in wrong:
        if not kinds or judged.kind in kinds:
            mark = " OPPOSITE" if judged.opposite else ""
            _write(f"{judged.kind}{mark}: {judged.entry['question']}")
            for difference in judged.differences:
                _write(f"      {difference}")
    _table("tuned", tuned)
    for half in ("measured", "blind"):
        _table(half, score(half)[0])


if __name__ == "__main__":
    main()
