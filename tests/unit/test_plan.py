"""Questions and exactly what they are read as."""

import re

import pytest

from service.nlu.understand import Planned, plan

# what themes hold, as the catalogue says
GREEN = "park|garden|wood|grass|common|recreation_ground|nature_reserve"
WATER = "fountain|water_point|water_tap|spring|water_well|water_body|river|stream|canal"
WASTE = "recycling|waste_disposal|waste_basket|waste_transfer_station|landfill"


def told(planned: Planned) -> str:
    """Write a reading short: kind and services, [pairs], <places>, filters, and what is not the default."""
    reading = planned.reading
    parts = [f"{reading.kind} {'|'.join(reading.services)}"]
    for pair in reading.pairs:
        least = f"{pair.at_least_m:g}-" if pair.at_least_m else ">" if pair.relation == "beyond" else ""
        parts.append(f"[{'|'.join(pair.a)} {least}{pair.radius_m:.8g} {'|'.join(pair.b)}]")
    for place in reading.places:
        far = "" if place.radius_m is None else f" {place.radius_m:.8g}"
        parts.append(f"<{place.kind} {place.relation}{far} {place.name}>")
    parts += [f"{f.service}.{f.key}={f.value}" for f in reading.filters]
    parts += [f"limit={reading.limit}"] if reading.limit is not None else []
    parts += ["any"] if reading.combine == "any" else []
    parts += ["each"] if reading.each else []
    parts += [f"words={','.join(reading.words)}"] if reading.words else []
    return " ".join(parts)


