"""Who runs a place, in words."""

from queries.catalogue.catalogue import Language
from service.language.phrasing import quoted
from service.reading import CALLED, RUN_BY


def say_runner(key: str, name: str, language: Language) -> str | None:
    """Say who runs a place, to follow its name; None for the key of another tag."""
    if key == RUN_BY:
        return f"de {quoted(name)}" if language == "pt" else f"of {quoted(name)}"
    if key == CALLED:
        return f"com o nome {quoted(name)}" if language == "pt" else f"called {quoted(name)}"
    return None
