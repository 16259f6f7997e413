"""A profile of Neo4j as operators, in the order in which plans are read."""

from queries.console.plan_operators import read_operator

PROFILE = {
    "operatorType": "Apply@neo4j",
    "rows": 2,
    "dbHits": 0,
    "args": {"Details": "", "EstimatedRows": 3.5},
    "children": [
        {"operatorType": "NodeIndexSeek@neo4j", "rows": 2, "dbHits": 3, "args": {"Details": "p:POI(id)"}},
        {
            "operatorType": "Filter@neo4j",
            "rows": 1,
            "dbHits": 4,
            "children": [{"operatorType": "Expand(All)@neo4j", "rows": 9, "dbHits": 10}],
        },
    ],
}


def test_a_plan_is_read_from_its_last_operator_with_branches_deeper() -> None:
    plan = read_operator(PROFILE)

    assert [(depth, operator.name, operator.rows) for depth, operator in plan.walk()] == [
        (0, "Apply", 2),
        (1, "Filter", 1),
        (1, "Expand(All)", 9),
        (0, "NodeIndexSeek", 2),
    ]


def test_an_operator_has_the_hits_rows_and_details_of_its_own() -> None:
    plan = read_operator(PROFILE)

    assert sum(operator.db_hits for _, operator in plan.walk()) == 17
    assert (plan.estimated_rows, plan.children[0].details) == (3.5, "p:POI(id)")
