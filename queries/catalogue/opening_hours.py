"""Opening hours as mappers write them, read by a library that knows their grammar."""

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from queries.catalogue.when import DAYS, When, say_time
from queries.geometry.position import Position

if TYPE_CHECKING:
    from opening_hours import OpeningHours

Said = Literal["yes", "no", "unsaid", "unreadable"]

# ways to write "always" that are no hours by the grammar, and mean nothing else
_ALWAYS = re.compile(
    r"(mo ?- ?su,?(,? ?ph)? )?(24 ?(h|hs|hrs?|hours?|horas?)|0+ ?- ?24( ?h)?)( (a|per) day| por dia)?"
    r"|24 ?[x/] ?(7|24)( days?)?|always( open)?|(aberto )?24 horas( por dia)?|sempre( aberto)?|open 24 hours"
)
_OF_SUN = re.compile(r"\b(sunrise|sunset|dawn|dusk)\b")
_OF_COUNTRY = re.compile(r"\b(PH|SH|sunrise|sunset|dawn|dusk)\b")
# what closes a minute before midnight does not close
_LAST_MINUTE = re.compile(r"(?<=-)23:59\b")
# "open" before a comment says that it is open all the same
_STILL_OPEN = re.compile(r'\bopen\s*"')
# "10:00+" and "12:00-16:00+": until when is not said
_OPEN_END = re.compile(r"(\d\d?:\d\d)-(\d\d?:\d\d)\+|(?<![-\d:])(\d\d?:\d\d)\+")
_NIGHT_ENDS = timedelta(hours=6)
_MINUTE = timedelta(minutes=1)
_EVENING = 17 * 60
_ONE_DAY = timedelta(days=1)

# when it begins and ends, and whether it is open (None: that is not said)
_Span = tuple[datetime, datetime, bool | None]


def read_hours(text: str) -> "OpeningHours | None":
    """Return opening hours without a place, None where they can't be read."""
    return _read(_clean(text), None, None)


class Opening:
    """Says of opening hours whether a place is open when asked; each text is looked at once.

    `now` is the moment of asking, with its time zone. Days of the week are those of the seven days from
    today, taken as normal ones: without public holidays. Today, tomorrow and now are those of the place, in
    its time zone and with the holidays of its country, both by its position. `moments` are the days, or the
    moments, that were looked at: ISO 8601, with the zone where they are those of places.
    """

    def __init__(self, when: When, now: datetime) -> None:
        self.when = when
        self.now = now
        self.moments: set[str] = set()
        self._said: dict[object, Said] = {}
        self._dated = when.now or when.days in (("today",), ("tomorrow",))

    def judge(self, text: str, position: Position) -> Said:
        """Say whether hours of a place meet what is asked; "unsaid": they leave it open."""
        zone = find_zone(position) if self._dated else None
        matters = _OF_COUNTRY if self._dated else _OF_SUN
        key = (text, zone, position if matters.search(text) else None)
        if key not in self._said:
            self._said[key] = self._judge(_clean(text), position, zone)
        return self._said[key]

    def _judge(self, text: str, position: Position, zone: tzinfo | None) -> Said:
        at = position if zone is not None or _OF_SUN.search(text) else None
        hours = _read(text, at, zone)
        if hours is None:
            return "unreadable"
        told = bool(_STILL_OPEN.search(text))
        if not _OPEN_END.search(text):
            return self._judge_at(hours, zone, told)
        # what is so whether it closes at once or late is so for sure
        ends = [_read(_OPEN_END.sub(closing, text), at, zone) for closing in (_at_once, _late)]
        said = {"unsaid" if one is None else self._judge_at(one, zone, told) for one in ends}
        return said.pop() if len(said) == 1 else "unsaid"

    def _judge_at(self, hours: "OpeningHours", zone: tzinfo | None, told: bool) -> Said:
        if self.when.now:
            start = self._local(zone).replace(tzinfo=None)
            self.moments.add(f"{self._local(zone).isoformat(timespec='minutes')}[{zone}]")
            each = [_any_open(_spans(hours, start, start + _MINUTE, told))]
        else:
            each = [self._judge_day(hours, day, told) for day in self._days(zone)]
        if self.when.always:
            each = [_all(each)]
        if self.when.closed:
            return _said(_all([None if one is None else not one for one in each]))
        return _said(_all(each) if self.when.days else _any(each))

    def _judge_day(self, hours: "OpeningHours", day: date, told: bool) -> bool | None:
        midnight = datetime(day.year, day.month, day.day)
        if self.when.always:
            return _all_open(_spans(hours, midnight, midnight + _ONE_DAY, told))
        first, last = self.when.span
        start, end = midnight + timedelta(minutes=first), midnight + timedelta(minutes=last)
        if self.when.part == "through":
            return _all_open(_spans(hours, start, end, told))
        if self.when.part != "some":
            return _any_open(_spans(hours, start, end, told))
        # the end of the night before is not of the day: "Sa 18:00-02:00" is not open on Sundays
        spans = _spans(hours, midnight - _ONE_DAY, end, told)
        return _any_open(
            (a, b, open_)
            for a, b, open_ in spans
            if b > midnight and not (a < midnight and b <= midnight + _NIGHT_ENDS)
        )

    def _days(self, zone: tzinfo | None) -> list[date]:
        if zone is not None:
            local = self._local(zone)
            day = local.date() + (_ONE_DAY if self.when.days == ("tomorrow",) else timedelta())
            self.moments.add(f"{day.isoformat()}[{zone}]")
            return [day]
        today = self.now.date()
        week = [today + timedelta(days=n) for n in range(7)]
        if self.when.days:
            week = [day for day in week if DAYS[day.weekday()] in self.when.days]
        self.moments.update(day.isoformat() for day in week)
        return week

    def _local(self, zone: tzinfo | None) -> datetime:
        return self.now.astimezone(zone).replace(second=0, microsecond=0)