PT = {
    # the issue's own
    "Quais pontos de reciclagem ficam a até 300 m de um parque?": "pairs recycling [recycling 300 park]",
    "quantas fontes há perto de um parque?": "count fountain [fountain 500 park]",
    # one service
    "quais parques existem?": "places park",
    "parques": "places park",
    "Liste as farmácias.": "places pharmacy",
    "onde ficam os bebedouros?": "places water_point",
    "Onde há ecopontos nesta cidade?": "places recycling",
    "tem biblioteca aqui?": "places library",
    "existe algum supermercado na cidade?": "places supermarket",
    "quantos cafés há?": "count cafe",
    "Quantas escolas existem nesta cidade?": "count school",
    "qual é o número de bancos?": "count bank",
    "conte as bibliotecas": "count library",
    "número total de paragens de autocarro no mapa": "count bus_stop",
    # words for near
    "cafés perto de um parque": "pairs cafe [cafe 500 park]",
    "cafés próximos a um parque": "pairs cafe [cafe 500 park]",
    "farmácias próximas de escolas": "pairs pharmacy [pharmacy 500 school]",
    "farmacias proximas as escolas": "pairs pharmacy [pharmacy 500 school]",
    "cafés junto a uma fonte": "pairs cafe [cafe 500 fountain]",
    "cafés ao lado de uma farmácia": "pairs cafe [cafe 500 pharmacy]",
    "casas de banho ao pé de um jardim público": "pairs toilets [toilets 500 garden|park]",
    "bancos nas proximidades de um supermercado": "pairs bank [bank 500 supermarket]",
    "restaurantes nos arredores de uma biblioteca": "pairs restaurant [restaurant 500 library]",
    "paragens de autocarro em redor de uma escola": "pairs bus_stop [bus_stop 500 school]",
    "há paragens à volta de uma escola?": "pairs bus_stop|tram_stop [bus_stop|tram_stop 500 school]",
    "cafés em torno de um parque": "pairs cafe [cafe 500 park]",
    "ecopontos vizinhos a um supermercado": "pairs recycling [recycling 500 supermarket]",
    "cafés pertinho de uma fonte": "pairs cafe [cafe 500 fountain]",
    "cafés próximos tanto de parques como de escolas": "pairs cafe [cafe 500 park] [cafe 500 school]",
    # words for a distance
    "cafés próximos (100 m) a parques": "pairs cafe [cafe 100 park]",
    "cafés próximos (até 100 m) de parques": "pairs cafe [cafe 100 park]",
    "cafés <= 200 m de um parque": "pairs cafe [cafe 200 park]",
    # names with a word of grammar
    "cafés a até 200 m da Estação de São Bento": "places cafe <poi within 200 Estação de São Bento>",
    "farmácias perto de São João": "places pharmacy <poi within 500 São João>",
    # how many, where it is no condition
    "vários parques perto de escolas": "pairs park [park 500 school]",
    "quantos parques ficam perto de pelo menos uma escola?": "count park [park 500 school]",
    "parques com pelo menos um ecoponto a até 300 m": "pairs park [park 300 recycling]",
    "cafés perto de 1 parque": "pairs cafe [cafe 500 park]",
    "parques a, no máximo, 200 m de uma escola": "pairs park [park 200 school]",
    "qtos cafés tem perto de um parque?": "count cafe [cafe 500 park]",
    "quais sao os cafes q ficam a 200m de um parque?": "pairs cafe [cafe 200 park]",
    # what people say of themselves first
    "Sou jornalista e preciso saber quantos parques ficam a até 100 m de uma escola": (
        "count park [park 100 school]"
    ),
    "Estou a fazer um estudo sobre a cidade: quantas escolas há?": "count school",
    "cafés a até 150 metros de um chafariz": "pairs cafe [cafe 150 fountain]",
    "cafés até 150 m de uma fonte": "pairs cafe [cafe 150 fountain]",
    "cafés a menos de 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés a 300 metros de um parque": "pairs cafe [cafe 300 park]",
    "cafés num raio de 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés em um raio de 1,5 km de um parque": "pairs cafe [cafe 1500 park]",
    "cafés num raio de 300 m em torno de um parque": "pairs cafe [cafe 300 park]",
    "cafés dentro de 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés no máximo a 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés a no máximo 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés a uma distância máxima de 300 metros de um parque": "pairs cafe [cafe 300 park]",
    "cafés a uma distância de até 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés a não mais de 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés a cerca de 300 m de um parque": "pairs cafe [cafe 300 park]",
    "cafés a <300m de um parque": "pairs cafe [cafe 300 park]",
    "cafés perto (até 300 m) de um parque": "pairs cafe [cafe 300 park]",
    "cafés perto de um parque (até 300 m)": "pairs cafe [cafe 300 park]",
    "cafés perto de um parque, num raio de 200 m": "pairs cafe [cafe 200 park]",
    "cafés a entre 200 e 500 m de um parque": "pairs cafe [cafe 200-500 park]",
    "lixeiras entre 200 m e 1 km de um parque":
        "pairs waste_basket|waste_disposal [waste_basket|waste_disposal 200-1000 park]",
    "cafés a uma distância entre 100 e 200 m de um parque": "pairs cafe [cafe 100-200 park]",
    "cafés a 100 m ou menos de um parque": "pairs cafe [cafe 100 park]",
    "cafés a 100 m de um parque, 200 m de uma fonte e 300 m de uma escola":
        "pairs cafe [cafe 100 park] [cafe 200 fountain] [cafe 300 school]",
    "cafés de 200 a 500 metros de um parque": "pairs cafe [cafe 200-500 park]",
    # numbers
    "cafés a até 300m de um parque": "pairs cafe [cafe 300 park]",
    "cafés a até 0,5 km de um parque": "pairs cafe [cafe 500 park]",
    "cafés a até 1.5 km de um parque": "pairs cafe [cafe 1500 park]",
    "cafés a até 1.000 m de um parque": "pairs cafe [cafe 1000 park]",
    "cafés a até 1 500 m de um parque": "pairs cafe [cafe 1500 park]",
    "cafés a até 1.234,5 m de um parque": "pairs cafe [cafe 1234.5 park]",
    "cafés a até 1.500 km de um parque": "pairs cafe [cafe 1500000 park]",
    "cafés a até meio quilômetro de um parque": "pairs cafe [cafe 500 park]",
    "cafés a até meio quilómetro de um parque": "pairs cafe [cafe 500 park]",
    "cafés a até um quilômetro de um parque": "pairs cafe [cafe 1000 park]",
    "cafés a até um quilômetro e meio de um parque": "pairs cafe [cafe 1500 park]",
    "cafés a até duzentos metros de um parque": "pairs cafe [cafe 200 park]",
    "cafés a até mil e duzentos metros de um parque": "pairs cafe [cafe 1200 park]",
    "cafés a até 2 mil metros de um parque": "pairs cafe [cafe 2000 park]",
    "cafés a até 100 pés de um parque": "pairs cafe [cafe 30.48 park]",
    "cafés a até uma milha de um parque": "pairs cafe [cafe 1609.344 park]",
    "cafés a até 300 de um parque": "pairs cafe [cafe 300 park]",
    # with, have, where there is
    "parques com um ecoponto a até 300 m": "pairs park [park 300 recycling]",
    "parques que têm uma fonte por perto": "pairs park [park 500 fountain]",
    "parques que tenham uma fonte num raio de 100 m": "pairs park [park 100 fountain]",
    "parques com, a até 300 m, um ecoponto": "pairs park [park 300 recycling]",
    "parques onde há uma fonte a até 300 m": "pairs park [park 300 fountain]",
    "quais parques têm uma fonte a menos de 100 m deles?": "pairs park [park 100 fountain]",
    "parques com café e fonte a até 200 m": "pairs park [park 200 cafe] [park 200 fountain]",
    "com uma fonte a até 100 m, quais parques existem?": "pairs park [park 100 fountain]",
    # turned round
    "A até 300 m de um parque, quais cafés existem?": "pairs cafe [cafe 300 park]",
    "Perto de um parque tem cafés?": "pairs cafe [cafe 500 park]",
    "Perto de quais parques há fontes?": "pairs park [park 500 fountain]",
    "Que fontes há perto de um parque?": "pairs fountain [fountain 500 park]",
    "Quais cafés tem perto de um parque?": "pairs cafe [cafe 500 park]",
    # yes or no
    "Há um café a até 100 m de uma fonte?": "pairs cafe [cafe 100 fountain]",
    "Existe farmácia perto de uma escola?": "pairs pharmacy [pharmacy 500 school]",
    "Tem banheiro perto de um parque infantil?": "pairs toilets [toilets 500 playground]",
    # several
    "cafés ou restaurantes a até 100 m de um parque ou fonte":
        "pairs cafe|restaurant [cafe|restaurant 100 park|fountain]",
    "cafés, restaurantes e bancos perto de uma escola":
        "pairs cafe|restaurant|bank [cafe|restaurant|bank 500 school]",
    "cafés perto de um parque e de uma fonte": "pairs cafe [cafe 500 park] [cafe 500 fountain]",
    "cafés perto de um parque e uma fonte": "pairs cafe [cafe 500 park] [cafe 500 fountain]",
    "cafés perto de um parque, de uma fonte e de um banco":
        "pairs cafe [cafe 500 park] [cafe 500 fountain] [cafe 500 bank]",
    "cafés perto de um parque ou de uma fonte": "pairs cafe [cafe 500 park|fountain]",
    "cafés perto de um parque e a até 100 m de uma fonte": "pairs cafe [cafe 500 park] [cafe 100 fountain]",
    "cafés perto de um parque ou a até 100 m de uma fonte":
        "pairs cafe [cafe 500 park] [cafe 100 fountain] any",
    "cafés a até 300 m de um parque e que fiquem perto de uma fonte":
        "pairs cafe [cafe 300 park] [cafe 500 fountain]",
    "cafés perto de parques que ficam perto de fontes": "pairs cafe [cafe 500 park] [park 500 fountain]",
    "cafés a até 200 m de outro café": "pairs cafe [cafe 200 cafe]",
    "cafés perto uns dos outros": "pairs cafe [cafe 500 cafe]",
    "escolas perto de outras escolas": "pairs school [school 500 school]",
    "cafés e parques a até 100 m um do outro": "pairs cafe [cafe 100 park]",
    "áreas verdes a até 1 km de ativos hídricos": f"pairs {GREEN} [{GREEN} 1000 {WATER}]",
    "pontos de descarte perto de áreas verdes": f"pairs {WASTE} [{WASTE} 500 {GREEN}]",
    # names and points
    "cafés a até 200 m do Parque Esplanadi": "places cafe <poi within 200 Parque Esplanadi>",
    "cafés perto do Parque da Cidade": "places cafe <poi within 500 Parque da Cidade>",
    "cafés perto do Parque das Fontes": "places cafe <poi within 500 Parque das Fontes>",
    "cafés perto do parque da Jaqueira": "places cafe <poi within 500 parque da Jaqueira>",
    "cafés perto da Praça 7 de Setembro": "places cafe <poi within 500 Praça 7 de Setembro>",
    "cafés perto do Parque da Jaqueira, Recife": "places cafe <poi within 500 Parque da Jaqueira, Recife>",
    "bancos perto de «café central»": "places bank <poi within 500 café central>",
    "parques em Boa Viagem": "places park <area in Boa Viagem>",
    "parques em recife": "places park <area in recife>",
    "parques na cidade de Recife": "places park <area in Recife>",
    "parques no bairro de Boa Viagem": "places park <area in Boa Viagem>",
    "parques de Lisboa": "places park <area in Lisboa>",
    "quantos cafés há em Lisboa?": "count cafe <area in Lisboa>",
    "parques na zona 871126d31ffffff": "places park <zone in 871126d31ffffff>",
    "cafés perto de 60.17, 24.94": "places cafe <point within 500 60.17, 24.94>",
    "cafés a até 1 km de (-8.0578, -34.8829)": "places cafe <point within 1000 -8.0578, -34.8829>",
    "cafés a até 300 m de um parque em Boa Viagem": "pairs cafe [cafe 300 park] <area in Boa Viagem>",
    "cafés perto do Kamppi e de uma fonte": "pairs cafe [cafe 500 fountain] <poi within 500 Kamppi>",
    # tags
    "restaurantes italianos perto de um parque":
        "pairs restaurant [restaurant 500 park] restaurant.cuisine=italian",
    "restaurantes de comida japonesa": "places restaurant restaurant.cuisine=japanese",
    "farmácias 24 horas em Recife": "places pharmacy <area in Recife> pharmacy.opening_hours=24/7",
    "banheiros acessíveis": "places toilets toilets.wheelchair=yes",
    "cafés veganos perto de um parque": "pairs cafe [cafe 500 park] cafe.diet:vegan=yes",
    "cafés com esplanada": "places cafe cafe.outdoor_seating=yes",
    "cafés com wi-fi a até 100 m de uma biblioteca":
        "pairs cafe [cafe 100 library] cafe.internet_access=wlan",
    "banheiros grátis": "places toilets toilets.fee=no",
    "cafés perto de um restaurante italiano": "pairs cafe [cafe 500 restaurant] restaurant.cuisine=italian",
    "cafés e restaurantes italianos":
        "places cafe|restaurant cafe.cuisine=italian restaurant.cuisine=italian",
    "cafés italianos e restaurantes": "places cafe|restaurant cafe.cuisine=italian",
    # meaning words and limits
    "cafés tranquilos perto de um parque": "pairs cafe [cafe 500 park] words=tranquilos",
    "parques históricos": "places park words=históricos",
    "bons cafés bonitos": "places cafe words=bons,bonitos",
    "os 5 cafés perto de um parque": "pairs cafe [cafe 500 park] limit=5",
    "as 3 primeiras farmácias": "places pharmacy limit=3",
    "liste até 5 cafés perto de um parque": "pairs cafe [cafe 500 park] limit=5",
    # ways of asking
    "Gostaria de saber quais são as farmácias que ficam a no máximo meio quilômetro de escolas, por favor.":
        "pairs pharmacy [pharmacy 500 school]",
    "Olá! Você poderia me dizer quantas escolas existem nesta cidade?": "count school",
    "Cite parques próximos a pontos de ônibus neste território": "pairs park [park 500 bus_stop]",
    "dê-me os cafés que estão a menos de 100m duma fonte": "pairs cafe [cafe 100 fountain]",
    "me mostra os bebedouros que ficam perto de parques": "pairs water_point [water_point 500 park]",
    "QUAIS CAFÉS FICAM A ATÉ 150 M DE UMA FONTE?": "pairs cafe [cafe 150 fountain]",
    "quais são todos os cafés perto de um parque?": "pairs cafe [cafe 500 park]",
    "  quais\tcafés\nficam perto de um parque  ?? ": "pairs cafe [cafe 500 park]",
}  # fmt: skip

