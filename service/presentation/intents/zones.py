"""Says how many of what is asked for each zone or area holds."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from service.answer import Area, Zone
from service.choices import TEXT_ITEMS
from service.language.phrasing import capitalised, joined, kinds, no_kind, number, quoted
from service.presentation.beside.members import say_members
from service.presentation.beside.uncertainty import say_edge
from service.presentation.beside.unsaid import say_untold_there
from service.presentation.messages.levels import call_level
from service.presentation.sheet import Sheet
from service.presentation.wording import asked_kinds, conditions, data_of, measured, nouns_of, tags_of
from service.reading import answer_services

# services that a line tells one by one; the answer's counts hold them all
_TOLD = 5


def say(sheet: Sheet) -> None:
    """Say in how many zones or areas there are how many, then the first, and what limits the count."""
    mark = frame(sheet)
    if sheet.evidence.outcome == "none":
        say_none(sheet, mark)
        return
    say_ranked(sheet, mark)


def say_ranked(sheet: Sheet, mark: str) -> None:
    """Write the zones or areas of the evidence; `mark` is that of the frame."""
    if answer_services(sheet.evidence.reading):
        _say_head(sheet, mark)
    else:
        _say_ruled_out(sheet, mark)
    _say_listed(sheet, mark)
    say_members(sheet)
    _say_items(sheet, mark)
    _say_ties(sheet, mark)
    _say_neighbours(sheet, mark)
    _say_rest(sheet, mark)


def units(sheet: Sheet, count: int) -> str:
    """Name what is ranked after a number: "zones", "áreas"."""
    of_zones = sheet.evidence.ranking is None or sheet.evidence.ranking.resolution is not None
    pt = ("zona", "zonas") if of_zones else ("área", "áreas")
    en = ("zone", "zones") if of_zones else ("area", "areas")
    return (pt if sheet.language == "pt" else en)[count != 1]


def _ranked(sheet: Sheet) -> Sequence[Zone | Area]:
    return [*sheet.evidence.zones, *sheet.evidence.areas]


def _which(sheet: Sheet) -> str:
    """Tell what the zones or areas are: "H3 cells of resolution 7", "admin_level 8"."""
    ranking, language = sheet.evidence.ranking, sheet.language
    if ranking is None:
        return ""
    if ranking.level is not None:
        return call_level(ranking.level, language)
    what = "células H3 de resolução" if language == "pt" else "H3 cells of resolution"
    return f"{what} {ranking.resolution}"


def asked(sheet: Sheet) -> str:
    """Tell what is counted, or what is listed where nothing is, then where, and what must not be there."""
    evidence, language = sheet.evidence, sheet.language
    reading = evidence.reading
    services = answer_services(reading)
    parts = [asked_kinds(services, reading, language, count=2) if services else units(sheet, 2)]
    if where := conditions(reading, language):
        parts.append(f"{where}{measured(evidence, language)}")
    said = capitalised(" ".join(parts))
    if not reading.without:
        return said
    barred = no_kind(
        nouns_of(reading.without, reading, language),
        language,
        tags=tags_of(reading.without, reading, language),
    )
    comma = "," if services or where else ""
    return f"{said}{comma} " + (f"onde não há {barred}" if language == "pt" else f"where there is {barred}")


def frame(sheet: Sheet) -> str:
    """Cite what the whole answer rests on."""
    evidence, language = sheet.evidence, sheet.language
    ranking, ranked = evidence.ranking, _ranked(sheet)
    shown = evidence.shown_zones + evidence.shown_areas
    count = evidence.total if answer_services(evidence.reading) else len(ranked)
    numbers = [
        f"{number(count, language)} {asked(sheet)}",
        f"{number(len(ranked), language)} / {number(ranking.used if ranking else 0, language)} "
        f"{units(sheet, 2)} ({_which(sheet)})",
        f"{'na lista' if language == 'pt' else 'listed'} {number(shown, language)}",
        count_pairs(len(evidence.pairs), language),
        joined(
            [
                f"{number(count, language)} {kinds([service], language, count=count)}"
                for service, count in evidence.mapped.items()
            ],
            language,
        ),
        *(f"H3 {resolution}" for resolution in (ranking.neighbours if ranking else ())),
    ]
    empty = sum(not there.total for there in ranked)
    numbers.append(f"{number(empty, language)} × 0, {number(len(ranked) - empty, language)} × 1+")
    said = "; ".join(part for part in (*numbers, data_of(evidence.datasets, language)) if part)
    return sheet.cite(f"{', '.join(sheet.statements)}: {said}")


def _say_head(sheet: Sheet, mark: str) -> None:
    evidence, language = sheet.evidence, sheet.language
    ranking, ranked = evidence.ranking, _ranked(sheet)
    used = number(ranking.used if ranking else 0, language)
    of = units(sheet, ranking.used if ranking else 0)
    total, count = (
        number(evidence.total, language),
        number(sum(there.total > 0 for there in ranked), language),
    )
    pairs = f" ({count_pairs(len(evidence.pairs), language)})" if evidence.pairs else ""
    which = _which(sheet)
    sheet.say(
        f"{asked(sheet)}: {total}{pairs}, em {count} de {used} {of} ({which}) com lugares {mark}.",
        f"{asked(sheet)}: {total}{pairs}, in {count} of {used} {of} ({which}) that hold places {mark}.",
    )
    if evidence.reading.order == "fewest":
        empty = number(sum(not there.total for there in ranked), language)
        sheet.say(
            f"Vão primeiro as que têm menos; {empty} {'tem' if empty == '1' else 'têm'} 0 {mark}.",
            f"Those with fewest come first; {empty} {'has' if empty == '1' else 'have'} 0 {mark}.",
        )


def _say_ruled_out(sheet: Sheet, mark: str) -> None:
    """Say how many lack what must not be there, where nothing else is asked for."""
    ranking, language = sheet.evidence.ranking, sheet.language
    used = ranking.used if ranking else 0
    count, of = number(len(_ranked(sheet)), language), f"{number(used, language)} {units(sheet, used)}"
    sheet.say(
        f"{asked(sheet)}: {count} de {of} ({_which(sheet)}) com lugares {mark}.",
        f"{asked(sheet)}: {count} of {of} ({_which(sheet)}) that hold places {mark}.",
    )


def _say_listed(sheet: Sheet, mark: str) -> None:
    evidence, language = sheet.evidence, sheet.language
    shown, all_ = evidence.shown_zones + evidence.shown_areas, len(_ranked(sheet))
    pt = f"A lista mostra {number(shown, language)} de {number(all_, language)} {units(sheet, all_)}"
    en = f"The list shows {number(shown, language)} of {number(all_, language)} {units(sheet, all_)}"
    empty = sum(not there.total for there in _ranked(sheet))
    if empty and answer_services(evidence.reading) and evidence.reading.order != "fewest":
        pt += f", e {number(empty, language)} só têm parte do que conta noutra"
        en += f"; {number(empty, language)} hold only a part of what counts in another"
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")


def _say_items(sheet: Sheet, mark: str) -> None:
    evidence = sheet.evidence
    shown = evidence.shown_zones + evidence.shown_areas
    for there in _ranked(sheet)[: min(shown, TEXT_ITEMS)]:
        name = call(sheet, there)
        counted = f": {_counted(sheet, there)}" if answer_services(evidence.reading) else ""
        said = f"{name}{counted}{_edge(sheet, there)}{_ranks(sheet, there)}"
        sheet.lines.append(f"– {said} {sheet.cite(said, [there.id])}")


def _ranks(sheet: Sheet, there: Zone | Area) -> str:
    """Tell both ranks of a zone, where the list goes by them together."""
    ranks = sheet.evidence.zone_ranks.get(there.id) if sheet.evidence.fused else None
    if ranks is None or ranks.vector is None:
        return ""
    if sheet.language == "pt":
        return f"; em {ranks.graph}.º lugar por número, em {ranks.vector}.º por semelhança"
    return f"; number {ranks.graph} by count, number {ranks.vector} by likeness"


def call(sheet: Sheet, there: Zone | Area) -> str:
    """Call an area by its name, a cell by its id and what is around its middle."""
    language, ranking = sheet.language, sheet.evidence.ranking
    if isinstance(there, Area):
        return quoted(there.name)
    middle = ranking.middles.get(there.id) if ranking else None
    zone = f"{'zona' if language == 'pt' else 'zone'} {there.id}"
    if middle is None:
        at = [number(degrees, language, decimals=5) for degrees in (there.latitude, there.longitude)]
        return f"{zone} ({at[0]}; {at[1]})"
    around = f"{'à volta de' if language == 'pt' else 'around'} {quoted(middle.name)}"
    if middle.area:
        around += f"{', em' if language == 'pt' else ', in'} {quoted(middle.area)}"
    return f"{zone} ({around})"


def _counted(sheet: Sheet, there: Zone | Area) -> str:
    """Tell what counts in a zone: "12 cafes, 3 pairs; 1 more lies there in part"."""
    evidence, language = sheet.evidence, sheet.language
    services = answer_services(evidence.reading)
    said = count_kinds(there.total, there.counts, sheet)
    if there.pairs:
        said += f", {count_pairs(there.pairs, language)}"
    if there.shared:
        shared = f"{number(there.shared, language)} {kinds(services, language, count=there.shared)}"
        if len(services) > _TOLD:
            shared = number(there.shared, language)
        said += (
            f"; em parte também {shared}, que conta noutro lado"
            if language == "pt"
            else f"; in part also {shared}, counted elsewhere"
        )
    return said


def _edge(sheet: Sheet, there: Zone | Area) -> str:
    said = say_untold_there(there.untold, sheet.language)
    if not (there.partial and sheet.evidence.edge_known):
        return said
    return said + (
        "; passa da borda dos dados" if sheet.language == "pt" else "; reaches past the edge of the data"
    )


def count_kinds(total: int, counts: dict[str, int], sheet: Sheet) -> str:
    """Tell a number of places, by kind where several are asked for: "12 (7 cafes, 5 bars)"."""
    language, reading = sheet.language, sheet.evidence.reading
    if len(counts) <= 1:
        services = tuple(counts) or answer_services(reading)
        return f"{number(total, language)} {asked_kinds(services, reading, language, count=total)}"
    held = sorted((service for service in counts if counts[service]), key=lambda s: (-counts[s], s))
    if len(held) == 1 and counts[held[0]] == total:
        return f"{number(total, language)} {asked_kinds(held, reading, language, count=total)}"
    told = [f"{number(counts[s], language)} {kinds([s], language, count=counts[s])}" for s in held[:_TOLD]]
    if len(held) > _TOLD:
        rest = len(held) - _TOLD
        kind = ("tipo" if language == "pt" else "kind") + ("s" if rest > 1 else "")
        told.append(f"… (+{number(rest, language)} {kind})")
    return number(total, language) + (f" ({', '.join(told)})" if told else "")


def count_pairs(count: int, language: Language) -> str:
    """Tell a number of pairs; nothing of none."""
    if not count:
        return ""
    pt, en = ("par", "pair") if count == 1 else ("pares", "pairs")
    return f"{number(count, language)} {pt if language == 'pt' else en}"


def _say_ties(sheet: Sheet, mark: str) -> None:
    """Say where the first are level with each other, and where the list breaks off among equals."""
    evidence, language = sheet.evidence, sheet.language
    ranking, ranked = evidence.ranking, _ranked(sheet)
    if ranking is None or not ranked or not answer_services(evidence.reading):
        return
    if (tied := len(ranking.leaders)) > 1:
        count = number(tied, language)
        fact = sheet.cite(
            f"{count} = {'empate' if language == 'pt' else 'tie'}", ranking.leaders[:TEXT_ITEMS]
        )
        sheet.say(f"Empatam em primeiro lugar: {count} {fact}.", f"Tied for the first place: {count} {fact}.")
    shown = evidence.shown_zones + evidence.shown_areas
    if not evidence.fused and 0 < shown < len(ranked):
        last = _number(sheet, ranked[shown - 1])
        more = sum(_number(sheet, there) == last for there in ranked[shown:])
        if more:
            count = number(more, language)
            fact = sheet.cite(f"{count} = {number(last, language)}")
            sheet.say(
                f"Fora da lista há mais {count} com tantos como a última {fact}.",
                f"Not listed: {count} more with as many as the last one {fact}.",
            )


def _number(sheet: Sheet, there: Zone | Area) -> int:
    ranking = sheet.evidence.ranking
    return there.pairs if ranking is not None and ranking.by == "pairs" else there.total


def _say_neighbours(sheet: Sheet, mark: str) -> None:
    """Say whether the leader is one at the next coarser and finer cells too."""
    ranking = sheet.evidence.ranking
    for resolution, stays in ranking.neighbours.items() if ranking else ():
        if stays:
            pt = f"Na resolução {resolution} a liderança mantém-se"
            en = f"At resolution {resolution} the lead stays there"
        else:
            pt = f"Na resolução {resolution} a liderança fica noutro lugar"
            en = f"At resolution {resolution} the lead is elsewhere"
        sheet.say(f"{pt} {mark}.", f"{en} {mark}.")


def _say_rest(sheet: Sheet, mark: str) -> None:
    """Say what counts nowhere, and which zones or areas the data do not hold whole."""
    evidence, language = sheet.evidence, sheet.language
    ranking, ranked = evidence.ranking, _ranked(sheet)
    if ranking is not None and ranking.outside:
        services = answer_services(evidence.reading)
        what = asked_kinds(services, evidence.reading, language, count=ranking.outside)
        count = f"{number(ranking.outside, language)} {what}"
        fact = sheet.cite(f"{count}: {_which(sheet)}")
        sheet.say(f"Em nenhuma destas áreas: {count} {fact}.", f"In none of these areas: {count} {fact}.")
    partial = sum(there.partial for there in ranked) if evidence.edge_known else 0
    if partial:
        count, all_ = number(partial, language), number(len(ranked), language)
        fact = sheet.cite(f"{count} / {all_}")
        pt, en = "nelas pode haver mais", "there may be more in them"
        if not answer_services(evidence.reading):
            pt, en = "nelas pode haver o que os dados não têm", "they may hold what the data does not"
        sheet.say(
            f"Cortadas pela borda dos dados: {count} de {all_} {units(sheet, len(ranked))}; {pt} {fact}.",
            f"Cut by the edge of the data: {count} of {all_} {units(sheet, len(ranked))}; {en} {fact}.",
        )
    say_edge(sheet)


def say_none(sheet: Sheet, mark: str) -> None:
    """Say that nothing answers, and what there is in all."""
    evidence, language = sheet.evidence, sheet.language
    ranking = evidence.ranking
    used, data = ranking.used if ranking else 0, data_of(evidence.datasets, language)
    what = f"{number(used, language)} {units(sheet, used)} ({_which(sheet)})"
    sheet.say(
        f"{asked(sheet)}: em nenhuma de {what} com lugares, nos dados de {data} {mark}.",
        f"{asked(sheet)}: in none of {what} that hold places, in the data of {data} {mark}.",
    )
    totals = joined(
        [
            f"{number(count, language)} {kinds([service], language, count=count)}"
            for service, count in evidence.mapped.items()
        ],
        language,
    )
    sheet.say(f"Ao todo há nos dados: {totals} {mark}.", f"In the data there are in all: {totals} {mark}.")
    say_edge(sheet)
