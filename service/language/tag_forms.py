"""The words for tags (catalogue/tags.toml) as phrases, with the forms that a question may give them."""

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from queries.catalogue.catalogue import Language

_FOOD = ("restaurant", "cafe", "fast_food", "bar", "pub", "food_court", "ice_cream")
_SPORT = ("pitch", "sports_centre", "stadium", "track", "fitness_centre", "sports_shop")
_WORSHIP = ("place_of_worship", "church", "mosque", "synagogue", "monastery", "cemetery", "school")
_LODGING = ("hotel", "hostel", "guest_house", "camp_site")

# what "with X" may be
_WITH: dict[Language, tuple[str, ...]] = {
    "pt": (
        "com", "que têm", "que tem", "que tenham", "que tenha", "que possuem", "que possui", "que possuam",
        "que oferecem", "que oferece", "que ofereçam", "que dispõem de", "que dispõe de", "que contam com",
        "têm", "tem", "tenham", "possuem", "possui", "oferecem", "oferece", "dispõem de", "dispõe de",
    ),
    "en": (
        "with", "that have", "that has", "which have", "which has", "having", "have", "has", "offering",
        "that offer", "that offers", "which offer", "offer", "that provide", "providing", "that've",
    ),
}  # fmt: skip
# what "without X", "not X" may be
_WITHOUT: dict[Language, tuple[str, ...]] = {
    "pt": (
        "sem", "que não têm", "que não tem", "que não tenham", "que não possuem", "que não oferecem",
        "não têm", "não tem", "não possuem", "não oferecem",
    ),
    "en": (
        "without", "with no", "that have no", "that has no", "which have no", "that don't have",
        "that do not have", "that doesn't have", "that does not have", "which don't have",
        "which do not have", "don't have", "do not have", "doesn't have", "does not have", "have no",
        "has no", "lacking", "that lack", "that offer no", "that don't offer", "that do not offer",
    ),
}  # fmt: skip
_NOT: dict[Language, tuple[str, ...]] = {
    "pt": ("não", "que não são", "que não é", "que não sejam", "não são"),
    "en": ("not", "non", "that are not", "that aren't", "that is not", "that isn't", "which are not"),
}
_CLAUSES = ("that ", "which ", "que ", "where ", "onde ")
_ARTICLES: dict[Language, tuple[str, ...]] = {"pt": ("", "um ", "uma "), "en": ("", "a ", "an ", "any ")}
_TAKES: dict[Language, tuple[str, ...]] = {
    "pt": ("de", "para", "que aceitam", "que aceita", "que recebem", "que recebe", "que reciclam"),
    "en": ("for", "that take", "that takes", "that accept", "that accepts", "which accept", "accepting"),
}
_SERVES: dict[Language, tuple[str, ...]] = {
    "pt": ("que servem", "que serve", "que sirvam", "que sirva", "servem", "serve", "servindo"),
    "en": ("serving", "that serve", "that serves", "which serve", "which serves", "serve", "serves"),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """A tag asked for; `services` is where the tag tells something (empty: everywhere); label by language.

    `names` are what a place with the tag is called, singular and plural, in place of a label. `others` are
    tags that the same word asks for of other kinds: a public school is run by the public, a public pool open
    to it.
    """

    key: str
    value: str
    services: tuple[str, ...]
    label: Mapping[Language, str]
    names: Mapping[Language, tuple[str, ...]] = field(default_factory=dict, compare=False)
    pt_gender: Literal["m", "f"] = "m"
    others: tuple["Filter", ...] = field(default=(), compare=False)

    def tells(self, services: Collection[str]) -> bool:
        """Whether the tag, or one of the others, tells something of each of the services."""
        return any(not tag.services or set(services) <= set(tag.services) for tag in (self, *self.others))

    def meant(self, service: str) -> "Filter":
        """Return which of the tag and the others is asked for of a service: the first that tells of it."""
        return next(
            (tag for tag in (self, *self.others) if not tag.services or service in tag.services), self
        )

    def __hash__(self) -> int:
        return hash((self.key, self.value))


@dataclass(frozen=True, slots=True)
class TagWords:
    """A tag with its phrases by language; `nouns` are what is taken, or played, where it is such a tag.

    `has`: the kinds of place that "with X" asks for as this tag, of what bears it.
    """

    filter: Filter
    phrases: Mapping[Language, tuple[str, ...]]
    nouns: Mapping[Language, tuple[str, ...]] = field(default_factory=dict)
    has: tuple[str, ...] = ()


@cache
def load_tags() -> tuple[TagWords, ...]:
    """Read the words for tags that come with perto."""
    data = tomllib.loads((files("queries.catalogue") / "tags.toml").read_text(encoding="utf-8"))
    return tuple(_read(data))


def pt_forms(adjective: str) -> tuple[str, ...]:
    """Return a Portuguese adjective in its genders and numbers; a phrase of several words stays as it is."""
    if " " in adjective:
        return (adjective,)
    if adjective.endswith("o") and not adjective.endswith("ão"):
        stem = adjective[:-1]
        return (adjective, stem + "a", stem + "os", stem + "as")
    if adjective.endswith("l"):
        stem = adjective[:-1]
        return (adjective, stem + "s" if stem.endswith("i") else stem + "is")
    if adjective.endswith("m"):
        return (adjective, adjective[:-1] + "ns")
    if adjective.endswith(("r", "z")):
        return (adjective, adjective + "es", adjective + "a", adjective + "as")
    return (adjective,) if adjective.endswith("s") else (adjective, adjective + "s")


def _read(data: Mapping[str, Any]) -> Iterator[TagWords]:
    for entry in data["tags"]:
        yield _entry(entry)
        if "not_label" in entry:
            yield _denied(entry)
    for value, (pt, en) in data["sports"].items():
        yield from _sport(value, pt, en)
    for value, (pt, en) in data["stars"].items():
        yield _stars(value, pt, en)
    for value, (pt, en) in data["museums"].items():
        yield _museum(value, pt, en)
    for key, what, whats in (
        ("religion", "de religião", "of the {} religion"),
        ("denomination", "de denominação", "of the {} denomination"),
    ):
        for value, (pt, en) in data[f"{key}s"].items():
            label = f"{what} {_feminine(pt)}"
            said = whats.format(en[0])
            phrases = (*_forms(pt), *(f"{what} {form}" for form in _forms(pt)))
            tag = Filter(key, value, _WORSHIP, {"pt": label, "en": said})
            yield TagWords(tag, {"pt": phrases, "en": (*en, said)})
    for value, (pt, en) in data["recyclables"].items():
        label_of: dict[Language, str] = {"pt": f"para {pt[0]}", "en": f"for {en[0]}"}
        tag = Filter(f"recycling:{value}", "yes", ("recycling", "waste_disposal"), label_of)
        takes: dict[Language, tuple[str, ...]] = {
            "pt": tuple(f"{verb} {word}" for verb in _TAKES["pt"] for word in pt),
            "en": (*en, *(f"{verb} {word}" for verb in _TAKES["en"] for word in en)),
        }
        yield TagWords(tag, takes, {"pt": tuple(pt), "en": tuple(en)})
    for value, (pt, en) in data["recycling_names"].items():
        yield _named(Filter(f"recycling:{value}", "yes", ("recycling",), {}), pt, en)
    for value, (pt, en) in data["cuisines"].items():
        yield _cuisine(value, pt, en)


def _entry(entry: Mapping[str, Any]) -> TagWords:
    key, _, value = entry["tag"].partition("=")
    services = tuple(entry.get("services", ()))
    if "pt_names" in entry:
        tag = Filter(key, value, services, {}, pt_gender=entry["pt_gender"])
        return _named(tag, entry["pt_names"], entry["en_names"])
    label: dict[Language, str] = {"pt": entry["label"][0], "en": entry["label"][1]}
    phrases: dict[Language, tuple[str, ...]] = {
        "pt": (*_forms(entry.get("pt", ())), *_with(entry.get("pt_with", ()), "pt")),
        "en": (*entry.get("en", ()), *_with(entry.get("en_with", ()), "en")),
    }
    return TagWords(Filter(key, value, services, label), phrases, has=tuple(entry.get("has", ())))


def _denied(entry: Mapping[str, Any]) -> TagWords:
    """Return the words for a tag that is not so: "sem esplanada", "not vegetarian"."""
    key = entry["tag"].partition("=")[0]
    services = tuple(entry.get("lacks", entry.get("services", ())))
    label: dict[Language, str] = {"pt": entry["not_label"][0], "en": entry["not_label"][1]}
    said: dict[Language, Sequence[str]] = {"pt": _forms(entry.get("pt", ())), "en": entry.get("en", ())}
    phrases: dict[Language, tuple[str, ...]] = {}
    for language in ("pt", "en"):
        had = entry.get(f"{language}_with", ())
        lacking = [
            f"{opener} {article}{noun}"
            for noun in had
            for opener in _WITHOUT[language]
            for article in _ARTICLES[language]
        ]
        # "não que servem" is no Portuguese
        words = [word for word in said[language] if not word.startswith(_CLAUSES)]
        phrases[language] = (*lacking, *(f"{denier} {word}" for word in words for denier in _NOT[language]))
    return TagWords(Filter(key, "no", services, label), phrases, has=tuple(entry.get("has", ())))


def _named(tag: Filter, pt: Sequence[str], en: Sequence[str]) -> TagWords:
    names: dict[Language, tuple[str, ...]] = {"pt": tuple(pt), "en": tuple(en)}
    return TagWords(
        Filter(tag.key, tag.value, tag.services, tag.label, names, tag.pt_gender), {"pt": (), "en": ()}
    )


def _with(stems: Sequence[str], language: Language) -> Iterator[str]:
    for stem in stems:
        for opener in _WITH[language]:
            yield from (f"{opener} {article}{stem}" for article in _ARTICLES[language])


def _sport(value: str, pt: Sequence[str], en: Sequence[str]) -> Iterator[TagWords]:
    table = value == "table_tennis"
    pt_nouns = ("mesa", "mesas") if table else ("quadra", "quadras", "campo", "campos", "court", "courts")
    en_nouns = ("table", "tables") if table else ("court", "courts", "pitch", "pitches", "field", "fields")
    first = en_nouns[2:] + en_nouns[:2] if value in ("soccer", "rugby_union") else en_nouns
    pt_names = [f"{noun} de {word}" for word in pt for noun in pt_nouns]
    en_names = [f"{word} {noun}" for word in en for noun in first]
    label: dict[Language, str] = {"pt": f"para {pt[0]}", "en": f"for {en[0]}"}
    yield _named(Filter("sport", value, ("pitch",), label, pt_gender="f"), pt_names, en_names)
    tag = Filter("sport", value, _SPORT, label)
    links = ("de", "para", "para jogar", "onde se joga")
    pt_phrases = tuple(f"{link} {word}" for link in links for word in pt)
    en_phrases = (*en, *(f"{link} {word}" for link in ("for", "for playing", "to play") for word in en))
    yield TagWords(tag, {"pt": pt_phrases, "en": en_phrases}, {"pt": tuple(pt), "en": tuple(en)})


def _stars(value: str, pt: Sequence[str], en: Sequence[str]) -> TagWords:
    """Return the words for how many stars a hotel has: "de 4 estrelas", "with four stars"."""
    noun, nouns = ("estrela", ("star",)) if value == "1" else ("estrelas", ("star", "stars"))
    said = [f"{many} {noun}" for many in (value, *pt)]
    told = [f"{many} {of_en}" for many in (value, *en) for of_en in nouns]
    phrases: dict[Language, tuple[str, ...]] = {
        "pt": tuple(f"{link}{text}" for text in said for link in ("", "de ", "com ")),
        "en": tuple(f"{link}{text}" for text in told for link in ("", "with ", "of ")),
    }
    label: dict[Language, str] = {"pt": f"de {said[0]}", "en": f"with {value} {nouns[-1]}"}
    return TagWords(Filter("stars", value, _LODGING, label), phrases)


def _museum(value: str, pt: Sequence[str], en: Sequence[str]) -> TagWords:
    forms = pt_forms(pt[0])
    many = forms[2] if len(forms) == 4 and not pt[0].endswith("r") else forms[-1 if len(forms) < 4 else 1]
    pt_names = [f"museu {forms[0]}", f"museus {many}"]
    pt_names += [f"{noun} {form}" for form in _forms(pt) for noun in ("museu", "museus")]
    en_names = [f"{word} {noun}" for word in en for noun in ("museum", "museums")]
    en_names += [f"{noun} of {word}" for word in en for noun in ("museum", "museums")]
    return _named(Filter("museum", value, ("museum",), {}), pt_names, en_names)


def _cuisine(value: str, pt: Sequence[str], en: Sequence[str]) -> TagWords:
    label: dict[Language, str] = {"pt": f"de cozinha {_feminine(pt)}", "en": f"with {en[0]} food"}
    leads = ("de comida", "de cozinha", "de culinária", "com comida", "especialidade")
    pt_phrases = (
        *_forms(pt),
        *(f"{lead} {form}" for lead in leads for form in _forms(pt)),
        *(f"{verb} {food}" for verb in _SERVES["pt"] for food in _pt_foods(pt)),
    )
    foods = tuple(f"{form} {food}" for form in en for food in ("food", "cuisine"))
    en_phrases = (
        *en,
        *foods,
        *(f"{verb} {food}" for verb in ("with", "offering") for food in foods),
        *(f"{verb} {food}" for verb in _SERVES["en"] for food in (*en, *foods)),
    )
    return TagWords(Filter("cuisine", value, _FOOD, label), {"pt": pt_phrases, "en": en_phrases})


def _pt_foods(cuisine: Sequence[str]) -> tuple[str, ...]:
    """Return what is served: "sushi" of "de sushi", "comida italiana" of "italiano"."""
    dishes = tuple(word.removeprefix("de ") for word in cuisine if word.startswith("de "))
    whole = tuple(f"{food} {form}" for form in _forms(cuisine) for food in ("comida", "cozinha"))
    return (*dishes, *whole)


def _forms(adjectives: Sequence[str]) -> tuple[str, ...]:
    return tuple(form for adjective in adjectives for form in pt_forms(adjective))


def _feminine(written: Sequence[str]) -> str:
    """Return the feminine of an adjective: the second form where several are written out, as "japonesa"."""
    first = written[0]
    written_out = " " in first or not first.endswith(("o", "l")) or first.endswith("ão")
    if len(written) > 1 and written_out and not first.startswith(("de ", "do ")):
        return written[1]
    forms = pt_forms(first)
    return forms[1] if len(forms) == 4 else first
