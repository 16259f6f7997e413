"""The text of an answer, composed from its evidence: every sentence cites the facts it rests on."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from queries.catalogue.catalogue import Language
from service.answer import Citation
from service.choices import TEXT_ITEMS, Mode
from service.evidence.evidence import Evidence
from service.language.phrasing import joined, number, quoted
from service.presentation.beside.access import say_access
from service.presentation.beside.borders import say_borders
from service.presentation.beside.unsaid import say_untold
from service.presentation.messages.worded import Worded
from service.presentation.naming import area_words
from service.presentation.sheet import Sheet
from service.presentation.wording import call_place, data_of, locate
from service.reading import Problem


@dataclass(frozen=True, slots=True)
class Composed:
    """The text with [n] marks, what the marks mean, and strings that the text repeats as they were given."""

    text: str
    citations: tuple[Citation, ...]
    given: tuple[str, ...] = ()


def compose(
    evidence: Evidence,
    *,
    worded: Worded,
    say: Callable[[Sheet], None],
    language: Language,
    mode: Mode,
    statements: Sequence[str],
) -> Composed:
    """Say what was found, where, how far, by which statements; `statements` names those that ran.

    `say` is that of the kind of question, `worded` are the messages of the evidence in words.
    """
    sheet = Sheet(evidence, language, statements)
    if worded.problem is not None:
        _say_problem(sheet, worded.problem)
        return Composed("\n".join(sheet.lines), ())
    for said in worded.corrections:
        # an answer about another name than the one asked says so before anything else
        sheet.say(f"Atenção: {said}.", f"Note first: {said}.")
    if mode == "vector":
        _say_similar_only(sheet)
    else:
        say(sheet)
    if mode != "vector":
        say_borders(sheet)
        say_access(sheet)
        say_untold(sheet)
        _say_similar(sheet)
    words = [quoted(word) for word in evidence.reading.words]
    given = (*worded.reading.assumptions, *worded.notes, *words)
    if words and mode != "vector" and evidence.outcome == "answered":
        _say_words(sheet, joined(words, language))
    if worded.reading.assumptions:
        said = "; ".join(worded.reading.assumptions)
        sheet.say(f"Suposto: {said}.", f"Assumed: {said}.")
    for note in (note for note in worded.notes if note not in worded.corrections):
        sheet.say(f"Nota: {note}.", f"Note: {note}.")
    data, names = data_of(evidence.datasets, language), ", ".join(statements)
    sheet.say(f"Dados: {data}. Consultas: {names}.", f"Data: {data}. Statements: {names}.")
    return Composed("\n".join(sheet.lines), tuple(sheet.citations), (*given, data))


def _say_problem(sheet: Sheet, problem: Problem) -> None:
    tries = "; ".join(problem.try_)
    if sheet.evidence.outcome == "unavailable":
        sheet.say(
            f"{problem.part} indisponível: {problem.reason}", f"{problem.part} unavailable: {problem.reason}"
        )
    else:
        what = f"{quoted(problem.part)}: {problem.reason}" if problem.part else problem.reason
        sheet.say(f"Não entendi {what}.", f"Not understood: {what}.")
    _say_candidates(sheet)
    if tries:
        sheet.say(f"Tente: {tries}", f"Try: {tries}")


def _say_candidates(sheet: Sheet) -> None:
    """List what a name may mean, areas first, with where each is; a position tells those alike apart."""
    evidence, language = sheet.evidence, sheet.language
    told = [
        (a.id, a.name, area_words(a, language, around=evidence.candidates_around.get(a.id)), a.position)
        for a in evidence.candidate_areas
    ]
    for id_ in evidence.candidates:
        if place := evidence.known.get(id_):
            where = locate(id_, evidence, language)
            street = ("rua" if language == "pt" else "street") if id_.startswith("street/") else ""
            told.append((id_, place.name or "", " ".join(p for p in (street, where) if p), place.position))
    alike = Counter((name, where) for _, name, where, _ in told)
    for id_, name, where, at in told[:TEXT_ITEMS]:
        there = ""
        if at is not None and (alike[name, where] > 1 or where in ("", "rua", "street")):
            degrees = (number(at.latitude, language, decimals=5), number(at.longitude, language, decimals=5))
            there = f"({'; '.join(degrees)})"
        said = " ".join(part for part in (where, there) if part)
        called = ": ".join(part for part in (quoted(name) if name else "", said) if part)
        sheet.lines.append(f"– {called} ({id_})" if called else f"– {id_}")
    if more := max(len(told) - TEXT_ITEMS, 0):
        sheet.say(f"– mais {number(more, language)}", f"– {number(more, language)} more")


def _say_words(sheet: Sheet, words: str) -> None:
    """Say what became of the words that are no condition."""
    if sheet.evidence.fused:
        by_number = bool(sheet.evidence.zones or sheet.evidence.areas)
        pt, en = (
            f"A ordem junta {'o número' if by_number else 'metros'} e semelhança com {words}",
            f"Ordered by {'number' if by_number else 'metres'} and likeness to {words}",
        )
    else:
        pt, en = f"{words}: não conta nesta resposta", f"{words}: played no part in this answer"
    sheet.say(f"{pt}.", f"{en}.")


def _say_similar(sheet: Sheet) -> None:
    evidence = sheet.evidence
    if not evidence.similar:
        return
    names = [call_place(hit.id, evidence, sheet.language, first=False) for hit in evidence.similar]
    mark = sheet.cite("; ".join(names), [hit.id for hit in evidence.similar])
    said = "; ".join(names)
    sheet.say(
        f"Parecidos com a pergunta, fora da resposta e não verificados: {said} {mark}.",
        f"Similar to the question, outside the answer and unverified: {said} {mark}.",
    )


def _say_similar_only(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    count = number(len(evidence.similar), language)
    names = [call_place(hit.id, evidence, language) for hit in evidence.similar]
    mark = sheet.cite(f"{', '.join(sheet.statements)}: {count}", [hit.id for hit in evidence.similar])
    one = len(names) == 1
    pt, en = ("lugar parecido", "place") if one else ("lugares parecidos", "places")
    sheet.say(
        f"Modo vector: {count} {pt} com a pergunta; nenhuma condição foi verificada {mark}.",
        f"Mode vector: {count} {en} similar to the question; no condition was verified {mark}.",
    )
    for hit, name in list(zip(evidence.similar, names, strict=True))[:TEXT_ITEMS]:
        sheet.lines.append(f"– {name} {sheet.cite(name, [hit.id])}")
