"""Asking over HTTP, against a real server on loopback that does each thing wrong in turn; time is ours."""

import gzip
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from loader.errors import SourceUnavailable
from loader.overpass.http import Clock, Patience, Received, Unusable, post
from tests.web_server import Answer, WebServer, answer, hang, hang_after, reset, web_server

FINE = answer('{"fine": true}')
IMPATIENT = Patience(connect_s=2, read_s=0.2, attempts=3, total_s=600)
NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
BUSY_PAGE = (
    "<html><head><title>OSM3S</title></head><p><strong style='x'>Error</strong>: "
    "runtime error: open64: 0 Success /osm3s_osm_base Dispatcher_Client::request_read_and_idx::timeout. "
    "The server is probably too busy to handle your request. </p></html>"
)


@dataclass
class OwnTime:
    """A clock that moves only when someone sleeps; nobody waits for it."""

    seconds: float = 0.0
    slept: list[float] = field(default_factory=list)
    chance: float = 0.0

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.seconds += seconds

    def clock(self) -> Clock:
        return Clock(
            monotonic=lambda: self.seconds,
            sleep=self.sleep,
            now=lambda: NOW + timedelta(seconds=self.seconds),
            random=lambda: self.chance,
        )


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@pytest.fixture
def time() -> OwnTime:
    return OwnTime()


