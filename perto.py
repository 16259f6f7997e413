"""The command `perto`: thin, every line of work lives in loader, queries and service."""

import json
import sys
import time
from dataclasses import asdict
from enum import StrEnum
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from queries.errors import PertoError, StoreError
from service.terminal import drop_output, replace_missing_signs, show_progress, takes_all_signs, visible

if TYPE_CHECKING:
    from loader.overpass import Fetched
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

EXIT_CODES = {"answered": 0, "none": 0, "not_understood": 3, "unavailable": 4}
DEMO_QUESTIONS = (
    "Quais pontos de reciclagem ficam a até 300 m de um parque?",
    "cafes within 150 m of a fountain",
    "quantas fontes há perto de um parque?",
)


class Mode(StrEnum):
    """How to answer: the graph with similarity, the graph alone, or similarity alone."""

    hybrid = "hybrid"
    graph = "graph"
    vector = "vector"


class Measure(StrEnum):
    """From edge to edge, or from centre to centre."""

    edge = "edge"
    centre = "centre"


class Order(StrEnum):
    """The order of the list: by metres, or by the fused ranks."""

    metres = "metres"
    fused = "fused"


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
            _print(report.summary(), end="\n\n")
        with Perto(graph) as perto:
            for number, question in enumerate(DEMO_QUESTIONS):
                answer = perto.ask(question, limit=5, datasets=["helsinki"])
                answers.append(answer)
                if map_ is not None and number == 1:
                    _write_map(answer, graph, map_)
                if not as_json:
                    _print(f"› {question}\n{answer.text}\n")
    elapsed_s = time.monotonic() - started
    told = {"load": asdict(report), "answers": [_dump(a) for a in answers]}
    if as_json:
        _print_json(told | {"elapsed_s": round(elapsed_s, 2)})
    else:
        print(f'Done in {elapsed_s:.1f} s. Ask your own: perto ask "…"  (the store stays up: perto down)')


@app.command()
def up(as_json: AsJson = False) -> None:
    """Start the local Neo4j (or find your own servers), and say where it is."""
    from queries.stores import start_graph_store

    with show_progress() as progress:
        store = start_graph_store(progress=progress)
    _say(as_json, {"kind": store.kind, "uri": store.uri}, f"Neo4j ({store.kind}) is up at {store.uri}")


@app.command()
def down(as_json: AsJson = False) -> None:
    """Stop the local Neo4j; what it holds stays."""
    from queries.stores import stop_graph_store

    stopped = stop_graph_store()
    _say(as_json, {"stopped": stopped}, "The local Neo4j is down." if stopped else "No local Neo4j was up.")


@app.command()
def status(as_json: AsJson = False) -> None:
    """Say which stores are used, whether they are up, and where their data and logs are."""
    from queries.status import status as get_status

    found = asdict(get_status())
    if as_json:
        return _print_json(found)
    for key, value in found.items():
        _print(f"{key.replace('_', ' '):<18} {'-' if value is None else value}")


