"""Every name of the catalogue is read as its service, with and without accents and case."""

import pytest

from queries.catalogue.catalogue import Catalogue, Group, Language, Rule, Service, load_catalogue
from queries.catalogue.folding import fold
from service.nlu.lexer.lexicon import make_lexicon
from service.nlu.lexer.vocabulary import load_words
from service.nlu.understand import plan

FRAMES: dict[Language, tuple[str, str]] = {
    "pt": ("{} a até 300 m de um parque", "parques a até 300 m de {}"),
    "en": ("{} within 300 m of a park", "parks within 300 m of {}"),
}
CATALOGUE = load_catalogue()
ENTRIES: dict[str, Service | Group] = {**CATALOGUE.services, **CATALOGUE.groups}
# a name that a group has too means all that the group holds
OF_GROUPS = {
    (language, fold(name)): group.services
    for group in CATALOGUE.groups.values()
    for language, names in group.names.items()
    for name in names
}


@pytest.mark.parametrize("language", FRAMES)
def test_each_name_of_the_catalogue_is_its_service(language: Language) -> None:
    asked, near = FRAMES[language]
    faults: list[str] = []
    for id_, entry in ENTRIES.items():
        for name in dict.fromkeys(entry.names[language]):
            services = OF_GROUPS.get((language, fold(name)), (id_,))
            # as the catalogue writes it, and as it is typed in haste
            for spelled in (name, fold(name).upper()):
                first = plan(asked.format(spelled))
                read = [(p.a, p.b, p.radius_m) for p in first.reading.pairs]
                if (first.problem, first.language, read) != (None, language, [(services, ("park",), 300.0)]):
                    faults.append(spelled)
            second = plan(near.format(name))
            read = [(p.a, p.b, p.radius_m) for p in second.reading.pairs]
            if (second.problem, second.language, read) != (None, language, [(("park",), services, 300.0)]):
                faults.append(near.format(name))
    assert faults == []


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


@pytest.mark.parametrize(
    "question", ["bars near the Ribeira", "bars within 200 m of the Ribeira", "bares perto da Ribeira"]
)
def test_a_district_that_is_called_as_a_kind_of_place_is_a_name(question: str) -> None:
    assert [place.name for place in plan(question).reading.places] == ["Ribeira"]
    assert plan("bares perto de uma ribeira").reading.places == ()
