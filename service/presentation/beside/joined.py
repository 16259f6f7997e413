"""What the places of an answer make together: things mapped several times count once, and sites."""

from collections.abc import Mapping

from queries.catalogue.catalogue import Language
from service.answer import Site
from service.choices import TEXT_ITEMS
from service.evidence.evidence import Evidence
from service.language.phrasing import number
from service.presentation.sheet import Sheet


def list_sites(evidence: Evidence) -> list[Site]:
    """Return the sites of several of the places listed, then those of the pairs that are not told as near."""
    members: dict[str, list[str]] = {}
    for id_, site in sorted(evidence.sites.items()):
        members.setdefault(site.site_id, []).append(id_)
    listed = [place.id for place in evidence.listed_places]
    untold = sorted(id_ for pair in evidence.same_site for id_ in pair)
    order = dict.fromkeys(evidence.sites[id_].site_id for id_ in [*listed, *untold] if id_ in evidence.sites)
    return [
        Site(id=site, members=tuple(members[site]), things=_things(members[site], evidence))
        for site in order
        if len(members[site]) > 1
    ]


def _things(members: list[str], evidence: Evidence) -> tuple[tuple[str, ...], ...]:
    things: dict[str, list[str]] = {}
    for id_ in members:
        things.setdefault(evidence.sites[id_].thing_id, []).append(id_)
    return tuple(tuple(ids) for ids in things.values() if len(ids) > 1)


def beside_count(evidence: Evidence, language: Language) -> str:
    """Say of how many elements the things counted are made, and in how many sites they are; or nothing.

    " (3 elements of the map) in 1 site".
    """
    said = ""
    things, sites = evidence.total_things, evidence.total_sites
    if things < evidence.total:
        count = number(evidence.total, language)
        said += f" ({count} elementos do mapa)" if language == "pt" else f" ({count} elements of the map)"
    if sites < things:
        pt, en = ("local", "site") if sites == 1 else ("locais", "sites")
        count = number(sites, language)
        said += f" em {count} {pt}" if language == "pt" else f" in {count} {en}"
    return said


def say_things(sheet: Sheet) -> None:
    """Say by their ids which elements of the map are one thing and count once, the first of them."""
    answered: Mapping[str, None] = dict.fromkeys(place.id for place in sheet.evidence.places)
    made = [
        [id_ for id_ in ids if id_ in answered] for site in list_sites(sheet.evidence) for ids in site.things
    ]
    made = [ids for ids in made if len(ids) > 1]
    if not made:
        return
    told = ["; ".join(" + ".join(ids) for ids in made[:TEXT_ITEMS])]
    if len(made) > TEXT_ITEMS:
        told.append(f"+{number(len(made) - TEXT_ITEMS, sheet.language)}")
    listed = "; ".join(told)
    mark = sheet.cite(listed, [id_ for ids in made for id_ in ids])
    sheet.say(
        f"Um só lugar mapeado várias vezes, contado uma vez: {listed} {mark}.",
        f"One thing mapped several times, counted once: {listed} {mark}.",
    )
