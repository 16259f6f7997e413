"""Names a kind of place as it was read: "cafés com esplanada", "uma capela", "another tennis court"."""

from queries.catalogue.catalogue import Language
from service.language.articles import with_article
from service.language.phrasing import joined, kind_label, one_of
from service.language.tag_forms import Filter
from service.nlu.grammar.syntax import Kind


def many(kind: Kind, language: Language) -> str:
    """Name many of a kind, with the tags asked for."""
    labels = [name.names[language][1] for name in _names(kind)]
    labels = labels or [kind_label(service, language, plural=True) for service in kind.services]
    return " ".join([joined(labels, language, any_of=True), *_labels(kind, language)])


def one(kind: Kind, language: Language, *, other: bool = False) -> str:
    """Name one of a kind with its article, with the tags asked for; `other`: another."""
    named = [_one(name, language, other=other) for name in _names(kind)]
    said = joined(named, language, any_of=True) if named else one_of(kind.services, language, other=other)
    return " ".join([said, *_labels(kind, language)])


def bare(kind: Kind, language: Language) -> str:
    """Name one of a kind without an article, as after "each"."""
    labels = [name.names[language][0] for name in _names(kind)]
    labels = labels or [kind_label(service, language) for service in kind.services]
    return " ".join([joined(labels, language, any_of=True), *_labels(kind, language)])


def _names(kind: Kind) -> list[Filter]:
    """Return the tags by which the kind is called: those that its name implies, where no other will do."""
    tag = kind.lexeme.tag
    alike = [filter_ for filter_, _ in kind.filters if tag is not None and filter_.key == tag.key]
    return alike if all(filter_.names for filter_ in alike) else []


def _labels(kind: Kind, language: Language) -> list[str]:
    """Return the labels of the other tags, those that are alternatives joined by "or"."""
    names = _names(kind)
    labels: dict[str, list[str]] = {}
    for filter_, _ in kind.filters:
        if filter_ not in names:
            tag = filter_.meant(kind.services[0]) if kind.services else filter_
            label = tag.label.get(language) or tag.names[language][0]
            labels.setdefault(tag.key, []).append(label)
    return [joined(of_key, language, any_of=True) for of_key in labels.values()]


def _one(name: Filter, language: Language, *, other: bool) -> str:
    label = name.names[language][0]
    if language == "pt":
        return f"{'outr' if other else 'um'}{'a' if name.pt_gender == 'f' else 'o' if other else ''} {label}"
    return f"another {label}" if other else with_article(label)
