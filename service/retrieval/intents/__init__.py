"""The kinds of question, each as it is found: one module each, of one name in three rooms."""

from service.retrieval.intents import (
    association,
    comparison,
    distance,
    lookup,
    near,
    nearest,
    streets,
    zones,
)

__all__ = [
    "association",
    "comparison",
    "distance",
    "lookup",
    "near",
    "nearest",
    "streets",
    "zones",
]
