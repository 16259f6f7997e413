"""Why a question can't be answered as asked, and what would work: one function for each reason."""

from collections.abc import Mapping, Sequence

from queries.catalogue.catalogue import Language
from queries.errors import ForeignData, StatementTimedOut, StoreError, TooManyPairs, VectorsUnavailable
from queries.statements.areas import NamedArea
from service.language.phrasing import joined, kind_label, number, quoted
from service.reading import Problem

_LATER: dict[Language, str] = {
    "pt": "isto vem com a próxima versão",
    "en": "this comes with the next version",
}


def nothing_loaded(language: Language) -> Problem:
    """No data set is in the graph."""
    reason = "o grafo está vazio" if language == "pt" else "the graph is empty"
    return _problem("data", reason, ("perto load FILE.osm.pbf", "perto demo"))


def service_not_loaded(service: str, datasets: Sequence[str], language: Language) -> Problem:
    """The kind of place was never loaded for the data sets asked."""
    names = joined(list(datasets), language)
    reason = (
        f"{service} não está carregado em {names}"
        if language == "pt"
        else f"{service} is not loaded for {names}"
    )
    return _problem(kind_label(service, language), reason, ("perto load FILE.osm.pbf",))


def service_outdated(service: str, datasets: Sequence[str], language: Language) -> Problem:
    """The rule that tells which places are of the kind has changed since these data sets were loaded."""
    names = joined(list(datasets), language)
    reason = (
        f"a regra de {service} no catálogo mudou desde a carga de {names}; carregue de novo"
        if language == "pt"
        else f"the catalogue's rule of {service} has changed since {names} was loaded; load again"
    )
    return _problem(kind_label(service, language), reason, ("perto datasets", "perto load FILE.osm.pbf"))


def unknown_service(service: str, known: Sequence[str], language: Language) -> Problem:
    """The catalogue has no such kind of place."""
    reason = (
        "não é um tipo de lugar do catálogo" if language == "pt" else "is no kind of place in the catalogue"
    )
    return _problem(service, f"{service!r} {reason}", tuple(known))


def kind_unsupported(part: str, language: Language) -> Problem:
    """This kind of question is not answered yet."""
    tries = (
        ("Quais cafés ficam a até 300 m de um parque?", "Quantas fontes há?")
        if language == "pt"
        else ("Which cafes are within 300 m of a park?", "How many fountains are there?")
    )
    reason = (
        f"perguntas deste tipo ({part}) ainda não têm resposta: {_LATER['pt']}"
        if language == "pt"
        else f"questions of this kind ({part}) have no answer yet: {_LATER['en']}"
    )
    return _problem(part, reason, tries)


def area_unknown(name: str, near: Sequence[str], language: Language) -> Problem:
    """No area has this name."""
    pt, en = "nenhuma cidade e nenhum bairro dos dados tem este nome", "no area in the data has this name"
    return _problem(name, pt if language == "pt" else en, tuple(near))


def area_is_place(name: str, ids: Sequence[str], language: Language) -> Problem:
    """No area, but one place or several have this name."""
    far = "a até 500 m de" if language == "pt" else "within 500 m of"
    tries = tuple(f"{far} {id_}" for id_ in ids) if len(ids) > 1 else (f"{far} {quoted(name)}",)
    if len(ids) > 1:
        told = number(len(ids), language)
        pt = f"nenhuma área dos dados tem este nome, mas {told} lugares têm"
        en = f"no area in the data has this name, but {told} places have"
        return _problem(name, pt if language == "pt" else en, tries)
    pt, en = "é um lugar, não uma área", "is a place, not an area"
    return _problem(name, pt if language == "pt" else en, tries)


def area_unbounded(
    name: str, areas: Sequence[NamedArea], around: Mapping[str, str], language: Language
) -> Problem:
    """The area is a point on the map, or its boundary is cut by the edge of the data.

    `around` are the names of the areas that they lie in, by id: one may be meant, and the point's city is
    more than what is near it.
    """
    points = [area for area in areas if area.id.startswith("node/")]
    if language == "pt":
        reason = "os seus limites não estão inteiros nos dados" if len(points) < len(areas) else ""
        reason, far = reason or "é só um ponto nos dados", "a até 1000 m de"
    else:
        reason = "its boundary is not whole in the data" if len(points) < len(areas) else ""
        reason, far = reason or "it is only a point in the data", "within 1000 m of"
    # by id: a place may have the name too; of a city mapped several times the point is enough
    there = [area.id for area in points or areas if area.position is not None]
    tries = [*dict.fromkeys(around.values()), *(f"{far} {id_}" for id_ in there)]
    return _problem(name, reason, tuple(tries))


