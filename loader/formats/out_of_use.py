"""What marks a thing on the map as out of use: closed, gone, or not there yet; one rule for all formats.

A key with a prefix (disused:amenity, was:shop, proposed:highway …) names no place by itself: the catalogue
does not look for it, and what stands beside it under its plain key is in use. Here are the marks that stand
beside a plain key.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

Sort = Literal["gone", "shut", "idle", "ruined"]
_ORDER: tuple[Sort, ...] = ("gone", "shut", "idle", "ruined")

_GONE_KEYS = ("demolished", "removed", "razed", "destroyed", "dismantled")
_UNBUILT_KEYS = ("proposed", "planned", "construction")
_IDLE_KEYS = ("disused", "abandoned", "closed", "permanently_closed", "vacant", "derelict", "unused")
_RUIN_KEYS = ("ruins", "ruined")
_STATUS_KEYS = ("status", "operational_status", "state", "lifecycle", "lifecycle_status", "business_status")
_HOUSE_KEYS = ("shop", "office", "amenity", "craft", "tourism", "leisure", "healthcare")
_DATE_KEYS = ("end_date", "start_date", "opening_date", "opening_hours")
_KEYS = (
    *_GONE_KEYS,
    *_UNBUILT_KEYS,
    *_IDLE_KEYS,
    *_RUIN_KEYS,
    *_STATUS_KEYS,
    *_HOUSE_KEYS,
    *_DATE_KEYS,
    "building",
)

_YES = frozenset({"yes", "true", "1"})
_GONE_VALUES = frozenset(
    {*_GONE_KEYS, *_UNBUILT_KEYS, "under_construction", "not_built", "not_yet_open", "collapsed", "future"}
)
_IDLE_VALUES = frozenset(
    {*_IDLE_KEYS, "inactive", "out_of_use", "out_of_order", "out_of_service", "not_in_use", "decommissioned"}
    | {"defunct", "broken", "closed_permanently", "closed_temporarily", "temporarily_closed"}
    | {
        f"{no}{gap}{able}"
        for no in ("non", "not")
        for gap in ("", "_")
        for able in ("operational", "functional")
    }
)
_EMPTY_VALUES = frozenset({"vacant", "empty", "disused", "abandoned", "closed", "former"})
_RUINED_BUILDINGS = frozenset({"ruins", "ruin", "collapsed", "destroyed", "demolished"})

# works of their own that a mark beside a museum, a café or a viewpoint is about: a station, a mine
_WORKS = frozenset(
    {"railway", "man_made", "aeroway", "aerialway", "power", "military", "waterway", "telecom", "industrial"}
)
_HALLS = frozenset({"railway", "aeroway", "military"})  # works with room for a shop or a café
_HISTORY = frozenset({"historic", "heritage"})
_VISITED = frozenset({"museum", "attraction", "viewpoint", "artwork", "gallery", "information"})
_USES = frozenset(
    {*_HOUSE_KEYS, "emergency", "public_transport", "highway", "sport", "club", "landuse", "building"}
)
_OF_BUILDINGS = frozenset({*_HOUSE_KEYS, *_HALLS, "building", "public_transport", "emergency", "club"})

_DATE = re.compile(r"(~|before |early |mid |late )?(\S+\.\.)?~?(\d{4})(s)?(-\d\d)?(-\d\d)?")
_QUOTED = re.compile(r'"[^"]*"')
_CLOSED = re.compile(r"(?P<when>.*?)\s*\b(?:off|closed)(?: permanently)?")
_HOLIDAYS = frozenset({"ph", "sh"})
_ALWAYS = _HOLIDAYS | {"24/7", "mo-su", "jan-dec", "00:00-24:00", "permanently"}


@dataclass(frozen=True, slots=True)
class Mark:
    """What says that a thing is out of use (`label`, as "disused=yes"), and in what way (`sort`).

    "gone": it is no more, or not yet; "shut": nobody gets in; "idle": it stands there without its use;
    "ruined": its building is a ruin.
    """

    label: str
    sort: Sort


def find_mark(tags: Mapping[str, Any], *, date: str | None) -> Mark | None:
    """Return the mark of the tags that says most, None where there is none.

    `date` is that of the data, ISO 8601, against which end_date and start_date are held; None: today.
    """
    day = (date or datetime.now(UTC).isoformat())[:10]
    found = [(key, tags[key].strip()) for key in _KEYS if key in tags]
    marks = [mark for key, value in found if (mark := _judge(key, value, tags, day))]
    return min(marks, key=lambda mark: _ORDER.index(mark.sort), default=None)


def strip_uses(tags: Mapping[str, str], mark: Mark) -> dict[str, str]:
    """Return the tags that say what a thing with this mark is all the same.

    What is historic stays so whatever its use was, and a church without services is a church. A mark beside
    works is about these: what one visits there is in use, and so is a café in a disused station.
    """
    if mark.sort == "gone":
        return {}
    works, standing = _WORKS & tags.keys(), mark.sort in ("idle", "ruined")
    kept: set[str] = set()
    if "place_of_worship" in _parts(tags, "amenity"):
        kept |= {"amenity", "building"}
    if standing and (works or _HISTORY & tags.keys()) and not _VISITED.isdisjoint(_parts(tags, "tourism")):
        kept.add("tourism")
    if mark.sort == "ruined" or (mark.sort == "idle" and works):
        kept.add("leisure")  # a park with a ruin is a park
    if mark.sort == "idle" and works & _HALLS:
        kept |= {"amenity", "shop", "office", "craft"}
    dropped = (_OF_BUILDINGS if mark.sort == "ruined" else _USES | _WORKS) - kept
    return {key: value for key, value in tags.items() if key not in dropped}


def closes_road(tags: Mapping[str, Any], mark: Mark) -> bool:
    """Say whether a road with this mark is no street of today; hours and ruins are not the road's own."""
    return mark.sort == "gone" or (mark.sort == "idle" and not any(key in tags for key in _WORKS))


