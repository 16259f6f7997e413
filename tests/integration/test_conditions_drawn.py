"""Questions with a condition on tags, drawn at random: ids and `untold` equal brute force over raw tags."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.conditions_by_hand.city import City
from tests.conditions_by_hand.conditions import CONDITIONS
from tests.conditions_by_hand.drawn import Asked, draw_and_ask
from tests.conditions_by_hand.explained import EXPLAINED, REFUSED
from tests.sample_graph import SAMPLE

SHARED = Path(__file__).resolve().parents[3] / "shared" / "osm"
FILES = {
    "porto": SHARED / "porto" / "porto_2020_full.osm.pbf",
    "malta": SHARED / "malta" / "malta_2016.osm.pbf",
}
KNOWN = [each for each in CONDITIONS if each.en not in EXPLAINED and each.en not in REFUSED]
# of cafes near a hotel with wifi the cafes may be meant, too: perto refuses rather than guess
UNCLEAR = ("não fica claro a que lugar isto se refere", "it is not clear which place this is said of")


def faults_of(asked: list[Asked]) -> list[tuple[str, object]]:
    return [
        (each.words, each.refused or each.differs)
        for each in asked
        if each.differs or (each.refused and not each.refused.endswith(UNCLEAR))
    ]


def test_drawn_questions_on_the_sample_equal_brute_force(perto: Perto) -> None:
    asked = list(draw_and_ask(perto, City(SAMPLE), "helsinki", number=150, seed=2026, conditions=KNOWN))
    assert faults_of(asked) == []
    assert len([each for each in asked if not each.refused]) >= 120


@pytest.mark.parametrize("name", FILES)
def test_drawn_questions_on_a_city_equal_brute_force(
    graph: Graph, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not FILES[name].exists():
        pytest.skip(f"needs ../shared/osm/{name}, which is no part of the project")
    # answers are as exact without NEAR, and it is most of a load
    monkeypatch.setenv("PERTO_NEAR_EDGES", "1000")
    load_file(graph, FILES[name], dataset=name)
    asked = draw_and_ask(Perto(graph), City(FILES[name]), name, number=90, seed=2026, conditions=KNOWN)
    assert faults_of(list(asked)) == []
