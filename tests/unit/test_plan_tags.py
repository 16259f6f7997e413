"""Words for tags become filters, in the forms that people give them; a name that implies a tag keeps it."""

from typing import cast

import pytest

from queries.catalogue.catalogue import Language, load_catalogue
from queries.catalogue.folding import fold
from service.language.tag_forms import load_tags
from service.nlu.understand import plan
from tests.unit.test_plan import told

READ = {
    # what a place has
    "hospitais com emergência em Recife": "places hospital <area in Recife> hospital.emergency=yes",
    "hospitals that have an emergency department": "places hospital hospital.emergency=yes",
    "hospitals with A&E": "places hospital hospital.emergency=yes",
    "cafés que têm wi-fi": "places cafe cafe.internet_access=wlan",
    "which cafes have wifi?": "places cafe cafe.internet_access=wlan",
    "cafés com uma esplanada perto de um parque": "pairs cafe [cafe 500 park] cafe.outdoor_seating=yes",
    "toilets with a changing table near a playground":
        "pairs toilets [toilets 500 playground] toilets.changing_table=yes",
    "banheiros com acesso para cadeira de rodas": "places toilets toilets.wheelchair=yes",
    "museums that are wheelchair accessible": "places museum museum.wheelchair=yes",
    "bancos de praça com encosto": "places bench bench.backrest=yes",
    "covered bike racks": "places bicycle_parking bicycle_parking.covered=yes",
    "hotels with wifi and outdoor seating near a beach":
        "pairs hotel [hotel 500 beach] hotel.internet_access=wlan hotel.outdoor_seating=yes",
    "restaurantes perto de um cinema e que tenham esplanada":
        "pairs restaurant [restaurant 500 cinema] restaurant.outdoor_seating=yes",
    "museus com entrada gratuita": "places museum museum.fee=no",
    "paid car parks": "places parking parking.fee=yes",
    "underground car parks": "places parking parking.parking=underground",
    # what it is
    "restaurantes de comida japonesa": "places restaurant restaurant.cuisine=japanese",
    "restaurants serving Indian food": "places restaurant restaurant.cuisine=indian",
    "pubs serving pizza near a park": "pairs pub [pub 500 park] pub.cuisine=pizza",
    "restaurants that serve Italian": "places restaurant restaurant.cuisine=italian",
    "restaurantes que servem sushi": "places restaurant restaurant.cuisine=sushi",
    "quais restaurantes servem comida italiana": "places restaurant restaurant.cuisine=italian",
    "toilets that are free of charge": "places toilets toilets.fee=no",
    "igrejas católicas": "places church church.denomination=catholic",
    "Baptist churches near a school": "pairs church [church 500 school] church.denomination=baptist",
    "templos budistas": "places place_of_worship place_of_worship.religion=buddhist",
    "Hindu temples": "places place_of_worship place_of_worship.religion=hindu",
    "escolas públicas": "places school school.operator:type=public",
    "private hospitals": "places hospital hospital.operator:type=private",
    "recycling points for glass": "places recycling recycling.recycling:glass=yes",
    "pontos de reciclagem que aceitam pilhas": "places recycling recycling.recycling:batteries=yes",
    # a name that implies a tag
    "tennis courts": "places pitch pitch.sport=tennis",
    "quadras de tênis": "places pitch pitch.sport=tennis",
    "football pitches within 300 m of a school": "pairs pitch [pitch 300 school] pitch.sport=soccer",
    "cafés perto de uma quadra de basquete": "pairs cafe [cafe 500 pitch] pitch.sport=basketball",
    "capelas": "places church church.building=chapel",
    "botanical gardens": "places garden garden.garden:type=botanical",
    "cafés a até 100 m de um vidrão": "pairs cafe [cafe 100 recycling] recycling.recycling:glass=yes",
    "museus de arte": "places museum museum.museum=art",
    "museums of art near a cafe": "pairs museum [museum 500 cafe] museum.museum=art",
    "a science museum near a park": "pairs museum [museum 500 park] museum.museum=science",
    "paragens sem abrigo": "places bus_stop|tram_stop bus_stop.shelter=no tram_stop.shelter=no",
    "pontos de ônibus com bancos": "places bus_stop bus_stop.bench=yes",
    "bus stops with a bench": "places bus_stop bus_stop.bench=yes",
    "bus stops that do not have a bin": "places bus_stop bus_stop.bin=no",
    "how many bus stops have neither a shelter nor a bench?": (
        "count bus_stop bus_stop.shelter=no bus_stop.bench=no"
    ),
    "bus stops with a bench but without a shelter": "places bus_stop bus_stop.bench=yes bus_stop.shelter=no",
    "bus stops with a shelter within 100 m of a park": (
        "pairs bus_stop [bus_stop 100 park] bus_stop.shelter=yes"
    ),
    "cafés perto de um ponto de ônibus sem abrigo": "pairs cafe [cafe 500 bus_stop] bus_stop.shelter=no",
    "banks with an ATM": "places bank bank.atm=yes",
    "postos de gasolina sem banheiro": "places fuel fuel.toilets=no",
    "parks with toilets": "places park park.toilets=yes",
    "cafés sem wi-fi": "places cafe cafe.internet_access=no",
    "cafes that don't have wifi": "places cafe cafe.internet_access=no",
    "restaurants that are not vegetarian": "places restaurant restaurant.diet:vegetarian=no",
    "restaurantes não acessíveis": "places restaurant restaurant.wheelchair=no",
    "cafés não fumadores": "places cafe cafe.smoking=no",
    "bus stops without tactile paving": "places bus_stop bus_stop.tactile_paving=no",
    "4-star hotels": "places hotel hotel.stars=4",
    "hotéis de quatro estrelas": "places hotel hotel.stars=4",
    "public telephones that accept coins": "places telephone telephone.payment:coins=yes",
    "onde posso deixar roupa usada": "places recycling recycling.recycling:clothes=yes",
    "pizzarias": "places restaurant|fast_food restaurant.cuisine=pizza fast_food.cuisine=pizza",
}  # fmt: skip


