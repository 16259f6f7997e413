"""Comparisons: which of several places has more of something, or of which kind there are more."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from queries.statements.places import count_service_places
from queries.statements.tallies import find_service_members
from service import problems
from service.answer import Verdict
from service.asking import Asking
from service.checks import all_services, answer_services
from service.evidence import Compared, Evidence
from service.kinds.zones import count_kinds
from service.landmarks import Landmark
from service.reading import Reading
from service.sentences import capitalised, joined, kind_label, number
from service.sets import fill_sets
from service.sheet import Sheet
from service.uncertainty import say_edge
from service.unsaid import say_untold_there
from service.wording import asked_kinds, conditions, data_of, measured


def fill(asking: Asking, evidence: Evidence) -> None:
    """Count each side: what each place named has or, of one place or none, what there is of each kind."""
    reading, language = evidence.reading, asking.wanted.language
    here = [mark for mark in asking.landmarks if mark.place.of == "a"]
    of_kinds = reading.sides or answer_services(reading)
    told = {service for side in reading.sides for service in side} <= set(answer_services(reading))
    if max(len(here), len(of_kinds)) < 2 or not told:
        evidence.problem = problems.side_missing(language)
        return
    evidence.edge_known = asking.edge.coverage is not None
    if len(here) > 1:
        counted = _compare_places(asking, evidence, here)
    else:
        counted = _compare_services(asking, evidence)
    evidence.counted = len(counted)
    if reading.whether:
        evidence.verdict = judge(evidence.sides, fewer=reading.order == "fewest")
    if not any(side.total for side in evidence.sides):
        evidence.outcome = "none"
        services = all_services(reading)
        evidence.mapped = count_service_places(asking.graph, services=services, datasets=asking.datasets)


def say(sheet: Sheet) -> None:
    """Say which side has more and by how many, or that they are level, then each side's count."""
    evidence, language = sheet.evidence, sheet.language
    lines = [_side_line(sheet, side) for side in evidence.sides]
    statements, data = ", ".join(sheet.statements), data_of(evidence.datasets, language)
    totals = [
        f"{number(count, language)} {kind_label(service, language, plural=count != 1)}"
        for service, count in evidence.mapped.items()
    ]
    verdict, compared = _verdict(sheet), _compared(sheet)
    said = verdict + compared if verdict else capitalised(compared)
    mark = sheet.cite("; ".join([f"{statements}: {said}", *lines, *totals, data]))
    sheet.lines.append(f"{said} {mark}.")
    for line in lines:
        sheet.lines.append(f"– {line} {sheet.cite(line)}")
    if totals:
        listed = joined(totals, language)
        sheet.say(
            f"Ao todo há nos dados: {listed} {mark}.", f"In the data there are in all: {listed} {mark}."
        )
    say_edge(sheet)


def _compare_places(asking: Asking, evidence: Evidence, here: Sequence[Landmark]) -> set[str]:
    """Fill a side for each place; the places that are counted are returned."""
    reading = evidence.reading
    others = [mark for mark in asking.landmarks if mark.place.of == "b"]
    of_each: list[tuple[Landmark, Evidence]] = []
    for mark in here:
        marks = [mark, *others]
        one = Evidence(
            # counted as in a ranking: what lies in both is of one side
            reading.model_copy(update={"kind": "count", "places": tuple(m.place for m in marks)}),
            measure=evidence.measure,
        )
        fill_sets(replace(asking, landmarks=marks), one)
        evidence.notes += one.notes
        of_each.append((mark, one))
        _add_doubt(evidence, one)
    every = {place.id for _, one in of_each for place in one.places}
    members = _find_members(asking, reading, every)
    for mark, one in of_each:
        ids = {place.id for place in one.places}
        counts = {service: len(ids & of_it) for service, of_it in members.items()}
        evidence.sides.append(Compared(mark.place, (), len(ids), counts, one.uncertain))
    return every


def _compare_services(asking: Asking, evidence: Evidence) -> set[str]:
    """Fill a side for each service, or for those that count as one; the places counted are returned."""
    reading = evidence.reading
    ids: set[str] | None = None
    if reading.pairs or reading.places:
        one = Evidence(reading.model_copy(update={"kind": "count"}), measure=evidence.measure)
        fill_sets(asking, one)
        evidence.notes += one.notes
        ids = {place.id for place in one.places}
        _add_doubt(evidence, one)
    services = answer_services(reading)
    members = find_service_members(
        asking.graph,
        services=services,
        ids=None if ids is None else sorted(ids),
        datasets=asking.datasets,
    )
    for service, met in asking.tagged.allowed.items():
        if service in members:
            members[service] &= met
    doubts = _find_members(asking, reading, evidence.unsure | evidence.doubted)
    for side in reading.sides or [(service,) for service in services]:
        doubted = set().union(*(doubts.get(service, ()) for service in side))
        uncertain = len(doubted) + len(evidence.past) if evidence.edge_known else None
        total = len(set().union(*(members[service] for service in side)))
        counts = {service: len(members[service]) for service in side} if len(side) > 1 else {}
        evidence.sides.append(Compared(None, tuple(side), total, counts, uncertain))
    return set().union(*members.values())


