"""How the command ends: its exit codes, and every error as one line on stderr."""

import sys
from collections.abc import Callable
from typing import Any, NoReturn

from queries.errors import PertoError, StoreError
from service.command.terminal import drop_output, replace_missing_signs, say_aside, visible

EXIT_CODES = {"answered": 0, "none": 0, "not_understood": 3, "unavailable": 4}
_FAILED, _WRONG_CALL, _STORE_FAILED, _INTERRUPTED = 1, 2, 4, 130


def run_to_end(command: Callable[[], Any], *, usage_error: Any, abort: type[Exception]) -> NoReturn:
    """Run a command and leave the process with its exit code, or with one line that says what failed.

    `usage_error` is what the parser of arguments raises for a wrong call, `abort` for an interruption.
    """
    for stream in (sys.stdout, sys.stderr):
        replace_missing_signs(stream)
    try:
        code = command()
        _flush()  # here, where a failure can still be told
    except usage_error as error:
        if type(error).__name__ == "NoArgsIsHelpError":  # not a mistake: perto alone asks for help
            say_aside(error.format_message())
            sys.exit(_WRONG_CALL)
        _fail(str(error.format_message()), _WRONG_CALL)
    except (abort, KeyboardInterrupt):
        _fail("interrupted", _INTERRUPTED)
    except StoreError as error:
        _fail(str(error), _STORE_FAILED)
    except PertoError as error:
        _fail(str(error), getattr(error, "exit_code", _WRONG_CALL))
    except SystemExit as error:  # what typer makes of a pipe that broke elsewhere than in our own output
        drop_output(sys.stdout)
        sys.exit(error.code or _FAILED)
    except OSError as error:  # a full disk, a folder that can't be written
        drop_output(sys.stdout)
        _fail(f"{str(error) if error.filename else error.strerror or error}; nothing more was done", _FAILED)
    if code == _INTERRUPTED:  # typer's own word for Ctrl-C
        _fail("interrupted", _INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _flush() -> None:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # who read it has seen enough
        drop_output(sys.stdout)


def _fail(message: str, code: int) -> NoReturn:
    say_aside(f"perto: {visible(' '.join(message.split()))}")
    sys.exit(code)
