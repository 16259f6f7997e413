"""What an answer says of the edge of the data: what is unsure, what may change, what reaches past it."""

from service.choices import TEXT_ITEMS
from service.language.phrasing import kinds, number, quoted
from service.presentation.sheet import Sheet
from service.reading import answer_services


def say_edge(sheet: Sheet) -> None:
    """Say what of the answer the edge of the data leaves uncertain, each kind of doubt in a sentence."""
    evidence, language = sheet.evidence, sheet.language
    if not evidence.edge_known:
        return
    if evidence.unsure:
        count, services = len(evidence.unsure), answer_services(evidence.reading)
        what = f"{number(count, language)} {kinds(services, language, count=count)}"
        pt = f"Para {what} fora da resposta a busca passa da borda dos dados: o que há além não se sabe"
        en = f"For {what} not in the answer the search reaches past the edge of the data: "
        en += "what lies beyond is not known"
        mark = sheet.cite(pt if language == "pt" else en, sorted(evidence.unsure)[:TEXT_ITEMS])
        sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
    if evidence.doubted:
        many, one = number(len(evidence.doubted), language), len(evidence.doubted) == 1
        pt = f"{many} {'lugar' if one else 'lugares'} da resposta pode{'' if one else 'm'} mudar, nos metros "
        pt += "ou na presença, pelo que há além da borda dos dados"
        en = f"{many} {'place' if one else 'places'} of the answer may change, in metres or in belonging to "
        en += "it, by what lies past the edge of the data"
        mark = sheet.cite(pt if language == "pt" else en, sorted(evidence.doubted)[:TEXT_ITEMS])
        sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
    for place in evidence.past:
        name = quoted(place.name)
        pt = f"A busca em {name} passa da borda dos dados: pode haver mais"
        en = f"The search at {name} reaches past the edge of the data: there may be more"
        mark = sheet.cite(pt if language == "pt" else en)
        sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
