"""How far a part of a stage is: told with its total after each batch, and not at all where none is done."""

from loader.derive.cells import Part
from queries.progress import Progress


def record() -> tuple[list[tuple[str, int, int | None]], Progress]:
    told: list[tuple[str, int, int | None]] = []
    return told, lambda stage, done, total: told.append((stage, done, total))


def test_a_batch_is_told_when_it_is_done() -> None:
    told, progress = record()
    part = Part("joining", 5, progress)
    for batch in part.batches("abcd", size=3):
        assert len(told) == (0 if batch[0] == "a" else 1)
    part.end()
    assert told == [("joining", 3, 5), ("joining", 4, 5), ("joining", 5, 5)]
    part.end()
    assert len(told) == 3


def test_more_than_the_total_is_the_total_and_nothing_to_do_is_not_told() -> None:
    told, progress = record()
    part = Part("joining", 2, progress)
    part.add(3)
    assert told == [("joining", 2, 2)]
    nothing = Part("parting", 0, progress)
    assert list(nothing.batches("")) == []
    nothing.add(1)
    nothing.end()
    assert told == [("joining", 2, 2)]
