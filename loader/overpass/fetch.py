"""Fetches a region from Overpass, live or as it was kept: its places, its roads and its areas."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

from loader.errors import SourceError
from loader.formats.extract import ROAD_CLASSES, Extract, Remark
from loader.formats.overpass_json import parse_answer, read_answers
from loader.formats.shapes import mend
from loader.formats.web_page import is_web_page, plain_text
from loader.overpass.answer_cache import Answers
from loader.overpass.http import Clock, Patience, Unusable, post
from loader.overpass.query import (
    AREA_OF_RELATION,
    build_areas_query,
    build_boundary_query,
    build_names_query,
    build_roads_query,
    build_services_query,
)
from loader.overpass.region import Boundary, Region, parse_around, parse_box
from loader.settings import OverpassSettings
from queries.catalogue.catalogue import Catalogue, load_catalogue
from queries.progress import Progress, silent
from queries.settings import HomeSettings

# recent: kept answers younger than RECENT_S serve, else the servers; cached: kept ones only; refresh: never
Use = Literal["recent", "cached", "refresh"]
Answer = Mapping[str, Any]

RECENT_S = 24 * 3600.0
_MOST_LISTED = 20
# what the server needs to send its answer after it has worked for as long as it may
_SENDING_S = 30.0


@dataclass(frozen=True, slots=True)
class Told:
    """One answer: what was asked for, and its age in seconds where it was kept, None where it is new."""

    what: str
    age_s: float | None

    def __str__(self) -> str:
        """Say it for people."""
        if self.age_s is None:
            return f"{self.what}: fetched now"
        return f"{self.what}: kept {tell_age(self.age_s)} ago (--refresh fetches anew)"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A region as fetched: what is in it, whose data it is, and where each answer came from."""

    extract: Extract
    region: Region
    attribution: str | None
    told: Sequence[Told]


