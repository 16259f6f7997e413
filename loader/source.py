"""A source loaded whole: into the graph first, then, as documents, into the vectors."""

from dataclasses import dataclass
from pathlib import Path

from loader.embed import EmbedReport, sync_vectors
from loader.load import ATTRIBUTION, load_extract, load_file, name_dataset
from loader.overpass import Fetched
from loader.region import Around
from loader.report import LoadReport
from queries.embedding import open_embedder
from queries.errors import ModelMismatch, VectorsUnavailable
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.stores import open_vector_store

_MOST_REMARKS = 2


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did to the graph and to the vectors; `embed_problem` says why there are no vectors."""

    graph: LoadReport
    vectors: EmbedReport | None = None
    embed_problem: str | None = None

    def summary(self) -> str:
        """Say in a few lines what the load did."""
        report = self.graph
        how = "unchanged" if report.unchanged else f"in {sum(report.seconds.values()):.1f} s"
        counts = ", ".join(f"{count} {service}" for service, count in report.services.items())
        lines = [
            f"{report.dataset}: {report.places} places and {report.roads} roads from {report.source}, {how}",
            f"  {counts or 'no place of a kind that perto knows'}",
        ]
        if report.near is not None:
            lines.append(f"  NEAR: {report.near.edges} pairs")
        for what, remarks in (("left out", report.skipped), ("loaded with a flaw", report.noted)):
            lines += [f"  {what}: {remark.id}, {remark.reason}" for remark in remarks[:_MOST_REMARKS]]
            if len(remarks) > _MOST_REMARKS:
                lines.append(f"  and {len(remarks) - _MOST_REMARKS} more {what}: --json lists them all")
        if self.vectors is not None:
            lines.append(f"  vectors: {self.vectors.written} written, {self.vectors.reused} as they were")
        if self.embed_problem is not None:
            lines.append(f"  no vectors; answers by the graph are complete: {self.embed_problem}")
        return "\n".join(lines)


def load_source(
    graph: Graph,
    path: Path,
    *,
    dataset: str | None = None,
    radius_m: float = 500.0,
    embed: bool = True,
    rebuild_vectors: bool = False,
    progress: Progress = silent,
) -> Loaded:
    """Load a file; answers by the graph are there as soon as it is in, and stay where vectors can't follow.

    Raises what load_file raises, and ModelMismatch where another model made the vectors, unless
    `rebuild_vectors` drops them first.
    """
    report = load_file(graph, path, dataset=dataset, radius_m=radius_m, progress=progress)
    return _add_vectors(graph, report, embed=embed, rebuild=rebuild_vectors, progress=progress)


def load_fetched(
    graph: Graph,
    fetched: Fetched,
    *,
    dataset: str | None = None,
    radius_m: float = 500.0,
    embed: bool = True,
    rebuild_vectors: bool = False,
    progress: Progress = silent,
) -> Loaded:
    """Load a region that was fetched, as a data set named after it unless told otherwise, as load_source."""
    region = fetched.region
    report = LoadReport(name_dataset(dataset, otherwise=region.title), fetched.extract.source)
    load_extract(
        graph,
        fetched.extract,
        report=report,
        radius_m=radius_m,
        attribution=fetched.attribution or ATTRIBUTION,
        asked=region if isinstance(region, Around) else None,
        progress=progress,
    )
    return _add_vectors(graph, report, embed=embed, rebuild=rebuild_vectors, progress=progress)


def _add_vectors(
    graph: Graph, report: LoadReport, *, embed: bool, rebuild: bool, progress: Progress
) -> Loaded:
    if not embed:
        return Loaded(report)
    try:
        embedder = open_embedder()
        with open_vector_store(embedder.model) as vectors:
            if rebuild:
                vectors.drop_collections()
            return Loaded(report, sync_vectors(graph, vectors, embedder, progress=progress))
    except ModelMismatch:
        raise
    except VectorsUnavailable as error:
        return Loaded(report, embed_problem=str(error))
