"""Says which of several things of a name is meant, and where a place is."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language
from queries.statements.areas import NamedArea
from queries.statements.named import FoundNamed, as_named_area
from service.evidence.evidence import Locator
from service.language.phrasing import (
    compass,
    joined,
    kind_label,
    metres,
    number,
    quoted,
)

# what areas are on the map, beside those of the administration
_AREAS_PT = {
    "administrative": "área administrativa", "borough": "distrito", "city": "cidade", "hamlet": "lugarejo",
    "island": "ilha", "islet": "ilhéu", "locality": "localidade", "municipality": "município",
    "neighbourhood": "bairro", "quarter": "bairro", "suburb": "bairro", "town": "vila", "village": "aldeia",
}  # fmt: skip


def locator_words(locator: Locator, language: Language) -> str:
    """Tell where a place is: street, area, metres and direction from a named place; empty if unknown."""
    parts = []
    if locator.street:
        parts.append(f"{'em' if language == 'pt' else 'on'} {quoted(locator.street)}")
    if locator.area:
        parts.append(f"{'em' if language == 'pt' else 'in'} {quoted(locator.area)}")
    if locator.named and locator.distance_m is not None and locator.bearing_deg is not None:
        far, where = metres(locator.distance_m, language), compass(locator.bearing_deg, language)
        name = quoted(locator.named)
        parts.append(f"{far} a {where} de {name}" if language == "pt" else f"{far} {where} of {name}")
    return ", ".join(parts)


def area_words(area: NamedArea, language: Language, *, around: str | None = None) -> str:
    """Tell an area from others of its name: kind, administrative level, and the area around it."""
    if language == "pt":
        kind = _AREAS_PT.get(area.kind, area.kind or "área")
    else:
        kind = "administrative area" if area.kind == "administrative" else area.kind or "area"
    level = "" if area.admin_level is None else f", admin_level {area.admin_level}"
    there = "" if around is None else f", {'em' if language == 'pt' else 'in'} {quoted(around)}"
    return f"{kind}{level}{there}"


def named_words(named: FoundNamed, language: Language) -> str:
    """Tell a thing from others of its name: id, and what it is."""
    if named.sort == "area":
        return f"{named.id} ({area_words(as_named_area(named), language)})"
    if named.sort == "street":
        return f"{named.id} ({'rua' if language == 'pt' else 'street'})"
    kinds_ = joined([kind_label(service, language) for service in named.services], language)
    return f"{named.id} ({kinds_})"


def same_words(named: Sequence[FoundNamed], language: Language) -> str:
    """Tell things of one kind: one by its id, several by their number."""
    first, count = named[0], number(len(named), language)
    if len(named) == 1:
        return named_words(first, language)
    if first.sort == "area":
        what = area_words(replace(as_named_area(first), admin_level=None), language)
        return f"{count} × {what}"
    if first.sort == "street":
        return f"{count} {'ruas' if language == 'pt' else 'streets'}"
    labels = [kind_label(service, language, plural=True) for service in first.services]
    return f"{count} {joined(labels, language)}"
