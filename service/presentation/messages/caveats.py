"""What an answer says of a data set whose file was not whole, or whose places are told though out of use."""

from queries.catalogue.catalogue import Language
from queries.caveats import Caveat
from service.language.phrasing import joined, kind_label, number

_PT = {
    "nodes_only": "{dataset} só tem nós: o que o mapa tem destes lugares como linha ou área falta aqui",
    "one_layer": "{dataset} é uma só camada dos dados: o que está nas outras só conta se forem carregadas",
    "ways_lost": "faltam linhas e áreas em {dataset} (há nós que não são de nada): pode haver mais lugares",
    "relations_lost": "faltam relações em {dataset} (há linhas que não são de nada): pode haver mais áreas",
}
_EN = {
    "nodes_only": "{dataset} holds nodes only: what the map has of such places as lines or areas is missing",
    "one_layer": "{dataset} is one layer of a file: what is in the others counts only where these are loaded",
    "ways_lost": "lines and areas are missing from the file of {dataset} (nodes of it belong to nothing): "
    "there may be more places",
    "relations_lost": "relations are missing from the file of {dataset} (ways of it belong to nothing): "
    "there may be more areas",
}


def tell_caveat(caveat: Caveat, dataset: str, language: Language) -> str:
    """Return the sentence of a caveat."""
    texts = _PT if language == "pt" else _EN
    if caveat.code in texts:
        return texts[caveat.code].format(dataset=dataset)
    kind, count = _name_kind(caveat, language), number(caveat.count, language)
    if caveat.code == "shapeless":
        if language == "pt":
            return f"{kind}: {count} de {dataset} sem forma nos dados, que não contam nesta resposta"
        return f"{kind}: {count} of {dataset} without their shape in the file, not counted in this answer"
    listed = joined([*caveat.ids, *(["…"] if caveat.count > len(caveat.ids) else [])], language)
    if language == "pt":
        return f"{kind}: {count} de {dataset} com marca de fora de uso, que contam mesmo assim ({listed})"
    return f"{kind}: {count} of {dataset} marked as out of use, and counted all the same ({listed})"


def _name_kind(caveat: Caveat, language: Language) -> str:
    if caveat.kind == "road":
        return "ruas" if language == "pt" else "streets"
    return kind_label(caveat.kind, language, plural=True)
