"""The words that open the special forms of questions (service/forms), read from form_words.toml."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from queries.catalogue.catalogue import Language
from service.nlu.lexer.vocabulary import LANGUAGES, Phrase, Role, to_phrase


@cache
def load_form_words() -> Mapping[Language, Mapping[Phrase, Role]]:
    """Return the phrases by language, each with its theme in place of a role of the general grammar."""
    data = tomllib.loads((files("service.nlu.lexer") / "form_words.toml").read_text(encoding="utf-8"))
    return {
        language: {
            to_phrase(text): Role("form", theme) for theme, texts in data[language].items() for text in texts
        }
        for language in LANGUAGES
    }
