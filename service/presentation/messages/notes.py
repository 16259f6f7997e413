"""What an answer says beside its point: loads in progress, services not loaded everywhere, no similarity."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from queries.catalogue.folding import fold
from queries.caveats import Caveat
from queries.statements.named import FoundNamed
from service.answer import TagCondition
from service.evidence.counts import Level
from service.language.phrasing import (
    given_metres,
    joined,
    kind_label,
    kinds,
    number,
    quoted,
)
from service.presentation.messages.caveats import tell_caveat
from service.presentation.messages.levels import call_level, count_levels
from service.presentation.messages.moments import say_moments
from service.presentation.naming import named_words, same_words

# how many of the things that share a name a note names
_LISTED = 5
# what makes a site
_TOGETHER: dict[Language, str] = {
    "pt": "lado a lado, até 15 m, ou um só mapeado várias vezes",
    "en": "side by side, up to 15 m, or one mapped several times",
}


def loading(language: Language) -> str:
    """A data set is being loaded, or its load broke off."""
    if language == "pt":
        return (
            "carga em andamento ou interrompida: a resposta é exata para os lugares que estão agora no grafo"
        )
    return "load in progress or broken: answers are exact over the places in the graph now"


def inherited(count: int, dataset: str, language: Language) -> str:
    """Things of a data set are as a newer one told them that was taken out."""
    told = number(count, language)
    if language == "pt":
        return (
            f"{told} dos lugares, ruas e áreas de {dataset} estão como os dizia um conjunto de dados "
            f"já retirado; carregue {dataset} de novo"
        )
    return (
        f"{told} of the places, roads and areas of {dataset} are as a data set told them that was taken out; "
        f"load {dataset} again"
    )


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


def read_as_runner(name: str, language: Language) -> str:
    """A name that could be a place was read as who runs the places asked for."""
    if language == "pt":
        return f"{quoted(name)} é lido como marca, operador ou rede, não como lugar"
    return f"{quoted(name)} is read as a brand, operator or network, not as a place"


def similarity_unused(why: str, language: Language) -> str:
    """The vectors could not be used; the answer rests on the graph alone."""
    if language == "pt":
        return f"a semelhança não foi usada ({why}); os lugares e metros são exatos"
    return f"similarity was not used ({why}); places and metres are exact"


def similarity_empty(language: Language) -> str:
    """There are no vectors of these places."""
    pt, en = "ainda não há vetores destes lugares", "there are no vectors of these places yet"
    return similarity_unused(pt if language == "pt" else en, language)


def name_chosen(typed: str, meant: FoundNamed, others: Sequence[FoundNamed], language: Language) -> str:
    """A name is taken for one of the things that have it: those called after others are not meant."""
    alike: dict[object, list[FoundNamed]] = {}
    for other in others:
        alike.setdefault((other.sort, other.kind, other.services), []).append(other)
    groups = [same_words(group, language) for group in alike.values()]
    listed = groups[:_LISTED]
    if len(groups) > _LISTED:
        more = number(sum(len(group) for group in list(alike.values())[_LISTED:]), language)
        listed.append(f"mais {more}" if language == "pt" else f"{more} more")
    which, rest = named_words(meant, language), joined(listed, language)
    if fold(meant.name) != fold(typed):
        which = f"{quoted(meant.name)}, {which}"
    if language == "pt":
        return f"{quoted(typed)} é aqui {which}; com este nome há também {rest}"
    verb = "is" if len(others) == 1 else "are"
    return f"{quoted(typed)} is here {which}; of this name there {verb} also {rest}"


def name_corrected(typed: str, name: str, language: Language) -> str:
    """A name with an error of spelling is taken for the only one so near."""
    if language == "pt":
        return f"nenhum lugar se chama {quoted(typed)}: lido como {quoted(name)}"
    return f"no place is called {quoted(typed)}: read as {quoted(name)}"


def name_read(typed: str, name: str, language: Language) -> str:
    """A name is taken for one that differs in small words, or is written short or in full."""
    if language == "pt":
        return f"{quoted(typed)} é lido como {quoted(name)}"
    return f"{quoted(typed)} is read as {quoted(name)}"


def house_around(name: str, metres: float, language: Language) -> str:
    """What is at a house is what is around it."""
    far = given_metres(metres, language)
    if language == "pt":
        return f"{quoted(name)} é uma casa: conta o que está a até {far} dela"
    return f"{quoted(name)} is a house: what is within {far} of it counts"


def house_beside(name: str, id_: str, language: Language) -> str:
    """The map gives a number and no street."""
    if language == "pt":
        return f"o mapa não diz a rua do número ({id_}): {quoted(name)} é pela rua mais próxima dele"
    return f"the map does not say the number's street ({id_}): {quoted(name)} is by the street nearest to it"


def house_in_range(number: str, tagged: str, id_: str, language: Language) -> str:
    """The map gives several numbers as one."""
    if language == "pt":
        return f"o número {number} está no mapa em {quoted(tagged)} ({id_})"
    return f"number {number} is on the map in {quoted(tagged)} ({id_})"


def house_interpolated(number: str, between: str, id_: str, language: Language) -> str:
    """The map gives no house of this number, but how numbers go along a line."""
    if language == "pt":
        return f"o número {number} não está no mapa: o seu lugar é interpolado entre {between} ({id_})"
    return f"number {number} is not on the map: its place is interpolated between {between} ({id_})"


def counts_elsewhere(
    many: int, name: str, services: Sequence[str], language: Language, *, listed: bool
) -> str:
    """Places lie in an area or a cell in part, and count where most of each is."""
    told = f"{number(many, language)} {kinds(services, language, count=many)}"
    one = many == 1
    if language == "pt":
        where = f"só em parte em {quoted(name)}, e conta{'' if one else 'm'} noutro lado"
        return f"{told} fica{'' if one else 'm'} {where}{'' if listed else ': fora deste número'}"
    where = f"in {quoted(name)} in part only, and count{'s' if one else ''} elsewhere"
    return f"{told} {'is' if one else 'are'} {where}{'' if listed else ': not in this number'}"


def where_unchecked(name: str, where: Sequence[str], language: Language) -> str:
    """The data do not say whether a place is where it is said to be."""
    said = joined([quoted(part) for part in where], language)
    if language == "pt":
        return f"os dados não dizem se {quoted(name)} fica em {said}"
    return f"the data do not say whether {quoted(name)} is in {said}"


def streets_taken(name: str, count: int, language: Language) -> str:
    """All the streets of a name are meant."""
    many = number(count, language)
    if language == "pt":
        return f"{many} ruas, longe umas das outras, se chamam {quoted(name)}: todas contam"
    return f"{many} streets, far from each other, are called {quoted(name)}: all of them count"


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
        return f"{what} ({_TOGETHER[language]}) não conta{'' if pairs == 1 else 'm'} como perto"
    what = "1 pair of one site" if pairs == 1 else f"{count} pairs of one site"
    return f"{what} ({_TOGETHER[language]}) {'is' if pairs == 1 else 'are'} not told as near"


def resolution_chosen(resolution: int, used: int, language: Language, *, limited: bool) -> str:
    """The question names no size of zones; `limited`: only those at the places named are counted here."""
    count = number(used, language)
    if language == "pt":
        return (
            f"zonas são células H3 de resolução {resolution} ({count} com lugares{' ali' if limited else ''})"
        )
    return f"zones are H3 cells of resolution {resolution} ({count} hold places{' there' if limited else ''})"


def resolution_unused(resolution: int, language: Language) -> str:
    """A size of zones was given, and the answer is about none."""
    if language == "pt":
        return f"a resolução {resolution} não conta aqui: a resposta não é por células H3"
    return f"resolution {resolution} plays no part here: the answer is not told by H3 cells"


def level_chosen(level: Level, language: Language) -> str:
    """Words like "district" and "bairro" tell no administrative level."""
    name, count = call_level(level, language), number(level.used, language)
    if language == "pt":
        return f"as áreas são as de um só nível, o que tem mais delas com lugares: {name} ({count})"
    return f"the areas are those of one level, the one with most that hold places: {name} ({count})"


def other_levels(levels: Sequence[Level], language: Language) -> str:
    """Areas of other levels are not mixed with those ranked."""
    listed = count_levels(levels, language)
    if language == "pt":
        return f"há também áreas de outros níveis, que não entram: {listed}"
    return f"there are areas of other levels too, left out: {listed}"


def sites_apart(language: Language) -> str:
    """A place of one's own site is not what one has near."""
    if language == "pt":
        return f"lugares do mesmo local ({_TOGETHER[language]}) não contam como perto uns dos outros"
    return f"places of one site ({_TOGETHER[language]}) do not count as near each other"


def caveat(caveat: Caveat, dataset: str, language: Language) -> str:
    """The file of a data set was not whole, or places of it are told though out of use."""
    return tell_caveat(caveat, dataset, language)


def moments(conditions: Sequence[TagCondition], language: Language) -> tuple[str, ...]:
    """Which days, or which moment, opening hours were looked at for, each once."""
    return say_moments(conditions, language)
