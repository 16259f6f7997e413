"""Says what is known of the one thing that a question names."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from queries.catalogue.when import KEY as OPENING
from queries.geometry.cells import RESOLUTIONS, cell_at, resolution_of
from queries.statements.lookups import KindCount
from service.language.phrasing import capitalised, compass, joined, kinds, metres, number, quoted
from service.presentation.sheet import Sheet
from service.presentation.tag_words import label_of
from service.presentation.wording import data_of, locate

# how many kinds of place, tags and streets the text tells; the answer holds all
_TOLD = 10
_STREETS = 5
# tags that say what the sentence says already
_SAID = ("name=", "addr:", "source", "created_by", "note")


def say(sheet: Sheet) -> None:
    """Say what it is, where it lies, what it holds, and what is around it, each with its source."""
    place = sheet.evidence.reading.places[0]
    {
        "poi": _say_place,
        "zone": _say_zone,
        "area": _say_area,
        "street": _say_street,
        "point": _say_point,
        "address": _say_house,
    }[place.kind](sheet)


def _say_place(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    id_ = evidence.places[0].id
    known, found = evidence.known[id_], evidence.lookup
    name = quoted(known.name) if known.name else id_
    where = locate(id_, evidence, language)
    data = data_of(evidence.datasets, language)
    mark = sheet.cite(f"{', '.join(sheet.statements)}: {name}: {where} ({id_}); {data}", [id_])
    sheet.lines.append(f"{name}: {where} ({id_}) {mark}.")
    tags = [tag for tag in known.tags if not tag.startswith(_SAID)]
    if tags:
        worded = {tag: _words(tag, known.services, language) for tag in tags}
        # what has words comes first
        shown = sorted(tags, key=lambda tag: worded[tag] is None)[:_TOLD]
        rest = len(tags) - _TOLD
        more = f" (+{number(rest, language)})" if rest > 0 else ""
        mark = sheet.cite(f"{name}: {'; '.join(quoted(tag) for tag in shown)}{more}", [id_])
        said = "; ".join(worded[tag] or quoted(tag) for tag in shown)
        sheet.say(f"Etiquetas: {said}{more} {mark}.", f"Tags: {said}{more} {mark}.")
    if found is not None and found.context is not None:
        context = found.context
        # a street of several pieces is told by the nearest of them
        by_name = {s[1]: s for s in sorted(context.streets, key=lambda s: -s[2])}
        streets = sorted(by_name.values(), key=lambda s: (s[2], s[0]))[:_STREETS]
        parts = [_area(a[1], a[0]) for a in context.areas] + _zones(context.zones, sheet)
        parts += [f"{quoted(s[1])} ({metres(s[2], language)})" for s in streets]
        ids = [a[0] for a in context.areas] + list(context.zones) + [s[0] for s in streets]
        _say_list(sheet, ("Fica em", "It lies in or at"), parts, ids)
    _say_near(sheet)


def _words(tag: str, services: Sequence[str], language: Language) -> str | None:
    """Return the words for a tag; one word alone ("pagos") takes the gender and number of another."""
    key, _, value = tag.partition("=")
    if key == OPENING and value != "24/7":
        return None  # hours as the map writes them are no condition of a question
    words = label_of(key, value, services, language)
    return words if words and " " in words else None


def _say_zone(sheet: Sheet) -> None:
    zone = sheet.evidence.zones[0]
    what = capitalised(_zone(zone.id, sheet))
    _say_kinds(sheet, what, zone.id, partial=zone.partial)
    _say_areas(sheet)
    _say_near(sheet)


def _say_area(sheet: Sheet) -> None:
    area = sheet.evidence.areas[0]
    level = f", admin_level {area.admin_level}" if area.admin_level is not None else ""
    what, found = f"{quoted(area.name)} ({area.id}{level})", sheet.evidence.lookup
    if found is not None and not found.outlined:
        pt = f"{what} não tem nos dados limites inteiros: não se sabe o que há ali"
        en = f"{what} has no whole boundary in the data: what is in it is not known"
        data = data_of(sheet.evidence.datasets, sheet.language)
        said = pt if sheet.language == "pt" else en
        sheet.lines.append(f"{said} {sheet.cite(f'{said}; {data}', [area.id])}.")
    else:
        _say_kinds(sheet, what, area.id, partial=area.partial)
    _say_areas(sheet)


def _say_street(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    found, street = evidence.lookup, evidence.streets[0]
    assert found is not None  # noqa: S101 - it was looked up
    length = f"{number(found.length_m, language)} m"
    classes = ", ".join(found.classes)
    pt = f"{quoted(street.name)} é uma rua (highway={classes}) de {length} de vias"
    en = f"{quoted(street.name)} is a street (highway={classes}) with {length} of roads"
    mark = sheet.cite(
        f"{', '.join(sheet.statements)}: {pt if language == 'pt' else en}", [s.id for s in evidence.streets]
    )
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
    along = "Ao longo dela (até 50 m)" if language == "pt" else "Along it (up to 50 m)"
    _say_kinds(sheet, along, street.id, partial=False)
    _say_areas(sheet)


def _say_point(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    position = next(iter(evidence.stand_ins.values())).position
    name = quoted(evidence.reading.places[0].name)
    cells = [cell_at(position, resolution) for resolution in reversed(RESOLUTIONS)]
    what = joined(_zones(cells, sheet), language)
    data = data_of(evidence.datasets, language)
    pt, en = f"{name} fica em {what}", f"{name} lies in {what}"
    said = pt if language == "pt" else en
    mark = sheet.cite(f"{', '.join(sheet.statements)}: {said}; {data}", cells)
    sheet.lines.append(f"{said} {mark}.")
    _say_areas(sheet)
    _say_near(sheet)


def _say_house(sheet: Sheet) -> None:
    evidence, language = sheet.evidence, sheet.language
    place = evidence.reading.places[0]
    at = next(iter(evidence.stand_ins.values())).position
    degrees = f"({number(at.latitude, language, decimals=5)}; {number(at.longitude, language, decimals=5)})"
    pt, en = (
        f"{quoted(place.name)} é uma casa do mapa em {degrees}",
        f"{quoted(place.name)} is a house on the map at {degrees}",
    )
    said = f"{pt if language == 'pt' else en} ({place.id})"
    mark = sheet.cite(
        f"{', '.join(sheet.statements)}: {said}; {data_of(evidence.datasets, language)}", [place.id or ""]
    )
    sheet.lines.append(f"{said} {mark}.")
    _say_areas(sheet)
    _say_near(sheet)


def _say_kinds(sheet: Sheet, what: str, id_: str, *, partial: bool) -> None:
    """Say how many places of which kinds count there, and that there may be more past the edge."""
    evidence, language = sheet.evidence, sheet.language
    found = evidence.lookup.kinds if evidence.lookup else ()
    counted = [kind for kind in found if kind.places]
    told = joined([_count(kind, sheet) for kind in counted[:_TOLD]], language)
    rest = counted[_TOLD:]
    if rest:
        many = number(len(rest), language)
        told += f"; mais {many} tipos" if language == "pt" else f"; {many} more kinds"
    none = "nenhum lugar carregado" if language == "pt" else "no place that is loaded"
    across = [KindCount(kind.service, kind.across) for kind in found if kind.across]
    if across:
        many = joined([_count(kind, sheet) for kind in across[:_TOLD]], language)
        told += (
            f"; só em parte ali, e contados ao lado: {many}"
            if language == "pt"
            else f"; there only in part, and counted beside it: {many}"
        )
    said = f"{what}: {told or none}"
    if partial:
        said += "; os dados não cobrem tudo" if language == "pt" else "; the data do not cover all of it"
    fact = f"{', '.join(sheet.statements)}: {said}; {data_of(evidence.datasets, language)}"
    sheet.lines.append(f"{said} {sheet.cite(fact, [id_])}.")


def _count(kind: KindCount, sheet: Sheet) -> str:
    return f"{number(kind.places, sheet.language)} {kinds([kind.service], sheet.language, count=kind.places)}"


def _say_areas(sheet: Sheet) -> None:
    found = sheet.evidence.lookup
    areas = found.areas if found else ()
    _say_list(sheet, ("Fica em", "It lies in"), [_area(a.name, a.id) for a in areas], [a.id for a in areas])


def _say_near(sheet: Sheet) -> None:
    found, language = sheet.evidence.lookup, sheet.language
    parts = []
    for n in found.near if found else ():
        far, where = metres(n.distance_m, language), compass(n.bearing_deg, language)
        parts.append(
            f"{far} a {where} de {quoted(n.name)}"
            if language == "pt"
            else f"{far} {where} of {quoted(n.name)}"
        )
    ids = [n.id for n in found.near] if found else []
    centre = sheet.evidence.reading.places[0].kind == "zone"
    lead = ("O seu centro está a", "Its centre is") if centre else ("Está a", "It is")
    _say_list(sheet, lead, parts, ids)


def _say_list(sheet: Sheet, lead: tuple[str, str], parts: Sequence[str], ids: Sequence[str]) -> None:
    if parts:
        said = f"{lead[sheet.language == 'en']} {joined(parts, sheet.language)}"
        sheet.lines.append(f"{said} {sheet.cite(said, ids)}.")


def _area(name: str, id_: str) -> str:
    return f"{quoted(name)} ({id_})"


def _zone(cell: str, sheet: Sheet) -> str:
    resolution = resolution_of(cell)
    if sheet.language == "pt":
        return f"célula H3 {cell} (resolução {resolution})"
    return f"H3 cell {cell} (resolution {resolution})"


def _zones(cells: Sequence[str], sheet: Sheet) -> list[str]:
    """Tell the cells that hold one thing together: "H3 cells 89… (resolution 9) and 88… (8)"."""
    if len(cells) < 2:
        return [_zone(cell, sheet) for cell in cells]
    word = "resolução" if sheet.language == "pt" else "resolution"
    told = [f"{cell} ({'' if i else word + ' '}{resolution_of(cell)})" for i, cell in enumerate(cells)]
    lead = "células H3 " if sheet.language == "pt" else "H3 cells "
    return [lead + joined(told, sheet.language)]
