"""Questions with a condition on tags, drawn at random: ids and `untold` equal brute force over raw tags."""

from pathlib import Path

import pytest

from loader.load import load_file
from queries.graph import Graph
from service import Perto
from tests.conditions_by_hand.city import City
from tests.conditions_by_hand.drawn import Asked, draw_and_ask
from tests.sample_graph import SAMPLE

SHARED = Path(__file__).resolve().parents[3] / "shared" / "osm"
FILES = {
    "porto": SHARED / "porto" / "porto_2020_full.osm.pbf",
    "malta": SHARED / "malta" / "malta_2016.osm.pbf",
}


def faults_of(asked: list[Asked]) -> list[tuple[str, object]]:
    return [(each.words, each.refused or each.differs) for each in asked if each.refused or each.differs]


def test_drawn_questions_on_the_sample_equal_brute_force(perto: Perto) -> None:
    asked = list(draw_and_ask(perto, City(SAMPLE), "helsinki", number=120, seed=2026))
    assert faults_of(asked) == []
    assert len(asked) == 120


@pytest.mark.parametrize("name", FILES)
def test_drawn_questions_on_a_city_equal_brute_force(graph: Graph, name: str) -> None:
    if not FILES[name].exists():
        pytest.skip(f"needs ../shared/osm/{name}, which is not part of the project")
    load_file(graph, FILES[name], name=name)
    asked = list(draw_and_ask(Perto(graph), City(FILES[name]), name, number=90, seed=2026))
    assert faults_of(asked) == []
