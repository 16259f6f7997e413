"""Words for people, in Portuguese and English: numbers, metres, kinds of place, directions, locators."""

from collections.abc import Sequence
from dataclasses import dataclass

from queries.catalogue.catalogue import Language, load_catalogue
from service.language.articles import with_article

_COMPASS: dict[Language, tuple[str, ...]] = {
    "pt": ("norte", "nordeste", "leste", "sudeste", "sul", "sudoeste", "oeste", "noroeste"),
    "en": ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"),
}
_OR: dict[Language, str] = {"pt": "ou", "en": "or"}
_AND: dict[Language, str] = {"pt": "e", "en": "and"}


def number(value: float, language: Language, *, decimals: int = 0) -> str:
    """Write a number: "1.234,5" in Portuguese, "1,234.5" in English."""
    text = f"{value:,.{decimals}f}"
    return text.translate(str.maketrans(",.", ".,")) if language == "pt" else text


def metres(value: float, language: Language) -> str:
    """Write a measured distance to 1 m, below 10 m to 10 cm: "34 m", "0.4 m"."""
    return f"{number(value, language, decimals=0 if value == 0 or value >= 9.95 else 1)} m"


def given_metres(value: float, language: Language) -> str:
    """Write a distance as it was asked for, with no digit lost: "500 m", "137.5 m"."""
    decimals = len(f"{value:.6f}".rstrip("0").partition(".")[2])
    return f"{number(value, language, decimals=decimals)} m"


def compass(bearing_deg: float, language: Language) -> str:
    """Name the nearest of eight directions."""
    return _COMPASS[language][round(bearing_deg / 45) % 8]


def joined(parts: Sequence[str], language: Language, *, any_of: bool = False) -> str:
    """Join with commas and a last "and" (or "or")."""
    last = (_OR if any_of else _AND)[language]
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


@dataclass(frozen=True, slots=True)
class Noun:
    """What a kind of place is called in place of its label: one, many, and its gender in Portuguese."""

    one: str
    many: str
    feminine: bool


def kind_label(service: str | Noun, language: Language, *, plural: bool = False) -> str:
    """Name a kind of place; a service that the catalogue no longer has keeps its id."""
    if isinstance(service, Noun):
        return service.many if plural else service.one
    known = load_catalogue().find(service)
    return known.label(language, plural=plural) if known else service


def kinds(services: Sequence[str], language: Language, *, count: int) -> str:
    """Name kinds of place after a number: "cafés" or "cafés ou padarias"."""
    # Portuguese keeps the singular for 1 only, as English does
    labels = [kind_label(service, language, plural=count != 1) for service in services]
    return joined(labels, language, any_of=True)


def one_of(
    services: Sequence[str | Noun],
    language: Language,
    *,
    other: bool = False,
    both: bool = False,
    tags: Sequence[str] = (),
) -> str:
    """Name a place with its article: "a fountain or a park", "another café"; `both` joins by "and".

    `tags` are the words for those asked of each of the services.
    """
    parts = [_one(service, language, other=other) for service in services]
    return joined(_tagged(parts, tags), language, any_of=not both)


def no_kind(
    services: Sequence[str | Noun], language: Language, *, other: bool = False, tags: Sequence[str] = ()
) -> str:
    """Name the absence of the kinds: "nenhuma fonte nem praça", "no fountain", "no other fountain".

    `tags` are the words for those asked of each of the services.
    """
    labels = _tagged([kind_label(service, language) for service in services], tags)
    if language == "en":
        return f"no {'other ' if other else ''}{joined(labels, language, any_of=True)}"
    of_each: list[str] = []
    last = None
    for service, label in zip(services, labels, strict=True):
        end = "a" if is_feminine(service) else ""
        another = f" outr{end or 'o'}" if other else ""
        # said once for those of one gender in a row
        of_each.append(label if end == last else f"nenhum{end}{another} {label}")
        last = end
    return " nem ".join(part for part in (", ".join(of_each[:-1]), *of_each[-1:]) if part)


def without_kind(
    services: Sequence[str | Noun], language: Language, *, other: bool = False, tags: Sequence[str] = ()
) -> str:
    """Name what is lacking: "sem fonte nem praça", "without a fountain or a square"."""
    if language == "en":
        return f"without {one_of(services, language, other=other, tags=tags)}"
    labels = _tagged([kind_label(service, language) for service in services], tags)
    another = ("outra " if all(map(is_feminine, services)) else "outro ") if other else ""
    return f"sem {another}" + " nem ".join(p for p in (", ".join(labels[:-1]), *labels[-1:]) if p)


def _tagged(labels: Sequence[str], tags: Sequence[str]) -> list[str]:
    return [label + tag for label, tag in zip(labels, tags, strict=True)] if tags else list(labels)


def each_one(services: Sequence[str | Noun], language: Language) -> str:
    """Say "each" of the kinds, in their gender."""
    if language == "en":
        return "each"
    return "cada uma" if all(is_feminine(service) for service in services) else "cada um"


def nearest_kinds(
    services: Sequence[str | Noun], language: Language, *, count: int, tags: Sequence[str]
) -> str:
    """Name the nearest of the kinds, with the tags asked of each: "os 3 cafés mais próximos"."""
    plural = count != 1
    labels = [
        kind_label(service, language, plural=plural) + tag
        for service, tag in zip(services, tags, strict=True)
    ]
    named = joined(labels, language, any_of=True)
    many = f"{number(count, language)} " if plural else ""
    if language == "en":
        return f"the {many}nearest {named}" if plural else f"the nearest {named}"
    end = "a" if all(is_feminine(service) for service in services) else "o"
    s = "s" if plural else ""
    return f"{end}{s} {many}{named} mais próxim{end}{s}"


def mapped(services: Sequence[str | Noun], language: Language, *, plural: bool = False) -> str:
    """Say "mapped" of the kinds, in their gender."""
    if language == "en":
        return "mapped"
    feminine = all(is_feminine(service) for service in services)
    return ("mapeada" if feminine else "mapeado") + ("s" if plural else "")


def capitalised(text: str) -> str:
    """Return text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def quoted(name: str) -> str:
    """Write a place's name so that it can't be taken for our words; quotes inside it are made single."""
    return "“" + " ".join(name.split()).replace("“", "‘").replace("”", "’") + "”"


def _one(service: str | Noun, language: Language, *, other: bool) -> str:
    label = kind_label(service, language)
    if language == "pt":
        if other:
            return f"{'outra' if is_feminine(service) else 'outro'} {label}"
        return f"{'uma' if is_feminine(service) else 'um'} {label}"
    if other:
        return f"another {label}"
    return with_article(label)


def is_feminine(service: str | Noun) -> bool:
    """Say whether a kind of place is feminine in Portuguese."""
    if isinstance(service, Noun):
        return service.feminine
    known = load_catalogue().find(service)
    return known is not None and known.pt_gender == "f"
