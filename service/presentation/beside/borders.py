"""Says what lies on the border of the areas of an answer, and in which of them it counts."""

from service.language.phrasing import joined, number, quoted
from service.presentation.sheet import Sheet

# how many of them the text tells; the answer holds all
_TOLD = 5


def say_borders(sheet: Sheet) -> None:
    """Say of the first places on borders between which areas they are, and where they count."""
    told = sheet.evidence.borders
    for place in told[:_TOLD]:
        name = quoted(place.name) if place.name else place.id
        of = joined([quoted(area) for _, area in place.areas], sheet.language)
        homes = joined([quoted(area) for _, area in place.homes], sheet.language)
        ids = [place.id, *(id_ for id_, _ in (*place.areas, *place.homes))]
        pt = f"{name} ({place.id}) fica na linha do limite de {of}"
        en = f"{name} ({place.id}) is on the border of {of}"
        if homes:
            pt, en = f"{pt}, e conta em {homes}", f"{en}, and counts in {homes}"
        mark = sheet.cite(pt if sheet.language == "pt" else en, ids)
        sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
    if rest := told[_TOLD:]:
        count = number(len(rest), sheet.language)
        mark = sheet.cite(count, [place.id for place in rest])
        sheet.say(f"Mais {count} na linha de um limite {mark}.", f"{count} more on a border {mark}.")
