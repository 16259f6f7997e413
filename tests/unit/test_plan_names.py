"""Every name of the catalogue is read as its service, with and without accents and case."""

import pytest

from queries.catalogue import Catalogue, Language, Rule, Service, load_catalogue
from queries.names import fold
from service.lexicon import make_lexicon
from service.plan import plan
from service.words import load_words

FRAMES: dict[Language, tuple[str, str]] = {
    "pt": ("{} a até 300 m de um parque", "parques a até 300 m de {}"),
    "en": ("{} within 300 m of a park", "parks within 300 m of {}"),
}
CATALOGUE = load_catalogue()
NAMES = sorted(
    (language, name, entry.services if hasattr(entry, "services") else (entry.id,))
    for entry in (*CATALOGUE.services.values(), *CATALOGUE.groups.values())
    for language, names in entry.names.items()
    for name in names
)


@pytest.mark.parametrize(("language", "name", "services"), NAMES)
def test_a_name_of_the_catalogue_is_its_service(
    language: Language, name: str, services: tuple[str, ...]
) -> None:
    asked, near = FRAMES[language]
    for spelled in {name, fold(name), name.upper(), name.capitalize()}:
        first = plan(asked.format(spelled))
        assert (first.problem, first.language) == (None, language)
        assert first.reading.services == services
        assert [(p.a, p.b, p.radius_m) for p in first.reading.pairs] == [(services, ("park",), 300.0)]
        second = plan(near.format(spelled))
        assert (second.problem, second.language) == (None, language)
        assert [(p.a, p.b, p.radius_m) for p in second.reading.pairs] == [(("park",), services, 300.0)]


def test_no_name_stands_for_two_services() -> None:
    for language in ("pt", "en"):
        seen: dict[str, tuple[str, ...]] = {}
        for tongue, name, services in NAMES:
            if tongue == language:
                assert seen.setdefault(fold(name), services) == services, name


def test_every_doubtful_word_is_a_name_of_its_service() -> None:
    for word, (service, _) in load_words().doubtful.items():
        names = CATALOGUE.services[service].names
        assert word in {fold(name) for texts in names.values() for name in texts}


def test_a_catalogue_of_ones_own_needs_no_plurals() -> None:
    service = Service(
        "kiosk",
        (Rule((("shop", "kiosk"),)),),
        {
            "pt": ("quiosque de jornal", "quiosques de jornal", "jornaleiro"),
            "en": ("kiosk", "kiosks", "news agency"),
        },
        "m",
    )
    catalogue = Catalogue({"kiosk": service, "park": CATALOGUE.services["park"]}, {})
    lexicon = make_lexicon(catalogue, load_words())
    assert ("jornaleiros",) in lexicon.names["pt"]
    assert ("news", "agencies") in lexicon.names["en"]
    planned = plan("jornaleiros perto de um parque", catalogue=catalogue)
    assert planned.problem is None
    assert planned.reading.services == ("kiosk",)
    assert plan("cafés perto de um parque", catalogue=catalogue).problem is not None
