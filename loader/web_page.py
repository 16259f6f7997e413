"""Web pages where data should be: what a server says that it did not send data."""

import html
import re

_MARKS = (b"<!doctype html", b"<html")
_MOST_CHARACTERS = 200


def is_web_page(body: bytes) -> bool:
    """Say whether this is, or begins as, an HTML page."""
    start = body[:1_000].lower()
    return any(mark in start for mark in _MARKS)


def tell_web_page(body: bytes) -> str:
    """Return "a web page, not data (what it says)", with Overpass's own errors first."""
    text = body.decode("utf-8", "replace")
    errors = re.findall(r"Error</strong>:(.*?)</p>", text, re.DOTALL)
    said = errors or re.findall(r"<title>(.*?)</title>", text, re.DOTALL | re.IGNORECASE)
    plain = html.unescape(re.sub(r"<[^>]*>", " ", "; ".join(said)))
    short = " ".join(plain.split())[:_MOST_CHARACTERS]
    return f"a web page, not data ({short})" if short else "a web page, not data"
