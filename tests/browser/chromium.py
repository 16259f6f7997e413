"""A headless Chromium, driven through its debugging pipe: the standard library alone, and no clock to guess.

Every host name is refused, so that a page that asks for anything outside shows up as a failed request.
"""

import base64
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--mute-audio",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--remote-debugging-pipe",
)
# Chromium reads commands from file descriptor 3 and writes to 4
_SHIM = """import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execvp(sys.argv[3], sys.argv[3:])
"""


def find_chromium() -> str | None:
    """Return the program to run; None where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


class Page:
    """One tab: what it logged, what it asked for, and its own values by script."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self.messages: list[str] = []
        self.requests: list[str] = []
        self._to = os.fdopen(to_browser, "wb", buffering=0)
        self._from = os.fdopen(from_browser, "rb")
        self._buffer = b""
        self._number = 0
        self._session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command of the DevTools protocol and return its result."""
        self._number += 1
        command: dict[str, Any] = {"id": self._number, "method": method, "params": params}
        if self._session:
            command["sessionId"] = self._session
        self._to.write(json.dumps(command).encode() + b"\0")
        while True:
            message = self._read()
            if message.get("id") == self._number:
                assert "error" not in message, (method, message["error"])
                result: dict[str, Any] = message["result"]
                return result
            self._note(message)

    def open(self, path: Path, *, width: int = 1280, height: int = 800, dark: bool = False) -> None:
        """Show the file and wait until it says what became of its map; the older notes are dropped."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 760,
        )
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.messages.clear()
        self.requests.clear()
        self.call("Page.navigate", url=path.resolve().as_uri())
        deadline = time.monotonic() + 90
        while not self.value("document.readyState === 'complete' && (document.body?.dataset.map ?? '')"):
            assert time.monotonic() < deadline, ("the page never got ready", self.messages)
            time.sleep(0.05)

    def value(self, script: str) -> Any:
        """Return what the script evaluates to, awaited where it is a promise."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def click(self, x: float, y: float) -> None:
        """Press and release the left button there, in pixels."""
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path) -> None:
        """Write what the tab shows as PNG."""
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def outside(self) -> list[str]:
        """Return the addresses asked for that are neither files nor in the page itself."""
        return [url for url in self.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]

    def _note(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        match message.get("method"):
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Runtime.exceptionThrown":
                self.messages.append(json.dumps(params["exceptionDetails"])[:2000])
            case "Runtime.consoleAPICalled":
                self.messages.append(
                    " ".join(str(arg.get("value", arg.get("description"))) for arg in params["args"])
                )
            case "Log.entryAdded":
                self.messages.append(params["entry"]["text"])

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            chunk = os.read(self._from.fileno(), 1 << 20)
            assert chunk, "Chromium ended"
            self._buffer += chunk
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def close(self) -> None:
        """Let go of the pipe."""
        self._to.close()
        self._from.close()


@contextmanager
def open_page(*options: str) -> Iterator[Page]:
    """Run Chromium with a fresh profile and these options as well, and give its one tab."""
    program = find_chromium()
    assert program, "no Chromium"
    commands, to_browser = _pipe()
    from_browser, answers = _pipe()
    with tempfile.TemporaryDirectory(prefix="perto-chromium-", ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [sys.executable, "-c", _SHIM, str(commands), str(answers), program, *OPTIONS,
             f"--user-data-dir={profile}", "--host-resolver-rules=MAP * ~NOTFOUND", *options, "about:blank"],
            pass_fds=(commands, answers),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(commands)
        os.close(answers)
        page = None
        try:
            page = Page(to_browser, from_browser)
            yield page
        finally:
            if page is not None:
                page.close()
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _pipe() -> tuple[int, int]:
    """Return the two ends of a pipe, out of the way of the descriptors 3 and 4."""
    ends = os.pipe()
    moved = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends]
    for end in ends:
        os.close(end)
    return moved[0], moved[1]
