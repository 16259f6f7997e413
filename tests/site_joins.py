"""Counts what sites join in some files, and draws joins to judge by hand, as docs/graph.md tells.

`python -m tests.site_joins FILE… [--draw N] [--seed N]` reads files as a load does, without a store. A join
is a site of two places or more; those drawn are written with names, tags, metres and shapes.
"""

import argparse
import random
from collections.abc import Sequence
from pathlib import Path

from loader.derive.sites import Together
from loader.formats.detect import fetch
from loader.transform.places import transform_places
from queries.geometry.distance import Shapes, pairs_within
from queries.rows import POIRow
from queries.statements.nearness import LocatedPlace

_TOLD = (
    "source",
    "addr:",
    "created_by",
    "note",
    "website",
    "phone",
    "contact:",
    "survey",
    "check_date",
    "ref:",
)


def read(path: Path) -> dict[str, POIRow]:
    """Return the places of a file by id."""
    return {row.id: row for row in transform_places(fetch(path).places)[0]}


def join(rows: Sequence[POIRow]) -> Together:
    """Return which of the places are one site or one thing."""
    return Together(
        [
            LocatedPlace(
                row.id,
                row.services,
                row.position.latitude,
                row.position.longitude,
                row.geometry,
                row.reach_m,
                names=((row.name,) if row.name else ()) + row.alt_names,
                calling=tuple(t for t in row.tags if t.split("=")[0] in ("brand", "branch", "operator")),
            )
            for row in rows
        ]
    )


def describe(rows: Sequence[POIRow], thing: dict[str, str]) -> str:
    """Tell the places of one site: each with its tags, and the metres between every two."""
    lines = []
    for row in rows:
        tags = ", ".join(tag for tag in row.tags if not tag.startswith(_TOLD))
        shape = "point" if row.geometry is None else f"{row.geometry.split()[0].lower()} {row.reach_m:.0f} m"
        lines.append(f"  {row.id} [{shape}] thing {thing[row.id]}: {tags[:260]}")
    shapes = Shapes.from_found(
        LocatedPlace(r.id, r.services, r.position.latitude, r.position.longitude, r.geometry, r.reach_m)
        for r in rows
    )
    pairs = pairs_within(shapes, shapes, 1e6)
    metres = " ".join(f"{m:.0f}" for m in sorted(pairs.dist_m.tolist())[:20])
    return "\n".join([*lines, f"  metres: {metres}"])


def main() -> None:
    """Print the counts of each file, and the joins drawn over all."""
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--draw", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--things", action="store_true", help="draw only sites of which several are one thing"
    )
    asked = parser.parse_args()
    drawn: list[str] = []
    for path in asked.files:
        rows = read(path)
        together = join(list(rows.values()))
        members: dict[str, list[str]] = {}
        for id_, site in together.sites.items():
            members.setdefault(site.site_id, []).append(id_)
        joins = {site: ids for site, ids in members.items() if len(ids) > 1}
        things = len({site.thing_id for site in together.sites.values()})
        print(f"{path.name}: {len(rows)} places, {things} things, {len(members)} sites")
        print(f"  {len(joins)} sites of several places, which are {sum(map(len, joins.values()))}")
        thing = {id_: site.thing_id for id_, site in together.sites.items()}
        for site, ids in sorted(joins.items()):
            if asked.things and len({thing[id_] for id_ in ids}) == len(ids):
                continue
            drawn.append(f"{path.name} {site}\n" + describe([rows[id_] for id_ in sorted(ids)[:8]], thing))
    for number, told in enumerate(random.Random(asked.seed).sample(drawn, min(asked.draw, len(drawn))), 1):
        print(f"\n{number}. {told}")


if __name__ == "__main__":
    main()
