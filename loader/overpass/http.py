"""Asks web services over HTTP, patiently and within bounds; the only module that imports requests."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Generic, TypeVar
from urllib.parse import urljoin, urlsplit

from loader.errors import SourceUnavailable
from loader.formats.web_page import find_reason, plain_text
from queries.proxies import is_loopback, via_proxy

if TYPE_CHECKING:
    import requests

T = TypeVar("T")

# what any server would say of the question; other refusals (401, 403, 404 …) are one server's own
_OF_THE_QUESTION = frozenset({400, 413, 414, 422})
_PASSING = frozenset({429, 502, 503, 504})  # the server is busy or restarts: worth asking again
_MOST_REDIRECTS = 5
_MOST_ERROR_BYTES = 100_000
_CHUNK = 1 << 16


class Unusable(Exception):
    """An answer that came whole and is none; `lasting` where asking the same server again can't help."""

    def __init__(self, reason: str, *, lasting: bool = False) -> None:
        super().__init__(reason)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait and how often to ask again.

    `read_s` bounds each silence of a server, `total_s` everything together. Each server is asked at most
    `attempts` times, again after `first_wait_s`, then twice that and so on up to `longest_wait_s`, each by
    up to half shorter at random.
    """

    connect_s: float = 10.0
    read_s: float = 200.0
    attempts: int = 4
    first_wait_s: float = 2.0
    longest_wait_s: float = 60.0
    total_s: float = 900.0
    most_bytes: int = 1 << 30


@dataclass(frozen=True, slots=True)
class Clock:
    """The time, and what makes it pass; tests bring their own."""

    monotonic: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    random: Callable[[], float] = random.random


@dataclass(frozen=True, slots=True)
class Received(Generic[T]):
    """What a server answered: the bytes, what `parse` made of them, and which server."""

    url: str
    body: bytes
    value: T


class _Failed(Exception):
    """One attempt failed; `wait_s` is what the server asks for, `lasting` where no wait can help."""

    def __init__(
        self, reason: str, *, status: int | None = None, wait_s: float = 0.0, lasting: bool = False
    ) -> None:
        super().__init__(reason)
        self.status = status
        self.wait_s = wait_s
        self.lasting = lasting


def post(
    urls: Sequence[str],
    *,
    data: Mapping[str, str],
    parse: Callable[[bytes], T],
    patience: Patience,
    clock: Clock | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Received[T]:
    """Send a form to the first server that gives an answer `parse` accepts (it raises Unusable otherwise).

    The servers are asked in their order; one that fails in passing (429, 502, 503, 504, a broken or silent
    connection, an unusable answer) is asked again later, Retry-After honoured, and the next one meanwhile.
    Raises SourceUnavailable, with the last failure, when all have failed or time is up, and at once where a
    server refuses the question itself (400, 413, 414, 422); any other 4xx is that server's own. `tell` is
    called with each failure.
    """
    import requests

    clock = clock or Clock()
    mirrors = [_Mirror(url) for url in urls]
    with requests.Session() as session:
        session.headers["User-Agent"] = user_agent()
        question = _Question(session, data, patience, clock, clock.monotonic() + patience.total_s)
        while True:
            mirror = min((m for m in mirrors if not m.lost), key=lambda m: m.ready_at)
            if (wait_s := mirror.ready_at - clock.monotonic()) > 0:
                clock.sleep(wait_s)
            try:
                body = question.ask(mirror.url)
                return Received(mirror.url, body, _parse(parse, body))
            except _Failed as error:
                failure = error
            mirror.note(failure, question)
            why = f"{_host(mirror.url)}{via_proxy(mirror.url)}: {failure}"
            tell(why)
            if all(m.lost for m in mirrors):
                message = f"{why} ({_count(mirrors)})" + ("" if failure.lasting else "; try again later")
                raise SourceUnavailable(message, url=mirror.url, status=failure.status) from failure


@cache
def user_agent() -> str:
    """Return how perto names itself to servers."""
    return f"perto/{version('perto')} (questions about places, answered from OpenStreetMap; python-requests)"


@dataclass(frozen=True, slots=True)
class _Question:
    """What is asked of each server, and until when."""

    session: "requests.Session"
    data: Mapping[str, str]
    patience: Patience
    clock: Clock
    deadline: float

    def ask(self, url: str) -> bytes:
        """Ask once; redirects are followed with the form, which requests would drop on a 301 or 302."""
        from requests import exceptions

        left_s = max(1.0, self.deadline - self.clock.monotonic())
        timeout = (min(self.patience.connect_s, left_s), min(self.patience.read_s, left_s))
        try:
            for _ in range(_MOST_REDIRECTS + 1):
                self.session.trust_env = not is_loopback(url)  # no proxy reaches what runs on this machine
                with self.session.post(
                    url, data=self.data, timeout=timeout, stream=True, allow_redirects=False
                ) as response:
                    if response.is_redirect:
                        url = urljoin(url, response.headers["Location"])
                    elif response.status_code == 200:
                        return self._read(response, self.patience.most_bytes)
                    else:
                        raise self._refusal(response)
        except exceptions.ConnectTimeout as error:
            raise _Failed(f"no connection within {timeout[0]:g} s") from error
        except exceptions.Timeout as error:
            raise _Failed(f"silent for {timeout[1]:g} s") from error
        except exceptions.SSLError as error:
            raise _Failed(f"no secure connection ({plain_text(str(error))})", lasting=True) from error
        except ValueError as error:  # requests' errors about addresses are ValueErrors
            raise _Failed(f"no address to ask: {plain_text(str(error))}", lasting=True) from error
        except exceptions.RequestException as error:
            raise _Failed(f"the connection broke or was refused ({_system_words(error)})") from error
        raise _Failed(f"it redirects more than {_MOST_REDIRECTS} times", lasting=True)

    def _refusal(self, response: "requests.Response") -> "_Failed | SourceUnavailable":
        """Return the error for an answer that is not 200."""
        status = response.status_code
        try:
            page = self._read(response, _MOST_ERROR_BYTES).decode("utf-8", "replace")
        except _Failed:
            page = ""
        told = find_reason(page) or plain_text(response.reason or "")
        reason = f"HTTP {status}" + (f", {told}" if told else "")
        if status in _PASSING:
            wait_s = _retry_after_s(response.headers.get("Retry-After", ""), self.clock)
            reason += f", asks to wait {wait_s:.0f} s" if wait_s else ""
            return _Failed(reason, status=status, wait_s=wait_s)
        if status in _OF_THE_QUESTION:
            where = _host(response.url) + via_proxy(response.url)
            return SourceUnavailable(
                f"{where} refuses the question: {reason}",
                url=response.url,
                status=status,
            )
        return _Failed(reason, status=status, lasting=True)

    def _read(self, response: "requests.Response", most_bytes: int) -> bytes:
        """Return the whole body; raises _Failed where it breaks off, is too large, or passes the deadline."""
        from urllib3.exceptions import HTTPError, ReadTimeoutError

        parts: list[bytes] = []
        size = 0
        try:
            # read1 returns what has come: a server that drips byte by byte can't hold us past the deadline
            while chunk := response.raw.read1(_CHUNK, decode_content=True):
                parts.append(chunk)
                size += len(chunk)
                if size > most_bytes:
                    raise _Failed(f"its answer is larger than {most_bytes:,} bytes", lasting=True)
                if self.clock.monotonic() > self.deadline:
                    raise _Failed("its answer took too long", lasting=True)
        except ReadTimeoutError as error:
            raise _Failed("it fell silent in the middle of its answer") from error
        except (HTTPError, OSError) as error:
            raise _Failed("its answer broke off in the middle") from error
        return b"".join(parts)


@dataclass(slots=True)
class _Mirror:
    """One server: how often it was asked, and from when on it may be asked again."""

    url: str
    asked: int = 0
    ready_at: float = float("-inf")
    lost: bool = False

    def note(self, failure: _Failed, question: _Question) -> None:
        """Put off the next attempt, or give the server up."""
        patience, clock = question.patience, question.clock
        backoff_s = min(patience.longest_wait_s, patience.first_wait_s * 2**self.asked)
        wait_s = max(failure.wait_s, backoff_s * (1 - clock.random() / 2))
        self.asked += 1
        self.ready_at = clock.monotonic() + wait_s
        self.lost = failure.lasting or self.asked >= patience.attempts or self.ready_at > question.deadline


def _parse(parse: Callable[[bytes], T], body: bytes) -> T:
    try:
        return parse(body)
    except Unusable as error:
        raise _Failed(str(error), status=200, lasting=error.lasting) from error


def _retry_after_s(value: str, clock: Clock) -> float:
    """Return the seconds that Retry-After asks for, given as a number or as a date; 0 where it is neither."""
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return 0.0
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - clock.now()).total_seconds())


def _system_words(error: BaseException | None) -> str:
    """Return the system's own words for a failed connection, from the innermost cause that has any."""
    words = type(error).__name__
    while error is not None:
        if isinstance(error, OSError) and error.strerror:
            words = error.strerror
        error = error.__cause__ or error.__context__
    return plain_text(words)


def _host(url: str) -> str:
    return urlsplit(url).hostname or url


def _count(mirrors: Sequence[_Mirror]) -> str:
    asked = sum(mirror.asked for mirror in mirrors)
    servers = f"{len(mirrors)} servers" if len(mirrors) > 1 else "the server"
    return f"{servers} asked {asked} times" if asked > 1 else f"{servers} asked once"
