"""A cable to Neo4j that can be cut, as by a kill, or go dead without a sign, as firewalls let it."""

import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit


class Cable:
    """Listens on a free port and passes everything on to the server of a bolt:// address, until cut."""

    def __init__(self, uri: str) -> None:
        parts = urlsplit(uri)
        self._target = (parts.hostname or "127.0.0.1", parts.port or 7687)
        self._ends: list[socket.socket] = []
        self._dead: set[socket.socket] = set()
        self.delays_s: list[float] = []  # how long the next messages to the server are held back
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.uri = f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """End every connection and accept no more."""
        for end in [self._listener, *self._ends]:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def go_dead(self) -> None:
        """Pass nothing on any more over the connections that there are, and end none; new ones are well."""
        self._dead.update(self._ends)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                self._ends += [client, server]
                for one, other in ((client, server), (server, client)):
                    threading.Thread(target=self._pass, args=(one, other, one is client), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket, to_server: bool) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                if one in self._dead:
                    continue
                if to_server and self.delays_s:
                    time.sleep(self.delays_s.pop(0))
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