def runner_unknown(name: str, services: Sequence[str], alike: Sequence[str], language: Language) -> Problem:
    """No place of the kinds asked for has this brand, operator, network or name."""
    kinds = joined([kind_label(s, language, plural=True) for s in services], language, any_of=True)
    if language == "pt":
        reason = f"os dados não têm {kinds} com esta marca, operador, rede ou nome"
    else:
        reason = f"the data have no {kinds} with this brand, operator, network or name"
    return _problem(name, reason, tuple(alike))


def runner_of_two(name: str, language: Language) -> Problem:
    """Tags of both kinds of place of a condition tell this brand, operator, network or name."""
    if language == "pt":
        return _problem(
            name, "pode ser de qualquer um dos dois tipos de lugar; diga “da rede” junto ao que é"
        )
    return _problem(name, "may be said of either kind of place; say “run by” right behind the one it is of")


def area_and_runner(name: str, area: str, tags: Sequence[str], language: Language) -> Problem:
    """A name is an area's, and that of who runs the places asked for."""
    told = joined([quoted(tag) for tag in tags], language)
    if language == "pt":
        reason = f"é uma área e também quem opera estes lugares ({told}); diga “da rede {name}” ou {area}"
    else:
        reason = f"is an area and also who runs these places ({told}); say “run by {name}” or {area}"
    return _problem(name, reason, (area,))


def name_unknown(name: str, near: Sequence[str], language: Language) -> Problem:
    """No place has this name."""
    reason = "nenhum lugar tem este nome" if language == "pt" else "no place in the data has this name"
    return _problem(name, reason, tuple(near))


def name_elsewhere(name: str, ids: Sequence[str], language: Language) -> Problem:
    """What has the name is not in the city or state that is said."""
    if language == "pt":
        return _problem(name, "não fica ali o que tem este nome; veja os candidatos", ids)
    return _problem(name, "what has this name is not there; see the candidates", ids)


def name_ambiguous(name: str, ids: Sequence[str], areas: int, language: Language) -> Problem:
    """Several things have this name; so many of them are areas."""
    count = number(len(ids), language)
    if language == "pt":
        what = "áreas" if areas == len(ids) else "lugares"
        reason = f"{count} {what} se chamam assim; diga qual"
    else:
        what = "areas" if areas == len(ids) else "places"
        reason = f"{count} {what} are called so; say which"
    return _problem(name, reason, tuple(ids))


def name_alike(name: str, names: Sequence[str], language: Language) -> Problem:
    """Nothing has this name, and several names are so much like it that any may be meant."""
    listed = joined([quoted(one) for one in names], language, any_of=True)
    if language == "pt":
        return _problem(name, f"nenhum lugar tem este nome; quer dizer {listed}?", names)
    return _problem(name, f"no place in the data has this name; do you mean {listed}?", names)


def house_unknown(name: str, number: str, street: str, near: Sequence[str], language: Language) -> Problem:
    """A street is known, and no house of this number at it."""
    tries = (*(f"{street}, {other}" for other in near[:2]), street)
    listed = joined(list(near), language)
    if language == "pt":
        there = f"números perto dele: {listed}" if near else "nenhum número dela está"
        return _problem(
            name,
            f"o número {number} de {quoted(street)} não está nos dados; {there}; ou pergunte da rua toda",
            tries,
        )
    there = f"numbers near it: {listed}" if near else "none of its numbers is"
    return _problem(
        name,
        f"number {number} of {quoted(street)} is not in the data; {there}; or ask of the whole street",
        tries,
    )


def house_no_street(name: str, street: str, language: Language) -> Problem:
    """Streets are asked for, and a house is named."""
    if language == "pt":
        return _problem(name, "é uma casa; a pergunta é de ruas inteiras", (street,))
    return _problem(name, "is a house; the question is of whole streets", (street,))


def no_whole_area(language: Language) -> Problem:
    """No area that holds places has its whole boundary in the data."""
    if language == "pt":
        reason = "nenhuma área com lugares tem os seus limites inteiros nos dados; pergunte por zonas"
        return _problem("área", reason, ("zonas com mais cafés",))
    reason = "no area that holds places has its whole boundary in the data; ask for zones"
    return _problem("area", reason, ("zones with most cafes",))


