"""Conditions on opening hours in words: "em funcionamento ao domingo às 10:00", "open after 22:00"."""

from queries.catalogue.catalogue import Language
from queries.catalogue.when import DAY_MINUTES, DAYS, When, read_when, say_time
from service.language.phrasing import joined

_ALWAYS: dict[Language, str] = {"pt": "24 horas por dia", "en": "open 24 hours"}
_DAYS: dict[Language, tuple[str, ...]] = {
    "pt": (
        "à segunda-feira", "à terça-feira", "à quarta-feira", "à quinta-feira", "à sexta-feira", "ao sábado",
        "ao domingo",
    ),
    "en": (
        "on Mondays", "on Tuesdays", "on Wednesdays", "on Thursdays", "on Fridays", "on Saturdays",
        "on Sundays",
    ),
}  # fmt: skip
_SETS: dict[tuple[str, ...], tuple[str, str]] = {
    DAYS: ("todos os dias", "every day"),
    DAYS[:5]: ("de segunda a sexta-feira", "from Monday to Friday"),
    ("today",): ("hoje", "today"),
    ("tomorrow",): ("amanhã", "tomorrow"),
}
_PARTS: dict[str, tuple[str, str]] = {
    "at": ("às {start}", "at {start}"),
    "after": ("depois das {start}", "after {start}"),
    "before": ("antes das {start}", "before {start}"),
    "until": ("até às {start}", "until {start}"),
    "in": ("em algum momento entre as {start} e as {end}", "at some time between {start} and {end}"),
    "through": ("das {start} às {end}", "from {start} to {end}"),
}
_MIDNIGHT: dict[str, tuple[str, str]] = {
    "at": ("à meia-noite", "at midnight"),
    "after": ("depois da meia-noite", "after midnight"),
    "before": ("antes da meia-noite", "before midnight"),
    "until": ("até à meia-noite", "until midnight"),
}


def say_opening(value: str, language: Language) -> str:
    """Return a value of a condition on opening hours in words that follow the name of a place.

    >>> say_opening("Su at 10:00", "en")
    'open on Sundays at 10:00'
    """
    when = read_when(value)
    index = 0 if language == "pt" else 1
    if when.always and not when.closed:
        return _ALWAYS[language]
    opener = (("sem estar em funcionamento", "not open") if when.closed else ("em funcionamento", "open"))[
        index
    ]
    said = [opener, say_days(when, language)]
    if when.always:
        said.append(("a todas as horas", "at all hours")[index])
    if when.now:
        said.append(("agora", "now")[index])
    if when.start == DAY_MINUTES and when.part in _MIDNIGHT:
        said.append(_MIDNIGHT[when.part][index])
    elif when.part != "some":
        start, end = say_time(when.start), say_time(when.end)
        said.append(_PARTS[when.part][index].format(start=start, end=end))
    return " ".join(part for part in said if part)


def say_days(when: When, language: Language) -> str:
    """Return the days that are asked for in words; nothing of none in particular."""
    index = 0 if language == "pt" else 1
    if when.days in _SETS:
        return _SETS[when.days][index]
    return joined([_DAYS[language][DAYS.index(day)] for day in when.days], language)
