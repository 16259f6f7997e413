"""Says which places of an answer are not open to everyone."""

from queries.catalogue.catalogue import Language
from service.answer import Closed
from service.choices import TEXT_ITEMS
from service.language.phrasing import joined, number
from service.presentation.sheet import Sheet

_ORDER: tuple[Closed, ...] = ("private", "customers")
# of one, of several
_SAID: dict[Closed, dict[Language, tuple[str, str]]] = {
    "private": {"pt": ("é privado", "são privados"), "en": ("is private", "are private")},
    "customers": {
        "pt": ("é só para clientes", "são só para clientes"),
        "en": ("is for customers only", "are for customers only"),
    },
}


def say_access(sheet: Sheet) -> None:
    """Say how many places of the answer are not open to everyone; nothing where none is."""
    evidence, language = sheet.evidence, sheet.language
    counts = {} if evidence.access is None else evidence.access.model_dump()
    told = [
        f"{number(counts[closed], language)} {_SAID[closed][language][counts[closed] != 1]}"
        for closed in _ORDER
        if counts.get(closed)
    ]
    if not told:
        return
    said = joined(told, language)
    pt, en = f"Destes lugares, {said}, segundo o mapa", f"Of these places, {said}, as the map says"
    ids = sorted({place.id for place in evidence.places} & evidence.closed.keys())
    mark = sheet.cite(f"{pt if language == 'pt' else en} (access=*)", ids[:TEXT_ITEMS])
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
