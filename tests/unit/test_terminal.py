"""What steers a terminal is written out; what a terminal lacks is replaced."""

import io

from service.terminal import replace_missing_signs, takes_all_signs, visible


def test_characters_that_steer_a_terminal_are_written_out() -> None:
    assert visible("red \x1b[31m\x9b1m \x07 \u202epot\u2066 \x85") == (
        "red \\x1b[31m\\x9b1m \\x07 \\u202epot\\u2066 \\x85"
    )


def test_letters_spaces_and_lines_stay_as_they_are() -> None:
    text = "Cão à beira\u00a0d’água\n\tشارع · 公园 👨\u200d👩\u200d👧 ½"
    assert visible(text) == text


def test_a_sign_that_an_encoding_lacks_is_replaced() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    replace_missing_signs(stream)
    stream.write("há cafés – 3")
    stream.flush()
    assert raw.getvalue() == b"h? caf?s ? 3"
    assert not takes_all_signs(stream)
    assert takes_all_signs(io.TextIOWrapper(io.BytesIO(), encoding="UTF-8"))


def test_a_closed_stream_is_no_error() -> None:
    replace_missing_signs(None)
    assert not takes_all_signs(None)
