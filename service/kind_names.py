"""Names a kind of place as it was read: "cafés com esplanada", "uma capela", "another tennis court"."""

from queries.catalogue import Language
from service.phrases import Kind
from service.sentences import joined, kind_label, one_of
from service.tag_phrases import Filter


def many(kind: Kind, language: Language) -> str:
    """Name many of a kind, with the tags asked for."""
    name = _name(kind)
    if name is not None:
        return " ".join([name.names[language][1], *_labels(kind, language)])
    labels = [kind_label(service, language, plural=True) for service in kind.services]
    return " ".join([joined(labels, language, any_of=True), *_labels(kind, language)])


def one(kind: Kind, language: Language, *, other: bool = False) -> str:
    """Name one of a kind with its article, with the tags asked for; `other`: another."""
    name = _name(kind)
    said = one_of(kind.services, language, other=other) if name is None else _one(name, language, other=other)
    return " ".join([said, *_labels(kind, language)])


def bare(kind: Kind, language: Language) -> str:
    """Name one of a kind without an article, as after "each"."""
    name = _name(kind)
    labels = [kind_label(s, language) for s in kind.services] if name is None else [name.names[language][0]]
    return " ".join([joined(labels, language, any_of=True), *_labels(kind, language)])


def _name(kind: Kind) -> Filter | None:
    """Return the tag that the kind's name implies."""
    return kind.lexeme.named.filter if kind.lexeme.named is not None else None


def _labels(kind: Kind, language: Language) -> list[str]:
    name = _name(kind)
    return [filter_.label[language] for filter_, _ in kind.filters if filter_ != name]


def _one(name: Filter, language: Language, *, other: bool) -> str:
    label = name.names[language][0]
    if language == "pt":
        return f"{'outr' if other else 'um'}{'a' if name.pt_gender == 'f' else 'o' if other else ''} {label}"
    return f"{'another' if other else 'an' if label[0] in 'aeiou' else 'a'} {label}"