def parse(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError as error:
        raise Unusable("its answer is no JSON") from error
    if "error" in value:
        raise Unusable(value["error"], lasting=True)
    return dict(value)


def ask(*servers: WebServer | str, time: OwnTime, patience: Patience = IMPATIENT) -> Received[dict[str, Any]]:
    urls = [server if isinstance(server, str) else server.url for server in servers]
    return post(urls, data={"data": "question"}, parse=parse, patience=patience, clock=time.clock())


@pytest.fixture
def nobody() -> Iterator[str]:
    """An address where nothing listens."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}/api"


def test_the_question_goes_out_as_a_form_under_the_name_of_perto(time: OwnTime) -> None:
    with web_server(FINE) as server:
        received = ask(server, time=time)
    (asked,) = server.asked
    assert (asked.method, asked.path, asked.form) == ("POST", "/api", {"data": "question"})
    assert asked.headers["user-agent"].startswith("perto/")
    assert (received.url, received.value) == (server.url, {"fine": True})
    assert time.slept == []


@pytest.mark.parametrize(
    "wrong",
    [
        answer(status="429 Too Many Requests"),
        answer(status="502 Bad Gateway"),
        answer(status="503 Service Unavailable"),
        answer(BUSY_PAGE, status="504 Gateway Timeout", content_type="text/html"),
        reset,
        hang,
        hang_after(answer('{"fine"', length=100)),
        answer('{"fine": true}', length=100),
        b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{"fine\r\n7\r\n',
        b'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{"fine"',
        b"SSH-2.0-OpenSSH\r\n",
        b"",
        answer("<html>busy</html>", content_type="text/html"),
        answer(gzip.compress(b'{"fine": true}' * 100)[:30], Content_Encoding="gzip"),
        answer(b"no gzip", Content_Encoding="gzip"),
    ],
)
def test_what_fails_in_passing_is_asked_again(wrong: Answer, time: OwnTime) -> None:
    with web_server(wrong, FINE) as server:
        assert ask(server, time=time).value == {"fine": True}
    assert len(server.asked) == 2
    assert time.slept == [2.0]


@pytest.mark.parametrize(
    ("retry_after", "slept"),
    [
        ("7", 7.0),
        ("0", 2.0),
        ("-5", 2.0),
        (format_datetime(NOW + timedelta(seconds=45), usegmt=True), 45.0),
        (format_datetime(NOW - timedelta(days=1), usegmt=True), 2.0),
        ("soon", 2.0),
        ("٣", 2.0),
    ],
)
@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_retry_after_is_honoured_in_both_its_forms(
    retry_after: str, slept: float, status: str, time: OwnTime
) -> None:
    wrong = answer(status=status, Retry_After=retry_after)
    with web_server(wrong, FINE) as server:
        ask(server, time=time)
    assert time.slept == [slept]


def test_waits_double_up_to_a_longest_and_chance_shortens_them_by_up_to_half(time: OwnTime) -> None:
    busy = answer(status="503 Busy")
    time.chance = 0.5
    patience = replace(IMPATIENT, attempts=6, longest_wait_s=10)
    with web_server(busy, busy, busy, busy, busy, FINE) as server:
        ask(server, time=time, patience=patience)
    assert time.slept == [1.5, 3.0, 6.0, 7.5, 7.5]


def test_the_next_server_is_asked_without_a_wait(time: OwnTime, nobody: str) -> None:
    with web_server(answer(status="504 Gateway Timeout")) as first, web_server(FINE) as third:
        assert ask(first, nobody, third, time=time).url == third.url
    assert time.slept == []


def test_servers_that_all_fail_are_asked_in_turn_and_the_last_failure_is_told(time: OwnTime) -> None:
    busy = answer(BUSY_PAGE, status="504 Gateway Timeout")
    with (
        web_server(busy, busy, busy) as one,
        web_server(busy, busy, busy) as other,
        pytest.raises(SourceUnavailable) as caught,
    ):
        ask(one, other, time=time)
    assert (len(one.asked), len(other.asked)) == (3, 3)
    assert (caught.value.status, caught.value.url, caught.value.exit_code) == (504, other.url, 4)
    assert "too busy to handle your request" in str(caught.value)
    assert "2 servers asked 6 times" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_nothing_listening_is_an_outage(time: OwnTime, nobody: str) -> None:
    with pytest.raises(SourceUnavailable, match="refused") as caught:
        ask(nobody, time=time)
    assert caught.value.status is None
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (answer('{"error": "Query run out of memory"}'), "Query run out of memory"),
        (answer(status="500 Internal Server Error"), "HTTP 500"),
        (answer(status="302 Found", Location="ftp://127.0.0.1/"), "no address"),
        (answer(status="302 Found", Location="http://[::1/"), "no address"),
        (answer(status="304 Not Modified"), "HTTP 304"),
    ],
)
def test_what_asking_again_cannot_help_is_asked_once_of_each_server(
    wrong: Answer, told: str, time: OwnTime
) -> None:
    with web_server(wrong) as server, pytest.raises(SourceUnavailable, match=told):
        ask(server, time=time)
    assert len(server.asked) == 1
    with web_server(wrong) as server, web_server(FINE) as other:
        assert ask(server, other, time=time).url == other.url


def test_another_4xx_fails_at_once_with_the_reason_in_the_page(time: OwnTime) -> None:
    page = "<p><strong>Error</strong>: line 2: parse error: ';' expected - 'out' found. </p>"
    with (
        web_server(answer(page, status="400 Bad Request")) as server,
        web_server(FINE) as other,
        pytest.raises(SourceUnavailable) as caught,
    ):
        ask(server, other, time=time)
    assert "HTTP 400, line 2: parse error: ';' expected - 'out' found." in str(caught.value)
    assert (caught.value.status, len(other.asked)) == (400, 0)


@pytest.mark.parametrize("status", ["401 Unauthorized", "403 Forbidden", "404 Not Found", "410 Gone"])
def test_what_one_server_refuses_the_next_is_asked(status: str, time: OwnTime) -> None:
    with web_server(answer("no", status=status)) as first, web_server(FINE) as second:
        assert ask(first, second, time=time).url == second.url
    assert (len(first.asked), len(second.asked)) == (1, 1)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Moved"])
def test_a_redirect_takes_the_question_along(status: str, time: OwnTime) -> None:
    with web_server(FINE) as target, web_server(answer(status=status, Location=target.url)) as server:
        assert ask(server, time=time).value == {"fine": True}
    assert (target.asked[0].method, target.asked[0].form) == ("POST", {"data": "question"})


def test_a_loop_of_redirects_ends(time: OwnTime) -> None:
    with (
        web_server(respond=lambda asked: answer(status="302 Found", Location="/api")) as server,
        pytest.raises(SourceUnavailable, match="redirects more than 5 times"),
    ):
        ask(server, time=time)
    assert len(server.asked) == 6


def test_an_answer_without_an_end_is_given_up(time: OwnTime) -> None:
    with (
        web_server(answer(b"x" * 5000)) as server,
        pytest.raises(SourceUnavailable, match="larger than 1,000 bytes"),
    ):
        ask(server, time=time, patience=replace(IMPATIENT, most_bytes=1000))
    bomb = gzip.compress(bytes(10_000_000))
    with (
        web_server(answer(bomb, Content_Encoding="gzip")) as server,
        pytest.raises(SourceUnavailable, match="larger than"),
    ):
        ask(server, time=time, patience=replace(IMPATIENT, most_bytes=100_000))


def test_an_answer_that_drips_ends_with_the_time_for_all(time: OwnTime) -> None:
    def drip(connection: socket.socket) -> None:
        connection.sendall(answer(b"", length=1000))
        for _ in range(50):
            connection.sendall(b" ")
            time.seconds += 60  # as if a minute passed

    with web_server(drip) as server, pytest.raises(SourceUnavailable, match="took too long"):
        ask(server, time=time)
    assert len(server.asked) == 1


def test_time_for_all_ends_the_waiting(time: OwnTime) -> None:
    with (
        web_server(answer(status="429 Slow Down", Retry_After="86400")) as server,
        pytest.raises(SourceUnavailable, match="HTTP 429, Slow Down, asks to wait 86400 s"),
    ):
        ask(server, time=time)
    assert time.slept == []


def test_a_compressed_answer_is_read(time: OwnTime) -> None:
    body = gzip.compress(b'{"fine": true}')
    with web_server(answer(body, Content_Encoding="gzip")) as server:
        assert ask(server, time=time).value == {"fine": True}