@app.command()
def load(
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE…", help="Map files, or: overpass.")],
    around: Annotated[
        str | None, typer.Option(metavar="LAT,LON", help="overpass: a circle's middle.")
    ] = None,
    radius_m: Annotated[float | None, typer.Option("--radius-m", help="overpass: its radius.")] = None,
    bbox: Annotated[str | None, typer.Option(metavar="S,W,N,E", help="overpass: a box.")] = None,
    area: Annotated[str | None, typer.Option(help="overpass: a boundary's name, or relation/NUMBER.")] = None,
    cached: Annotated[
        bool, typer.Option("--cached", help="overpass: only kept answers, of any age.")
    ] = False,
    refresh: Annotated[
        bool, typer.Option("--refresh", help="overpass: ask anew (else kept answers serve for a day).")
    ] = False,
    dataset: Annotated[
        str | None, typer.Option(help="Name of the data set (default: the file's or region's).")
    ] = None,
    coverage: Annotated[
        str | None, typer.Option(metavar="FILE|WKT", help="What the file holds whole, if not as it says.")
    ] = None,
    report_: Annotated[
        Path | None, typer.Option("--report", help="Write the whole report here (JSON).")
    ] = None,
    roads: Annotated[str | None, typer.Option(metavar="CLASS,…", help="Values of highway=*.")] = None,
    near_m: Annotated[float, typer.Option("--near-m", help="Metres up to which NEAR is stored.")] = 500.0,
    embed: Embed = True,
    rebuild_vectors: Annotated[
        bool, typer.Option("--rebuild-vectors", help="Drop all vectors first, e.g. to change the model.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Load OpenStreetMap files or a region from Overpass into the graph; loading again updates in place."""
    from loader.coverage import read_coverage
    from loader.overpass import Wanted
    from loader.roads import read_classes
    from loader.source import find_sources
    from service.reading import check_radius_m

    try:
        check_radius_m(near_m)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error
    if dataset is not None and len(sources) > 1:
        raise typer.BadParameter("--dataset names one data set: give one SOURCE with it")
    wanted = Wanted(around, radius_m, bbox, area, cached=cached, refresh=refresh)
    classes = read_classes(roads)
    with show_progress() as progress:
        found = find_sources(sources, wanted, road_classes=classes, progress=progress)
    reports = []
    with _open_graph() as graph:
        for source in found:
            report = _load(
                graph,
                source,
                dataset=dataset,
                coverage=coverage and read_coverage(coverage),
                radius_m=near_m,
                road_classes=classes,
                embed=embed,
                rebuild_vectors=rebuild_vectors,
            )
            reports.append(report)
            if not as_json:
                _print(report.summary())
    told = {"loads": [asdict(report) for report in reports]}
    if report_ is not None:
        report_.write_text(json.dumps(told, ensure_ascii=False, indent=2), encoding="utf-8")
    if as_json:
        _print_json(told)


@app.command()
def unload(
    dataset: Annotated[str, typer.Argument(metavar="NAME", help="As perto datasets lists it.")],
    embed: Embed = True,
    as_json: AsJson = False,
) -> None:
    """Take a data set out of the graph, with all that no other data set holds."""
    from loader.source import unload_source

    with _open_graph() as graph, show_progress() as progress:
        done = unload_source(graph, dataset, embed=embed, progress=progress)
    _say(as_json, {"unload": asdict(done)}, f"{dataset} is out: {done.graph.removed} elements removed")


@app.command()
def datasets(as_json: AsJson = False) -> None:
    """List the data sets in the graph."""
    from queries.datasets import count_dataset_contents, get_datasets

    with _open_graph() as graph:
        found, held = get_datasets(graph), count_dataset_contents(graph)
    if as_json:
        return _print_json({"datasets": [asdict(row) | asdict(held[row.id]) for row in found]})
    if not found:
        print("Nothing is loaded; run: perto load FILE.osm.pbf   (or: perto demo)")
    for row in found:
        counts = f"{held[row.id].places} places, edge {'known' if row.coverage else 'unknown'}"
        _print(
            f"{row.id:<24} {row.state:<9} of {row.extracted_at or 'unknown date'}   {row.source}   {counts}"
        )


@app.command()
def services(as_json: AsJson = False) -> None:
    """List the kinds of place that perto knows, and how many of each are loaded."""
    from queries.catalogue import load_catalogue
    from queries.places import count_service_places

    known = load_catalogue().services
    with _open_graph() as graph:
        counts = count_service_places(graph, services=list(known))
    rows = [
        {"id": s.id, "label_pt": s.label("pt"), "label_en": s.label("en"), "count": counts[s.id]}
        for s in known.values()
    ]
    if as_json:
        return _print_json({"services": rows})
    for row in rows:
        _print(f"{row['id']:<22} {row['count']:>7}   {row['label_pt']} · {row['label_en']}")


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="In Portuguese or English.")],
    mode: Annotated[Mode, typer.Option(help="How to answer.")] = Mode.hybrid,
    measure: Annotated[Measure, typer.Option(help="From edge to edge, or centre to centre.")] = Measure.edge,
    order: Annotated[Order | None, typer.Option(help="Order of the list.")] = None,
    limit: Annotated[str, typer.Option(help="How many to show: a number or 'all'.")] = "20",
    dataset: Annotated[list[str] | None, typer.Option(help="Only these data sets.")] = None,
    map_: Annotated[
        Path | None, typer.Option("--map", help="Write a map of the answer to this HTML file.")
    ] = None,
    statements: Annotated[bool, typer.Option("--statements", help="Print the statements that ran.")] = False,
    as_json: AsJson = False,
) -> None:
    """Answer a question from the graph, with its places, metres and statements."""
    from service import Perto

    if limit != "all" and not (limit.isascii() and limit.isdigit() and int(limit) > 0):
        raise typer.BadParameter(f"--limit is a number above 0 or 'all', not {limit!r}")
    _check_map(map_)
    with _open_graph() as graph, Perto(graph) as perto:
        answer = perto.ask(
            question,
            mode=mode.value,
            measure=measure.value,
            order=order.value if order else None,
            limit="all" if limit == "all" else int(limit),
            datasets=dataset,
        )
        if map_ is not None:
            _write_map(answer, graph, map_)
    if as_json:
        _print_json(_dump(answer))
    else:
        _print(answer.text)
        if statements:
            for ran in answer.statements:
                _print(f"\n// {ran.name} ({ran.role})\n{ran.console}")
    raise typer.Exit(EXIT_CODES[answer.outcome])


