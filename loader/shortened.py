"""Says for which pairs of kinds a load kept NEAR short of what was asked, and how to have more."""

from loader.derive.near import NearReport

_MOST_PAIRS = 3
# on a quiet machine of two cores with a local store; bytes of the store and its index, the log left out
_EDGES_A_SECOND = 20_000
_BYTES_AN_EDGE = 300


def tell_near(near: NearReport, dataset: str) -> list[str]:
    """Say how many edges there are, which pairs of the data set are short, and what all would cost."""
    written = f"{near.created} pairs added, {near.updated} changed, {near.deleted} removed"
    lines = [f"  NEAR: {written}; {near.edges} in the graph"]
    short = near.datasets.get(dataset)
    if short is not None:
        least = sorted(short.reduced.items(), key=lambda item: (item[1], item[0]))
        told = ", ".join(f"{pair} {metres:.4g} m" for pair, metres in least[:_MOST_PAIRS])
        more = f" and {len(least) - _MOST_PAIRS} more (--json)" if len(least) > _MOST_PAIRS else ""
        lines += [
            f"  NEAR is complete to less than {near.asked_m:g} m for {told}{more}:",
            "    farther is found on demand, as exactly, and statements of docs/cypher.md refuse it",
            f"    to have it all, load again with PERTO_NEAR_EDGES={short.edges_needed}: {_cost(near)}",
        ]
    if others := sorted(near.datasets.keys() - {dataset}):
        also = " too" if short else ""
        lines.append(f"  NEAR is short for some pairs of {', '.join(others)}{also}: perto datasets")
    return lines


def _cost(near: NearReport) -> str:
    """Say roughly what all edges would cost."""
    edges = max(near.whole - near.edges, 0)
    minutes, gigabytes = edges / _EDGES_A_SECOND / 60, edges * _BYTES_AN_EDGE / 1e9
    cost = f"{max(minutes, 0.1):.1f} minutes and {max(gigabytes, 0.01):.2g} GB"
    return f"at most {edges} pairs more, some {cost}"
