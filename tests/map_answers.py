"""Answers to put on a map: a few places of Helsinki's centre, and the same with names meant to do harm."""

from typing import Any

from queries.statements.pairs import FoundShape
from queries.statements.roads import FoundWay
from service.answer import Answer, Citation, Data, DatasetNote, ListedPlace, Pair, Place, RanStatement
from service.reading import PairReading, Reading

HOSTILE = "</script><img src=x onerror=\"document.body.dataset.harmed='yes'\"><!--<script>{{data}}\u2028=1+1"

ROADS = (
    FoundWay("way/101", "Esplanadi", "primary", "LINESTRING (24.940 60.167, 24.955 60.168)"),
    FoundWay("way/102", None, "residential", "LINESTRING (24.945 60.165, 24.945 60.170)"),
)
SHAPES = (
    FoundShape(
        "way/9",
        60.1685,
        24.9525,
        "POLYGON ((24.952 60.168, 24.953 60.168, 24.953 60.169, 24.952 60.169, 24.952 60.168))",
        80.0,
    ),
)


def place(id_: str, name: str | None, service: str, latitude: float, longitude: float) -> dict[str, Any]:
    return {
        "id": id_, "name": name, "services": (service,), "latitude": latitude, "longitude": longitude,
        "locator": f"{service} on Esplanadi, 40 m north of Kappeli",
    }  # fmt: skip


def pairs_answer(*, word: str = "", **changes: Any) -> Answer:
    """Return two cafes near a park and, where `word` is given, that word wherever text is untrusted."""
    cafes = [
        place("node/1", "Café " + word, "cafe", 60.1680, 24.9505),
        place("node/2", None, "cafe", 60.1676, 24.9478),
    ]
    park = place("way/9", "Park " + word, "park", 60.1685, 24.9525)
    park["locator"] += word
    values: dict[str, Any] = {
        "question": "cafes within 300 m of a park " + word,
        "language": "en",
        "mode": "graph",
        "measure": "edge",
        "outcome": "answered",
        "reading": Reading(
            kind="pairs",
            pairs=(PairReading(a=("cafe",), b=("park",), radius_m=300.0),),
            sentence="cafes at most 300 m from a park " + word,
            assumptions=("in a straight line " + word,),
        ),
        "total": 2,
        "total_pairs": 5,
        "pairs": (
            Pair(a=Place(**cafes[0]), b=Place(**park), distance_m=83.2, bearing_deg=60.0),
            Pair(a=Place(**cafes[1]), b=Place(**park), distance_m=237.4, bearing_deg=70.0),
        ),
        "places": tuple(ListedPlace(**cafe) for cafe in cafes),
        "text": f"2 cafes are within 300 m of a park [1]. {word}",
        "citations": (Citation(n=1, ids=("node/1", "way/9"), fact="83 m from edge to edge " + word),),
        "notes": ("similarity was not used " + word,),
        "statements": (
            RanStatement(
                name="find_near_pairs", role="answer", cypher="", parameters={}, console="RETURN 1; //" + word
            ),
        ),
        "data": Data(
            datasets=(DatasetNote(id="d", name="helsinki " + word, extracted_at="2020-06-01T00:00:00Z"),),
            attribution="© OpenStreetMap contributors, ODbL 1.0",
        ),
    }  # fmt: skip
    return Answer(**{**values, **changes})


def empty_answer(**changes: Any) -> Answer:
    """Return an answer that found nothing."""
    values: dict[str, Any] = {
        "question": "quantas fontes há?", "language": "pt", "mode": "graph", "measure": "edge",
        "outcome": "none", "reading": Reading(kind="count", services=("fountain",)), "text": "Nenhuma fonte.",
    }  # fmt: skip
    return Answer(**{**values, **changes})
