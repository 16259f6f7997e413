"""What opening hours say of a week without holidays in 2026, by the library that knows their grammar."""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import cache

from opening_hours import OpeningHours, ParserError

from tests.conditions_by_hand.tags import Says, Tags

# weeks of summer and winter in which neither Portugal, Malta nor Finland has a holiday
_MONDAYS = (date(2026, 2, 23), date(2026, 7, 6), date(2026, 9, 28))
_SUNDAY = 6
# what people write for 24/7 that the grammar does not know
_ALWAYS = {
    "24h",
    "24 h",
    "24hs",
    "24 horas",
    "24 hours",
    "24hours",
    "24h/7d",
    "24/24",
    "24x7",
    "always",
    "sempre",
}

Span = tuple[datetime, datetime]


def open_on(weekday: int) -> Says:
    """Open at some time of the day, 0 being Monday, in one of the weeks."""

    def is_so(spans: list[Span], monday: date) -> bool:
        begin = datetime.combine(monday + timedelta(days=weekday), time())
        # what is left of the evening before is not its own
        return any(
            begin <= start < begin + timedelta(days=1) or _all_day(begin, (start, end))
            for start, end in spans
        )

    return _says(is_so)


def open_on_sunday() -> Says:
    """Open at some time of Sunday."""
    return open_on(_SUNDAY)


def open_all_day() -> Says:
    """Open at all times of the week."""

    def is_so(spans: list[Span], monday: date) -> bool:
        begin = datetime.combine(monday, time())
        return any(start <= begin and end >= begin + timedelta(days=7) for start, end in spans)

    return _says(is_so)


def open_after(hour: int) -> Says:
    """Open for some time after that hour of an evening of the week, and open that evening."""

    def is_so(spans: list[Span], monday: date) -> bool:
        evenings = [datetime.combine(monday + timedelta(days=i), time(hour)) for i in range(7)]
        return any(
            start < at + timedelta(hours=24 - hour) and end > at for start, end in spans for at in evenings
        )

    return _says(is_so)


def _all_day(begin: datetime, span: Span) -> bool:
    return span[0] <= begin and span[1] >= begin + timedelta(days=1)


def _says(is_so: Callable[[list[Span], date], bool]) -> Says:
    def says(tags: Tags) -> str:
        written = " ".join(tags.get("opening_hours", "").split())
        if not written:
            return "untold"
        weeks = _weeks(written)
        if weeks is None:
            return "unreadable"
        return "yes" if any(is_so(spans, monday) for monday, spans in weeks.items()) else "no"

    return says


@cache
def _weeks(written: str) -> dict[date, list[Span]] | None:
    """When it is open from a day before each week to a day after it; None where it can't be read."""
    try:
        hours = OpeningHours("24/7" if written.lower() in _ALWAYS else written)
    except (ParserError, SyntaxError, ValueError):
        return None
    found: dict[date, list[Span]] = {}
    for monday in _MONDAYS:
        begin = datetime.combine(monday, time())
        spans: list[Span] = []
        for start, end, state, *_ in hours.intervals(begin - timedelta(days=1), begin + timedelta(days=8)):
            if str(state) != "open":
                continue
            if spans and spans[-1][1] >= start:
                spans[-1] = (spans[-1][0], end)
            else:
                spans.append((start, end))
        found[monday] = spans
    return found
