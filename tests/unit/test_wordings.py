"""The same questions in other words: exactly what each is read as."""

import pytest

from service.nlu.understand import plan
from tests.unit.test_forms import GREEN, told_form

STATION = "train_station|subway_station|bus_station"

ENGLISH = {
    "are there cafes anywhere within 200 m of a park?": "pairs cafe [cafe 200 park]",
    "are there cafes near a park anywhere?": "pairs cafe [cafe 500 park]",
    "is there somewhere a fountain near a school?": "pairs fountain [fountain 500 school]",
    "are there any schools anywhere without a park within 300 m?": "absence school [school >300 park]",
    "are there parks somewhere with benches within 100 m?": "pairs park [park 100 bench]",
    "Of the parks, which have a fountain within 100 m?": "pairs park [park 100 fountain]",
    "Of all the schools, which lack a playground within 300 m?": "absence school [school >300 playground]",
    "parks without recycling despite having benches within 100 m": (
        "absence park [park >500 recycling] [park 100 bench]"
    ),
    "for all schools: which park is closest to each?": "nearest park [school 20003932 park] each nearest",
    "for every hotel, which bus stop is closest?": "nearest bus_stop [hotel 20003932 bus_stop] each nearest",
    "for each school: which library is nearest?": "nearest library [school 20003932 library] each nearest",
    "which hospital does each school have nearest?": (
        "nearest hospital [school 20003932 hospital] each nearest"
    ),
    "which pharmacy has each clinic closest to it?": (
        "nearest pharmacy [clinic 20003932 pharmacy] each nearest"
    ),
    "parks with a fountain, a bench and a toilet, each within 100 m": (
        "pairs park [park 100 fountain] [park 100 bench] [park 100 toilets]"
    ),
    "cafes near a park, a museum and a station, each within 300 m": (
        f"pairs cafe [cafe 300 park] [cafe 300 museum] [cafe 300 {STATION}]"
    ),
    "schools with a library and a park each within 300 m": (
        "pairs school [school 300 library] [school 300 park]"
    ),
    "for every park, the nearest toilet": "nearest toilets [park 20003932 toilets] each nearest",
    "each school and the hospital nearest to it": "nearest hospital [school 20003932 hospital] each nearest",
    "hotels that have a pharmacy, an ATM and a bus stop, each no more than 200 m away": (
        "pairs hotel [hotel 200 pharmacy] [hotel 200 atm] [hotel 200 bus_stop]"
    ),
    "cafes 10 minutes or less on foot from a park": "pairs cafe [cafe 800 park]",
    "parks at most 5 minutes on foot from a school": "pairs park [park 400 school]",
    "cafes 5 minutes at most on foot from a museum": "pairs cafe [cafe 400 museum]",
    "pharmacies no more than 10 minutes' walk from a hotel": "pairs pharmacy [pharmacy 800 hotel]",
    "pharmacies up to 10 minutes away on foot from a hotel": "pairs pharmacy [pharmacy 800 hotel]",
    "cafes about 10 minutes away on foot from a park": "pairs cafe [cafe 800 park]",
    "cafes on foot 10 minutes from a park": "pairs cafe [cafe 800 park]",
    "cafes between the 100 and the 300 metres from a park": "pairs cafe [cafe 100-300 park]",
    "schools within 200 m of a park or at most 300 m from a playground": (
        "pairs school [school 200 park] [school 300 playground] any"
    ),
    "cafes within 100 m of a museum or no more than 400 m from a station": (
        f"pairs cafe [cafe 100 museum] [cafe 400 {STATION}] any"
    ),
    "hotels within 200 m of a beach or 400 m at most from a station": (
        f"pairs hotel [hotel 200 beach] [hotel 400 {STATION}] any"
    ),
    "toilets accessible to wheelchair users": "places toilets toilets.wheelchair=yes",
    "wheelchair friendly cafes near a station": f"pairs cafe [cafe 500 {STATION}] cafe.wheelchair=yes",
    "parking that is free of charge near a station": f"pairs parking [parking 500 {STATION}] parking.fee=no",
    "restaurants which have vegan food near a museum": (
        "pairs restaurant [restaurant 500 museum] restaurant.diet:vegan=yes"
    ),
    "toilets for wheelchair users": "places toilets toilets.wheelchair=yes",
    "museums with free entry near a park": "pairs museum [museum 500 park] museum.fee=no",
    "total number of benches within 50 m of a bus stop": "count bench [bench 50 bus_stop]",
    "the overall number of cafes": "count cafe",
    "number of schools?": "count school",
    "nr. of schools in Porto": "count school <area in Porto>",
    "pubs in Ta' Xbiex": "places pub <area in Ta' Xbiex>",
    "cafes near Ta' Qali": "places cafe <poi within 500 Ta' Qali>",
    "cafes in Ta’ Xbiex near a park": "pairs cafe [cafe 500 park] <area in Ta’ Xbiex>",
    "cafes near St. John's Co-Cathedral": "places cafe <poi within 500 St. John's Co-Cathedral>",
    "schools in Ħaż-Żebbuġ": "places school <area in Ħaż-Żebbuġ>",
    "schools in Haz-Zebbug": "places school <area in Haz-Zebbug>",
    "bars in Il-Gżira": "places bar <area in Il-Gżira>",
    "pharmacies near Triq il-Kbira": "places pharmacy <street within 500 Triq il-Kbira>",
    "cafes in San Ġiljan": "places cafe <area in San Ġiljan>",
    "hotels in St. Julian's near a beach": "pairs hotel [hotel 500 beach] <area in St. Julian's>",
    "parks in L-Iklin": "places park <area in L-Iklin>",
    "would you be so kind as to list cafes near parks?": "pairs cafe [cafe 500 park]",
    "would you mind showing me cafes near parks?": "pairs cafe [cafe 500 park]",
    "mind telling me which parks have a fountain within 100 m?": "pairs park [park 100 fountain]",
    "got any cafes near a park?": "pairs cafe [cafe 500 park]",
    "any chance of a cafe near a park?": "pairs cafe [cafe 500 park]",
    "anyone know where there are cafes near parks?": "pairs cafe [cafe 500 park]",
    "I'm after cafes near a park": "pairs cafe [cafe 500 park]",
    "emergency services": "places police|fire_station",
    "cafes on foot within 10 minutes of a park": "pairs cafe [cafe 800 park]",
    "cafes at least 10 minutes on foot from a park": "absence cafe [cafe >800 park]",
    "parks with a bench and a fountain, both within 100 m": "pairs park [park 100 bench] [park 100 fountain]",
    "cafes near a park and a museum, each within 300 m of it": "pairs cafe [cafe 300 park] [cafe 300 museum]",
    "schools and parks, all within 300 m of a museum": "pairs school|park [school|park 300 museum]",
    "for all hotels, which bus stop is nearest to each of them?": (
        "nearest bus_stop [hotel 20003932 bus_stop] each nearest"
    ),
    "Restaurants or Cafes near Kamppi": "places restaurant|cafe <poi within 500 Kamppi>",
    "Cafes or Bars near a Park": "pairs cafe|bar [cafe|bar 500 park]",
    "cafes not anywhere near a park": "absence cafe [cafe >500 park]",
    "parks without a cafe anywhere within 300 m": "absence park [park >300 cafe]",
}

