"""`make bench`: load, ask and NEAR, on the sample, Porto and Malta, each load in a process of its own.

Prints Markdown for docs/benchmarks.md. The stores are local ones in a folder of the benchmark's own.
"""

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from tests.bench_questions import list_questions

ROOT = Path(__file__).parents[1]
FILES = {
    "sample": ROOT / "loader" / "sample" / "helsinki.osm.pbf",
    "porto": ROOT.parent / "shared" / "osm" / "porto" / "porto_2020_full.osm.pbf",
    "malta": ROOT.parent / "shared" / "osm" / "malta" / "malta_2016.osm.pbf",
}
SCALE = ("porto_2015_metro.osm.pbf", "scale_merged.osm.pbf")
# the first of these warm the server up: its compiler goes on for a while
WARM_ROUNDS, ROUNDS = 5, 15


def peak_mb() -> float:
    return (
        resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 if sys.platform == "linux" else 1024) / 1024
    )


def load(path: str) -> dict[str, object]:
    from loader.embed import sync_vectors
    from loader.load import load_file
    from queries.stores.choose import open_graph, open_vector_store
    from queries.vectors.embedding import open_embedder

    with open_graph() as graph:
        report = load_file(graph, Path(path), dataset="bench")
        graph_peak_mb = peak_mb()
        started = time.perf_counter()
        embedder = open_embedder()
        with open_vector_store(embedder.model) as vectors:
            sync_vectors(graph, vectors, embedder)
        stages = {**report.seconds, "embedding": time.perf_counter() - started}
        again = time.perf_counter()
        second = load_file(graph, Path(path), dataset="bench")
        stages["second load, nothing to write"] = time.perf_counter() - again
        assert second.unchanged
    return {"stages": stages, "graph_peak_mb": graph_peak_mb, "peak_mb": peak_mb()}


def ask(city: str) -> dict[str, object]:
    """Time every question in a warm process: by mode, and in mode graph by kind of question."""
    from service import Perto

    figures: dict[str, dict[str, object]] = {"modes": {}, "kinds": {}}
    by_kind = list_questions(city)
    with Perto.connect() as perto:
        for mode in ("graph", "hybrid", "vector"):
            times_ms: dict[str, list[float]] = {q: [] for questions in by_kind.values() for q in questions}
            for round_ in range(-WARM_ROUNDS, ROUNDS):
                for question, of_question in times_ms.items():
                    started = time.perf_counter()
                    answer = perto.ask(question, mode=mode)
                    elapsed_ms = (time.perf_counter() - started) * 1000
                    if answer.outcome in {"answered", "none"}:
                        if round_ >= 0:
                            of_question.append(elapsed_ms)
                    elif round_ == 0 and mode == "graph":  # the sample holds no district whole
                        print(f"{city}: {question}: {answer.text}", file=sys.stderr)
            figures["modes"][mode] = _percentiles(times_ms)
            if mode == "graph":
                figures["kinds"] = {
                    kind: _percentiles({q: times_ms[q] for q in questions})
                    for kind, questions in by_kind.items()
                }
    return dict(figures)


def _percentiles(times_ms: Mapping[str, Sequence[float]]) -> dict[str, float | str] | None:
    medians = {question: statistics.median(times) for question, times in times_ms.items() if times}
    if not medians:
        return None
    every = [ms for of_question in times_ms.values() for ms in of_question]
    slowest = max(medians, key=medians.__getitem__)
    return {
        "p50_ms": statistics.median(every),
        "p95_ms": statistics.quantiles(every, n=20)[18],
        "slowest": slowest,
        "slowest_p50_ms": medians[slowest],
    }


def near() -> dict[str, object]:
    """Time NEAR beside brute force over the same places; both must find the same pairs."""
    import numpy as np

    from queries.geometry.distance import Shapes, distances_m, pairs_within
    from queries.statements.nearness import get_shapes
    from queries.stores.choose import open_graph

    with open_graph() as graph:
        places = Shapes.from_found(get_shapes(graph, limit=1_000_000))
    started = time.perf_counter()
    found = pairs_within(places, places, 500.0)
    near_s = time.perf_counter() - started
    started = time.perf_counter()
    brute = 0
    for i in range(len(places.ids)):
        others = np.arange(i + 1, len(places.ids))
        dist_m, _ = distances_m(places, np.full(len(others), i), places, others)
        brute += int((dist_m <= 500.0).sum())
    brute_s = time.perf_counter() - started
    assert brute == len(found.i)
    return {"places": len(places.ids), "pairs": brute, "near_s": near_s, "brute_s": brute_s}


