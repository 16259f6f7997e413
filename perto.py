"""The command `perto`: thin, every line of work lives in loader, queries and service."""

import time
from dataclasses import asdict
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from service.choices import Measure, Mode, Order
from service.command.exits import EXIT_CODES, run_to_end
from service.command.terminal import read_argument, say, say_aside, say_json, show_progress, tell

if TYPE_CHECKING:
    from loader.overpass.fetch import Fetched
    from loader.source import Loaded
    from queries.graph import Graph
    from service import Answer

app = typer.Typer(
    name="perto",
    help="Questions about places in a city, answered exactly from a knowledge graph.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

DEMO_QUESTIONS = (
    "Quais pontos de reciclagem ficam a até 300 m de um parque?",
    "cafes within 150 m of a fountain",
    "quantas fontes há perto de um parque?",
)

Given = TypeVar("Given", str, list[str], None)


def _read(given: Given) -> Given:
    """Read text that was given as an argument; paths stay as the system has them."""
    try:
        return (
            [read_argument(each) for each in given]
            if isinstance(given, list)
            else given and read_argument(given)
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Embed = Annotated[bool, typer.Option("--embed/--no-embed", help="Keep the vectors in Qdrant in step.")]


@app.command()
def demo(
    as_json: AsJson = False,
    map_: Annotated[
        Path | None, typer.Option("--map", help="Write the map of the second answer here.")
    ] = None,
) -> None:
    """Load the sample (the centre of Helsinki) and ask three questions of it."""
    from service import Perto

    started = time.monotonic()
    _check_map(map_)
    answers = []
    with _open_graph() as graph, as_file(files("loader") / "sample" / "helsinki.osm.pbf") as sample:
        report = _load(graph, sample, dataset="helsinki", radius_m=500.0, embed=True)
        if not as_json:
            say(report.summary(), end="\n\n")
        with Perto(graph) as perto:
            for number, question in enumerate(DEMO_QUESTIONS):
                answer = perto.ask(question, limit=5, datasets=["helsinki"])
                answers.append(answer)
                if map_ is not None and number == 1:
                    _write_map(answer, graph, map_)
                if not as_json:
                    say(f"› {question}\n{answer.text}\n")
    elapsed_s = time.monotonic() - started
    told = {"load": asdict(report), "answers": [a.model_dump(mode="json", by_alias=True) for a in answers]}
    done = f'Done in {elapsed_s:.1f} s. Ask your own: perto ask "…"  (the store stays up: perto down)'
    tell(told | {"elapsed_s": round(elapsed_s, 2)}, done, as_json=as_json)


@app.command()
def up(as_json: AsJson = False) -> None:
    """Start the local Neo4j (or find your own servers), and say where it is."""
    from queries.stores.choose import start_graph_store

    with show_progress() as progress:
        store = start_graph_store(progress=progress)
    said = f"Neo4j ({store.kind}) is up at {store.uri}"
    tell({"kind": store.kind, "uri": store.uri}, said, as_json=as_json)


@app.command()
def down(as_json: AsJson = False) -> None:
    """Stop the local Neo4j; what it holds stays."""
    from queries.stores.choose import stop_graph_store

    stopped = stop_graph_store()
    said = "The local Neo4j is down." if stopped else "No local Neo4j was up."
    tell({"stopped": stopped}, said, as_json=as_json)


@app.command()
def status(as_json: AsJson = False) -> None:
    """Say which stores are used, whether they are up, where their data are, and what was not understood."""
    from queries.stores.status import status as get_status
    from service.command.listings import unresolved_line

    now = get_status()
    found = asdict(now)
    told = {key: value for key, value in found.items() if key != "unresolved"}
    lines = [f"{key.replace('_', ' '):<18} {'-' if value is None else value}" for key, value in told.items()]
    lines += [unresolved_line(part) for part in now.unresolved]
    tell(found, "\n".join(lines), as_json=as_json)


@app.command()
def load(
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE…", help="Map files, or: overpass.")],
    around: Annotated[
        str | None, typer.Option(metavar="LAT,LON", help="overpass: a circle's middle.")
    ] = None,
    radius_m: Annotated[float | None, typer.Option("--radius-m", help="overpass: its radius.")] = None,
    bbox: Annotated[str | None, typer.Option(metavar="S,W,N,E", help="overpass: a box.")] = None,
    area: Annotated[
        str | None, typer.Option(help="overpass: a boundary's name, or relation/NUMBER.", callback=_read)
    ] = None,
    cached: Annotated[
        bool, typer.Option("--cached", help="overpass: only kept answers, of any age.")
    ] = False,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="overpass: ask anew (else kept answers serve for a day).")
    ] = False,
    dataset: Annotated[
        str | None,
        typer.Option(help="Name of the data set (default: the file's or region's).", callback=_read),
    ] = None,
    coverage: Annotated[
        str | None, typer.Option(metavar="FILE|WKT", help="What the file holds whole, if not as it says.")
    ] = None,
    report_: Annotated[
        Path | None, typer.Option("--report", help="Write the whole report here (JSON).")
    ] = None,
    roads: Annotated[str | None, typer.Option(metavar="CLASS,…", help="Values of highway=*.")] = None,
    incomplete: Annotated[
        bool, typer.Option("--incomplete", help="Load a file that lost ways, too; answers say so.")
    ] = False,
    near_m: Annotated[float, typer.Option("--near-m", help="Metres up to which NEAR is stored.")] = 500.0,
    embed: Embed = True,
    rebuild_vectors: Annotated[
        bool, typer.Option("--rebuild-vectors", help="Drop all vectors first, e.g. to change the model.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Load OpenStreetMap files or a region from Overpass into the graph; loading again updates in place."""
    from loader.derive.coverage import read_coverage
    from loader.overpass.fetch import Wanted
    from loader.report import check_report, write_report
    from loader.source import find_sources
    from loader.transform.roads import read_classes

    if report_ is not None:
        check_report(report_)
    wanted = Wanted(around, radius_m, bbox, area, cached=cached, refresh=refresh)
    classes, whole = read_classes(roads), coverage and read_coverage(coverage)
    with show_progress() as progress:
        found = find_sources(
            sources,
            wanted,
            dataset=dataset,
            coverage=whole,
            radius_m=near_m,
            road_classes=classes,
            progress=progress,
        )
    reports = []
    try:
        with _open_graph() as graph:
            for source in found:
                report = _load(
                    graph,
                    source,
                    dataset=dataset,
                    coverage=whole,
                    radius_m=near_m,
                    road_classes=classes,
                    incomplete=incomplete,
                    embed=embed,
                    rebuild_vectors=rebuild_vectors,
                )
                reports.append(report)
                if not as_json:
                    say(report.summary())
    finally:
        # of the files that are in, where a later one fails
        told = {"loads": [asdict(report) for report in reports]}
        if report_ is not None and reports:
            write_report(report_, told)
        if as_json and reports:
            say_json(told)


@app.command()
def unload(
    dataset: Annotated[
        str, typer.Argument(metavar="NAME", help="As perto datasets lists it.", callback=_read)
    ],
    embed: Embed = True,
    as_json: AsJson = False,
) -> None:
    """Take a data set out of the graph, with all that no other data set holds."""
    from loader.source import unload_source

    with _open_graph() as graph, show_progress() as progress:
        done = unload_source(graph, dataset, embed=embed, progress=progress)
    tell({"unload": asdict(done)}, done.farewell(), as_json=as_json)


@app.command()
def datasets(as_json: AsJson = False) -> None:
    """List the data sets in the graph."""
    from service.command.listings import dataset_line, list_datasets

    with _open_graph() as graph:
        rows = list_datasets(graph)
    lines = [dataset_line(row) for row in rows]
    nothing = "Nothing is loaded; run: perto load FILE.osm.pbf   (or: perto demo)"
    tell({"datasets": rows}, "\n".join(lines or [nothing]), as_json=as_json)


@app.command()
def services(as_json: AsJson = False) -> None:
    """List the kinds of place that perto knows, and how many of each are loaded."""
    from service.command.listings import list_services, service_line

    with _open_graph() as graph:
        rows = list_services(graph)
    tell({"services": rows}, "\n".join(service_line(row) for row in rows), as_json=as_json)


@app.command()
def zones(
    resolution: Annotated[
        int | None, typer.Option(min=7, max=9, help="H3: 7 (coarse) to 9 (fine); else by the data.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the zones (H3 cells) that hold places, and how many of each kind."""
    from service.command.zone_list import list_zones, zone_line

    with _open_graph() as graph:
        rows = list_zones(graph, resolution=resolution)
    lines = [zone_line(row) for row in rows]
    nothing = "Nothing is loaded; run: perto load FILE.osm.pbf   (or: perto demo)"
    tell({"zones": rows}, "\n".join(lines or [nothing]), as_json=as_json)


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="In Portuguese or English.", callback=_read)],
    mode: Annotated[Mode, typer.Option(help="How to answer.")] = "hybrid",
    measure: Annotated[Measure, typer.Option(help="From edge to edge, or centre to centre.")] = "edge",
    order: Annotated[Order | None, typer.Option(help="Order of the list.")] = None,
    limit: Annotated[str, typer.Option(help="How many to show: a number or 'all'.")] = "20",
    resolution: Annotated[
        int | None, typer.Option(min=7, max=9, help="Of the zones: H3, 7 (coarse) to 9 (fine).")
    ] = None,
    dataset: Annotated[list[str] | None, typer.Option(help="Only these data sets.", callback=_read)] = None,
    map_: Annotated[
        Path | None, typer.Option("--map", help="Write a map of the answer to this HTML file.")
    ] = None,
    statements: Annotated[bool, typer.Option("--statements", help="Print the statements that ran.")] = False,
    explain_: Annotated[
        bool, typer.Option("--explain", help="Print the reading, and each statement with its plan's rows.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Answer a question from the graph, with its places, metres and statements."""
    from service import Perto
    from service.command.explanation import explain

    if limit != "all" and not (limit.isascii() and limit.isdigit() and int(limit) > 0):
        raise typer.BadParameter(f"--limit is a number above 0 or 'all', not {limit!r}")
    _check_map(map_)
    with _open_graph() as graph, Perto(graph) as perto:
        with graph.trace() as trace:
            answer = perto.ask(
                question,
                mode=mode,
                measure=measure,
                order=order,
                limit="all" if limit == "all" else int(limit),
                datasets=dataset,
                resolution=resolution,
            )
        if map_ is not None:
            _write_map(answer, graph, map_)
        explanation = explain(answer, trace.statements, graph) if explain_ else None
    if as_json:
        say_json(explanation.to_json() if explanation else answer.model_dump(mode="json", by_alias=True))
    else:
        say(answer.text)
        if statements:
            for ran in answer.statements:
                say(f"\n// {ran.name} ({ran.role})\n{ran.console}")
        if explanation:
            say(f"\n{explanation.to_text()}")
    raise typer.Exit(EXIT_CODES[answer.outcome])


@app.command()
def cypher(
    statement: Annotated[
        str | None, typer.Argument(help="One statement; without it, a console.", callback=_read)
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Let statements change the graph.")] = False,
    as_json: AsJson = False,
) -> None:
    """Open cypher-shell on the same store, or run one statement; read-only unless --write."""
    from queries.console.console import open_console, run_statement

    if statement is None and as_json:
        raise typer.BadParameter("--json goes with a statement")
    if statement is not None and not statement.strip():
        raise typer.BadParameter("the statement is empty")
    with show_progress() as progress:
        if statement is not None and as_json:
            table = run_statement(statement, write=write, progress=progress)
            return say_json({"statement": statement} | asdict(table))
        console = open_console(progress=progress)
    raise typer.Exit(console.run(statement, write=write))  # after the bars: the terminal is the shell's now


def main() -> None:
    """Run the command; an error is one line on stderr and an exit code (design §4)."""
    # click is typer's own or its dependency, by version: its usage errors are the parent of BadParameter
    usage_error: Any = typer.BadParameter.__base__
    run_to_end(lambda: app(standalone_mode=False), usage_error=usage_error, abort=typer.Abort)


def _open_graph() -> "Graph":
    from queries.stores.choose import open_graph

    with show_progress() as progress:
        return open_graph(progress=progress)


def _load(graph: "Graph", source: "Path | Fetched", **options: Any) -> "Loaded":
    from loader.source import load_source

    with show_progress() as progress:
        return load_source(graph, source, progress=progress, **options)


def _check_map(path: Path | None) -> None:
    """Refuse a map that can't be written before anything else is done."""
    if path is not None:
        from service.map_file import check_map
        from service.settings import AskSettings

        check_map(path, tile_url=AskSettings().tile_url)


def _write_map(answer: "Answer", graph: "Graph", path: Path) -> None:
    from service.map_file import write_map
    from service.settings import AskSettings

    write_map(answer, graph, path, tile_url=AskSettings().tile_url)
    say_aside(f"perto: the map is in {path}")


if __name__ == "__main__":
    main()
