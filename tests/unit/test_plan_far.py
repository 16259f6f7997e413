"""What is far, absent, in a range, or nearest: exactly what it is read as, and never as its opposite."""

import re

import pytest

from service.nlu.understand import plan
from tests.unit.test_plan import told

PT = {
    "parques sem lixeira por perto": "absence park [park >500 waste_basket|waste_disposal]",
    "parques sem lixeira por perto (até 300 m)": "absence park [park >300 waste_basket|waste_disposal]",
    "parques sem banheiro": "absence park [park >500 toilets]",
    "cafés que não ficam perto de um parque": "absence cafe [cafe >500 park]",
    "cafés não perto de um parque": "absence cafe [cafe >500 park]",
    "cafés n\u200bão perto de um parque": "absence cafe [cafe >500 park]",
    "escolas que nunca ficam perto de um parque": "absence school [school >500 park]",
    "cafés longe de um parque": "absence cafe [cafe >500 park]",
    "cafés longe de um parque (mais de 1 km)": "absence cafe [cafe >1000 park]",
    "cafés a mais de 300 m de um parque": "absence cafe [cafe >300 park]",
    "cafés mais longe que 300 m de um parque": "absence cafe [cafe >300 park]",
    "cafés a pelo menos 300 m de um parque": "absence cafe [cafe >300 park]",
    "cafés a partir de 300 m de um parque": "absence cafe [cafe >300 park]",
    "cafés > 300 m de um parque": "absence cafe [cafe >300 park]",
    "cafés a 100 m ou mais de um parque": "absence cafe [cafe >100 park]",
    "cafés pelo menos um quilômetro de um parque": "absence cafe [cafe >1000 park]",
    "cafés que não ficam a menos de 200 m de um parque": "absence cafe [cafe >200 park]",
    "farmácias fora de um raio de 500 m de um hospital": "absence pharmacy [pharmacy >500 hospital]",
    "Quais parques não possuem nenhum banheiro em um raio de 200 metros?":
        "absence park [park >200 toilets]",
    "escolas cuja farmácia mais próxima fica a mais de 1 km": "absence school [school >1000 pharmacy]",
    "quantas escolas não têm parquinho a até 400 m?": "count school [school >400 playground]",
    "escolas que não têm nem biblioteca nem parquinho a até 300 m":
        "absence school [school >300 library|playground]",
    "caixas eletrônicos que não ficam nem perto de um banco nem perto de um supermercado":
        "absence atm [atm >500 bank] [atm >500 supermarket]",
    "sem lixeira por perto, quais parques existem?": "absence park [park >500 waste_basket|waste_disposal]",
    # what is near and what is not, in one question
    "cafés perto de um parque, mas não de uma fonte": "absence cafe [cafe 500 park] [cafe >500 fountain]",
    "hotéis perto da praia e longe de uma discoteca":
        "absence hotel [hotel 500 beach] [hotel >500 nightclub]",
    "escolas com biblioteca mas sem parquinho a até 300 m":
        "absence school [school 300 library] [school >300 playground]",
    "escolas que têm biblioteca a até 300 m mas não têm parquinho a até 200 m":
        "absence school [school 300 library] [school >200 playground]",
    # what is denied twice is near
    "farmácias que não estejam a mais de 300 m de um posto de saúde":
        "pairs pharmacy [pharmacy 300 clinic]",
    "cafés que não ficam longe de um parque": "pairs cafe [cafe 500 park]",
    # ranges
    "cafés a mais de 200 m e a menos de 500 m de um parque": "pairs cafe [cafe 200-500 park]",
    "cafés a pelo menos 200 m mas no máximo 500 m de um parque": "pairs cafe [cafe 200-500 park]",
    "cafés entre meio quilômetro e 2 km de um parque": "pairs cafe [cafe 500-2000 park]",
    "bares entre 200 e 600 m do Marco Zero":
        "places bar <poi within 600 Marco Zero> <poi beyond 200 Marco Zero>",
    # of a name
    "cafés a mais de 1 km da Torre dos Clérigos": "places cafe <poi beyond 1000 Torre dos Clérigos>",
    "hotéis longe do Marco Zero": "places hotel <poi beyond 500 Marco Zero>",
    # with what is near
    "cafés a até 200 m de um parque com uma fonte a até 100 m":
        "pairs cafe [cafe 200 park] [park 100 fountain]",
    # on foot
    "cafés a 10 minutos a pé de um parque": "pairs cafe [cafe 800 park]",
    "cafés a uma caminhada de 5 minutos do Marco Zero": "places cafe <poi within 400 Marco Zero>",
    "cafés a mais de meia hora a pé de um parque": "absence cafe [cafe >2400 park]",
    # the nearest
    "café mais próximo de -8.063, -34.871": "nearest cafe <point from -8.063, -34.871>",
    "a escola mais próxima do ponto 41.15, -8.61": "nearest school <point from 41.15, -8.61>",
    "os 3 banheiros mais próximos do Parque da Jaqueira":
        "nearest toilets <poi from Parque da Jaqueira> limit=3",
    "Quais 4 bares são os mais próximos de -8.0631, -34.8711?":
        "nearest bar <point from -8.0631, -34.8711> limit=4",
    "qual o hospital mais perto da Rua da Aurora?": "nearest hospital <street from Rua da Aurora>",
    "o hospital mais próximo de cada escola": "nearest hospital [school 20003932 hospital] each",
    "para cada escola, o hospital mais próximo": "nearest hospital [school 20003932 hospital] each",
    "cada escola e o hospital mais próximo dela": "nearest hospital [school 20003932 hospital] each",
    "o hospital mais próximo de cada escola em Boa Viagem":
        "nearest hospital [school 20003932 hospital] <area in Boa Viagem> each",
    "parques a até 300 m do ponto de ônibus mais próximo": "pairs park [park 300 bus_stop]",
    "parques a mais de 400 m do ponto de ônibus mais próximo": "absence park [park >400 bus_stop]",
}  # fmt: skip

