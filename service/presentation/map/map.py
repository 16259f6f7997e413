"""The map of an answer: one HTML page that needs nothing from elsewhere."""

from service.answer import Answer
from service.evidence.background import EMPTY, Background
from service.presentation.map.page import fill_page, get_words
from service.presentation.map.picture import draw


def render_map(answer: Answer, background: Background = EMPTY, *, tile_url: str | None = None) -> str:
    """Return the page as text; pure. It says where roads and shapes could not be read."""
    words = get_words(answer.language)
    picture = draw(answer, background)
    notes = [*answer.notes]
    if picture["roads_left_out"]:
        notes.append(words["roads_left_out"])
    if background.unread:
        notes.append(words["roads_unread"])
    return fill_page({**picture, "notes": notes}, language=answer.language, tile_url=tile_url)