def is_never_open(hours: str) -> bool:
    """Say whether opening_hours say closed and nothing else: "off", "24/7 closed", "Mo-Su off".

    "Mo off; Tu-Su 10:00-18:00" has hours, and "PH off" or "Nov-Mar off" closes for a part of the year only.
    """
    rules = [rule.strip() for rule in re.split(r";|\|\|", _QUOTED.sub("", hours).lower())]
    closed = [_CLOSED.fullmatch(rule) for rule in rules if rule]
    if not all(closed):
        return False
    whens = [set(re.split(r"[\s,]+", rule["when"].rstrip(" :"))) - {""} for rule in closed if rule]
    return any(when <= _ALWAYS and not (when and when <= _HOLIDAYS) for when in whens)


def _judge(key: str, value: str, tags: Mapping[str, Any], day: str) -> Mark | None:
    low = value.lower()
    sort: Sort | None = None
    label = f"{key}={low}"
    if key in _GONE_KEYS:
        sort = "gone" if low in _YES or _is_past(low, day) else None
    elif key in _UNBUILT_KEYS:  # on what stands there since long it is about works that go on
        sort = "gone" if low in _YES and not any(k in tags for k in _HISTORY) else None
    elif key in _IDLE_KEYS:  # disused=station beside railway=station is the scheme of old
        is_told = low in _YES or _is_past(low, day) or any(tags.get(k) == value for k in _USES | _WORKS)
        sort = "idle" if is_told else None
    elif key in _RUIN_KEYS:
        sort = "ruined" if low not in ("no", "") else None
    elif key in _STATUS_KEYS:
        status = re.sub(r"[\s-]+", "_", low)
        sort = "gone" if status in _GONE_VALUES else "idle" if status in _IDLE_VALUES else None
    elif key == "building":
        sort = "ruined" if low in _RUINED_BUILDINGS else None
    elif key in _HOUSE_KEYS:
        sort = "shut" if low in _EMPTY_VALUES else None
    elif key == "opening_hours":
        sort, label = ("shut" if is_never_open(value) else None), "opening_hours=off"
    elif key == "end_date":
        sort, label = ("idle" if _is_past(low, day) else None), "end_date in the past"
    else:
        sort, label = ("gone" if _is_future(low, day) else None), f"{key} in the future"
    return Mark(label, sort) if sort else None


def _parts(tags: Mapping[str, str], key: str) -> set[str]:
    return {part.strip() for part in tags.get(key, "").split(";")}


def _is_past(text: str, day: str) -> bool:
    """Say whether a day, month, year or decade has ended on the day."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year = int(found[3]) + (9 if found[4] else 0)
    return f"{year:04}{found[5] or '-12'}{found[6] or '-31'}" < day


def _is_future(text: str, day: str) -> bool:
    """Say whether a day, month or year begins after the day."""
    found = _DATE.fullmatch(text)
    if found is None or found[1] or found[2] or found[4]:
        return False
    return f"{found[3]}{found[5] or '-01'}{found[6] or '-01'}" > day
