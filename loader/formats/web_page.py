"""What servers say in words: web pages where data should be, and their texts as one plain line."""

import re
from html import unescape

_MARKS = (b"<!doctype html", b"<html")


def is_web_page(body: bytes) -> bool:
    """Say whether this is, or begins as, an HTML page."""
    start = body[:1_000].lower()
    return any(mark in start for mark in _MARKS)


def tell_web_page(body: bytes) -> str:
    """Return "a web page, not data (what it says)"."""
    reason = find_reason(body.decode("utf-8", "replace"))
    return f"a web page, not data ({reason})" if reason else "a web page, not data"


def find_reason(page: str) -> str | None:
    """Return the errors that a page of Overpass tells, else the title of a page, None where it has neither.

    >>> find_reason('<p><strong style="color:#FF0000">Error</strong>: line 2: parse error </p>')
    'line 2: parse error'
    """
    told = re.findall(r"<strong[^>]*>\s*Error\s*</strong>\s*:?(.*?)</p>", page, re.DOTALL | re.IGNORECASE)
    told = told or re.findall(r"<title[^>]*>(.*?)</title>", page, re.DOTALL | re.IGNORECASE)
    return plain_text("; ".join(part.strip() for part in told)) or None


def plain_text(text: str, *, most: int = 200) -> str:
    """Return text from a server as one printable line: no markup, no control signs, not endless."""
    text = unescape(re.sub(r"<[^>]*>", " ", text))
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
