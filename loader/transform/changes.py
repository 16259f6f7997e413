"""What a load has to write: the difference between an extract's rows and the graph; pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from queries.rows import AddressRow, AreaRow, POIRow, RoadRow
from queries.statements.ingest import Known

Row = TypeVar("Row", POIRow, RoadRow, AreaRow, AddressRow)
Rank = tuple[str, str]


@dataclass(slots=True)
class Changes(Generic[Row]):
    """What to do: rows to write, rows to `note` (a newer data set has them and tells them), ids to remove.

    `gone` are those of the ids to remove that no other data set holds, so that their nodes go.
    `shared` counts the rows that the data set held before, as they are or otherwise.
    `orphaned` counts by data set the things that will be left to it alone while the graph has them as this
    data set told them: loading that data set again writes them as it tells them.
    """

    write: list[Row] = field(default_factory=list)
    note: list[Row] = field(default_factory=list)
    remove: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    unchanged: int = 0
    shared: int = 0
    orphaned: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.write or self.note or self.remove)


def rank(dataset: str, extracted_at: str | None) -> Rank:
    """Return what decides between two data sets that hold the same thing: the larger one's word counts."""
    return (extracted_at or "", dataset)


def compare(
    rows: Sequence[Row], known: Mapping[str, Known], *, dataset: str, ranks: Mapping[str, Rank]
) -> Changes[Row]:
    """Return what makes the graph hold the rows of a data set.

    `known` are the things the graph has of all ids in rows and of all ids of the data set; `ranks` that of
    each data set, this one included.
    """
    changes: Changes[Row] = Changes()
    for row in rows:
        there = known.get(row.id)
        hash_ = row.hash
        said = there.sources.get(dataset) if there else None
        changes.shared += said is not None
        newest = there is None or all(ranks[dataset] >= ranks[other] for other in there.sources)
        if newest and not (there and said == hash_ == there.hash):
            changes.write.append(row)
        elif not newest and said != hash_:
            changes.note.append(row)
        else:
            changes.unchanged += 1
    ids = {row.id for row in rows}
    for there in known.values():
        if there.id in ids or dataset not in there.sources:
            continue
        changes.remove.append(there.id)
        others = {other: said for other, said in there.sources.items() if other != dataset}
        if not others:
            changes.gone.append(there.id)
        elif there.hash not in others.values():
            heir = max(others, key=lambda other: ranks[other])
            changes.orphaned[heir] = changes.orphaned.get(heir, 0) + 1
    changes.remove.sort()
    return changes