def scale() -> dict[str, object]:
    """Read the two large files; places by service and roads must be what a plain count of tags expects."""
    import osmium

    from loader.formats.detect import fetch
    from loader.formats.extract import ROAD_CLASSES

    wanted = {"recycling": "amenity", "fountain": "amenity", "waste_disposal": "amenity", "park": "leisure"}
    figures: dict[str, object] = {}
    for name in SCALE:
        path = ROOT.parent / "shared" / "osm" / "scale" / name
        if not path.exists():
            continue
        started = time.perf_counter()
        extract = fetch(path)
        seconds = time.perf_counter() - started
        skipped = {remark.id for remark in extract.skipped}
        found = {(id_, place.id) for place in extract.places for id_ in place.services if id_ in wanted}
        found |= {("road", road.id) for road in extract.roads}
        expected = set()
        tagged = osmium.FileProcessor(str(path)).with_filter(
            osmium.filter.KeyFilter(*wanted.values(), "highway")
        )
        for element in tagged:
            kind = {"n": "node", "w": "way", "r": "relation"}[element.type_str()]
            id_ = f"{kind}/{element.id}"
            parts = {key: {part.strip() for part in value.split(";")} for key, value in element.tags}
            expected |= {(what, id_) for what, key in wanted.items() if what in parts.get(key, ())}
            if kind == "way" and parts.get("highway", set()) & set(ROAD_CLASSES):
                expected.add(("road", id_))
        assert found <= expected
        assert {id_ for _, id_ in expected - found} <= skipped
        figures[name] = {
            "seconds": seconds,
            "places": len(extract.places),
            "roads": len(extract.roads),
            "left_out": len(extract.skipped),
            "peak_mb": peak_mb(),
        }
    return figures


def run(step: str, home: str, *arguments: str) -> dict[str, object]:
    """Run one step in a process of its own, so that its peak memory is its own."""
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("NEO4J_", "QDRANT_", "PERTO_EMB"))
    }
    command = [sys.executable, "-m", "tests.bench", step, *arguments]
    result = subprocess.run(
        command,
        env={**environment, "PERTO_HOME": home},
        cwd=ROOT,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    figures: dict[str, object] = json.loads(result.stdout.splitlines()[-1])
    return figures


def bench(name: str, path: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="perto-bench-") as home:
        try:
            loaded = run("load", home, str(path))
            print(f"\n### {name}: {path.name}\n\n| stage | seconds |\n|---|---:|")
            for stage, seconds in loaded["stages"].items():
                print(f"| {stage} | {seconds:.2f} |")
            print(
                f"\nPeak memory: {loaded['graph_peak_mb']:.0f} MB for the graph, "
                f"{loaded['peak_mb']:.0f} MB with the model."
            )
            asked = run("ask", home, name)
            for title, part in (("ask, warm process", "modes"), ("mode graph, by kind", "kinds")):
                print(f"\n| {title} | p50 ms | p95 ms | slowest question, p50 ms |\n|---|---:|---:|---|")
                for what, figures in asked[part].items():
                    told = "– | – | –"
                    if figures:
                        told = f"{figures['p50_ms']:.1f} | {figures['p95_ms']:.1f} | "
                        told += f"{figures['slowest']} {figures['slowest_p50_ms']:.1f}"
                    print(f"| {what} | {told} |")
            measured = run("near", home)
            print(
                f"\nNEAR up to 500 m over {measured['places']} places ({measured['pairs']} pairs): "
                f"{measured['near_s']:.2f} s; brute force over all pairs of places, "
                f"same result: {measured['brute_s']:.2f} s."
            )
        finally:
            subprocess.run(
                [sys.executable, "-m", "perto", "down"],
                check=True,
                env={**os.environ, "PERTO_HOME": home},
                cwd=ROOT,
            )


def main() -> None:
    steps = {"load": load, "ask": ask, "near": near, "scale": scale}
    if len(sys.argv) > 1:
        print(json.dumps(steps[sys.argv[1]](*sys.argv[2:])))
        return
    machine = f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    print(f"## {date.today().isoformat()}, `make bench`, {machine}, Python {platform.python_version()}")
    for name, path in FILES.items():
        if path.exists():
            bench(name, path)
        else:
            print(f"\n{name}: left out, {path.name} is not there")
    if large := run("scale", ""):
        print("\n| large file, read only | places | roads | left out | seconds | peak MB |")
        print("|---|---:|---:|---:|---:|---:|")
        for name, figures in large.items():
            counts = f"{figures['places']} | {figures['roads']} | {figures['left_out']}"
            print(f"| {name} | {counts} | {figures['seconds']:.1f} | {figures['peak_mb']:.0f} |")


if __name__ == "__main__":
    main()