def _find_members(asking: Asking, reading: Reading, ids: set[str]) -> Mapping[str, set[str]]:
    """Return which of the places are of each of the services, where several are asked for."""
    services = answer_services(reading)
    if len(services) < 2 or not ids:
        return {}
    return find_service_members(asking.graph, services=services, ids=sorted(ids), datasets=asking.datasets)


def _add_doubt(evidence: Evidence, one: Evidence) -> None:
    """Take over what the edge of the data leaves uncertain of one side."""
    evidence.unsure |= one.unsure
    evidence.doubted |= one.doubted
    evidence.past += one.past


def judge(sides: Sequence[Compared], *, fewer: bool) -> Verdict:
    """Say whether the first side has more (or fewer) than every other.

    Partial where the edge of the data, or a tag that is not there, may turn it.
    """
    first, others = sides[0], sides[1:]
    if fewer:
        holds = all(first.total < other.total for other in others)
        may_grow = [first] if holds else others
    else:
        holds = all(first.total > other.total for other in others)
        may_grow = others if holds else [first]
    if any(side.uncertain or side.untold for side in may_grow):
        return "partial"
    return "yes" if holds else "no"


def _verdict(sheet: Sheet) -> str:
    words = {
        "yes": ("Sim: ", "Yes: "),
        "no": ("Não: ", "No: "),
        "partial": (
            "Não se sabe ao certo, pelo que os dados não dizem: ",
            "Not known for sure, by what the data do not say: ",
        ),
    }
    if sheet.evidence.verdict is None:
        return ""
    return words[sheet.evidence.verdict][sheet.language != "pt"]


def _compared(sheet: Sheet) -> str:
    """Say which side has most: "more cafes in “A” (12) than in “B” (9), by 3"; or that they are level."""
    language, pt = sheet.language, sheet.language == "pt"
    sides = sorted(sheet.evidence.sides, key=lambda side: -side.total)
    best = sides[0].total
    by_place = sides[0].place is not None
    if sides[-1].total == best:
        names, count = joined([_name(sheet, side) for side in sides], language), number(best, language)
        if not by_place:
            equal = "tantos de uns como de outros" if pt else "as many of each"
            return f"{equal}: {names} ({count}){_where(sheet)}"
        said = f"o mesmo número de {_what(sheet)} {names}" if pt else f"as many {_what(sheet)} {names}"
        return f"{said} ({count}){_where(sheet)}"
    first, rest = (
        joined(
            [f"{_name(sheet, s)} ({number(s.total, language)})" for s in sides if holds(s.total)], language
        )
        for holds in (best.__eq__, best.__gt__)
    )
    gap = number(best - max(side.total for side in sides if side.total < best), language)
    what = f"{_what(sheet)} " if by_place else ""
    if pt:
        return f"mais {what}{first} do que {rest}, por {gap}{_where(sheet)}"
    return f"more {what}{first} than {rest}, by {gap}{_where(sheet)}"


def _what(sheet: Sheet) -> str:
    """Name what is counted, with the conditions that all sides share."""
    reading, language = sheet.evidence.reading, sheet.language
    kinds = asked_kinds(answer_services(reading), reading, language, count=2)
    apart = reading.model_copy(update={"places": tuple(p for p in reading.places if p.of == "b")})
    near = conditions(apart, language) if reading.pairs else ""
    return " ".join(part for part in (kinds, near) if part)


def _where(sheet: Sheet) -> str:
    """Tell where, if all sides share it, and how metres were measured."""
    evidence, language = sheet.evidence, sheet.language
    shared = "" if evidence.sides[0].place is not None else conditions(evidence.reading, language)
    return (f", {shared}" if shared else "") + measured(evidence, language)


def _name(sheet: Sheet, side: Compared) -> str:
    """Name a side: "in “A”", "within 500 m of “B”", "fountains"."""
    language = sheet.language
    if side.place is None:
        return asked_kinds(side.services, sheet.evidence.reading, language, count=2)
    alone = sheet.evidence.reading.model_copy(
        update={"pairs": (), "places": (side.place.model_copy(update={"of": "a"}),)}
    )
    return conditions(alone, language)


def _side_line(sheet: Sheet, side: Compared) -> str:
    """Tell one side: "in “A”: 12 (7 cafes, 5 bars)"."""
    language = sheet.language
    name = _name(sheet, side)
    said = number(side.total, language)
    if side.place is not None or side.counts:
        said = count_kinds(side.total, dict(side.counts), sheet)
    said += say_untold_there(side.untold, language)
    if side.uncertain:
        said += (
            "; pode haver mais, para lá da borda dos dados"
            if language == "pt"
            else "; there may be more, past the edge of the data"
        )
    return f"{name}: {said}"