EN = {
    "cafes not within 300 m of a park": "absence cafe [cafe >300 park]",
    "cafes that are not near a park": "absence cafe [cafe >500 park]",
    "cafes which aren't near a park": "absence cafe [cafe >500 park]",
    "CAFES NOT NEAR A PARK": "absence cafe [cafe >500 park]",
    "cafes with no park within 300 m": "absence cafe [cafe >300 park]",
    "parks without a fountain within 100 m": "absence park [park >100 fountain]",
    "parks without a bin": "absence park [park >500 waste_basket|waste_disposal]",
    "parks lacking a bench within 20 m": "absence park [park >20 bench]",
    "parks where no bench is within 50 m": "absence park [park >50 bench]",
    "parks where there isn't a bench within 50 m": "absence park [park >50 bench]",
    "parks that do not have any bins nearby": "absence park [park >500 waste_basket|waste_disposal]",
    "cafes near neither a park nor a fountain": "absence cafe [cafe >500 park|fountain]",
    "libraries that have neither a cafe nor a bar within 100 m": "absence library [library >100 cafe|bar]",
    "libraries with no cafe or restaurant within 250 m": "absence library [library >250 cafe|restaurant]",
    "ATMs that are neither near a bank nor near a supermarket":
        "absence atm [atm >500 bank] [atm >500 supermarket]",
    "cafes farther than 300 m from a park": "absence cafe [cafe >300 park]",
    "cafes more than 300 m from a park": "absence cafe [cafe >300 park]",
    "cafes over 300 m from a park": "absence cafe [cafe >300 park]",
    "cafes at least 300 m from a park": "absence cafe [cafe >300 park]",
    "cafes at least one hundred metres from a park": "absence cafe [cafe >100 park]",
    "cafes no closer than 300 m to a park": "absence cafe [cafe >300 park]",
    "cafes far from a park": "absence cafe [cafe >500 park]",
    "cafes 100 m or more from a park": "absence cafe [cafe >100 park]",
    "pharmacies outside a 500 m radius of a hospital": "absence pharmacy [pharmacy >500 hospital]",
    "schools whose nearest pharmacy is more than 1 km away": "absence school [school >1000 pharmacy]",
    "hotels more than 500 m from parks and schools": "absence hotel [hotel >500 park] [hotel >500 school]",
    "cafes more than 300 m from a park or more than 200 m from a school":
        "absence cafe [cafe >300 park] [cafe >200 school] any",
    # what is near and what is not, in one question
    "hotels near a park and far from a nightclub": "absence hotel [hotel 500 park] [hotel >500 nightclub]",
    "schools with a library but no playground within 300 m":
        "absence school [school 300 library] [school >300 playground]",
    "cafes within 150 m of a fountain but not near a school":
        "absence cafe [cafe 150 fountain] [cafe >500 school]",
    # what is denied twice is near
    "cafes not more than 200 m from a park": "pairs cafe [cafe 200 park]",
    "pharmacies that aren't more than 300 m from a clinic": "pairs pharmacy [pharmacy 300 clinic]",
    "cafes that are not far from a park": "pairs cafe [cafe 500 park]",
    # ranges
    "hotels more than 200 m but less than 500 m from a beach": "pairs hotel [hotel 200-500 beach]",
    "hotels at least 200 but no more than 500 m from a beach": "pairs hotel [hotel 200-500 beach]",
    "parks within 500 m of a school but at least 200 m away": "pairs park [park 200-500 school]",
    "cafes within 1 km of Kiasma but not within 200 m":
        "places cafe <poi within 1000 Kiasma> <poi beyond 200 Kiasma>",
    "hostels between half a mile and a mile from a beach": "pairs hostel [hostel 804.672-1609.344 beach]",
    # of names
    "hotels far from Kiasma": "places hotel <poi beyond 500 Kiasma>",
    "bars more than 500 m from Kiasma or Ateneum":
        "places bar <poi beyond 500 Kiasma> <poi beyond 500 Ateneum>",
    "cafes near Kamppi or Kallio": "places cafe <poi within 500 Kamppi> <poi within 500 Kallio> any",
    "cafes in Kamppi or Kallio": "places cafe <area in Kamppi> <area in Kallio> any",
    "bakeries near Boa Viagem, Recife, PE": "places bakery <poi within 500 Boa Viagem, Recife, PE>",
    # on foot
    "cafes within a 5 minute walk of a park": "pairs cafe [cafe 400 park]",
    "cafes within ten minutes' walk of a park": "pairs cafe [cafe 800 park]",
    "cafes 5 to 10 minutes on foot from a park": "pairs cafe [cafe 400-800 park]",
    "cafes within three quarters of a mile of a park": "pairs cafe [cafe 1207.008 park]",
    # the nearest
    "the nearest cafe to Kamppi": "nearest cafe <poi from Kamppi>",
    "from Kiasma, what is the nearest cafe?": "nearest cafe <poi from Kiasma>",
    "the 2 nearest Italian restaurants to Kiasma in Kallio":
        "nearest restaurant <poi from Kiasma> <area in Kallio> restaurant.cuisine=italian limit=2",
    "which 3 bus stops are nearest the Kamppi library?":
        "nearest bus_stop <poi from Kamppi library> limit=3",
    "for each school, the nearest hospital": "nearest hospital [school 20003932 hospital] each",
    "each school's nearest hospital": "nearest hospital [school 20003932 hospital] each",
    "schools and their nearest hospital": "nearest hospital [school 20003932 hospital] each",
    "hotels at least 1 km from the nearest nightclub": "absence hotel [hotel >1000 nightclub]",
}  # fmt: skip