PORTUGUESE = {
    "em algum ponto há cafés perto de parques?": "pairs cafe [cafe 500 park]",
    "há em algum lugar fontes a até 100 m de uma escola?": "pairs fountain [fountain 100 school]",
    "existe algum café por aí perto de um parque?": "pairs cafe [cafe 500 park]",
    "há farmácias em algum sítio a menos de 200 m de um hospital?": "pairs pharmacy [pharmacy 200 hospital]",
    "há escolas em algum ponto sem parque a menos de 300 m?": "absence school [school >300 park]",
    "tem padaria por aí?": "places bakery",
    "há algures um quiosque perto de uma fonte?": "pairs kiosk [kiosk 500 fountain]",
    "há cafés em qualquer lado perto de um museu?": "pairs cafe [cafe 500 museum]",
    "Das áreas verdes, quais têm fontes a até 100 m?": f"pairs {GREEN} [{GREEN} 100 fountain]",
    "dos cafés, quais ficam perto de um parque?": "pairs cafe [cafe 500 park]",
    "de todas as praças, quais têm bicicletário a menos de 50 m?": (
        "pairs square|park [square|park 50 bicycle_parking]"
    ),
    "para todas as escolas: qual o parque mais próximo de cada uma?": (
        "nearest park [school 20003932 park] each nearest"
    ),
    "para cada hotel: que paragem fica mais perto?": (
        "nearest bus_stop|tram_stop [hotel 20003932 bus_stop|tram_stop] each nearest"
    ),
    "que hospital tem cada escola mais próximo?": "nearest hospital [school 20003932 hospital] each nearest",
    "qual a farmácia mais próxima de cada um dos hotéis?": (
        "nearest pharmacy [hotel 20003932 pharmacy] each nearest"
    ),
    "qual parque cada escola tem mais perto?": "nearest park [school 20003932 park] each nearest",
    "bancos, fontes e ecopontos, cada um a até 100 m de um parque": (
        "pairs bank|fountain|recycling [bank|fountain|recycling 100 park]"
    ),
    "parques com fonte, banco de jardim e banheiro, cada um a até 100 m": (
        "pairs park [park 100 fountain] [park 100 bench] [park 100 toilets]"
    ),
    "cafés perto de um parque, de um museu e de uma estação, cada um a até 300 m": (
        f"pairs cafe [cafe 300 park] [cafe 300 museum] [cafe 300 {STATION}]"
    ),
    "escolas com biblioteca e parque, cada uma num raio de 300 m": (
        "pairs school [school 300 library] [school 300 park]"
    ),
    "a cada escola, qual é a biblioteca mais próxima?": (
        "nearest library [school 20003932 library] each nearest"
    ),
    "cafés a no máximo 10 minutos a pé de um parque": "pairs cafe [cafe 800 park]",
    "cafés a 10 minutos ou menos a pé de um parque": "pairs cafe [cafe 800 park]",
    "cafés a 5 minutos no máximo a pé de um museu": "pairs cafe [cafe 400 museum]",
    "padarias a menos de 5 minutos a pé de uma escola": "pairs bakery [bakery 400 school]",
    "cafés a cerca de 10 minutos a pé de um parque": "pairs cafe [cafe 800 park]",
    "cafés a até 10 minutos de distância a pé de um parque": "pairs cafe [cafe 800 park]",
    "escolas a mais de 10 minutos a pé de um parque": "absence school [school >800 park]",
    "farmácias que ficam a pé a 10 minutos de um hotel": "pairs pharmacy [pharmacy 800 hotel]",
    "cafés a uns 5 minutinhos a pé de um parque": "pairs cafe [cafe 400 park]",
    "cafés entre os 100 e os 300 metros de um parque": "pairs cafe [cafe 100-300 park]",
    "cafés a entre os 200 e os 500 m de uma escola": "pairs cafe [cafe 200-500 school]",
    "cafés de 100 m a 300 m de um parque": "pairs cafe [cafe 100-300 park]",
    "escolas a até 200 m de um parque ou no máximo a 300 m de um parquinho": (
        "pairs school [school 200 park] [school 300 playground] any"
    ),
    "cafés a 100 m de um museu ou a no máximo 400 m de uma estação": (
        f"pairs cafe [cafe 100 museum] [cafe 400 {STATION}] any"
    ),
    "escolas a menos de 200 m de um parque ou a 300 m, no máximo, de uma praia": (
        "pairs school [school 200 park] [school 300 beach] any"
    ),
    "banheiros acessíveis para cadeirantes": "places toilets toilets.wheelchair=yes",
    "banheiros acessíveis a cadeirantes perto de um parque": (
        "pairs toilets [toilets 500 park] toilets.wheelchair=yes"
    ),
    "sanitários acessíveis a cadeiras de rodas": "places toilets toilets.wheelchair=yes",
    "estacionamentos gratuitos perto da praia": "pairs parking [parking 500 beach] parking.fee=no",
    "estacionamento grátis perto de um museu": "pairs parking [parking 500 museum] parking.fee=no",
    "cafés acessíveis a pessoas em cadeira de rodas": "places cafe cafe.wheelchair=yes",
    "museus que sejam acessíveis a cadeirantes": "places museum museum.wheelchair=yes",
    "banheiros para cadeirantes": "places toilets toilets.wheelchair=yes",
    "museus com entrada gratuita perto de um parque": "pairs museum [museum 500 park] museum.fee=no",
    "qtd de cafés perto de parques": "count cafe [cafe 500 park]",
    "qtd cafés perto de parques": "count cafe [cafe 500 park]",
    "qtde de bares em Olinda": "count bar <area in Olinda>",
    "nº de escolas a até 200 m de um parque": "count school [school 200 park]",
    "número total de escolas sem parque a menos de 300 m": "count school [school >300 park]",
    "quantidade total de bancos de jardim": "count bench",
    "num de cafés em Olinda": "count cafe <area in Olinda>",
    "nr de cafés em Porto": "count cafe <area in Porto>",
    "qual a qtd de bares?": "count bar",
    "cafés na pça. da República": "places cafe <area in pça. da República>",
    "cafés perto da rua da moeda": "places cafe <street within 500 rua da moeda>",
    "bares perto da r. do Bom Jesus": "places bar <street within 500 r. do Bom Jesus>",
    "farmácias junto à pç. da Batalha": "places pharmacy <poi within 500 pç. da Batalha>",
    "cafés perto da pr. do Comércio": "places cafe <poi within 500 pr. do Comércio>",
    "cafés perto da avenida boa viagem": "places cafe <street within 500 avenida boa viagem>",
    "farmácias a até 200 m da rua da aurora": "places pharmacy <street within 200 rua da aurora>",
    "você me daria os cafés perto de um parque?": "pairs cafe [cafe 500 park]",
    "me daria uma lista de cafés perto de um parque?": "pairs cafe [cafe 500 park]",
    "dava-me jeito saber que cafés há perto de um parque": "pairs cafe [cafe 500 park]",
    "podias dizer-me que parques há sem fonte?": "absence park [park >500 fountain]",
    "dás-me os cafés perto de um museu?": "pairs cafe [cafe 500 museum]",
    "se não for incómodo, mostra-me os cafés perto de parques": "pairs cafe [cafe 500 park]",
    "seria possível listar cafés perto de parques?": "pairs cafe [cafe 500 park]",
    "teria como me mostrar os parques com fonte a até 100 m?": "pairs park [park 100 fountain]",
    "alguém sabe onde há cafés perto de parques?": "pairs cafe [cafe 500 park]",
    "eu ia gostar de ver cafés perto de um parque": "pairs cafe [cafe 500 park]",
    "será que dava para me mostrares os cafés perto de um museu?": "pairs cafe [cafe 500 museum]",
    "serviços de saúde em Recife": (
        "places hospital|clinic|doctors|dentist|pharmacy|laboratory|physiotherapist|psychologist"
        "|alternative_medicine|blood_donation|optician|hearing_aids|healthcare=* <area in Recife>"
    ),
    "pontos de água": "places water_point",
    "cafés a pé a 10 minutos de um parque": "pairs cafe [cafe 800 park]",
    "cafés entre os 100 m e os 300 m de um parque": "pairs cafe [cafe 100-300 park]",
    "cafés perto da pça da República": "places cafe <poi within 500 pça da República>",
    "bares perto da rua da praia": "places bar <street within 500 rua da praia>",
    "parques com banco de jardim e fonte, ambos a até 100 m": (
        "pairs park [park 100 bench] [park 100 fountain]"
    ),
    "parques com banco de jardim e fonte, cada um deles a até 100 m": (
        "pairs park [park 100 bench] [park 100 fountain]"
    ),
    "cafés em qualquer lugar mas não perto de um parque": "absence cafe [cafe >500 park]",
}


@pytest.mark.parametrize(("question", "expected"), [*ENGLISH.items(), *PORTUGUESE.items()])
def test_another_wording_is_read_as_it_is_meant(question: str, expected: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert told_form(planned) == expected


REFUSED = {
    # somewhere that is asked for, or denied
    "somewhere near a park": "somewhere",
    "show me anywhere near a park": "anywhere",
    "cafes anywhere but near a park": "anywhere",
    "cafes anywhere except near a park": "anywhere",
    "cafés em qualquer lugar menos perto de um parque": "menos",
    # the part is what the data does not hold, not the auxiliary before it
    "which cafes had the most visitors?": "visitors",
    "parques mais seguros": "mais seguros",
    "which hotel has a certain number of rooms?": "rooms",
    "parks where I had lunch": "lunch",
    "restaurants used by tourists": "tourists",
    "which churches had weddings in 2019?": "weddings",
}


@pytest.mark.parametrize(("question", "part"), REFUSED.items())
def test_what_is_not_asked_whole_is_refused_with_its_part(question: str, part: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert part in problem.part
