"""A web server on loopback that answers as it is told, also wrongly, and remembers what it was asked."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came in."""

    method: str
    path: str
    headers: Mapping[str, str]
    form: Mapping[str, str]


Answer = bytes | Callable[[socket.socket], None]


def answer(
    body: bytes | str = b"",
    *,
    status: str = "200 OK",
    content_type: str = "application/json",
    length: int | None = None,
    **headers: str,
) -> bytes:
    """Return an answer; `length` may lie, a header's underscores stand for hyphens."""
    raw = body.encode() if isinstance(body, str) else body
    told = {
        "Content-Type": content_type,
        "Content-Length": str(len(raw) if length is None else length),
        "Connection": "close",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + raw


def reset(connection: socket.socket) -> None:
    """Break the connection off as a crashed server does."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def hang(connection: socket.socket) -> None:
    """Say nothing until the other side has had enough."""
    connection.recv(1)


def hang_after(start: bytes) -> Callable[[socket.socket], None]:
    """Begin an answer and fall silent."""

    def begin(connection: socket.socket) -> None:
        connection.sendall(start)
        hang(connection)

    return begin


@dataclass(slots=True)
class WebServer:
    """Answers the n-th request with the n-th answer, or each with what `respond` returns."""

    url: str
    respond: Callable[[Asked], Answer]
    asked: list[Asked] = field(default_factory=list)


@contextmanager
def web_server(*answers: Answer, respond: Callable[[Asked], Answer] | None = None) -> Iterator[WebServer]:
    """Run a server on loopback; a request for which no answer is left gets a 500."""
    left = list(answers)

    def next_answer(asked: Asked) -> Answer:
        return left.pop(0) if left else answer("no answer left", status="500 Not Scripted")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = WebServer(f"http://127.0.0.1:{listener.getsockname()[1]}/api", respond or next_answer)
        stop = threading.Event()
        thread = threading.Thread(target=_serve, args=(listener, server, stop), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            stop.set()
            with socket.create_connection(listener.getsockname()):
                thread.join()


def _serve(listener: socket.socket, server: WebServer, stop: threading.Event) -> None:
    while True:
        connection, _ = listener.accept()
        with connection:
            if stop.is_set():
                return
            asked = _read(connection)
            server.asked.append(asked)
            given = server.respond(asked)
            try:
                if isinstance(given, bytes):
                    connection.sendall(given)
                else:
                    given(connection)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the other side had enough


def _read(connection: socket.socket) -> Asked:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", "0")):
        body += connection.recv(65536)
    method, path, _ = first.split(" ")
    form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
    return Asked(method, path, headers, form)
