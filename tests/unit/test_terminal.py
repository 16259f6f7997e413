"""What steers a terminal is written out; what a terminal lacks is replaced."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from service.command.terminal import (
    replace_missing_signs,
    say_json,
    show_progress,
    takes_all_signs,
    tell,
    visible,
)

ROOT = Path(__file__).parents[2]


def test_characters_that_steer_a_terminal_are_written_out() -> None:
    assert visible("red \x1b[31m\x9b1m \x07 \u202epot\u2066 \x85") == (
        "red \\x1b[31m\\x9b1m \\x07 \\u202epot\\u2066 \\x85"
    )


def test_letters_spaces_and_lines_stay_as_they_are() -> None:
    text = "Cão à beira\u00a0d’água\n\tشارع · 公园 👨\u200d👩\u200d👧 ½"
    assert visible(text) == text


def test_a_sign_that_an_encoding_lacks_is_replaced() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    replace_missing_signs(stream)
    stream.write("há cafés – 3")
    stream.flush()
    assert raw.getvalue() == b"h? caf?s ? 3"
    assert not takes_all_signs(stream)
    assert takes_all_signs(io.TextIOWrapper(io.BytesIO(), encoding="UTF-8"))


def test_a_closed_stream_is_no_error() -> None:
    replace_missing_signs(None)
    assert not takes_all_signs(None)


def test_json_says_all_and_steers_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    data = {"name": "Café \x1b[31m\x9b1m\u202epot\u2028 \\u0041 \x7f", "n": 1}
    say_json(data)
    said = capsys.readouterr().out
    assert json.loads(said) == data
    assert visible(said) == said
    assert "Café" in said


def test_a_value_is_told_as_json_or_as_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    tell({"n": 1}, "there is one\x1b", as_json=True)
    tell({"n": 1}, "there is one\x1b", as_json=False)
    assert capsys.readouterr().out == '{\n  "n": 1\n}\nthere is one\\x1b\n'


def test_output_that_is_closed_is_no_error() -> None:
    said = "tell({}, 'nobody reads this', as_json=False); say_json({}); say_aside('nor this')"
    code = f"import sys; from service.command.terminal import say_aside, say_json, tell; {said}; sys.exit(7)"
    closed = subprocess.run(
        ["sh", "-c", 'exec "$@" >&- 2>&-', "sh", sys.executable, "-c", code], cwd=ROOT, check=False
    )
    # 1 would be an exception on the way
    assert closed.returncode == 7


class Screen(io.StringIO):
    """A terminal that keeps all that was written to it."""

    def isatty(self) -> bool:
        return True


def frame(monkeypatch: pytest.MonkeyPatch, *steps: tuple[str, int, int | None]) -> str:
    """Return the last frame of bars after these steps."""
    screen = Screen()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    with show_progress() as progress:
        for step in steps:
            progress(*step)
        screen.seek(0)
        screen.truncate()
    return screen.getvalue()


def test_bars_show_the_stage_and_the_part_that_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = (("reading", 0, None), ("reading", 50, None), ("deriving", 0, None))
    shown = frame(monkeypatch, *begun, ("joining cells", 2000, 5000))
    assert "deriving" in shown
    assert "2000/5000" in shown
    assert "reading" not in shown
    later = frame(monkeypatch, *begun, ("joining cells", 5000, 5000), ("joining roads", 1, 3))
    assert "joining cells" not in later
    assert "1/3" in later
    again = frame(monkeypatch, *begun, ("embedding", 3, 3), ("embedding", 1, 4))
    assert "1/4" in again


def test_elsewhere_a_stage_is_one_line_and_a_part_none(capsys: pytest.CaptureFixture[str]) -> None:
    with show_progress() as progress:
        progress("deriving", 0, None)
        progress("joining cells", 2000, 5000)
        progress("joining cells", 5000, 5000)
    assert capsys.readouterr().err == "perto: deriving\n"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_work_goes_on_to_its_end_and_its_code_where_nobody_reads_what_it_says(
    stream: str, tmp_path: Path
) -> None:
    script = (
        "import sys, typer\n"
        "from pathlib import Path\n"
        "from service.command.exits import run_to_end\n"
        "from service.command.terminal import say, say_aside\n"
        "def work():\n"
        "    for _ in range(20_000):\n"
        "        say('a line'); say_aside('a stage')\n"
        "    Path(sys.argv[1]).write_text('done')\n"
        "    return 3\n"
        "run_to_end(work, usage_error=typer.BadParameter, abort=typer.Abort)\n"
    )
    target = tmp_path / "done"
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", script, str(target)], cwd=ROOT, **pipes) as process:  # type: ignore[call-overload]
        pipe = process.stdout if stream == "stdout" else process.stderr
        pipe.readline()
        pipe.close()
        assert process.wait(timeout=60) == 3
    assert target.read_text() == "done"