@lru_cache(maxsize=100_000)
def find_zone(position: Position) -> tzinfo:
    """Return the time zone of a place by its position; at sea that of the meridian."""
    from opening_hours import OpeningHours

    hours = OpeningHours("12:00-13:00", coords=(position.latitude, position.longitude), auto_country=False)
    change = hours.next_change(datetime(2026, 1, 1))
    if change is None or change.tzinfo is None:
        raise ValueError(f"no time zone at {position}")
    return change.tzinfo


def _clean(text: str) -> str:
    """Return hours without what is wrong in them and means nothing."""
    text = " ".join(text.split()).strip(" ;,")
    return "24/7" if _ALWAYS.fullmatch(text.casefold()) else _LAST_MINUTE.sub("24:00", text)


def _read(text: str, position: Position | None, zone: tzinfo | None) -> "OpeningHours | None":
    from opening_hours import OpeningHours, validate

    if not validate(text):
        return None
    if position is None:
        return OpeningHours(text)
    at = (position.latitude, position.longitude)
    # without its country no day is a holiday: a normal week
    return OpeningHours(text, coords=at, auto_country=zone is not None)


def _spans(hours: "OpeningHours", start: datetime, end: datetime, told: bool) -> Iterator[_Span]:
    """Yield the spans of one state, cut to what is asked for; a comment alone leaves open what it is."""
    for a, b, state, comment in hours.intervals(start, end):
        from_, to = a.replace(tzinfo=None), end if b is None else b.replace(tzinfo=None)
        said = str(state)
        unsure = said == "unknown" or (said == "open" and comment and not told)
        yield max(from_, start), min(to, end), None if unsure else said == "open"


def _any_open(spans: Iterable[_Span]) -> bool | None:
    return _any([open_ for _, _, open_ in spans])


def _all_open(spans: Iterable[_Span]) -> bool | None:
    return _all([open_ for _, _, open_ in spans])


def _at_once(open_end: "re.Match[str]") -> str:
    """Return "12:00-16:00" of "12:00-16:00+", and a minute of "10:00+"."""
    start, end, alone = open_end.groups()
    return f"{start}-{end}" if alone is None else f"{alone}-{say_time(_minutes(alone) + 1)}"


def _late(open_end: "re.Match[str]") -> str:
    """Return "12:00-24:00" of "12:00-16:00+"; what opens in the evening closes at night."""
    start = open_end[1] or open_end[3]
    return f"{start}-{'24:00' if _minutes(start) < _EVENING else '28:00'}"


def _minutes(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)


def _any(each: list[bool | None]) -> bool | None:
    return True if True in each else None if None in each else False


def _all(each: list[bool | None]) -> bool | None:
    return False if False in each else None if None in each else True


def _said(open_: bool | None) -> Said:
    return "unsaid" if open_ is None else "yes" if open_ else "no"
