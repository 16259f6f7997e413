"""Which days, or which moment, opening hours were looked at for: said as an assumption."""

from collections.abc import Iterable, Sequence
from datetime import date

from queries.catalogue.catalogue import Language
from queries.catalogue.when import DAYS, KEY, When, read_when
from service.answer import TagCondition
from service.language.opening_words import say_days
from service.language.phrasing import joined

# time zones that are named where places lie in several
_NAMED = 3


def say_moments(conditions: Iterable[TagCondition], language: Language) -> tuple[str, ...]:
    """Say for each condition on opening hours when places were looked at, each once."""
    said = [
        _say(read_when(value), condition.moments, language)
        for condition in conditions
        if condition.key == KEY and condition.moments
        for value in condition.values
    ]
    return tuple(dict.fromkeys(text for text in said if text))


def _say(when: When, moments: Sequence[str], language: Language) -> str:
    if when.always:
        return ""
    local = [moment for moment in moments if moment.endswith("]")]
    if when.now or when.days in (("today",), ("tomorrow",)):
        what = (("agora" if language == "pt" else "now") if when.now else say_days(when, language)) + ": "
        told = [moment for moment in local if ("T" in moment) == when.now]
        zones = [_zoned(moment) for moment in told]
        more = len(zones) - _NAMED
        return what + joined([*zones[:_NAMED], *([f"+{more}"] if more > 0 else [])], language)
    days = [moment for moment in moments if not moment.endswith("]")]
    if when.days:
        days = [day for day in days if DAYS[_weekday(day)] in when.days]
    if len(days) == 7:
        between = f"{days[0]} a {days[-1]}" if language == "pt" else f"{days[0]} to {days[-1]}"
        any_ = not when.days and not when.closed
        pt, en = (
            ("num destes dias", "on one of these days") if any_ else ("todos estes dias", "all these days")
        )
        said = f"{pt if language == 'pt' else en}: {between}"
    else:
        said = f"{say_days(when, language)}: {joined(days, language)}"
    return said + (", sem contar feriados" if language == "pt" else ", public holidays not counted")


def _zoned(moment: str) -> str:
    time, _, zone = moment.rstrip("]").partition("[")
    return f"{time} ({zone})"


def _weekday(day: str) -> int:
    return date.fromisoformat(day).weekday()
