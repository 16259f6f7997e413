"""What an answer says of the tags asked for: which ones counted, and how many places do not say."""

from collections.abc import Sequence

from queries.catalogue.catalogue import Language
from queries.catalogue.senses import normal
from queries.catalogue.when import KEY as OPENING
from service.answer import TagCondition
from service.language.phrasing import joined, kinds, number, quoted
from service.presentation.sheet import Sheet
from service.presentation.tag_words import label_of

_MOST_ALIKE = 5
# unreadable opening hours that are named, and the length to which each is
_FEW = 3
_LONGEST = 60


def say_untold(sheet: Sheet) -> None:
    """Say of each condition on tags how many places of the kind do not say, and what that leaves open."""
    evidence, language = sheet.evidence, sheet.language
    for condition in evidence.conditions:
        _say_condition(sheet, condition)
    if not evidence.untold:
        return
    many, one = number(evidence.untold, language), evidence.untold == 1
    if evidence.ranking is not None:
        pt = f"Dos lugares contados, ou que não devem estar lá, {many} não o {'diz' if one else 'dizem'}"
        en = f"Of the places counted, or that must not be there, {many} {'does' if one else 'do'} not say"
    else:
        pt = f"Por isso {many} {'lugar pode' if one else 'lugares podem'} pertencer ou não à resposta"
        en = f"So {many} {'place' if one else 'places'} may or may not belong to the answer"
    mark = sheet.cite(pt if language == "pt" else en)
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")


def say_untold_there(untold: int | None, language: Language) -> str:
    """Say how many more of a zone, an area or a side do not say; nothing of none."""
    if not untold:
        return ""
    many, one = number(untold, language), untold == 1
    if language == "pt":
        return f"; mais {many} não {'diz' if one else 'dizem'}"
    return f"; {many} more {'does' if one else 'do'} not say"


def _say_condition(sheet: Sheet, condition: TagCondition) -> None:
    language = sheet.language
    what = joined([_words(condition, value, language) for value in condition.values], language, any_of=True)
    told = [tag for tag in condition.tags if not _is_literal(condition, tag)]
    # of opening hours there are as many as there are places
    if told and condition.key != OPENING:
        tags = joined([quoted(tag) for tag in condition.tags], language, any_of=True)
        mark = sheet.cite(f"{what}: {tags}")
        sheet.say(f"Conta como {what}: {tags} {mark}.", f"Counted as {what}: {tags} {mark}.")
    if condition.alike:
        tags = joined([quoted(tag) for tag in condition.alike[:_MOST_ALIKE]], language)
        mark = sheet.cite(f"{what}: {tags}")
        sheet.say(f"Não conta, embora parecido: {tags} {mark}.", f"Not counted, though alike: {tags} {mark}.")
    if not condition.untold:
        return
    of = f"{number(condition.untold, language)} {'de' if language == 'pt' else 'of'} "
    of += (
        f"{number(condition.places, language)} {kinds([condition.service], language, count=condition.places)}"
    )
    keys = _few(condition.keys, language)
    one = condition.untold == 1
    pt = f"{of} não {'diz' if one else 'dizem'} se é assim ({what}; {keys})"
    en = f"{of} {'does' if one else 'do'} not say whether it is so ({what}; {keys})"
    mark = sheet.cite(pt if language == "pt" else en)
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")
    if condition.unreadable:
        _say_unreadable(sheet, condition)


def _say_unreadable(sheet: Sheet, condition: TagCondition) -> None:
    """Say how many of those that do not say have hours that can't be read, and the first of these."""
    language, one = sheet.language, condition.unreadable == 1
    many = number(condition.unreadable, language)
    texts = [quoted(text if len(text) <= _LONGEST else text[:_LONGEST] + "…") for text in condition.unread]
    named = joined(texts[:_FEW] + (["…"] if len(texts) > _FEW else []), language)
    pt = f"Destes, {many} {'tem' if one else 'têm'} um horário que não se consegue ler: {named}"
    en = f"Of these, {many} {'has' if one else 'have'} opening hours that can't be read: {named}"
    mark = sheet.cite(pt if language == "pt" else en)
    sheet.say(f"{pt} {mark}.", f"{en} {mark}.")


def _words(condition: TagCondition, value: str, language: Language) -> str:
    return label_of(condition.key, value, [condition.service], language) or quoted(f"{condition.key}={value}")


def _is_literal(condition: TagCondition, tag: str) -> bool:
    key, _, value = tag.partition("=")
    return key == condition.key and normal(value) in map(normal, condition.values)


def _few(keys: Sequence[str], language: Language) -> str:
    """Name the keys that tell, the first of many."""
    first = [quoted(key) for key in keys[:3]]
    return joined([*first, "…"] if len(keys) > 3 else first, language, any_of=True)
