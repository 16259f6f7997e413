"""An explanation shows the reading, what was assumed, and each statement with its parameters and plan."""

import json

from queries.console.plan_operators import Operator
from queries.trace import Ran
from service.answer import Answer
from service.command.explanation import Explained, Explanation, say_reading
from service.reading import FilterReading, PairReading, PlaceReading, Problem, Reading

READING = Reading(
    kind="absence",
    services=("cafe",),
    pairs=(
        PairReading(a=("cafe",), b=("park", "garden"), relation="beyond", radius_m=1500.0),
        PairReading(a=("cafe",), b=("school",), radius_m=400.0, at_least_m=100.0),
    ),
    places=(PlaceReading(kind="area", name="Kallio", relation="in"),),
    filters=(FilterReading(service="cafe", key="wheelchair", value="yes"),),
    assumptions=("“near” is within 500 m",),
    sentence="cafes far from parks",
)
IDS = [f"node/{number}" for number in range(1, 7001)]
RAN = Ran("get_places", "MATCH (p)\nRETURN p.id AS id", {"ids": IDS, "rows": [{"apart": IDS}]}, 12, 3.21)
PLAN = Operator("ProduceResults", "id", 9.6, 12, 0, (Operator("Filter", "p.id IN $ids", 10.0, 12, 34),))


def answer(**fields: object) -> Answer:
    told = {"question": "?", "language": "en", "mode": "graph", "measure": "edge", "outcome": "answered"}
    return Answer.model_validate({**told, "reading": READING, **fields})


def test_the_reading_is_told_part_by_part() -> None:
    assert list(say_reading(READING)) == [
        "sentence  cafes far from parks",
        "kind      absence",
        "services  cafe",
        "pair      cafe with no park or garden within 1500 m",
        "pair      cafe within 400 m of school, at least 100 m",
        "place     in 'Kallio' (area, no id)",
        "filter    cafe: wheelchair=yes",
        "combine   all",
    ]


def test_every_field_of_a_reading_that_is_set_is_told() -> None:
    told_elsewhere = {"assumptions"}
    values = {"kind": "zones", "order": "most", "unit": "area", "limit": 7, "combine": "any"}
    values |= {"sides": (("x", "y"), ("z",))}
    for name, field in Reading.model_fields.items():
        if name in told_elsewhere:
            continue
        example = getattr(READING, name) or values.get(name) or (True if field.annotation is bool else ("x",))
        reading = Reading.model_validate({name: values.get(name, example)})
        assert list(say_reading(reading)), name


def test_a_statement_is_told_with_its_rows_its_plan_and_lists_cut_short() -> None:
    text = Explanation(answer(), (Explained(RAN, PLAN),)).to_text()

    assert "“near” is within 500 m" in text
    assert "1. get_places: 12 rows in 3.2 ms" in text
    assert "$ids = ['node/1', 'node/2', 'node/3', … 7000 in all]" in text
    assert "$rows = [{apart: ['node/1', 'node/2', 'node/3', … 7000 in all]}]" in text
    assert "   | RETURN p.id AS id" in text
    assert "12        10        34  Filter p.id IN $ids" in text
    assert len(text) < 2_000


def test_a_plan_that_could_not_be_had_is_told_with_the_reason() -> None:
    explained = Explained(RAN, None, "get_places took longer than 10 s")
    assert "no plan: get_places took longer than 10 s" in Explanation(answer(), (explained,)).to_text()


def test_a_question_that_is_not_understood_is_told_with_its_part() -> None:
    problem = Problem.model_validate({"part": "near me", "reason": "where?"})
    text = Explanation(answer(outcome="not_understood", problem=problem), ()).to_text()

    assert "Not read\n  near me: where?\n" in text
    assert "Statements: 0" in text


def test_as_json_the_answer_is_as_ever_and_the_explanation_beside_it() -> None:
    told = json.loads(json.dumps(Explanation(answer(), (Explained(RAN, PLAN),)).to_json()))

    assert Answer.model_validate(told["answer"]) == answer()
    [statement] = told["explanation"]["statements"]
    assert statement["parameters"]["ids"] == {"length": 7000, "first": IDS[:3]}
    assert statement["plan"]["children"][0]["db_hits"] == 34
    assert told["explanation"]["reading"][1] == "kind      absence"
