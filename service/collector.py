"""The garbage collector while a question is answered."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python's cyclic collector from running meanwhile, where it runs at all.

    An answer holds tens of thousands of pairs for a moment, and each ten thousand more make the collector
    look through all of them: half the time of a question about many pairs (docs/benchmarks.md). Reference
    counts free them all the same. Two questions at once, in two threads: the first to end lets it run again.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