@dataclass(slots=True)
class Overpass:
    """The Overpass servers behind the answers kept on disk."""

    settings: OverpassSettings = field(default_factory=OverpassSettings)
    answers: Answers = field(default_factory=lambda: Answers(HomeSettings().cache / "overpass"))
    use: Use = "recent"
    clock: Clock = field(default_factory=Clock)
    progress: Progress = silent
    told: list[Told] = field(default_factory=list)
    noted: list[Remark] = field(default_factory=list)

    @property
    def timeout_s(self) -> int:
        """How long a server may work on one query."""
        return self.settings.timeout_s

    def ask(self, what: str, query: str, *, area: int | None = None) -> Answer:
        """Return the answer to a query, which must hold the Overpass area of that number, if any is given.

        Raises SourceError where nothing is kept and only that may be used, SourceUnavailable where the
        servers fail.
        """
        parse = partial(_parse, area=area)
        if self.use != "refresh" and (kept := self._find(query, parse)) is not None:
            answer, age_s = kept
            if self.use == "cached" or age_s <= RECENT_S:
                self.told.append(Told(what, age_s))
                return answer
        if self.use == "cached":
            raise SourceError(
                f"no answer of Overpass about {what} is kept in {self.answers.folder}: leave out --cached",
                source="overpass",
                exit_code=2,
            )
        stage = f"asking Overpass for {what}"
        self.progress(stage, 0, None)
        received = post(
            self.settings.urls,
            data={"data": query},
            parse=parse,
            patience=Patience(read_s=self.timeout_s + _SENDING_S),
            clock=self.clock,
            tell=lambda failure: self.progress(f"{stage} again: {failure}", 0, None),
        )
        try:
            self.answers.keep(_key(query), received.body)
        except OSError as error:
            reason = f"it could not be kept in {self.answers.folder}: {error.strerror}"
            self.noted.append(Remark(f"the answer about {what}", reason))
        self.told.append(Told(what, None))
        return received.value

    def _find(self, query: str, parse: "partial[Answer]") -> tuple[Answer, float] | None:
        """Return a kept answer with its age; one that is damaged counts as none."""
        kept = self.answers.find(_key(query))
        if kept is None:
            return None
        try:
            return parse(kept[0]), kept[1]
        except Unusable:
            return None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which region, in one of three ways, as people write it, and whether kept answers may serve."""

    around: str | None = None
    radius_m: float | None = None
    bbox: str | None = None
    area: str | None = None
    cached: bool = False
    refresh: bool = False

    @property
    def options(self) -> list[str]:
        """The options that were given, as on the command line."""
        names = {"around": "--around", "radius_m": "--radius-m", "bbox": "--bbox", "area": "--area"}
        names |= {"cached": "--cached", "refresh": "--refresh"}
        return [option for name, option in names.items() if getattr(self, name) not in {None, False}]


def fetch(
    wanted: Wanted, *, road_classes: Sequence[str] = ROAD_CLASSES, progress: Progress = silent
) -> Fetched:
    """Fetch a region with the settings of the environment.

    Raises SourceError, with exit code 2, where none or several regions are given, or what is given can't
    be meant, and as fetch_region does.
    """
    around, radius_m, bbox, area = wanted.around, wanted.radius_m, wanted.bbox, wanted.area
    if sum(value is not None for value in (around, bbox, area)) != 1:
        raise _wrong_call(
            "overpass needs one of --around LAT,LON with --radius-m, --bbox S,W,N,E, or --area NAME"
        )
    if (around is None) != (radius_m is None):
        raise _wrong_call("--around and --radius-m go together, e.g. --around -8.06,-34.88 --radius-m 5000")
    if wanted.cached and wanted.refresh:
        raise _wrong_call("--cached never asks and --refresh always does: give one of them")
    use: Use = "cached" if wanted.cached else "refresh" if wanted.refresh else "recent"
    overpass = Overpass(use=use, progress=progress)
    region: Region
    try:
        if around is not None and radius_m is not None:
            region = parse_around(around, radius_m)
        elif bbox is not None:
            region = parse_box(bbox)
        else:
            region = find_boundary(area or "", overpass)
    except ValueError as error:
        raise _wrong_call(plain_text(str(error))) from error
    return fetch_region(region, overpass, classes=road_classes)


def fetch_region(
    region: Region,
    overpass: Overpass,
    *,
    catalogue: Catalogue | None = None,
    classes: Sequence[str] = ROAD_CLASSES,
) -> Fetched:
    """Fetch what the catalogue calls places, the roads of the classes, and the areas of a region.

    A circle is fetched with its halo. Raises SourceError, in one line, where any of the three fails: never
    a part of a city for the whole.
    """
    catalogue = catalogue or load_catalogue()
    area = AREA_OF_RELATION + region.relation if isinstance(region, Boundary) else None
    timeout_s = overpass.timeout_s
    answers = [
        overpass.ask("services", build_services_query(catalogue, region, timeout_s=timeout_s), area=area),
        overpass.ask("roads", build_roads_query(classes, region, timeout_s=timeout_s), area=area),
        overpass.ask("areas", build_areas_query(region, timeout_s=timeout_s), area=area),
    ]
    extract = read_answers(
        [_without_areas(answer) for answer in answers],
        source=f"Overpass, {region.name}",
        coverage=region.coverage,
        catalogue=catalogue,
        road_classes=classes,
        progress=overpass.progress,
    )
    extract.noted += overpass.noted
    return Fetched(extract, region, _find_attribution(answers), tuple(overpass.told))


def find_boundary(area: str, overpass: Overpass) -> Boundary:
    """Return the administrative boundary of a name, or that of "relation/123".

    Raises SourceError where there is none, or, with a list to choose from, where there are several.
    """
    if number := re.fullmatch(r"relation/(\d+)", area.strip()):
        return _get_boundary(int(number[1]), overpass)
    name = " ".join(area.split())
    if not name:
        raise _wrong_call("--area needs the name of a city or district, or relation/NUMBER")
    query = build_names_query(name, timeout_s=overpass.timeout_s)
    answer = overpass.ask(f"areas named {plain_text(name)}", query)
    found = sorted(
        (element for element in answer["elements"] if element.get("type") == "relation"),
        key=lambda element: (_level(element), element["id"]),
    )
    if not found:
        raise _wrong_call(
            f"no administrative boundary is named {plain_text(name)!r} in OpenStreetMap; write the name as on"
            " the map, or give --area relation/NUMBER or --around"
        )
    if len(found) > 1:
        listed = "; ".join(map(_describe, found[:_MOST_LISTED]))
        more = f"; and {len(found) - _MOST_LISTED} more" if len(found) > _MOST_LISTED else ""
        raise _wrong_call(
            f"{len(found)} boundaries are named {plain_text(name)!r}: {listed}{more}. "
            f"Choose one, e.g. --area relation/{found[0]['id']}"
        )
    return _get_boundary(found[0]["id"], overpass)


def tell_age(age_s: float) -> str:
    """Return an age in the unit that people would use."""
    for unit, seconds in (("days", 86_400), ("h", 3_600), ("min", 60)):
        if age_s >= 2 * seconds:
            return f"{age_s / seconds:.0f} {unit}"
    return f"{age_s:.0f} s"


def _get_boundary(relation: int, overpass: Overpass) -> Boundary:
    answer = overpass.ask(
        f"relation/{relation}", build_boundary_query(relation, timeout_s=overpass.timeout_s)
    )
    id_ = f"relation/{relation}"
    if not answer["elements"]:
        raise _wrong_call(f"OpenStreetMap has no {id_}")
    areas = {found.id: found for found in read_answers([answer], source=id_).areas}
    if id_ not in areas:
        raise _wrong_call(f"{id_} is no administrative boundary; give that of a city, or --bbox")
    area = areas[id_]
    if area.shape is None:
        raise _wrong_call(f"the boundary of {id_} can't be used: {area.problem}; use --bbox or --around")
    shape, _ = mend(area.shape)
    return Boundary(relation, plain_text(area.tags.get("name", id_)), shape)


def _parse(body: bytes, *, area: int | None) -> Answer:
    """Return an answer, which holds the area asked for; raises Unusable otherwise."""
    try:
        answer = parse_answer(body, source="its answer")
    except SourceError as error:
        # a whole answer that tells of a failure is the server's last word; a page or a torn one is not
        lasting = error.__cause__ is None and not is_web_page(body)
        raise Unusable(plain_text(str(error), most=400), lasting=lasting) from error
    if area is not None and not any(_is_area(element, area) for element in answer["elements"]):
        raise Unusable(f"it has no area of relation/{area - AREA_OF_RELATION} (yet)", lasting=True)
    return answer


def _key(query: str) -> str:
    """Return what decides the answer: all but the first line, which bounds the server's time and memory."""
    return query.partition("\n")[2]


