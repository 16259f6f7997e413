"""The files of tests/cases: small inputs that real use has shown to fail, each with its right values."""

from pathlib import Path

from loader.load import load_file
from queries.graph import Graph
from service import Answer
from tests.graph_dump import empty_graph

CASES = Path(__file__).parent / "cases"


def load_case(graph: Graph, name: str) -> Path:
    """Load one case file into a graph that holds nothing else; return its path."""
    empty_graph(graph)
    path = CASES / f"{name}.osm"
    load_file(graph, path)
    return path


def places_of(answer: Answer) -> dict[str, float | None]:
    """Return the metres of each place of an answer, to the centimetre, by id."""
    return {p.id: None if p.distance_m is None else round(p.distance_m, 2) for p in answer.places}
