"""A source loaded whole: into the graph first, then, as documents, into the vectors."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loader.dataset_names import name_dataset
from loader.embed import EmbedReport, sync_vectors
from loader.errors import SourceError
from loader.formats.extract import ROAD_CLASSES, Remark
from loader.load import ATTRIBUTION, check_radius, load_extract, load_file, unload
from loader.overpass.fetch import Fetched, Told, Wanted, fetch
from loader.overpass.region import Around
from loader.report import LoadReport
from loader.shortened import tell_near
from queries.errors import ModelMismatch, VectorsUnavailable
from queries.graph import Graph
from queries.progress import Progress, silent
from queries.settings import HomeSettings
from queries.stores.choose import open_vector_store
from queries.vectors.embedding import open_embedder
from queries.vectors.embedding_cache import open_embedding_cache

_MOST_REMARKS = 2
_OVERPASS = Path("overpass")


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a load did to the graph and to the vectors; `embed_problem` says why there are no vectors."""

    graph: LoadReport
    vectors: EmbedReport | None = None
    embed_problem: str | None = None
    told: tuple[Told, ...] = ()

    def summary(self) -> str:
        """Say in a few lines what the load did."""
        report = self.graph
        how = "unchanged" if report.unchanged else f"in {sum(report.seconds.values()):.1f} s"
        counts = ", ".join(f"{count} {service}" for service, count in report.services.items())
        areas = f"{report.areas} areas" + (f", {report.addresses} addresses" if report.addresses else "")
        lines = [
            f"{report.dataset}: {report.places} places, {report.roads} roads and {areas} "
            f"from {report.source}, {how}",
            f"  {counts or 'no place of a kind that perto knows'}",
        ]
        if report.removed:
            lines.append(f"  {_tell_removed(report)}")
        lines += [f"  {told}" for told in self.told]
        if report.near is not None:
            lines += tell_near(report.near, report.dataset)
        if report.duplicates:
            lines.append(f"  elements that map again what another maps: {len(report.duplicates)} (--report)")
        if report.out_of_use:
            lines.append(f"  {_tell_out_of_use(report.out_of_use)}")
        lines += _list("left out", report.skipped) + _list("loaded with a flaw", report.noted)
        if self.vectors is not None:
            lines.append(
                f"  vectors: {self.vectors.written} written ({self.vectors.embedded} texts embedded, "
                f"{self.vectors.cached} kept from before), {self.vectors.reused} as they were"
            )
            if self.vectors.cache_problem is not None:
                lines.append(f"  {self.vectors.cache_problem}")
        if self.embed_problem is not None:
            lines.append(f"  no vectors; answers by the graph are complete: {self.embed_problem}")
        return "\n".join(lines)

    def farewell(self) -> str:
        """Say in a few lines what taking the data set out did."""
        report = self.graph
        lines = [f"{report.dataset} is out: {report.removed} elements removed"]
        return "\n".join(lines + _list("left with a flaw", report.noted))


def find_sources(
    given: Sequence[Path],
    wanted: Wanted,
    *,
    dataset: str | None = None,
    coverage: str | None = None,
    radius_m: float = 500.0,
    road_classes: Sequence[str] = ROAD_CLASSES,
    progress: Progress = silent,
) -> list[Path | Fetched]:
    """Return what to load: files that are there, or for the word overpass the region wanted, fetched.

    Raises SourceError, with exit code 2, for a call that can't be meant, `dataset`, `coverage` and
    `radius_m` (as load_source has them) included, and as loader.overpass.fetch.fetch does.
    """
    problem = None
    check_radius(radius_m, source=str(given[0]))
    if dataset is not None and len(given) > 1:
        problem = "--dataset names one data set: give one SOURCE with it"
    elif coverage is not None and _OVERPASS in given:
        problem = "--coverage goes with a file: what Overpass was asked for is what it holds whole"
    elif coverage is not None and len(given) > 1:
        problem = "--coverage tells of one file what it holds whole: give one SOURCE with it"
    elif _OVERPASS in given:
        if len(given) == 1:
            return [fetch(wanted, road_classes=road_classes, progress=progress)]
        problem = "overpass is a source of its own: load files by another command"
    elif wanted.options:
        problem = f"{', '.join(wanted.options)} goes with the source overpass"
        problem += " (how far NEAR is stored is --near-m)" if wanted.options == ["--radius-m"] else ""
    elif missing := [path for path in given if not path.exists()]:
        problem = f"no such file: {missing[0]}"
    if problem is not None:
        raise SourceError(problem, source=str(given[0]), exit_code=2)
    return [*given]


