"""Questions as people and others mistype, mangle and forge them: mutations of the tuned ones, and any text.

For hypothesis; what is drawn shrinks towards a question as it is written.
"""

import signal
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from types import FrameType

from hypothesis import strategies as st

from service.nlu.understand import Planned, plan
from service.reading import Reading
from tests.question_score import read_half

# far more than any question takes, in time of the processor: only what never ends takes it
LONGEST_S = 10.0
_CONFUSABLE = str.maketrans("aeopcxykmtbhnrs", "аеорсхукмтвнпгѕ")
_FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
STRANGE = (
    "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\u2066", "\u200f", "\u061c", "\u00a0",
    "\u3000", "\u2028", "\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\r\n", "\t", "\ud800", "\U000e0041",
    "\ufffd", "\u0301", "\u0338", "😀", "👩\u200d👩\u200d👧", "🇧🇷", "مقهى", "בית", "咖啡馆", "ﷺ", "ﬁ",
    "ß", "İ", "ı", "½", "²", "٣", "Ⅳ", "ǆ", "'", "\"", "“", "«", "(", ")", "{", "}", "$a", "%s",
    "\\", "/", "//", "--", ";", "?", "!", "…", "&", "<", "<=", "#", "@", "`", "node/1", "871126d31ffffff",
    "60.17, 24.94", "-", "−1", "0", "0 m", "1e9 km", "9" * 40, "1.000.000", "1,5", "½ km", "-5 m",
    "inf", "nan", "meio", "half", "e", "ou", "and", "or", "não", "sem", "nem", "not", "without",
    "no", "mais", "menos", "more", "fewer", "cada", "each", "perto", "near", "de", "of",
    "em", "in", "até", "within",
)  # fmt: skip


@cache
def tuned_questions() -> tuple[str, ...]:
    return tuple(entry["question"] for entry in read_half("tuned"))


def _unaccented(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


WHOLE: tuple[Callable[[str], str], ...] = (
    _unaccented,
    str.upper,
    str.lower,
    str.title,
    str.swapcase,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: text.translate(_CONFUSABLE),
    lambda text: text.translate(_FULL_WIDTH),
    lambda text: text[::-1],
    lambda text: text.replace(" ", ""),
    lambda text: text.replace(" ", "\u00a0\u200b "),
    lambda text: f"\u202e{text}\u202c",
    lambda text: f'"{text}"',
    lambda text: f"{text} {text}",
    "\u200d".join,
    lambda text: (f"{text} " * 2000)[:2000],
    lambda text: (f"{text} " * 100_000)[:100_000],
)


@st.composite
def mutated_questions(draw: st.DrawFn) -> str:
    """A question of the tuned half with one to four mutations."""
    text = draw(st.sampled_from(tuned_questions()))
    for _ in range(draw(st.integers(1, 4))):
        words = text.split(" ")
        at, other = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, len(words) - 1))
        match draw(st.integers(0, 9)):
            case 0:
                del words[at]
            case 1:
                words.insert(at, words[at])
            case 2:
                words[at], words[other] = words[other], words[at]
            case 3:
                words[at : at + 2] = ["".join(words[at : at + 2])]
            case 4:
                words.insert(at, draw(st.sampled_from(STRANGE)))
            case 5:
                words[at] += draw(st.sampled_from(STRANGE))
            case 6:  # a slip of the fingers
                cut = draw(st.integers(0, len(words[at])))
                words[at] = words[at][:cut] + draw(st.text(max_size=2)) + words[at][cut + 1 :]
            case 7:
                words[at] = draw(st.sampled_from(WHOLE[:9]))(words[at])
            case 8:
                words = draw(st.sampled_from(WHOLE))(text).split(" ")
            case 9:  # the head of one question and the tail of another
                tail = draw(st.sampled_from(tuned_questions())).split(" ")
                words = words[:at] + tail[other:]
        text = " ".join(words)
    return text


def any_questions() -> st.SearchStrategy[str]:
    """Mutated questions, for the most part, and any text."""
    return st.one_of(mutated_questions(), mutated_questions(), mutated_questions(), st.text(max_size=300))


def read(question: str) -> Planned:
    """Plan a question within bounded time."""
    with bounded_time():
        return plan(question)


def faults_of(planned: Planned) -> list[str]:
    """Return what does not hold of this question, and must of any: it is read, or a part is the problem."""
    reading, problem = planned.reading, planned.problem
    holds = {"its JSON is the reading": Reading.model_validate_json(reading.model_dump_json()) == reading}
    if problem is None:
        holds |= {"it has a kind": reading.kind is not None, "it has a sentence": bool(reading.sentence)}
    else:
        holds |= {
            "a part is named": 0 < len(problem.part) <= 200,
            "there is a reason": bool(problem.reason),
            "something is offered": bool(problem.try_),
        }
    return [what for what, does in holds.items() if not does]


@contextmanager
def bounded_time(seconds: float = LONGEST_S) -> Iterator[None]:
    """Break off what takes the processor far longer than anything may."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"it took more than {seconds:g} s of the processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
