"""Who runs a place, read from the words of a question; a name that may be a place stays one."""

import pytest

from service.nlu.understand import plan


def read(question: str) -> tuple[set[tuple[str, str, str]], set[tuple[str, str]]]:
    reading = plan(question).reading
    assert plan(question).problem is None, plan(question).problem
    filters = {(f.service, f.key, f.value) for f in reading.filters}
    return filters, {(p.relation, p.name) for p in reading.places}


@pytest.mark.parametrize(
    ("question", "service", "name"),
    [
        ("ATMs operated by Bank of Valletta", "atm", "Bank of Valletta"),
        ("caixas multibanco operados pelo BPI", "atm", "BPI"),
        ("bancos geridos pela Caixa Geral de Depósitos", "bank", "Caixa Geral de Depósitos"),
        ("postos de gasolina da marca BP", "fuel", "BP"),
        ("petrol stations run by Shell", "fuel", "Shell"),
        ("postos da rede Galp", "fuel", "Galp"),
        ("bus stops of line network STCP", "bus_stop", "STCP"),
        ("bus stops of the STCP network", "bus_stop", "STCP"),
        ("caixas multibanco que pertencem ao Santander", "atm", "Santander"),
        ("supermercados Pingo Doce", "supermarket", "Pingo Doce"),
        ("quantos supermercados Pingo Doce há?", "supermarket", "Pingo Doce"),
        ("cafés a menos de 200 m de um supermercado Lidl", "supermarket", "Lidl"),
        ("parks within 300 m of a bank operated by HSBC", "bank", "HSBC"),
        ("bairros com mais supermercados da rede Lidl", "supermarket", "Lidl"),
    ],
)
def test_words_that_tell_who_runs_a_place_are_a_condition_on_it(
    question: str, service: str, name: str
) -> None:
    assert read(question) == ({(service, "run_by", name)}, set())


def test_what_a_place_is_called_is_a_condition_on_its_names_alone() -> None:
    assert read("restaurantes chamados Sabor da Terra")[0] == {("restaurant", "called", "Sabor da Terra")}
    assert read("restaurants called Nandos within 300 m of a park")[0] == {("restaurant", "called", "Nandos")}


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("cafés da Ribeira", "Ribeira"),
        ("ATMs of Sliema", "Sliema"),
        ("ATMs of Millennium bcp", "Millennium bcp"),
        ("pharmacies in Sliema", "Sliema"),
        ("Gozo hostels", "Gozo"),
        ("quantos parques tem o Porto?", "Porto"),
    ],
)
def test_a_name_that_may_be_a_place_is_read_as_one_and_the_graph_tells(question: str, name: str) -> None:
    assert read(question) == (set(), {("in", name)})


@pytest.mark.parametrize("question", ["bus stops of line 200", "restaurants called", "bancos operados"])
def test_what_is_half_said_is_refused(question: str) -> None:
    assert plan(question).problem is not None


def test_the_sentence_says_who_runs_it() -> None:
    assert "de “Lidl”" in plan("supermercados Lidl perto de um parque").reading.sentence
    assert "of “Lidl”" in plan("supermarkets run by Lidl near a park").reading.sentence
