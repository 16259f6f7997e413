"""The kinds of files that perto reads, told apart by what is in them, then by their names."""

import bz2
import gzip
import re
import shutil
import tempfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from loader.errors import SourceError
from loader.formats import geojson, osm_file, overpass_json
from loader.formats.edited import count_changed, mark_deleted, may_mark_deleted
from loader.formats.extract import ROAD_CLASSES, Extract, Remark
from loader.formats.osm_check import parse_time
from loader.formats.web_page import is_web_page, tell_web_page
from queries.catalogue.catalogue import Catalogue, load_catalogue
from queries.progress import Progress, silent

_PEEK_BYTES = 4_096
_PACKERS: dict[str, tuple[bytes, Callable[[Any], Any]]] = {
    ".gz": (b"\x1f\x8b", gzip.open),
    ".bz2": (b"BZh", bz2.open),
}
_BROKEN_PACKING = (OSError, EOFError, zlib.error)


class Options(TypedDict):
    """What every reader is told besides the file."""

    catalogue: Catalogue
    road_classes: Sequence[str]
    progress: Progress


@dataclass(frozen=True, slots=True)
class Source:
    """A file on its way in: its beginning unpacked, and how it is packed ("" or a key of _PACKERS).

    `incomplete`: it may lack what the rest of it belongs to.
    """

    path: Path
    start: bytes
    packing: str
    options: Options
    incomplete: bool = False


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file: its suffixes, whether a file begins like one, and what reads it."""

    suffixes: tuple[str, ...]
    fits: Callable[[Source], bool]
    read: Callable[[Source], Extract]


def fetch(
    path: Path | str,
    *,
    catalogue: Catalogue | None = None,
    road_classes: Sequence[str] = ROAD_CLASSES,
    incomplete: bool = False,
    progress: Progress = silent,
) -> Extract:
    """Read a file of any kind that perto knows; the content decides which it is, then the name.

    `road_classes` are the values of highway=* that make a way a road. A file that lost ways is read all the
    same where it may be `incomplete`, and says so.
    Raises SourceError, in one line, where there is no such file, it is of no known kind, or not whole; a
    broken element is told in `skipped` and stops nothing.
    """
    path = Path(path)
    start = _open(path)
    packing = next((name for name, (magic, _) in _PACKERS.items() if start.startswith(magic)), "")
    if packing:
        start = _unpack_start(path, packing)
    options = Options(catalogue=catalogue or load_catalogue(), road_classes=road_classes, progress=progress)
    source = Source(path, start.lstrip(b"\xef\xbb\xbf \t\r\n"), packing, options, incomplete)
    if is_web_page(source.start):
        whole = _read(source)
        raise SourceError(f"{path} is {tell_web_page(whole)}", source=str(path))
    name = path.name.lower()
    for kind in FORMATS:
        if kind.fits(source):
            return kind.read(source)
    for kind in FORMATS:
        if name.endswith(kind.suffixes):
            return kind.read(source)
    raise SourceError(
        f"{path} is of a kind perto can't read; it reads {', '.join(SUFFIXES)}", source=str(path)
    )


def _open(path: Path) -> bytes:
    """Return how a file begins; raises SourceError where there is nothing to read."""

    def refuse(what: str, exit_code: int) -> SourceError:
        return SourceError(what, source=str(path), exit_code=exit_code)

    if path.is_dir():
        raise refuse(f"{path} is a folder; give one file inside it", 2)
    if path.exists() and not path.is_file():  # a pipe would be waited for, and can't be read twice
        raise refuse(f"{path} is no ordinary file; save what it gives to one first", 2)
    try:
        with path.open("rb") as file:
            start = file.read(_PEEK_BYTES)
    except FileNotFoundError as error:
        raise refuse(f"no such file: {path}", 2) from error
    except PermissionError as error:
        raise refuse(f"{path} may not be read by this user; change its permissions", 1) from error
    except OSError as error:
        raise refuse(f"{path} can't be opened: {error.strerror}", 1) from error
    if not start:
        raise refuse(f"{path} is empty; download it again", 1)
    return start


def _unpack_start(path: Path, packing: str) -> bytes:
    try:
        with _PACKERS[packing][1](path) as file:
            start: bytes = file.read(_PEEK_BYTES)
            return start
    except _BROKEN_PACKING:
        return b""  # whoever reads all of it will say so


def _read(source: Source) -> bytes:
    """Return the whole file, unpacked."""
    try:
        if not source.packing:
            return source.path.read_bytes()
        with _PACKERS[source.packing][1](source.path) as file:
            whole: bytes = file.read()
            return whole
    except _BROKEN_PACKING as error:
        raise SourceError(
            f"{source.path} is not whole ({error}); download it again", source=str(source.path)
        ) from error


def _is_pbf(source: Source) -> bool:
    return b"OSMHeader" in source.start[:64] and not source.packing


def _is_xml(source: Source) -> bool:
    return source.start.startswith(b"<")


def _is_json(source: Source) -> bool:
    return source.start.startswith((b"{", b"[", geojson.RECORD))


def _read_pbf(source: Source) -> Extract:
    return _read_with_osmium(source, ".osm.pbf")


def _read_xml(source: Source) -> Extract:
    if b"Overpass" not in source.start:
        if _marks_deleted(source):
            return _read_edited(source)
        return _read_with_osmium(source, f".osm{source.packing}")
    _check_overpass_xml(source)
    extract = _read_with_osmium(source, f".osm{source.packing}")
    base = re.search(rb'osm_base="([^"]*)"', source.start)
    if base and (time := parse_time(base[1].decode("ascii", "replace"))):
        extract.extracted_at = time
    return extract


def _read_with_osmium(source: Source, suffix: str) -> Extract:
    """Read a file under a name that tells osmium its kind: under its own, or as a copy of another."""
    if source.path.name.lower().endswith(suffix) and source.packing != ".bz2":
        return osm_file.fetch(source.path, incomplete=source.incomplete, **source.options)
    with tempfile.TemporaryDirectory(prefix="perto-") as folder:
        copy = Path(folder) / f"copy{suffix.removesuffix('.bz2')}"
        if source.packing == ".bz2":
            _unpack(source, copy)
        else:
            shutil.copyfile(source.path, copy)
        return _read_copy(source, copy)


def _unpack(source: Source, target: Path) -> None:
    """Write a packed file unpacked: osmium reads but the first of several streams where they are short."""
    try:
        with _PACKERS[source.packing][1](source.path) as packed, target.open("wb") as file:
            shutil.copyfileobj(packed, file, 1 << 20)
    except _BROKEN_PACKING as error:
        raise SourceError(
            f"{source.path} is not a whole OpenStreetMap file ({error}); download it again",
            source=str(source.path),
        ) from error


def _read_copy(source: Source, copy: Path) -> Extract:
    return osm_file.fetch(copy, told=source.path, incomplete=source.incomplete, **source.options)


def _marks_deleted(source: Source) -> bool:
    try:
        with _PACKERS[source.packing][1](source.path) if source.packing else source.path.open("rb") as file:
            return may_mark_deleted(file)
    except _BROKEN_PACKING:
        return False  # whoever reads all of it will say so


def _read_edited(source: Source) -> Extract:
    """Read a file that an editor has saved before an upload, without what is deleted there."""
    with tempfile.TemporaryDirectory(prefix="perto-") as folder:
        copy = Path(folder) / "copy.osm"
        whole = _read(source)
        copy.write_bytes(mark_deleted(whole))
        extract = _read_copy(source, copy)
    if changed := count_changed(whole):
        reason = f"{changed} of its elements were changed in an editor: loaded as they are there"
        extract.noted.append(Remark("file", reason))
    return extract


def _check_overpass_xml(source: Source) -> None:
    """Raise SourceError where an answer says that its query failed, or osmium would miss its coordinates."""
    name, whole = str(source.path), _read(source)
    remark = re.search(rb"<remark>(.*?)</remark>", whole, re.DOTALL)
    if remark:
        overpass_json.check_answer({"remark": remark[1].decode("utf-8", "replace")}, source=name)
    if re.search(rb"<center\b|<nd\b[^>]*\slat=", whole):
        reason = "an Overpass answer in XML with `out center` or `out geom`, which is read in JSON only"
        raise SourceError(f"{name} is {reason}: ask for [out:json]", source=name)


def _read_json(source: Source) -> Extract:
    name = str(source.path)
    body = _read(source)
    document = geojson.parse_lines(body) or overpass_json.parse_json(body, source=name)
    if isinstance(document, dict) and ("elements" in document or "remark" in document):
        extract = overpass_json.read_answers([document], source=name, **source.options)
        if not document["elements"]:
            raise SourceError(f"{name} holds no elements", source=name)
        kinds = [element.get("type") for element in document["elements"]]
        if len(kinds) > 1 and set(kinds) == {"node"}:
            extract.flaws.append("nodes_only")
    elif isinstance(document, dict) and document.get("type") in geojson.KINDS:
        extract = geojson.read_geojson(document, source=name, **source.options)
    else:
        raise SourceError(
            f"{name} is JSON of a kind perto can't read; it reads Overpass answers and GeoJSON features",
            source=name,
        )
    extract.source = source.path.name
    return extract


# where sources of a new kind are added
FORMATS = (
    Format((".osm.pbf", ".pbf"), _is_pbf, _read_pbf),
    Format((".osm", ".osm.gz", ".osm.bz2"), _is_xml, _read_xml),
    Format(
        (*(".json", ".json.gz", ".geojson", ".geojson.gz"), *(".geojsonl", ".geojsonseq", ".ndjson")),
        _is_json,
        _read_json,
    ),
)
SUFFIXES = tuple(suffix for kind in FORMATS for suffix in kind.suffixes)