def zone_unknown(zone: str, language: Language) -> Problem:
    """The graph has no such cell."""
    reason = (
        "nenhuma célula H3 com este id no grafo (resoluções 7, 8 e 9)"
        if language == "pt"
        else "no H3 cell of this id in the graph (resolutions 7, 8 and 9)"
    )
    return _problem(zone, reason)


def point_unreadable(name: str, language: Language) -> Problem:
    """The text is no latitude and longitude."""
    reason = (
        "não é latitude,longitude em graus" if language == "pt" else "is no latitude,longitude in degrees"
    )
    return _problem(name, reason, ("60.17,24.94",))


def pair_unconnected(part: str, language: Language) -> Problem:
    """A later condition is about a kind of place that no earlier one names."""
    reason = (
        "esta condição não se liga ao que se pede nem a uma condição anterior"
        if language == "pt"
        else "this condition is tied neither to what is asked for nor to an earlier condition"
    )
    return _problem(part, reason)


def store_failed(error: StoreError) -> Problem:
    """A store failed; its message says what to do."""
    if isinstance(error, TooManyPairs):
        return _problem("pairs", str(error))
    part = "Qdrant" if isinstance(error, VectorsUnavailable) else "Neo4j"
    tries = ("--mode graph",) if part == "Qdrant" else ("perto status", "perto up")
    # these say themselves what to do
    told = isinstance(error, (StatementTimedOut, ForeignData))
    return _problem(part, str(error), () if told else tries)


def nearest_to_nothing(language: Language) -> Problem:
    """It is not said what the nearest is sought to."""
    if language == "pt":
        reason = "mais próximo de quê? dê um lugar, ou peça para cada lugar de um tipo"
        tries = ("o café mais próximo de 60.170,24.941", "a farmácia mais próxima de cada escola")
    else:
        reason = "nearest to what? name a place, or ask for each place of a kind"
        tries = ("the nearest cafe to 60.170,24.941", "the nearest pharmacy to each school")
    return _problem("mais próximo" if language == "pt" else "nearest", reason, tries)


def nearest_to_several(names: Sequence[str], language: Language) -> Problem:
    """The nearest to several places at once can mean several things."""
    said = joined([quoted(name) for name in names], language)
    if language == "pt":
        reason, to = "não se sabe o que é mais próximo de vários lugares ao mesmo tempo", "mais próximo de"
    else:
        reason, to = "what is nearest to several places at once is not clear", "nearest to"
    return _problem(said, reason, tuple(f"{to} {quoted(name)}" for name in names))


def nearest_unasked(name: str, language: Language) -> Problem:
    """Metres from a place are asked without a radius, and not what is nearest."""
    if language == "pt":
        return _problem(name, "a que distância deste lugar?", (f"a até 500 m de {quoted(name)}",))
    return _problem(name, "how far from this place?", (f"within 500 m of {quoted(name)}",))


def side_missing(language: Language) -> Problem:
    """A comparison takes two places, or two kinds of place."""
    if language == "pt":
        return _problem("", "falta com o que comparar", ("há mais cafés ou mais bares?",))
    return _problem("", "what to compare with is missing", ("are there more cafes or more bars?",))


def pair_missing(language: Language) -> Problem:
    """Whether kinds of place go together takes two of them."""
    if language == "pt":
        return _problem("", "falta o outro tipo de lugar", ("há sinergia entre parques e reciclagem?",))
    return _problem(
        "", "the other kind of place is missing", ("is there synergy between parks and recycling?",)
    )


def places_miscounted(names: Sequence[str], count: int, language: Language) -> Problem:
    """The question names more or fewer places than it takes."""
    part, told = ", ".join(names), number(count, language)
    if language == "pt":
        what = "um lugar" if count == 1 else f"{told} lugares"
        return _problem(part, f"esta pergunta é sobre {what}, não {number(len(names), language)}")
    what = "one place" if count == 1 else f"{told} places"
    return _problem(part, f"this question is about {what}, not {number(len(names), language)}")


def nothing_asked(language: Language) -> Problem:
    """No kind of place was recognised."""
    reason = "nenhum tipo de lugar reconhecido" if language == "pt" else "no kind of place recognised"
    try_ = "perto services"
    return _problem("", reason, (try_,))


def _problem(part: str, reason: str, tries: Sequence[str] = ()) -> Problem:
    # "try" is a word of Python's own, so only its alias names the field
    return Problem.model_validate({"part": part, "reason": reason, "try": tuple(tries)})
