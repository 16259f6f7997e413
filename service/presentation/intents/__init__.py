"""The kinds of question, each as it is said: one module each, of one name in three rooms."""

from service.presentation.intents import (
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