@app.command()
def cypher(
    statement: Annotated[str | None, typer.Argument(help="One statement; without it, a console.")] = None,
    write: Annotated[bool, typer.Option("--write", help="Let statements change the graph.")] = False,
) -> None:
    """Open cypher-shell on the same store, or run one statement; read-only unless --write."""
    from queries.console import open_console

    if statement is not None and not statement.strip():
        raise typer.BadParameter("the statement is empty")
    with show_progress() as progress:
        console = open_console(progress=progress)
    raise typer.Exit(console.run(statement, write=write))  # after the bars: the terminal is the shell's now


def main() -> None:
    """Run the command; an error is one line on stderr and an exit code (design §4)."""
    # click is typer's own or its dependency, by version: its usage errors are the parent of BadParameter
    usage_error: Any = typer.BadParameter.__base__
    replace_missing_signs(sys.stdout)
    try:
        code = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()  # here, where a failure can still be told
    except usage_error as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # not a mistake: perto alone asks for help
            print(error.format_message(), file=sys.stderr)
            sys.exit(2)
        _fail(str(error.format_message()), 2)
    except typer.Abort:
        _fail("interrupted", 130)
    except KeyboardInterrupt:
        _fail("interrupted", 130)
    except StoreError as error:
        _fail(str(error), 4)
    except PertoError as error:
        _fail(str(error), getattr(error, "exit_code", 2))
    except (BrokenPipeError, SystemExit):  # who read our output has seen enough; typer makes one the other
        drop_output()
        sys.exit(0)
    except OSError as error:  # a full disk, a folder that can't be written
        drop_output()
        _fail(f"{str(error) if error.filename else error.strerror or error}; nothing more was done", 1)
    if code == 130:  # typer's own word for Ctrl-C
        _fail("interrupted", 130)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str, code: int) -> None:
    print(f"perto: {visible(' '.join(message.split()))}", file=sys.stderr)
    sys.exit(code)


def _print(text: str, end: str = "\n") -> None:
    print(visible(text), end=end)


def _say(as_json: bool, data: dict[str, Any], sentence: str) -> None:
    if as_json:
        _print_json(data)
    else:
        print(sentence)


def _print_json(data: dict[str, Any]) -> None:
    # JSON can write in ASCII what an encoding lacks
    print(json.dumps(data, ensure_ascii=not takes_all_signs(sys.stdout), indent=2, default=str))


def _dump(answer: "Answer") -> dict[str, Any]:
    return answer.model_dump(mode="json", by_alias=True)


def _open_graph() -> "Graph":
    from queries.stores import open_graph

    with show_progress() as progress:
        return open_graph(progress=progress)


def _load(graph: "Graph", source: "Path | Fetched", **options: Any) -> "Loaded":
    from loader.source import load_source

    with show_progress() as progress:
        return load_source(graph, source, progress=progress, **options)


def _check_map(path: Path | None) -> None:
    """Refuse a map that can't be written before anything else is done."""
    if path is not None:
        from service.map import check_map
        from service.settings import AskSettings

        check_map(path, tile_url=AskSettings().tile_url)


def _write_map(answer: "Answer", graph: "Graph", path: Path) -> None:
    from service.map import write_map
    from service.settings import AskSettings

    write_map(answer, graph, path, tile_url=AskSettings().tile_url)
    print(f"perto: the map is in {path}", file=sys.stderr)


if __name__ == "__main__":
    main()
