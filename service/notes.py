"""What an answer says beside its point: loads in progress, services not loaded everywhere, no similarity."""

from collections.abc import Sequence

from queries.areas import NamedArea
from queries.catalogue import Language
from service.levels import Level, count_levels
from service.sentences import area_words, joined, kind_label, number, quoted


def loading(language: Language) -> str:
    """A data set is being loaded, or its load broke off."""
    if language == "pt":
        return (
            "carga em andamento ou interrompida: a resposta é exata para os lugares que estão agora no grafo"
        )
    return "load in progress or broken: answers are exact over the places in the graph now"


def not_everywhere(service: str, datasets: Sequence[str], language: Language) -> str:
    """A kind of place was loaded for some of the data sets only."""
    names, kind = joined(list(datasets), language), kind_label(service, language, plural=True)
    if language == "pt":
        return f"{kind}: não carregado em {names}, que não conta nesta resposta"
    return f"{kind}: not loaded for {names}, which plays no part in this answer"


def told_by_old_rule(service: str, datasets: Sequence[str], language: Language) -> str:
    """Data sets that were not asked were loaded by another rule, and may tell places of those asked."""
    names, kind = joined(list(datasets), language), kind_label(service, language, plural=True)
    if language == "pt":
        return f"{kind}: {names} tem a regra antiga do catálogo; lugares que também são de lá podem faltar"
    return f"{kind}: {names} has the catalogue's old rule; places that are also of there may be missing"


def similarity_unused(why: str, language: Language) -> str:
    """The vectors could not be used; the answer rests on the graph alone."""
    if language == "pt":
        return f"a semelhança não foi usada ({why}); os lugares e metros são exatos"
    return f"similarity was not used ({why}); places and metres are exact"


def similarity_empty(language: Language) -> str:
    """There are no vectors of these places."""
    return (
        "ainda não há vetores destes lugares"
        if language == "pt"
        else "there are no vectors of these places yet"
    )


def area_chosen(area: NamedArea, others: Sequence[NamedArea], language: Language) -> str:
    """Of several areas of one name, only one has its whole boundary."""
    which, rest = area_words(area, language), joined([area_words(a, language) for a in others], language)
    if language == "pt":
        return f"{quoted(area.name)} é {which}; sem limites nos dados há também {rest}"
    return f"{quoted(area.name)} is {which}; without a whole boundary in the data there is also {rest}"


def place_chosen(name: str, id_: str, areas: Sequence[NamedArea], language: Language) -> str:
    """A name that a place and areas have is taken for the place's."""
    rest = joined([area_words(area, language) for area in areas], language)
    if language == "pt":
        return f"{quoted(name)} é aqui o lugar {id_}; a área deste nome é {rest}"
    return f"{quoted(name)} is here the place {id_}; the area of this name is {rest}"


def edge_unknown(language: Language) -> str:
    """No extract says what it holds whole."""
    if language == "pt":
        return "não se sabe onde os dados acabam: perto da borda pode haver mais do que eles mostram"
    return "it is not known where the data end: near their edge there may be more than they show"


def same_site(pairs: int, language: Language) -> str:
    """Pairs of places of one kind that stand together as one site are not told."""
    count = number(pairs, language)
    if language == "pt":
        what = "1 par do mesmo local" if pairs == 1 else f"{count} pares do mesmo local"
        return f"{what} (lado a lado, até 15 m) não conta{'' if pairs == 1 else 'm'} como perto"
    what = "1 pair of one site" if pairs == 1 else f"{count} pairs of one site"
    return f"{what} (side by side, up to 15 m) {'is' if pairs == 1 else 'are'} not told as near"


def resolution_chosen(resolution: int, used: int, language: Language) -> str:
    """The question names no size of zones."""
    if language == "pt":
        return f"zonas são células H3 de resolução {resolution} ({number(used, language)} com lugares)"
    return f"zones are H3 cells of resolution {resolution} ({number(used, language)} hold places)"


def level_chosen(level: Level, language: Language) -> str:
    """Words like "district" and "bairro" tell no administrative level."""
    name, count = level.call(language), number(level.used, language)
    if language == "pt":
        return f"as áreas são as de um só nível, o que tem mais delas com lugares: {name} ({count})"
    return f"the areas are those of one level, the one with most that hold places: {name} ({count})"


def other_levels(levels: Sequence[Level], language: Language) -> str:
    """Areas of other levels are not mixed with those ranked."""
    listed = count_levels(levels, language)
    if language == "pt":
        return f"há também áreas de outros níveis, que não entram: {listed}"
    return f"there are areas of other levels too, left out: {listed}"
