"""Names in writing without capitals, with emoji; arguments that came in a locale without their letters."""

import io
import sys

import pytest

from service.command.terminal import legible, read_argument, replace_missing_signs
from service.nlu.lexer.tokenizer import check_question, tokenize
from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("cafes near カフェ灯台", "カフェ灯台"),
        ("cafés perto de مقهى النور", "مقهى النور"),
        ("cafes within 200 m of カフェ・灯台", "カフェ・灯台"),
        ("cafés perto do Καφέ Ωμέγα", "Καφέ Ωμέγα"),
        ("cafes near Кафе Волна", "Кафе Волна"),
        ("cafés perto do Café do Zé ☕", "Café do Zé ☕"),
        ("cafes near चाय घर", "चाय घर"),
        ("cafés perto de ร้านกาแฟ", "ร้านกาแฟ"),
        ("me fale do Café do Zé ☕", "Café do Zé ☕"),
        ("tell me about カフェ灯台", "カフェ灯台"),
        ("مقهى النور", "مقهى النور"),
    ],
)
def test_a_name_in_any_writing_is_read_as_one(question: str, name: str) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert [place.name for place in planned.reading.places] == [name]


@pytest.mark.parametrize("question", ["cafés perto de um 灯台 azul", "cafes near a park ☕ or so"])
def test_what_follows_a_name_in_other_writing_is_still_read(question: str) -> None:
    assert plan(question).problem is not None


def test_a_picture_is_a_word_and_its_variant_nothing() -> None:
    tokens = tokenize(check_question("Zé ☕\ufe0f 20°"))
    assert [(t.kind, t.text) for t in tokens] == [
        ("word", "Zé"), ("word", "☕"), ("number", "20"), ("sign", "°"),
    ]  # fmt: skip


def test_an_argument_that_came_byte_by_byte_is_read_as_utf_8() -> None:
    for meant in ("Jardim São João", "مقهى ☕", "plain"):
        assert read_argument(meant.encode().decode("ascii", "surrogateescape")) == meant
        assert read_argument(meant) == meant


@pytest.mark.parametrize("given", ["caf\udce9s", "S\udcc3", "lone \ud800"])
def test_bytes_that_are_no_utf_8_are_refused_in_one_line(given: str) -> None:
    with pytest.raises(ValueError, match=r"no UTF-8|no character") as raised:
        read_argument(given)
    assert "\n" not in str(raised.value)
    legible(given).encode()


def test_the_locale_c_says_nothing_of_what_a_terminal_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "getfilesystemencoding", lambda: "ascii")
    stream = io.TextIOWrapper(raw, encoding="ascii")
    replace_missing_signs(stream)
    stream.write("“São”")
    stream.flush()
    assert raw.getvalue() == "“São”".encode()
