"""Tags in words for people: "with Italian food", "wheelchair accessible", "tennis courts"."""

from collections.abc import Iterable, Sequence
from functools import cache

from queries.catalogue.catalogue import Language
from queries.catalogue.when import KEY as OPENING
from service.language.opening_words import say_opening
from service.language.phrasing import Noun, joined, quoted
from service.language.runners import say_runner
from service.language.tag_forms import Filter, load_tags
from service.reading import FilterReading

# English labels that do not stand behind a noun
_ADJECTIVES = frozenset(
    ("multi-storey", "non-smoking", "privately run", "underground", "unisex", "wheelchair accessible")
)
# Portuguese labels that are adjectives: one and many, of each gender
_PT_FORMS = {"pagos": (("pago", "pagos"), ("paga", "pagas"))}


def label_of(key: str, value: str, services: Sequence[str], language: Language) -> str | None:
    """Return the words for a tag of a place of the services, else what a place with it is called, or None."""
    if (runner := say_runner(key, value, language)) is not None:
        return runner
    if key == OPENING:
        return say_opening(value, language)
    for filter_ in _find(key, value):
        if filter_.label and filter_.tells(services):
            return filter_.label[language]
    noun = _noun(key, value, services, language)
    return noun.one if noun else None


def noun_of(
    service: str, filters: Iterable[FilterReading], language: Language
) -> tuple[str | Noun, list[FilterReading]]:
    """Return what a tag makes of a service ("tennis court"), else the service; and the other tags of it."""
    asked = [f for f in filters if f.service == service]
    for tag in asked:
        if sum(f.key == tag.key for f in asked) == 1:
            noun = _noun(tag.key, tag.value, [service], language)
            if noun is not None:
                return noun, [f for f in asked if f != tag]
    return service, asked


def filter_words(
    service: str,
    filters: Iterable[FilterReading],
    language: Language,
    *,
    plural: bool = False,
    feminine: bool = False,
) -> str:
    """Say the tags asked of a service, to follow its name; what has no words stands as key and value.

    Several values of one key are alternatives: " with Italian food or with Greek food (“takeaway=yes”)".
    """
    worded: dict[str, list[str]] = {}
    plain: dict[str, list[str]] = {}
    for asked in filters:
        if asked.service == service:
            words = label_of(asked.key, asked.value, [service], language)
            if words in _PT_FORMS:
                words = _PT_FORMS[words][feminine][plural]
            if words in _ADJECTIVES:
                words = f"that {'are' if plural else 'is'} {words}"
            told = worded if words else plain
            told.setdefault(asked.key, []).append(words or quoted(f"{asked.key}={asked.value}"))
    for key in worded.keys() & plain.keys():
        # alternatives stand together
        worded[key] += plain.pop(key)
    said, tags = (
        joined([joined(of_key, language, any_of=True) for of_key in told.values()], language)
        for told in (worded, plain)
    )
    return (f" {said}" if said else "") + (f" ({tags})" if tags else "")


def _noun(key: str, value: str, services: Sequence[str], language: Language) -> Noun | None:
    for filter_ in _find(key, value):
        if filter_.names and services and filter_.tells(services):
            one, many = filter_.names[language][:2]
            return Noun(one, many, filter_.pt_gender == "f")
    return None


def _find(key: str, value: str) -> Sequence[Filter]:
    return _by_tag().get((key, value), ())


@cache
def _by_tag() -> dict[tuple[str, str], list[Filter]]:
    found: dict[tuple[str, str], list[Filter]] = {}
    for words in load_tags():
        found.setdefault((words.filter.key, words.filter.value), []).append(words.filter)
    return found
