"""Speaks to people: reads a question, retrieves evidence, composes and verifies the answer.

from service import Perto; with Perto.connect() as perto: print(perto.ask("cafes near a park").text)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from service.answer import Answer
    from service.reading import Reading
    from service.session import Perto

__all__ = ["Answer", "Perto", "Reading"]

_HOMES = {"Answer": "service.answer", "Perto": "service.session", "Reading": "service.reading"}


def __getattr__(name: str) -> Any:
    """Import what is asked for on first use: importing the package loads no store client."""
    if name not in _HOMES:
        raise AttributeError(f"module 'service' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
