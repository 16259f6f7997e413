"""Vectors kept equal to the graph: what is new or changed is embedded, what is gone is deleted."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from loader.documents import Document, write_place, write_zone
from queries.catalogue import load_catalogue
from queries.documents import count_zone_pairs, each_place, each_zone
from queries.embedding import Embedder, Matrix
from queries.graph import Graph
from queries.points import Collection, Point, Vectors
from queries.progress import Progress, silent

# places this near stand together on a zone's card
_NEAR_M = 100.0


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What a run did: documents there now, texts embedded, points written, left as they were, deleted."""

    places: int
    zones: int
    embedded: int
    written: int
    reused: int
    deleted: int
    seconds: float


def sync_vectors(
    graph: Graph,
    vectors: Vectors,
    embedder: Embedder,
    *,
    batch_size: int = 64,
    progress: Progress = silent,
) -> EmbedReport:
    """Make the two collections hold a vector for every place, and every cell with places, of the graph.

    A text is embedded once, however many places share it, and not again while it stays. What was written
    when a run breaks off stays, so the next goes on there. Raises VectorsUnavailable, ModelMismatch.
    """
    started = time.perf_counter()
    with vectors.hold():
        progress("documents", 0, None)
        runs = [
            _Run("places", list(_place_documents(graph))),
            _Run("zones", list(_zone_documents(graph))),
        ]
        for run in runs:
            run.compare(vectors)
        total = sum(len(run.changed) for run in runs)
        done = 0
        for run in runs:
            for count in run.write(vectors, embedder, batch_size):
                done += count
                progress("embedding", done, total)
    places, zones = runs
    return EmbedReport(
        places=len(places.documents),
        zones=len(zones.documents),
        embedded=places.embedded + zones.embedded,
        written=total,
        reused=len(places.documents) + len(zones.documents) - total,
        deleted=places.deleted + zones.deleted,
        seconds=time.perf_counter() - started,
    )


class _Run:
    """One collection brought up to date."""

    def __init__(self, collection: Collection, documents: Sequence[Document]) -> None:
        self.collection = collection
        self.documents = documents
        self.changed: list[Document] = []
        self.embedded = 0
        self.deleted = 0
        self._known: dict[str, Matrix] = {}

    def compare(self, vectors: Vectors) -> None:
        """Find what changed, delete what is gone, and fetch the vectors of texts that are there already."""
        stored = vectors.get_hashes(self.collection)
        self.changed = [d for d in self.documents if stored.get(d.id) != d.hash]
        needed = {d.text_digest for d in self.changed}
        holders = {hash_.partition(".")[0]: id_ for id_, hash_ in sorted(stored.items())}
        wanted = {id_: digest for digest, id_ in holders.items() if digest in needed}
        if wanted:
            found = vectors.get_vectors(self.collection, list(wanted))
            self._known = {wanted[id_]: vector for id_, vector in found.items()}
        gone = stored.keys() - {d.id for d in self.documents}
        if gone:
            vectors.delete(self.collection, sorted(gone))
        self.deleted = len(gone)

    def write(self, vectors: Vectors, embedder: Embedder, batch_size: int) -> Iterator[int]:
        """Write the changed documents, a batch at a time; yields how many each batch held."""
        known = [d for d in self.changed if d.text_digest in self._known]
        for i in range(0, len(known), batch_size):
            batch = known[i : i + batch_size]
            vectors.upsert(self.collection, [_point(d, self._known[d.text_digest]) for d in batch])
            yield len(batch)
        new = sorted((d for d in self.changed if d.text_digest not in self._known), key=lambda d: d.text)
        alike = [list(group) for _, group in groupby(new, key=lambda d: d.text)]
        for i in range(0, len(alike), batch_size):
            groups = alike[i : i + batch_size]
            embedded = embedder.embed_passages([group[0].text for group in groups])
            points = [_point(d, v) for group, v in zip(groups, embedded, strict=True) for d in group]
            vectors.upsert(self.collection, points)
            self.embedded += len(groups)
            yield len(points)


def _place_documents(graph: Graph) -> Iterator[Document]:
    catalogue = load_catalogue()
    for places in each_place(graph):
        for place in places:
            yield write_place(place, catalogue=catalogue)


def _zone_documents(graph: Graph) -> Iterator[Document]:
    catalogue = load_catalogue()
    ids = sorted(catalogue.services)
    near: dict[str, dict[str, int]] = {}  # by cell
    for a in ids:
        pairs = [f"{a}|{b}" for b in ids if a <= b]
        for (cell, pair), count in count_zone_pairs(graph, pairs=pairs, within_m=_NEAR_M).items():
            near.setdefault(cell, {})[pair] = count
    for zones in each_zone(graph, names=2, streets=6):
        for zone in zones:
            yield write_zone(zone, pairs=near.get(zone.id, {}), catalogue=catalogue)


def _point(document: Document, vector: Matrix) -> Point:
    return Point(
        document.id,
        vector,
        document.services,
        document.zone,
        document.position,
        document.datasets,
        document.hash,
    )