def _is_area(element: Any, number: int) -> bool:
    return isinstance(element, dict) and element.get("type") == "area" and element.get("id") == number


def _without_areas(answer: Answer) -> Answer:
    """Return the answer without the areas of Overpass, which only prove that the server has them."""
    kept = [e for e in answer["elements"] if not (isinstance(e, dict) and e.get("type") == "area")]
    return {**answer, "elements": kept}


def _find_attribution(answers: Sequence[Answer]) -> str | None:
    """Return what the answers say of copyright, None where they say nothing."""
    told = (answer["osm3s"].get("copyright") for answer in answers if isinstance(answer.get("osm3s"), dict))
    return next((plain_text(text) for text in told if isinstance(text, str) and text.strip()), None)


def _wrong_call(message: str) -> SourceError:
    return SourceError(message, source="overpass", exit_code=2)


def _level(element: Answer) -> int:
    level = str(element.get("tags", {}).get("admin_level", ""))
    return int(level) if level.isascii() and level.isdigit() else 99


def _describe(element: Answer) -> str:
    """Say which of several boundaries this is: level, centre, article."""
    tags, centre = element.get("tags", {}), element.get("center", {})
    facts = [f"admin level {tags['admin_level']}"] if "admin_level" in tags else []
    if "lat" in centre and "lon" in centre:
        facts.append(f"centre {centre['lat']:.4f},{centre['lon']:.4f}")
    facts += [tags[key] for key in ("is_in", "wikipedia") if key in tags][:1]
    return plain_text(f"relation/{element['id']} ({', '.join(facts)})")