@pytest.mark.parametrize(("question", "reading"), READ.items())
def test_a_word_for_a_tag_is_a_filter(question: str, reading: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert told(planned) == reading


@pytest.mark.parametrize("question", READ)
def test_the_sentence_says_the_tag_so_that_it_is_read_again(question: str) -> None:
    planned = plan(question)
    again = plan(planned.reading.sentence)
    assert again.problem is None, (planned.reading.sentence, again.problem)
    assert told(again) == told(planned)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("bus stops with a bench within 100 m", "pairs bus_stop [bus_stop 100 bench]"),
        ("pontos de ônibus com abrigo a até 50 m", "pairs bus_stop [bus_stop 50 shelter]"),
        ("bus stops without a bench within 100 m", "absence bus_stop [bus_stop >100 bench]"),
        ("bus stops near a shelter", "pairs bus_stop [bus_stop 500 shelter]"),
        (
            "bus stops with a shelter and a park within 100 m",
            "pairs bus_stop [bus_stop 100 shelter] [bus_stop 100 park]",
        ),
        ("parques sem banheiro", "absence park [park >500 toilets]"),
    ],
)
def test_with_metres_or_near_it_is_a_place(question: str, reading: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert told(planned) == reading


@pytest.mark.parametrize(
    ("question", "part"),
    [
        ("restaurants that are not Italian", "not"),
        ("bus stops with a shelter or a bench", "with a shelter or a bench"),
        ("parques italianos", "italianos"),
        ("cafes near a library with wifi", "with wifi"),
        ("escolas municipais", "municipais"),
    ],
)
def test_a_tag_that_is_denied_or_tells_nothing_is_refused(question: str, part: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert problem.part.startswith(part), problem


@pytest.mark.parametrize("language", ["pt", "en"])
def test_a_name_that_implies_a_tag_is_no_plain_name_of_the_catalogue(language: str) -> None:
    tongue = cast("Language", language)
    catalogue = load_catalogue()
    plain = {
        fold(name)
        for s in (*catalogue.services.values(), *catalogue.groups.values())
        for name in s.names[tongue]
    }
    tagged = {fold(name) for tag in load_tags() for name in tag.filter.names.get(tongue, ())}
    assert tagged & plain == set()
    assert tagged


def test_a_tag_tells_of_services_that_there_are() -> None:
    known = set(load_catalogue().services)
    assert [tag.filter for tag in load_tags() if not set(tag.filter.services) <= known] == []