EN = {
    "at least one cafe near one park": "pairs cafe [cafe 500 park]",
    "several parks near a school": "pairs park [park 500 school]",
    "parks near a school which has a library within 200 m": (
        "pairs park [park 500 school] [school 200 library]"
    ),
    "farmácias and bancos near parque": "pairs pharmacy|bank [pharmacy|bank 500 park]",
    "pharmacies <= 200 m from a park": "pairs pharmacy [pharmacy 200 park]",
    "I am a journalist and I need to know how many parks are near a school": "count park [park 500 school]",
    "I work for the city. Which parks are near a school?": "pairs park [park 500 school]",
    "cafes within 150 m of a fountain": "pairs cafe [cafe 150 fountain]",
    "list the fountains": "places fountain",
    "how many cafes are there": "count cafe",
    "what is the number of schools in the city?": "count school",
    "where are the public toilets?": "places toilets",
    "which libraries are there?": "places library",
    "toilets": "places toilets",
    # words for near
    "cafes near a park": "pairs cafe [cafe 500 park]",
    "cafes close to a park": "pairs cafe [cafe 500 park]",
    "parks next to a school": "pairs park [park 500 school]",
    "cafes beside a fountain": "pairs cafe [cafe 500 fountain]",
    "cafes by a fountain": "pairs cafe [cafe 500 fountain]",
    "cafes around a park": "pairs cafe [cafe 500 park]",
    "cafes in the vicinity of a park": "pairs cafe [cafe 500 park]",
    "banks not far from a bus stop": "pairs bank [bank 500 bus_stop]",
    # words for a distance
    "cafes less than 300 m from a park": "pairs cafe [cafe 300 park]",
    "cafes no more than 300 m away from a park": "pairs cafe [cafe 300 park]",
    "cafes at most 300 metres from a park": "pairs cafe [cafe 300 park]",
    "cafes up to 300 meters from a park": "pairs cafe [cafe 300 park]",
    "cafes 300 m from a park": "pairs cafe [cafe 300 park]",
    "cafes under 300 m from a park": "pairs cafe [cafe 300 park]",
    "cafes in a radius of 200 m around a park": "pairs cafe [cafe 200 park]",
    "cafes within a 200 m radius of a park": "pairs cafe [cafe 200 park]",
    "cafes within a radius of 200 m of a park": "pairs cafe [cafe 200 park]",
    "cafes around 300 m from a park": "pairs cafe [cafe 300 park]",
    "cafes between 200 and 500 m from a park": "pairs cafe [cafe 200-500 park]",
    "cafes at a distance between 100 and 200 m from a park": "pairs cafe [cafe 100-200 park]",
    "cafes 100 m or less from a park": "pairs cafe [cafe 100 park]",
    "cafes 200-500 m from a park": "pairs cafe [cafe 200-500 park]",
    "cafes from 200 to 500 m from a park": "pairs cafe [cafe 200-500 park]",
    # numbers
    "cafes within 1,000 m of a park": "pairs cafe [cafe 1000 park]",
    "cafes within 1.5 km of a park": "pairs cafe [cafe 1500 park]",
    "cafes within half a kilometre of a park": "pairs cafe [cafe 500 park]",
    "cafes within half a mile of a park": "pairs cafe [cafe 804.672 park]",
    "cafes within a quarter mile of a park": "pairs cafe [cafe 402.336 park]",
    "cafes within a mile of a park": "pairs cafe [cafe 1609.344 park]",
    "cafes within two hundred metres of a park": "pairs cafe [cafe 200 park]",
    "cafes within one and a half kilometers of a park": "pairs cafe [cafe 1500 park]",
    "cafes within 300 ft of a park": "pairs cafe [cafe 91.44 park]",
    "cafes within 0.5 mi of a park": "pairs cafe [cafe 804.672 park]",
    "cafes within 100 yards of a park": "pairs cafe [cafe 91.44 park]",
    "cafes within 300 of a park": "pairs cafe [cafe 300 park]",
    "cafes within a 300-metre radius of a park": "pairs cafe [cafe 300 park]",
    # with, have, there is
    "parks with a fountain within 150 m": "pairs park [park 150 fountain]",
    "parks that have a fountain nearby": "pairs park [park 500 fountain]",
    "which parks have a fountain within 100 m of them?": "pairs park [park 100 fountain]",
    "parks where there is a fountain within 100 m": "pairs park [park 100 fountain]",
    "do any parks have a cafe within 100 m?": "pairs park [park 100 cafe]",
    "parks that have both a fountain and a drinking water point within 200 m":
        "pairs park [park 200 fountain] [park 200 water_point]",
    "parks with a cafe within 100 m and a fountain within 300 m":
        "pairs park [park 100 cafe] [park 300 fountain]",
    "parks with a cafe or a restaurant within 100 m": "pairs park [park 100 cafe|restaurant]",
    "within 300 m of a park, which cafes are there?": "pairs cafe [cafe 300 park]",
    "near which parks are there fountains?": "pairs park [park 500 fountain]",
    "how many parks have a fountain within 100 m?": "count park [park 100 fountain]",
    # yes or no
    "is there a cafe within 100 m of a fountain?": "pairs cafe [cafe 100 fountain]",
    "are there any toilets near a playground?": "pairs toilets [toilets 500 playground]",
    # several
    "cafes or restaurants within 100 m of a park": "pairs cafe|restaurant [cafe|restaurant 100 park]",
    "cafes near a park and a fountain": "pairs cafe [cafe 500 park] [cafe 500 fountain]",
    "cafes near a park or a fountain": "pairs cafe [cafe 500 park|fountain]",
    "cafes near a park and within 100 m of a fountain": "pairs cafe [cafe 500 park] [cafe 100 fountain]",
    "cafes near a park that has a fountain within 100 m": "pairs cafe [cafe 500 park] [park 100 fountain]",
    "cafes near parks which are within 100 m of a fountain": "pairs cafe [cafe 500 park] [park 100 fountain]",
    "cafes near each other": "pairs cafe [cafe 500 cafe]",
    "cafes and parks within 100 m of each other": "pairs cafe [cafe 100 park]",
    "cafes within 50 m of another cafe": "pairs cafe [cafe 50 cafe]",
    "green areas near waste infrastructure": f"pairs {GREEN} [{GREEN} 500 {WASTE}]",
    # names and points
    "cafes within 200 m of Kamppi": "places cafe <poi within 200 Kamppi>",
    "restaurants near Café Ekberg": "places restaurant <poi within 500 Café Ekberg>",
    "is there a cafe near the Central Library?": "places cafe <poi within 500 Central Library>",
    "cafes near the Kamppi library": "places cafe <poi within 500 Kamppi library>",
    "restaurants near The Cock": "places restaurant <poi within 500 The Cock>",
    'cafes near "kahvila suomi"': "places cafe <poi within 500 kahvila suomi>",
    "cafes near node/123": "places cafe <poi within 500 node/123>",
    "restaurants in Kallio": "places restaurant <area in Kallio>",
    "restaurants in the Kallio district": "places restaurant <area in Kallio>",
    "parks of Helsinki": "places park <area in Helsinki>",
    "cafes in the city of Porto near a park": "pairs cafe [cafe 500 park] <area in Porto>",
    "cafes within 1 km of 60.17, 24.94": "places cafe <point within 1000 60.17, 24.94>",
    "cafes near Kamppi and near a park": "pairs cafe [cafe 500 park] <poi within 500 Kamppi>",
    "cafes near Kamppi and Kallio": "places cafe <poi within 500 Kamppi> <poi within 500 Kallio>",
    # tags
    "Italian restaurants near a park": "pairs restaurant [restaurant 500 park] restaurant.cuisine=italian",
    "vegan restaurants near Kamppi": "places restaurant <poi within 500 Kamppi> restaurant.diet:vegan=yes",
    "wheelchair accessible toilets within 200 m of a park":
        "pairs toilets [toilets 200 park] toilets.wheelchair=yes",
    "pharmacies open 24 hours": "places pharmacy pharmacy.opening_hours=24/7",
    "restaurants with outdoor seating near a park":
        "pairs restaurant [restaurant 500 park] restaurant.outdoor_seating=yes",
    "cafes with wifi": "places cafe cafe.internet_access=wlan",
    "are there free public toilets?": "places toilets toilets.fee=no",
    "Italian cafes and restaurants": "places cafe|restaurant cafe.cuisine=italian restaurant.cuisine=italian",
    "cafes and Italian restaurants": "places cafe|restaurant restaurant.cuisine=italian",
    # meaning words and limits
    "quiet parks near a library": "pairs park [park 500 library] words=quiet",
    "good cafes for studying near a library": "pairs cafe [cafe 500 library] words=good,for studying",
    "top 10 cafes near a park": "pairs cafe [cafe 500 park] limit=10",
    "show me the first 3 libraries within 1 km of a school": "pairs library [library 1000 school] limit=3",
    "3 cafes near a park": "pairs cafe [cafe 500 park] limit=3",
    # ways of asking
    "Could you please tell me which cafes are located within 150 m of a fountain?":
        "pairs cafe [cafe 150 fountain]",
    "I'm looking for a pharmacy near a bus stop, please": "pairs pharmacy [pharmacy 500 bus_stop]",
    "Where can I find a restroom close to a playground?": "pairs toilets [toilets 500 playground]",
    "give me a list of all the cafes near a park": "pairs cafe [cafe 500 park]",
    "CAFES WITHIN 150 M OF A FOUNTAIN": "pairs cafe [cafe 150 fountain]",
    "Cafes Within 150 M Of A Fountain": "pairs cafe [cafe 150 fountain]",
    "“cafes near a park”": "pairs cafe [cafe 500 park]",
}  # fmt: skip


@pytest.mark.parametrize(("question", "reading"), PT.items())
def test_a_portuguese_question_is_read_exactly(question: str, reading: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert (planned.language, told(planned)) == ("pt", reading)


@pytest.mark.parametrize(("question", "reading"), EN.items())
def test_an_english_question_is_read_exactly(question: str, reading: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert (planned.language, told(planned)) == ("en", reading)


@pytest.mark.parametrize("question", [*PT, *EN])
def test_the_sentence_of_a_reading_is_read_as_the_same_conditions(question: str) -> None:
    """The sentence is no decoration: what it says is what was understood."""
    reading = plan(question).reading
    again = plan(re.split(", (?:por semelhança|by likeness|no máximo|at most) ", reading.sentence)[0])
    assert again.problem is None, (reading.sentence, again.problem)
    assert [(set(p.a), p.b, p.relation, p.radius_m, p.at_least_m) for p in again.reading.pairs] == [
        (set(p.a), p.b, p.relation, p.radius_m, p.at_least_m) for p in reading.pairs
    ]
    assert set(again.reading.places) == set(reading.places)
    assert set(again.reading.filters) == set(reading.filters)
    assert again.reading.kind == reading.kind
    assert set(again.reading.services) == set(reading.services)
