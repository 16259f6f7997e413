"""When a place must be open: the values of a condition on opening hours, as "Su at 10:00", "closed now"."""

import re
from dataclasses import dataclass
from typing import Literal

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
Part = Literal["some", "at", "after", "before", "until", "in", "through"]

KEY = "opening_hours"
DAY_MINUTES = 24 * 60
# until this time of the day, "after 1:00" is of the night that ends
_NIGHT_ENDS = 6 * 60
_VALUE = re.compile(
    r"(?P<closed>closed )?"
    r"(?:(?P<whole>24/7|now)|(?P<days>today|tomorrow|daily|[A-Z][a-z](?:[,-][A-Z][a-z])*)?"
    r"(?: ?(?P<part>at|after|before|until|in|through) (?P<start>\d\d:\d\d)(?:-(?P<end>\d\d:\d\d))?)?)"
)


@dataclass(frozen=True, slots=True)
class When:
    """When a place must be open; with `closed`, when it must not be.

    `days`: weekdays, each of which must do; ("today",), ("tomorrow",) or, of no day in particular, ():
    one of a week will do. `part` of the day, in minutes after midnight: "some" time of it; "at" `start`; at
    some time "after" it; just "before" it; "until" it, the same; "in" some time, or "through" all, from
    `start` to `end`. `always`: every hour of the week; `now`: at the moment of asking.
    """

    days: tuple[str, ...] = ()
    part: Part = "some"
    start: int = 0
    end: int = 0
    always: bool = False
    now: bool = False
    closed: bool = False

    @property
    def value(self) -> str:
        """The value as a reading has it."""
        text = "24/7" if self.always else "now" if self.now else _say_days(self.days)
        if self.part != "some":
            text = f"{text} {self.part} {say_time(self.start)}".strip()
            text += f"-{say_time(self.end)}" if self.end else ""
        return f"closed {text}" if self.closed else text

    @property
    def span(self) -> tuple[int, int]:
        """The minutes of the day that count; they may reach into the next one."""
        if self.part == "some":
            return 0, DAY_MINUTES
        if self.part in ("in", "through"):
            return self.start, self.end + (DAY_MINUTES if self.end <= self.start else 0)
        if self.part in ("before", "until"):
            # what closes at midnight or later is open until the day's last minute, or the next day's
            start = self.start + (DAY_MINUTES if self.start <= _NIGHT_ENDS and self.part == "until" else 0)
            return start - 1, start
        if self.part == "after":
            if _NIGHT_ENDS <= self.start < DAY_MINUTES:
                return self.start, DAY_MINUTES
            # what opens at dawn is not open "after 1:00": of the night only what is open right then
            return (night := self.start % DAY_MINUTES + DAY_MINUTES), night + 1
        return self.start, self.start + 1


def read_when(value: str) -> When:
    """Read a value of a condition on opening hours; raises ValueError, on one line, where it is none."""
    found = _VALUE.fullmatch(value)
    if found is None or not (found["whole"] or found["days"] or found["part"]):
        raise ValueError(
            f"opening_hours is asked as 24/7, now, today, tomorrow, daily, Mo … Su, Mo-Fr or Sa,Su, with at, "
            f"after, before or until 22:00, or in or through 09:00-12:00, not {value!r}"
        )
    closed = found["closed"] is not None
    if found["whole"]:
        return When(always=found["whole"] == "24/7", now=found["whole"] == "now", closed=closed)
    part, end = found["part"] or "some", found["end"]
    if (end is not None) != (part in ("in", "through")):
        raise ValueError(f"opening_hours takes two times after in and through, else one, not {value!r}")
    start = _minutes(found["start"] or "00:00", value)
    return When(
        _days(found["days"] or "", value),
        part,  # type: ignore[arg-type]
        start,
        0 if end is None else _minutes(end, value),
        closed=closed,
    )


def say_time(minutes: int) -> str:
    """Return minutes after midnight as 08:30; the end of the day is 24:00."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _minutes(text: str, value: str) -> int:
    hours, minutes = (int(part) for part in text.split(":"))
    if hours * 60 + minutes > DAY_MINUTES or minutes > 59:
        raise ValueError(f"{text} is no time of the day in opening_hours {value!r}")
    return hours * 60 + minutes


def _days(text: str, value: str) -> tuple[str, ...]:
    if text in ("", "today", "tomorrow"):
        return (text,) if text else ()
    if text == "daily":
        return DAYS
    days: set[str] = set()
    for run in text.split(","):
        ends = run.split("-")
        if len(ends) > 2 or any(day not in DAYS for day in ends):
            raise ValueError(f"{run} is no day of the week in opening_hours {value!r}")
        first, last = DAYS.index(ends[0]), DAYS.index(ends[-1])
        days.update(DAYS[(first + i) % 7] for i in range((last - first) % 7 + 1))
    return tuple(day for day in DAYS if day in days)


def _say_days(days: tuple[str, ...]) -> str:
    if days == DAYS:
        return "daily"
    if days == DAYS[:5]:
        return "Mo-Fr"
    return ",".join(days)
