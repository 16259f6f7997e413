"""How long work tells how far it is, without knowing who listens."""

from typing import Protocol


class Progress(Protocol):
    """Called with a stage's name, how much is done, and the total (None while unknown)."""

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """Take note."""


def silent(stage: str, done: int, total: int | None) -> None:
    """Take no note: the default listener."""
