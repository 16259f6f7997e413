"""Vectors kept equal to the graph: what is new or changed is embedded, what is gone is deleted."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from loader.transform.documents import MOST_PAIRS, Document, write_place, write_zone
from queries.catalogue.catalogue import load_catalogue
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.statements.documents import count_documents, each_place, each_zone, each_zone_pairs
from queries.vectors.embedding import Embedder, Matrix
from queries.vectors.embedding_cache import EmbeddingCache
from queries.vectors.port import Collection, Point, Vectors

# places this near stand together on a zone's card
_NEAR_M = 100.0


@dataclass(frozen=True, slots=True)
class EmbedReport:
    """What a run did: documents there now, texts embedded, points written, left as they were, deleted.

    `cached` texts were found in the cache; `cache_problem` says why it could not be used as it was.
    """

    places: int
    zones: int
    embedded: int
    cached: int
    written: int
    reused: int
    deleted: int
    seconds: float
    cache_problem: str | None = None


def sync_vectors(
    graph: Graph,
    vectors: Vectors,
    embedder: Embedder,
    *,
    cache: EmbeddingCache | None = None,
    add: bool = True,
    batch_size: int = 64,
    progress: Progress = silent,
) -> EmbedReport:
    """Make the two collections hold a vector for every place, and every cell with places, of the graph.

    Without `add`, what has no vector gets none: only what is there is changed or deleted.
    A text is embedded once, however many places share it, and not again while it stays, or is in the cache
    (None: there is none). What was written when a run breaks off stays, so the next goes on there. Raises
    VectorsUnavailable, ModelMismatch.
    """
    started = time.perf_counter()
    with vectors.hold():
        runs = _write_documents(graph, progress)
        for run in runs:
            run.compare(vectors, add=add)
        total = sum(len(run.changed) for run in runs)
        done = 0
        if total:
            progress("embedding", done, total)
        for run in runs:
            for count in run.write(vectors, embedder, cache, batch_size):
                done += count
                progress("embedding", done, total)
    places, zones = runs
    return EmbedReport(
        places=len(places.documents),
        zones=len(zones.documents),
        embedded=places.embedded + zones.embedded,
        cached=places.cached + zones.cached,
        written=total,
        reused=places.reused + zones.reused,
        deleted=places.deleted + zones.deleted,
        seconds=time.perf_counter() - started,
        cache_problem=cache.problem if cache else None,
    )


class _Run:
    """One collection brought up to date."""

    def __init__(self, collection: Collection, documents: Sequence[Document]) -> None:
        self.collection = collection
        self.documents = documents
        self.changed: list[Document] = []
        self.embedded = 0
        self.cached = 0
        self.deleted = 0
        self.reused = 0
        self._known: dict[str, Matrix] = {}

    def compare(self, vectors: Vectors, *, add: bool) -> None:
        """Find what changed, delete what is gone, and fetch the vectors of texts that are there already."""
        stored = vectors.get_hashes(self.collection)
        held = self.documents if add else [d for d in self.documents if d.id in stored]
        self.changed = [d for d in held if stored.get(d.id) != d.hash]
        self.reused = len(held) - len(self.changed)
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

    def write(
        self, vectors: Vectors, embedder: Embedder, cache: EmbeddingCache | None, batch_size: int
    ) -> Iterator[int]:
        """Write the changed documents, a batch at a time; yields how many each batch held."""
        alike: dict[str, list[Document]] = {}
        for document in self.changed:
            alike.setdefault(document.text, []).append(document)
        known = [text for text, group in alike.items() if group[0].text_digest in self._known]
        for texts in _batches(known, batch_size):
            found = [self._known[alike[text][0].text_digest] for text in texts]
            yield self._upsert(vectors, zip(texts, found, strict=True), alike)
        new = [text for text, group in alike.items() if group[0].text_digest not in self._known]
        missing = []
        for texts in _batches(new, batch_size):
            kept = cache.find(texts) if cache else {}
            self.cached += len(kept)
            missing += [text for text in texts if text not in kept]
            if kept:
                yield self._upsert(vectors, kept.items(), alike)
        for texts in _batches(missing, batch_size):
            embedded = embedder.embed_passages(texts)
            self.embedded += len(texts)
            if cache:
                cache.keep(texts, embedded)
            yield self._upsert(vectors, zip(texts, embedded, strict=True), alike)

    def _upsert(
        self, vectors: Vectors, found: Iterable[tuple[str, Matrix]], alike: dict[str, list[Document]]
    ) -> int:
        points = [_point(document, vector) for text, vector in found for document in alike[text]]
        vectors.upsert(self.collection, points)
        return len(points)


def _batches(texts: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (texts[i : i + size] for i in range(0, len(texts), size))


def _write_documents(graph: Graph, progress: Progress) -> list[_Run]:
    """Return both collections with the documents they should hold."""
    total = sum(count_documents(graph))
    done = 0

    def tell(count: int) -> None:
        nonlocal done
        done += count
        progress("documents", min(done, total), total)

    tell(0)
    places = list(_place_documents(graph, tell))
    services = sorted({service for place in places for service in place.services})
    return [_Run("places", places), _Run("zones", list(_zone_documents(graph, services, tell)))]


def _place_documents(graph: Graph, tell: Callable[[int], None]) -> Iterator[Document]:
    catalogue = load_catalogue()
    for places in each_place(graph):
        for place in places:
            yield write_place(place, catalogue=catalogue)
        tell(len(places))


def _zone_documents(graph: Graph, services: Sequence[str], tell: Callable[[int], None]) -> Iterator[Document]:
    catalogue = load_catalogue()
    # unlike ones: that shops of one kind stand together is told by their number
    pairs = [f"{a}|{b}" for a, b in combinations(services, 2)]
    near: dict[str, dict[str, int]] = {}  # by cell
    for found in each_zone_pairs(graph, pairs=pairs, within_m=_NEAR_M, most=MOST_PAIRS):
        for cell, counts in found.items():
            near.setdefault(cell, {}).update(counts)
    for zones in each_zone(graph, names=2, streets=6):
        for zone in zones:
            yield write_zone(zone, pairs=near.get(zone.id, {}), catalogue=catalogue)
        tell(len(zones))


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
