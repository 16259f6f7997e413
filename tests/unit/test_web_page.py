"""What servers say in words, told as one plain line."""

import pytest

from loader.formats.web_page import find_reason, is_web_page, plain_text, tell_web_page

ERRORS = "<p><strong>Error</strong>: one </p><p><strong style='x'> Error </strong> two &amp; <b>three</b></p>"


def test_text_of_a_server_is_shown_as_one_plain_line() -> None:
    assert plain_text("a\x1b[31m <b>b</b>\n&lt;c&gt;\u202e") == "a [31m b <c>"
    assert len(plain_text("x" * 5000)) == 200


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("<p>all is well</p>", None),
        ("<title> </title>", None),
        ("<TITLE lang='en'>504\nGateway Time-out</TITLE>", "504 Gateway Time-out"),
        (ERRORS, "one; two & three"),
        (f"<title>OSM3S Response</title>{ERRORS}", "one; two & three"),
    ],
)
def test_the_errors_of_a_page_come_before_its_title(page: str, reason: str | None) -> None:
    assert find_reason(page) == reason
    assert tell_web_page(page.encode()) == "a web page, not data" + (f" ({reason})" if reason else "")


def test_a_page_is_told_by_its_first_marks_and_never_steers_a_terminal() -> None:
    page = b"\xef\xbb\xbf\n<!DOCTYPE HTML><title>\x1b[31mgone\xff</title>"
    assert is_web_page(page)
    assert not is_web_page(b'{"elements": []}')
    assert tell_web_page(page) == "a web page, not data ([31mgone\ufffd)"
