"""How an answer came about: its reading, the statements that ran with their parameters, and their plans."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from queries.console.plan_operators import Operator
from queries.errors import StoreError
from queries.graph import Graph
from queries.statement_files import get_statement
from queries.trace import Ran
from service.answer import Answer
from service.presentation.cypher_text import literal
from service.reading import PairReading, PlaceReading, Reading

# how many items of a longer list are shown
_FIRST = 3
_LONGEST_DETAILS = 90


@dataclass(frozen=True, slots=True)
class Explained:
    """A statement as it ran; `plan` is that of a second run, None where `problem` says why there is none."""

    ran: Ran
    plan: Operator | None
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """An answer with everything that ran for it, in order."""

    answer: Answer
    statements: tuple[Explained, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the answer, and beside it "explanation": the lines of the reading, and the statements.

        A list of more than three items is {"length": n, "first": [three]}.
        """
        statements = [
            {
                "name": one.ran.name,
                "description": get_statement(one.ran.name).description,
                "cypher": one.ran.cypher,
                "parameters": _shortened(one.ran.parameters),
                "rows": one.ran.rows,
                "elapsed_ms": round(one.ran.elapsed_ms, 3),
                "plan": None if one.plan is None else asdict(one.plan),
                "problem": one.problem,
            }
            for one in self.statements
        ]
        reading = list(say_reading(self.answer.reading))
        return {
            "answer": self.answer.model_dump(mode="json", by_alias=True),
            "explanation": {"reading": reading, "statements": statements},
        }

    def to_text(self) -> str:
        """Return the explanation for people, without the answer's own text."""
        answer = self.answer
        lines = ["Reading", *(f"  {line}" for line in say_reading(answer.reading))]
        if answer.problem is not None:
            lines += ["Not read" if answer.outcome == "not_understood" else "Failed"]
            lines += [f"  {answer.problem.part}: {answer.problem.reason}".rstrip()]
        lines += ["Assumed", *(f"  {text}" for text in answer.reading.assumptions or ["nothing"])]
        elapsed_ms = sum(one.ran.elapsed_ms for one in self.statements)
        lines += [f"Statements: {len(self.statements)}, {elapsed_ms:.1f} ms"]
        for number, one in enumerate(self.statements, start=1):
            lines += ["", *_say_statement(number, one)]
        return "\n".join(lines)


def explain(answer: Answer, ran: Sequence[Ran], graph: Graph) -> Explanation:
    """Run each statement that ran for an answer again, with its parameters, for its plan.

    A statement that fails now, or takes longer than the time limit, is told without a plan.
    """
    return Explanation(answer, tuple(_explain(one, graph) for one in ran))


def say_reading(reading: Reading) -> Iterator[str]:
    """Yield what was understood, a line for each part that is set: its name, then what it holds."""
    told: list[tuple[str, str]] = [
        ("sentence", reading.sentence),
        ("kind", reading.kind or ""),
        ("services", ", ".join(reading.services)),
        ("without", ", ".join(reading.without)),
        *(("side", ", ".join(side)) for side in reading.sides),
        *(("pair", _say_pair(pair)) for pair in reading.pairs),
        *(("place", _say_place(place)) for place in reading.places),
        *(("filter", f"{f.service}: {f.key}={f.value}") for f in reading.filters),
        ("combine", reading.combine if reading.combine == "any" or len(reading.pairs) > 1 else ""),
        ("order", reading.order or ""),
        ("unit", reading.unit or ""),
        ("limit", "" if reading.limit is None else str(reading.limit)),
        ("words", ", ".join(reading.words)),
        *((name, "yes" if getattr(reading, name) else "") for name in ("each", "whether", "same_site")),
    ]
    yield from (f"{name:<10}{said}" for name, said in told if said)


def _explain(ran: Ran, graph: Graph) -> Explained:
    try:
        return Explained(ran, graph.profile(ran.name, **ran.parameters))
    except StoreError as error:
        return Explained(ran, None, str(error))


def _say_pair(pair: PairReading) -> str:
    a, b = " or ".join(pair.a), " or ".join(pair.b)
    least = f", at least {pair.at_least_m:g} m" if pair.at_least_m else ""
    if pair.relation == "beyond":
        return f"{a} with no {b} within {pair.radius_m:g} m"
    return f"{a} within {pair.radius_m:g} m of {b}{least}"


def _say_place(place: PlaceReading) -> str:
    far = "" if place.radius_m is None else f" {place.radius_m:g} m of"
    id_ = "no id" if place.id is None else place.id
    of = "" if place.of == "a" else ", said of what is near"
    return f"{place.relation}{far} {place.name!r} ({place.kind}, {id_}){of}"


def _say_statement(number: int, one: Explained) -> Iterator[str]:
    ran = one.ran
    yield f"{number}. {ran.name}: {ran.rows} row{'' if ran.rows == 1 else 's'} in {ran.elapsed_ms:.1f} ms"
    yield f"   {get_statement(ran.name).description}"
    yield from (f"   ${name} = {_say_value(value)}" for name, value in sorted(ran.parameters.items()))
    yield from (f"   | {line}" for line in ran.cypher.splitlines())
    if one.plan is None:
        yield f"   no plan: {one.problem}"
        return
    yield f"   {'rows':>9} {'estimated':>9} {'db hits':>9}  operator"
    for depth, operator in one.plan.walk():
        details = " ".join(operator.details.split())
        if len(details) > _LONGEST_DETAILS:
            details = details[:_LONGEST_DETAILS] + "…"
        numbers = f"{operator.rows:>9} {operator.estimated_rows:>9.0f} {operator.db_hits:>9}"
        yield f"   {numbers}  {'| ' * depth}{operator.name} {details}".rstrip()


def _shortened(value: Any) -> Any:
    """Return a parameter with its long lists cut, and their lengths."""
    match value:
        case Mapping():
            return {key: _shortened(item) for key, item in value.items()}
        case list() | tuple():
            first = [_shortened(item) for item in value[:_FIRST]]
            return first if len(value) <= _FIRST else {"length": len(value), "first": first}
    return value


def _say_value(value: Any) -> str:
    match value:
        case Mapping():
            return "{" + ", ".join(f"{key}: {_say_value(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            said = [_say_value(item) for item in value[:_FIRST]]
            more = [f"… {len(value)} in all"] if len(value) > _FIRST else []
            return f"[{', '.join(said + more)}]"
    return literal(value)
