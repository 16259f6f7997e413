"""What the command prints, and what a terminal can't take: signs it lacks, a reader who has gone."""

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TextIO

from queries.progress import Progress

# control characters but line feed and tab, and those that turn the direction of writing
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Return the text with characters that steer a terminal written out: names come from anybody."""
    return _STEERING.sub(lambda match: ascii(match[0])[1:-1], text)


def read_argument(given: str) -> str:
    """Return an argument of the command as its writer meant it, in whatever locale: the bytes are UTF-8.

    In a locale without a code for a letter ("C") Python hands its bytes over one by one. Raises ValueError
    where they are no UTF-8.
    """
    try:
        return given.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeEncodeError:
        raise ValueError(f"it holds U+{ord(_first_surrogate(given)):04X}, which is no character") from None
    except UnicodeDecodeError as error:
        byte = error.object[error.start]
        raise ValueError(f"byte 0x{byte:02X} is no UTF-8; write it in UTF-8") from None


def legible(text: str) -> str:
    """Return text that may hold bytes of an argument or a path one by one as they would be read."""
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")


def _first_surrogate(text: str) -> str:
    return next(char for char in text if "\ud800" <= char <= "\udfff")


def say(text: str, *, end: str = "\n") -> None:
    """Print text for people on stdout."""
    _write(visible(text) + end)


def say_json(data: Mapping[str, Any]) -> None:
    """Print one JSON object on stdout, in ASCII where the encoding lacks signs."""
    text = json.dumps(data, ensure_ascii=not takes_all_signs(sys.stdout), indent=2, default=str)
    _write(_STEERING.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n")


def tell(data: Mapping[str, Any], sentence: str, *, as_json: bool) -> None:
    """Print the data as JSON, or the sentence for people."""
    if as_json:
        say_json(data)
    else:
        say(sentence)


def say_aside(text: str) -> None:
    """Print a line on stderr, as it is; where nobody reads it any more, the work goes on without."""
    if sys.stderr is not None:
        try:
            sys.stderr.write(f"{legible(text)}\n")
            sys.stderr.flush()
        except BrokenPipeError:
            drop_output(sys.stderr)


def replace_missing_signs(stream: TextIO | None) -> None:
    """Let a stream write "?" for what its encoding lacks instead of failing; None is a closed one.

    The locale "C" says nothing of what a terminal takes, which is UTF-8 as the questions typed into it are.
    """
    if stream is not None and hasattr(stream, "reconfigure"):
        unsaid = sys.getfilesystemencoding() == "ascii" and (stream.encoding or "").lower() == "ascii"
        stream.reconfigure(encoding="utf-8" if unsaid else None, errors="replace")


def takes_all_signs(stream: TextIO | None) -> bool:
    """Say whether a stream's encoding has every sign."""
    return stream is not None and (stream.encoding or "").lower().replace("-", "") == "utf8"


def drop_output(stream: TextIO | None) -> None:
    """Let what is still to be written go nowhere: Python would fail on it once more at its end."""
    if stream is not None:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def show_progress() -> Iterator[Progress]:
    """Show bars on a terminal, of what goes on now; elsewhere one line for each stage that begins."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _announce
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, Any] = {}

        def show(stage: str, done: int, total: int | None) -> None:
            if done == 0:  # a stage begins, so those before are over
                for task in tasks.values():
                    bars.update(task, visible=False)
            if stage not in tasks:
                tasks[stage] = bars.add_task(stage, total=total)
            goes_on = total is None or done < total
            bars.update(tasks[stage], completed=done, total=total, visible=goes_on)

        yield show


def _write(text: str) -> None:
    if sys.stdout is not None:
        try:
            sys.stdout.write(legible(text))
        except BrokenPipeError:  # who read it has seen enough; what is still to be done is done
            drop_output(sys.stdout)


def _announce(stage: str, done: int, total: int | None) -> None:
    if done == 0:
        say_aside(f"perto: {stage}")
