"""What a load says of the pairs of kinds that it kept NEAR short for."""

from loader.derive.near import NearReduced, NearReport
from loader.shortened import tell_near


def test_a_load_that_kept_everything_says_how_many_pairs_there_are() -> None:
    report = NearReport(edges=12, whole=12, created=3, deleted=1)
    assert tell_near(report, "porto") == ["  NEAR: 3 pairs added, 0 changed, 1 removed; 12 in the graph"]


def test_a_load_names_the_shortest_pairs_counts_the_rest_and_says_what_would_do() -> None:
    reduced = {
        "cafe|park": 62.5,
        "bench|bench": 15.625,
        "bar|cafe": 31.25,
        "bar|bar": 125.0,
        "atm|bar": 250.0,
    }
    near = NearReport(
        edges=1_000_000,
        whole=7_000_000,
        asked_m=500.0,
        datasets={
            "porto": NearReduced(reduced, 6_500_000),
            "malta": NearReduced({"bar|bar": 250.0}, 1_200_000),
        },
    )
    assert tell_near(near, "porto") == [
        "  NEAR: 0 pairs added, 0 changed, 0 removed; 1000000 in the graph",
        "  NEAR is complete to less than 500 m for bench|bench 15.62 m, bar|cafe 31.25 m, cafe|park 62.5 m "
        "and 2 more (--json):",
        "    farther is found on demand, as exactly, and statements of docs/cypher.md refuse it",
        "    to have it all, load again with PERTO_NEAR_EDGES=6500000: "
        "at most 6000000 pairs more, some 5.0 minutes and 1.8 GB",
        "  NEAR is short for some pairs of malta too: perto datasets",
    ]
    assert tell_near(near, "helsinki")[1:] == [
        "  NEAR is short for some pairs of malta, porto: perto datasets"
    ]
