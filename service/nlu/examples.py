"""Questions that would work, to offer in place of one that can't be read."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Catalogue, Language
from service.language.articles import with_article
from service.nlu.intents.distance import part_names
from service.nlu.lexer.lexeme import Lexeme

_SOMEWHERE = "60.17, 24.94"


def examples(
    kinds: Sequence[str], radius_m: int, theme: str, language: Language, catalogue: Catalogue
) -> list[str]:
    """Return pairs of the kinds named, and a count; for the theme "me" one at coordinates first."""
    known = list(dict.fromkeys(kind for kind in kinds if kind in catalogue.services))
    first = known[0] if known else _pick("cafe", catalogue)
    second = known[1] if len(known) > 1 else _pick("park" if first != "park" else "fountain", catalogue)
    a, b = catalogue.services[first], catalogue.services[second]
    feminine = a.pt_gender == "f"
    if language == "pt":
        article = "uma" if b.pt_gender == "f" else "um"
        pair = f"{a.label('pt', plural=True)} a até {radius_m} m de"
        offered = [
            f"{pair} {article} {b.label('pt')}",
            f"{'quantas' if feminine else 'quantos'} {a.label('pt', plural=True)} há?",
        ]
        return [f"{pair} {_SOMEWHERE}", *offered] if theme == "me" else offered
    word = b.label("en")
    pair = f"{a.label('en', plural=True)} within {radius_m} m of"
    offered = [
        f"{pair} {with_article(word)}",
        f"how many {a.label('en', plural=True)} are there?",
    ]
    return [f"{pair} {_SOMEWHERE}", *offered] if theme == "me" else offered


def distances(lexemes: Sequence[Lexeme], language: Language, catalogue: Catalogue) -> list[str]:
    """Return distances to ask for with the names of the question; coordinates where it has too few."""
    names = [x.text for x in lexemes if x.kind in ("name", "point", "id")]
    kinds = [x.named.services[0] for x in lexemes if x.kind == "svc" and x.named is not None]
    pt = language == "pt"
    parted = part_names(names[0]) if pt and len(names) == 1 else []
    pairs = [(first, link, second) for first, link, second in parted]
    pairs += [(names[0], "de", other) for other in (*names[1:2], _SOMEWHERE)[:1] if names]
    said = [
        f"a que distância {a} fica {link} {b}" if pt else f"how far is {a} from {b}" for a, link, b in pairs
    ]
    service = catalogue.services[
        kinds[0] if kinds and kinds[0] in catalogue.services else _pick("cafe", catalogue)
    ]
    feminine = service.pt_gender == "f"
    nearest = f"{'a' if feminine else 'o'} {service.label('pt')} mais {'próxima' if feminine else 'próximo'}"
    of = names[0] if names else _SOMEWHERE
    said.append(
        f"a que distância fica {nearest} de {of}"
        if pt
        else f"how far is the nearest {service.label('en')} from {of}"
    )
    return said


def _pick(service: str, catalogue: Catalogue) -> str:
    return service if service in catalogue.services else next(iter(catalogue.services))
