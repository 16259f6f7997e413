"""A Maven repository on this machine, for tests of the fetch: honest, cut short, lying, or slow."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Repository:
    """What is served by path; `cut`: paths of which only half comes; `asked`: the paths asked for."""

    files: Mapping[str, bytes]
    url: str = ""
    cut: set[str] = field(default_factory=set)
    stuck: set[str] = field(default_factory=set)
    asked: list[str] = field(default_factory=list)
    half_sent: threading.Event = field(default_factory=threading.Event)
    closing: threading.Event = field(default_factory=threading.Event)


@contextmanager
def serve(files: Mapping[str, bytes]) -> Iterator[Repository]:
    repository = Repository(files)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.lstrip("/")
            repository.asked.append(path)
            if path not in repository.files:
                self.send_error(404)
                return
            data = repository.files[path]
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if path in repository.cut | repository.stuck:
                self.wfile.write(data[: len(data) // 2])
                self.wfile.flush()
                repository.half_sent.set()
                if path in repository.stuck:
                    repository.closing.wait(30)
                return
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    repository.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield repository
    finally:
        repository.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