def load_source(
    graph: Graph,
    source: Path | Fetched,
    *,
    dataset: str | None = None,
    coverage: str | None = None,
    radius_m: float = 500.0,
    road_classes: Sequence[str] | None = None,
    incomplete: bool = False,
    embed: bool = True,
    rebuild_vectors: bool = False,
    progress: Progress = silent,
) -> Loaded:
    """Load a file or a region; answers by the graph are there as soon as it is in, and stay without vectors.

    Raises what load_file raises, and ModelMismatch where another model made the vectors, unless
    `rebuild_vectors` drops them first.
    """
    if isinstance(source, Path):
        report = load_file(
            graph,
            source,
            dataset=dataset,
            coverage=coverage,
            radius_m=radius_m,
            road_classes=road_classes or ROAD_CLASSES,
            incomplete=incomplete,
            progress=progress,
        )
        loaded = Loaded(report)
    else:
        region = source.region
        report = LoadReport(name_dataset(dataset, otherwise=region.title), source.extract.source)
        load_extract(
            graph,
            source.extract,
            report=report,
            radius_m=radius_m,
            attribution=source.attribution or ATTRIBUTION,
            asked=region if isinstance(region, Around) else None,
            progress=progress,
        )
        loaded = Loaded(report, told=tuple(source.told))
    if not embed:
        return loaded
    return _sync_vectors(graph, loaded, add=True, rebuild=rebuild_vectors, progress=progress)


def _tell_removed(report: LoadReport) -> str:
    """Say what of the data set went, and, where it was of something else before, how to have both."""
    if report.shared:
        told = f"{report.removed} removed that {report.dataset} held before, from {report.before}"
    else:
        told = f"replaced: {report.dataset} held {report.removed} others before, from {report.before}"
    if report.shared and report.before == report.source:
        return told
    return f"{told}; to have both, load that again with --dataset and another NAME"


def _tell_out_of_use(left_out: Sequence[Remark]) -> str:
    marks = sorted(Counter(remark.reason for remark in left_out).items())
    listed = ", ".join(f"{mark}: {count}" for mark, count in marks)
    total = len(left_out)
    return f"{total} {'place' if total == 1 else 'places'} out of use left out ({listed})"


def _list(what: str, remarks: Sequence[Remark]) -> list[str]:
    lines = [f"  {what}: {remark.id}, {remark.reason}" for remark in remarks[:_MOST_REMARKS]]
    if len(remarks) > _MOST_REMARKS:
        lines.append(f"  and {len(remarks) - _MOST_REMARKS} more {what}: --json lists them all")
    return lines


def unload_source(graph: Graph, dataset: str, *, embed: bool = True, progress: Progress = silent) -> Loaded:
    """Take a data set out of the graph and, with `embed`, out of the vectors; raises as unload does.

    What was loaded without vectors stays without.
    """
    loaded = Loaded(unload(graph, dataset, progress=progress))
    if not embed:
        return loaded
    return _sync_vectors(graph, loaded, add=False, rebuild=False, progress=progress)


def _sync_vectors(graph: Graph, loaded: Loaded, *, add: bool, rebuild: bool, progress: Progress) -> Loaded:
    """Bring the vectors up to date with the graph."""
    try:
        embedder = open_embedder()
        with (
            open_vector_store(embedder.model) as vectors,
            open_embedding_cache(HomeSettings().cache, embedder=embedder) as cache,
        ):
            if rebuild:
                vectors.drop_collections()
            report = sync_vectors(graph, vectors, embedder, cache=cache, add=add, progress=progress)
            return replace(loaded, vectors=report)
    except ModelMismatch:
        raise
    except VectorsUnavailable as error:
        return replace(loaded, embed_problem=str(error))
