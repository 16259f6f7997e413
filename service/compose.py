"""The text of an answer, composed from its evidence: every sentence cites the facts it rests on."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from queries.catalogue import Language
from queries.pairs import FoundPair
from service.answer import Citation
from service.checks import answer_services
from service.choices import Mode
from service.evidence import Evidence, Measured
from service.sentences import capitalised, joined, kinds, mapped, metres, no_kind, number, quoted
from service.wording import asked_kinds, call_place, conditions, data_of, in_sites, measured, tags_of

# how many of the listed places or pairs the text goes through; the list holds the others
TEXT_ITEMS = 10


@dataclass(frozen=True, slots=True)
class Composed:
    """The text with [n] marks, what the marks mean, and strings that the text repeats as they were given."""

    text: str
    citations: tuple[Citation, ...]
    given: tuple[str, ...] = ()


@dataclass(slots=True)
class _Page:
    evidence: Evidence
    language: Language
    statements: Sequence[str]
    lines: list[str] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def cite(self, fact: str, ids: Sequence[str] = ()) -> str:
        self.citations.append(Citation(n=len(self.citations) + 1, ids=tuple(ids), fact=fact))
        return f"[{len(self.citations)}]"

    def say(self, pt: str, en: str) -> None:
        self.lines.append(pt if self.language == "pt" else en)


def compose(evidence: Evidence, *, language: Language, mode: Mode, statements: Sequence[str]) -> Composed:
    """Say what was found, where, how far, by which statements; `statements` names those that ran."""
    page = _Page(evidence, language, statements)
    if evidence.problem is not None:
        _say_problem(page)
        return Composed("\n".join(page.lines), ())
    if mode == "vector":
        _say_similar_only(page)
    elif evidence.outcome == "none":
        _say_none(page)
    else:
        _say_found(page)
        _say_edge(page)
        _say_items(page)
    if mode != "vector":
        _say_similar(page)
    words = [quoted(word) for word in evidence.reading.words]
    given = (*evidence.reading.assumptions, *evidence.notes, *words)
    if words and mode != "vector" and evidence.outcome == "answered":
        _say_words(page, joined(words, language))
    if evidence.reading.assumptions:
        said = "; ".join(evidence.reading.assumptions)
        page.say(f"Suposto: {said}.", f"Assumed: {said}.")
    for note in evidence.notes:
        page.say(f"Nota: {note}.", f"Note: {note}.")
    data, names = data_of(evidence.datasets, language), ", ".join(statements)
    page.say(f"Dados: {data}. Consultas: {names}.", f"Data: {data}. Statements: {names}.")
    return Composed("\n".join(page.lines), tuple(page.citations), (*given, data))


def _say_problem(page: _Page) -> None:
    problem = page.evidence.problem
    assert problem is not None  # noqa: S101 - the caller looked
    tries = "; ".join(problem.try_)
    if page.evidence.outcome == "unavailable":
        page.say(
            f"{problem.part} indisponível: {problem.reason}", f"{problem.part} unavailable: {problem.reason}"
        )
    else:
        what = f"{quoted(problem.part)}: {problem.reason}" if problem.part else problem.reason
        page.say(f"Não entendi {what}.", f"Not understood: {what}.")
    if tries:
        page.say(f"Tente: {tries}", f"Try: {tries}")


def _frame(page: _Page) -> str:
    """Cite what the whole answer rests on: totals, conditions, data, statements."""
    evidence, language = page.evidence, page.language
    asked = answer_services(evidence.reading)
    where = " ".join(part for part in (conditions(evidence.reading, language),) if part)
    counted = f"{number(evidence.total, language)} {asked_kinds(asked, evidence.reading, language, count=2)}"
    counted += in_sites(evidence, language)
    shown = f"{number(evidence.shown_places, language)} / {number(evidence.total, language)}"
    if evidence.pairs:
        shown += (
            f"; {number(evidence.shown_pairs, language)} / {number(len(evidence.pairs), language)} "
            f"{'pares' if language == 'pt' else 'pairs'}"
        )
    totals = ", ".join(
        f"{number(count, language)} {kinds([service], language, count=count)}"
        for service, count in evidence.mapped.items()
    )
    parts = [
        f"{', '.join(page.statements)}: {counted}",
        where + measured(evidence, language),
        f"{'na lista' if language == 'pt' else 'listed'} {shown}",
        totals and f"{'no grafo' if language == 'pt' else 'in the graph'}: {totals}",
        data_of(evidence.datasets, language),
    ]
    return page.cite("; ".join(part for part in parts if part))


def _say_found(page: _Page) -> None:
    evidence, language = page.evidence, page.language
    reading, total = evidence.reading, evidence.total
    mark = _frame(page)
    what = (
        f"{number(total, language)} {asked_kinds(answer_services(reading), reading, language, count=total)}"
        f"{in_sites(evidence, language)}"
    )
    where = conditions(reading, language)
    how = measured(evidence, language) if where else ""
    if reading.kind == "count" or not where:
        where = where or ("nos dados" if language == "pt" else "in the data")
        verb = "is" if total == 1 else "are"
        page.say(f"Há {what} {where}{how} {mark}.", f"There {verb} {what} {where}{how} {mark}.")
    else:
        pt, en = ("fica", "is") if total == 1 else ("ficam", "are")
        page.say(f"{what} {pt} {where}{how} {mark}.", f"{what} {en} {where}{how} {mark}.")
    shown = _some_of(evidence.shown_places, total, language, ("lugar", "lugares"), ("place", "places"))
    if evidence.pairs:
        of_pairs = (evidence.shown_pairs, len(evidence.pairs))
        shown = joined([shown, _some_of(*of_pairs, language, ("par", "pares"), ("pair", "pairs"))], language)
    page.say(f"A lista mostra {shown} {mark}.", f"The list shows {shown} {mark}.")


def _some_of(shown: int, total: int, language: Language, pt: tuple[str, str], en: tuple[str, str]) -> str:
    """Say "5 of 39 places", "1 of 1 place"."""
    noun = (pt if language == "pt" else en)[total != 1]
    of = "de" if language == "pt" else "of"
    return f"{number(shown, language)} {of} {number(total, language)} {noun}"


def _say_items(page: _Page) -> None:
    evidence = page.evidence
    if evidence.pairs:
        ranks = evidence.pair_ranks
        first = sorted(
            range(evidence.shown_pairs),
            key=lambda i: -ranks[p.from_id, p.to_id].rrf if (p := evidence.pairs[i]) and ranks else i,
        )[:TEXT_ITEMS]
        for i in sorted(first):
            _say_pair(page, evidence.pairs[i])
        return
    of_places = evidence.place_ranks
    first = sorted(
        range(evidence.shown_places),
        key=lambda i: -of_places[evidence.places[i].id].rrf if of_places else i,
    )[:TEXT_ITEMS]
    for i in sorted(first):
        _say_place(page, evidence.places[i])


def _say_pair(page: _Page, pair: FoundPair) -> None:
    a = call_place(pair.from_id, page.evidence, page.language, beside=pair.to_id)
    b = call_place(pair.to_id, page.evidence, page.language, first=False, beside=pair.from_id)
    _say_metres(page, a, b, page.evidence.metres(pair), (pair.from_id, pair.to_id))


def _say_place(page: _Page, place: Measured) -> None:
    evidence, language = page.evidence, page.language
    name = call_place(place.id, evidence, language, beside=place.nearest_id)
    if place.distance_m is None:
        page.lines.append(f"– {name} {page.cite(name, [place.id])}")
        return
    named = [p.name for p in evidence.reading.places if p.of == "a" and p.relation == "within"]
    to = quoted(named[0])
    if place.nearest_id:
        to = call_place(place.nearest_id, evidence, language, first=False, beside=place.id)
    ids = (place.id, place.nearest_id) if place.nearest_id else (place.id,)
    _say_metres(page, name, to, place.distance_m, ids)


def _say_metres(page: _Page, a: str, b: str, distance_m: float, ids: Sequence[str]) -> None:
    language, edge = page.language, page.evidence.measure == "edge"
    exact = f"{number(distance_m, language, decimals=2)} m"
    fact = f"{a} – {b}: {exact}"
    mark = page.cite(fact, ids)
    if distance_m == 0 and edge:
        pt, en = "tocam-se ou um contém o outro", "they touch or one holds the other"
        page.say(f"– {a}: a 0 m de {b}, {pt} {mark}", f"– {a}: 0 m from {b}, {en} {mark}")
        return
    far = metres(distance_m, language)
    page.say(f"– {a}: a {far} de {b} {mark}", f"– {a}: {far} from {b} {mark}")


def _say_none(page: _Page) -> None:
    evidence, language = page.evidence, page.language
    reading = evidence.reading
    services = answer_services(reading)
    mark = _frame(page)
    kind = no_kind(services, language) + "".join(tags_of(service, reading) for service in services)
    said = f"{capitalised(kind)} {mapped(services, language)}"
    where = conditions(reading, language)
    where = f" {where}{measured(evidence, language)}," if where else ""
    data = data_of(evidence.datasets, language)
    page.say(f"{said}{where} nos dados de {data} {mark}.", f"{said}{where} in the data of {data} {mark}.")
    totals = joined(
        [
            f"{number(count, language)} {kinds([service], language, count=count)}"
            for service, count in evidence.mapped.items()
        ],
        language,
    )
    page.say(f"Ao todo há nos dados: {totals} {mark}.", f"In the data there are in all: {totals} {mark}.")
    _say_edge(page)


def _say_edge(page: _Page) -> None:
    """Say which searches reach past the edge of the data, so that there may be more than was found."""
    evidence, language = page.evidence, page.language
    if not evidence.edge_known:
        return
    if evidence.unsure:
        count, services = len(evidence.unsure), answer_services(evidence.reading)
        what = f"{number(count, language)} {kinds(services, language, count=count)}"
        pt = f"Para {what} fora da resposta a busca passa da borda dos dados: o que há além não se sabe"
        en = f"For {what} not in the answer the search reaches past the edge of the data: "
        en += "what lies beyond is not known"
        mark = page.cite(pt if language == "pt" else en, sorted(evidence.unsure)[:TEXT_ITEMS])
        page.say(f"{pt} {mark}.", f"{en} {mark}.")
    for place in evidence.past:
        name = quoted(place.name)
        pt = f"A busca em {name} passa da borda dos dados: pode haver mais"
        en = f"The search at {name} reaches past the edge of the data: there may be more"
        mark = page.cite(pt if language == "pt" else en)
        page.say(f"{pt} {mark}.", f"{en} {mark}.")


def _say_words(page: _Page, words: str) -> None:
    """Say what became of the words that are no condition."""
    if page.evidence.fused:
        pt, en = (
            f"A ordem junta metros e semelhança com {words}",
            f"Ordered by metres and likeness to {words}",
        )
    else:
        pt, en = f"{words}: não conta nesta resposta", f"{words}: played no part in this answer"
    page.say(f"{pt}.", f"{en}.")


def _say_similar(page: _Page) -> None:
    evidence = page.evidence
    if not evidence.similar:
        return
    names = [call_place(hit.id, evidence, page.language, first=False) for hit in evidence.similar]
    mark = page.cite("; ".join(names), [hit.id for hit in evidence.similar])
    said = "; ".join(names)
    page.say(
        f"Parecidos com a pergunta, fora da resposta e não verificados: {said} {mark}.",
        f"Similar to the question, outside the answer and unverified: {said} {mark}.",
    )


def _say_similar_only(page: _Page) -> None:
    evidence, language = page.evidence, page.language
    count = number(len(evidence.similar), language)
    names = [call_place(hit.id, evidence, language) for hit in evidence.similar]
    mark = page.cite(f"{', '.join(page.statements)}: {count}", [hit.id for hit in evidence.similar])
    one = len(names) == 1
    pt, en = ("lugar parecido", "place") if one else ("lugares parecidos", "places")
    page.say(
        f"Modo vector: {count} {pt} com a pergunta; nenhuma condição foi verificada {mark}.",
        f"Mode vector: {count} {en} similar to the question; no condition was verified {mark}.",
    )
    for hit, name in list(zip(evidence.similar, names, strict=True))[:TEXT_ITEMS]:
        page.lines.append(f"– {name} {page.cite(name, [hit.id])}")