# part of the question that is not understood
REFUSED = {
    "nenhum café perto de um parque": "nenhum",
    "are there no cafes near a park?": "no",
    "cafés perto de um parque e nem de uma fonte": "e nem",
    "cafes not between 200 and 500 m from a park": "between 200 and 500 m",
    "parks with a cafe more than 300 m away": "more than 300 m away",
    "parks without a cafe more than 300 m away": "without",
    "cafes within at least 300 m of a park": "within at least",
    "cafés perto de um parque (mais de 300 m)": "mais de 300 m",
    "cafes not near a park or near a school": "or",
    "parks without a cafe that is near a school": "near a school",
    "cafes more than 500 m but less than 200 m from a park": "more than 500 m but less than 200 m",
    "cafes not in Kallio": "not",
    "cafes near a park but not restaurants": "but not",
    "cafes near Kiasma or near a park": "Kiasma",
    "bars in Kallio or near Kamppi": "or",
    "the nearest cafe": "the nearest",
    "o café mais próximo de um parque": "mais próximo de um parque",
    "nearest cafe to Kiasma and Ateneum": "and Ateneum",
    "the 3 nearest toilets to each beach": "3",
    "how many nearest cafes to Kiasma": "nearest",
    "cafes near the cafe nearest to Kiasma": "nearest to",
    "the nearest cafe and bar to Kiasma": "the nearest",
    "for each school, how many cafes are within 300 m?": "each",
    "cafés a 10 minutos de um parque": "10 minutos",
    "cafes a 10 minute drive from a park": "10 minute",
    "parks farther from a school": "farther from",
}


@pytest.mark.parametrize(("question", "reading"), [*PT.items(), *EN.items()])
def test_far_and_nearest_are_read_exactly(question: str, reading: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert (planned.language, told(planned)) == ("pt" if question in PT else "en", reading)


@pytest.mark.parametrize("question", [*PT, *EN])
def test_the_sentence_of_a_far_or_nearest_is_read_as_the_same(question: str) -> None:
    planned = plan(question)
    sentence = planned.reading.sentence.rsplit(", no máximo ")[0].rsplit(", at most ")[0]
    again = plan(sentence)
    assert again.problem is None, (sentence, again.problem)
    assert told(again) == re.sub(r" limit=\d+", "", told(planned))


@pytest.mark.parametrize(("question", "part"), REFUSED.items())
def test_a_negation_or_a_nearest_that_can_be_meant_in_two_ways_is_named(question: str, part: str) -> None:
    problem = plan(question).problem
    assert problem is not None, told(plan(question))
    assert problem.part.startswith(part), problem
    for suggested in problem.try_:
        assert plan(suggested).problem is None, suggested


def test_what_must_not_be_near_is_told_by_how_near_that_is() -> None:
    for question, said in (
        ("parks without a bin nearby", "“nearby” is within 500 m"),
        ("parques sem lixeira por perto", "“por perto” é a até 500 m"),
    ):
        assert said in plan(question).reading.assumptions
