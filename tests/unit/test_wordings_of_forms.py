"""The same questions in other words: exactly what each is read as."""

import pytest

from service.nlu.understand import plan
from tests.unit.test_forms import told_form

STATION = "train_station|subway_station|bus_station"

ENGLISH = {
    "how far is University of Malta from St. Paul's Church?": (
        "distance  <poi from University of Malta> <poi from St. Paul's Church>"
    ),
    "is there a pub anywhere along Republic Street?": "along pub <street along Republic Street>",
    "do hotels cluster anywhere?": "clusters hotel",
    "are parks and recycling points better integrated in some zones?": (
        "association park [park 500 recycling] by zone"
    ),
    "how well integrated are parks and recycling?": "association park [park 500 recycling]",
    "where are parks and playgrounds best integrated?": "association park [park 500 playground]",
    "do cafes and parks occur together more than by chance?": "association cafe [cafe 500 park]",
    "are hotels near beaches more often than by chance?": "association hotel [hotel 500 beach]",
    "how strong is the association between schools and playgrounds?": (
        "association school [school 500 playground]"
    ),
    "how strong is the link between bars and taxi ranks?": "association bar [bar 500 taxi]",
    "how strong is the correlation between churches and cemeteries within 200 m?": (
        "association church [church 200 cemetery]"
    ),
    "hotels and beaches, is there a link?": "association hotel [hotel 500 beach]",
    "Schools and playgrounds: is there any correlation?": "association school [school 500 playground]",
    "Is there synergy between parks and recycling, and what is the evidence?": (
        "association park [park 500 recycling]"
    ),
    "churches are near cemeteries, is there a relationship?": "association church [church 500 cemetery]",
    "do bars and taxi ranks belong with each other?": "association bar [bar 500 taxi]",
    "will a school usually have a park within 300 m?": "association school [school 300 park]",
    "are parks strongly associated with playgrounds?": "association park [park 500 playground]",
    "are cafes commonly paired with bookshops?": "association cafe [cafe 500 bookshop]",
    "there are hotels near beaches; is there a correlation?": "association hotel [hotel 500 beach]",
    "to what extent do parks and fountains co-occur?": "association park [park 500 fountain]",
    "do schools and libraries share locations?": "association school [school 500 library]",
    "do pharmacies and clinics sit near each other more than chance would suggest?": (
        "association pharmacy [pharmacy 500 clinic]"
    ),
    "do restaurants pile up anywhere in Sliema?": "clusters restaurant <area in Sliema>",
    "hot spots of pubs in Valletta": "clusters pub <area in Valletta>",
    "are there agglomerations of hotels near beaches?": "clusters hotel [hotel 500 beach]",
    "can you see clusters of cafes near parks?": "clusters cafe [cafe 500 park]",
    "do you find concentrations of museums?": "clusters museum",
    "can you see where bars bunch up?": "clusters bar",
    "do you find that cafes cluster near universities?": "clusters cafe [cafe 500 university]",
    "knots of cafes close to stations": f"clusters cafe [cafe 500 {STATION}]",
    "where do the cafes huddle?": "clusters cafe",
    "where do you get the densest clusters of restaurants?": "clusters restaurant",
    "where do bakeries tend to bunch?": "clusters bakery",
    "is there a hub of galleries?": "clusters gallery",
    "are bars bunched around hotels?": "clusters bar [bar 500 hotel]",
    "where is the density of pubs highest?": "clusters pub",
    "are there any pockets of nightclubs?": "clusters nightclub",
    "Is the number of cafes higher in Sliema than in Valletta?": (
        "compare cafe <area in Sliema> <area in Valletta> most whether"
    ),
    "the number of pharmacies is larger in Kallio than in Kamppi?": (
        "compare pharmacy <area in Kallio> <area in Kamppi> most whether"
    ),
    "is the quantity of benches greater in Kallio or in Kamppi?": (
        "compare bench <area in Kallio> <area in Kamppi> most"
    ),
    "which has a greater number of pubs, Sliema or Gzira?": (
        "compare pub <area in Sliema> <area in Gzira> most"
    ),
    "bars: Kallio or Kamppi?": "compare bar <area in Kallio> <area in Kamppi>",
    "Bars in Ribeira vs Cedofeita": "compare bar <area in Ribeira> <area in Cedofeita>",
    "has Fontes more schools than Bonfim?": "compare school <area in Fontes> <area in Bonfim> most whether",
    "more cafes in Bridge or in Park?": "compare cafe <area in Bridge> <area in Park> most",
    "compare bakeries in Mosta and Spring": "compare bakery <area in Mosta> <area in Spring>",
    "where are there more pubs: Sliema or Gzira?": "compare pub <area in Sliema> <area in Gzira> most",
    "schools vs libraries in Porto": "compare school|library <area in Porto>",
    "has Gzira got fewer hotels than Sliema?": (
        "compare hotel <area in Gzira> <area in Sliema> fewest whether"
    ),
    "do Valletta and Sliema have the same number of museums?": (
        "compare museum <area in Valletta> <area in Sliema>"
    ),
    "Mosta vs Naxxar: number of schools": "compare school <area in Mosta> <area in Naxxar>",
    "which districts have schools despite having no library?": "zones school without=library by area",
    "zones with cafes despite lacking a park": "zones cafe without=park by zone",
    "which zones have parks although they have no recycling?": "zones park without=recycling by zone",
    "zones that have hotels even though there is no pharmacy": "zones hotel without=pharmacy by zone",
    "districts offering museums near hotels": "zones museum [museum 500 hotel] by area",
    "which neighbourhoods are served by pharmacies but not clinics?": "zones pharmacy without=clinic by area",
    "in which zones do we find cafes near parks?": "zones cafe [cafe 500 park] by zone",
    "which districts can one find museums in?": "zones museum by area",
    "in which areas does one find most cafes?": "zones cafe most by zone",
    "of the zones, which have most bars?": "zones bar most by zone",
    "despite having parks, which zones have no recycling?": "zones park without=recycling by zone",
    "Although they have cafes, which zones lack parks?": "zones cafe without=park by zone",
    "restaurants on Triq ir-Repubblika": "along restaurant <street along Triq ir-Repubblika>",
    "hotels on Triq it-Torri": "along hotel <street along Triq it-Torri>",
    "bars on Triq San Pawl": "along bar <street along Triq San Pawl>",
    "what can you say about the Ateneum?": "lookup  <poi from Ateneum>",
    "what could you tell me about Kiasma?": "lookup  <poi from Kiasma>",
    "could you give me some info regarding Oodi?": "lookup  <poi from Oodi>",
    "say something about Kiasma": "lookup  <poi from Kiasma>",
    "tell me what you know of Oodi": "lookup  <poi from Oodi>",
    "cafes on Triq il-Kbira, Mosta": "along cafe <street along Triq il-Kbira, Mosta>",
    "cafes in Triq ir-Repubblika near a church": (
        "along cafe [cafe 500 church] <street along Triq ir-Repubblika>"
    ),
    "zones with cafes and bars, each within 100 m of a park": "zones cafe|bar [cafe|bar 100 park] by zone",
    "Which has more bars, Spring or Mosta?": "compare bar <area in Spring> <area in Mosta> most",
    "more Cafes or Bars in Kamppi?": "compare cafe|bar <area in Kamppi> most",
    "Parks vs Gardens in Porto": "compare park|garden <area in Porto>",
    "cafes: Park or Kamppi?": "compare cafe <area in Park> <area in Kamppi>",
    "do bars cluster anywhere near hotels?": "clusters bar [bar 500 hotel]",
    "are there hotels anywhere on Tower Road?": "along hotel <street along Tower Road>",
}

PORTUGUESE = {
    "a que distância fica a Torre dos Clérigos da Casa da Música?": (
        "distance  <poi from Torre dos Clérigos> <poi from Casa da Música>"
    ),
    "distância da Casa da Música à Sé do Porto": "distance  <poi from Sé do Porto> <poi from Casa da Música>",
    "qual a distância entre o Parque da Jaqueira e o Museu do Estado?": (
        "distance  <poi from Parque da Jaqueira> <poi from Museu do Estado>"
    ),
    "a que distância está a Praia da Luz da Igreja do Carmo?": (
        "distance  <poi from Praia da Luz> <poi from Igreja do Carmo>"
    ),
    "o Parque da Cidade tem mais bancos que o Parque da Pasteleira?": (
        "compare bank <area in Parque da Cidade> <area in Parque da Pasteleira> most whether"
    ),
    "em que direção fica o Mercado do Bolhão do Palácio da Bolsa?": (
        "distance  <poi from Mercado do Bolhão> <poi from Palácio da Bolsa>"
    ),
    "há concentração de bares em algum lugar?": "clusters bar",
    "Os parques e os ecopontos se integram?": "association park [park 500 recycling]",
    "os parques integram-se com os ecopontos?": "association park [park 500 recycling]",
    "onde os parques estão mais bem integrados com os ecopontos?": "association park [park 500 recycling]",
    "onde os parques e as escolas estão melhor integrados?": "association park [park 500 school]",
    "cafés e parques aparecem juntos mais do que por acaso?": "association cafe [cafe 500 park]",
    "os hotéis ficam perto de praias mais do que por acaso?": "association hotel [hotel 500 beach]",
    "qual a força da associação entre escolas e parques?": "association school [school 500 park]",
    "qual é a força da relação entre bares e pontos de táxi?": "association bar [bar 500 taxi]",
    "com que força se relacionam bares e hotéis?": "association bar [bar 500 hotel]",
    "parques e fontes, há alguma relação?": "association park [park 500 fountain]",
    "escolas e bibliotecas, existe alguma ligação?": "association school [school 500 library]",
    "há integração entre parques e reciclagem, e que evidências há?": "association park [park 500 recycling]",
    "existe relação entre farmácias e clínicas e quais são as evidências?": (
        "association pharmacy [pharmacy 500 clinic]"
    ),
    "há muitos bares perto de hotéis, há alguma relação?": "association bar [bar 500 hotel]",
    "os bares atraem pontos de táxi?": "association bar [bar 500 taxi]",
    "a presença de escolas está associada à de bibliotecas?": "association school [school 500 library]",
    "bancos e caixas eletrônicos andam de mãos dadas?": "association bank [bank 500 atm]",
    "escolas e parques estão bem integrados?": "association school [school 500 park]",
    "as fontes e os parques relacionam-se?": "association fountain [fountain 500 park]",
    "quanto se relacionam escolas e bibliotecas?": "association school [school 500 library]",
    "museus e cafés se dão bem?": "association museum [museum 500 cafe]",
    "há correspondência entre museus e cafés?": "association museum [museum 500 cafe]",
    "existe nexo entre escolas e padarias?": "association school [school 500 bakery]",
    "são os parques e as fontes complementares?": "association park [park 500 fountain]",
    "há bolsões de bares em Recife?": "clusters bar <area in Recife>",
    "onde se acumulam os restaurantes?": "clusters restaurant",
    "existem aglomerações de farmácias perto de hospitais?": "clusters pharmacy [pharmacy 500 hospital]",
    "existe alguma concentração de escolas?": "clusters school",
    "onde é que há magotes de bares?": "clusters bar",
    "onde os bares se amontoam?": "clusters bar",
    "os bares formam aglomerados?": "clusters bar",
    "os restaurantes estão espalhados ou concentrados?": "clusters restaurant",
    "há manchas de restaurantes junto à praia?": "clusters restaurant [restaurant 500 beach]",
    "onde os cafés ficam mais juntos?": "clusters cafe",
    "bares concentram-se nalgum sítio?": "clusters bar",
    "Existe algum polo de restaurantes em Porto?": "clusters restaurant <area in Porto>",
    "há um foco de bares perto de hotéis?": "clusters bar [bar 500 hotel]",
    "há zonas densas em cafés?": "clusters cafe",
    "onde estão os núcleos de bares?": "clusters bar",
    "onde há grande densidade de cafés?": "clusters cafe",
    "o número de escolas é maior em Bonfim do que em Cedofeita?": (
        "compare school <area in Bonfim> <area in Cedofeita> most whether"
    ),
    "a quantidade de bares é menor em Olinda que em Recife?": (
        "compare bar <area in Olinda> <area in Recife> fewest whether"
    ),
    "É maior o número de bares em Olinda ou em Recife?": "compare bar <area in Olinda> <area in Recife> most",
    "pubs: Sliema versus Gzira": "compare pub <area in Sliema> <area in Gzira>",
    "cafés: Porto vs Gaia": "compare cafe <area in Porto> <area in Gaia>",
    "farmácias: Olinda ou Recife": "compare pharmacy <area in Olinda> <area in Recife>",
    "escolas: Bonfim ou Cedofeita?": "compare school <area in Bonfim> <area in Cedofeita>",
    "padarias: Ribeira vs Sé": "compare bakery <area in Ribeira> <area in Sé>",
    "mais bares em Praia ou em Ribeira?": "compare bar <area in Praia> <area in Ribeira> most",
    "Compare o número de farmácias em Graças e em Jardim": (
        "compare pharmacy <area in Graças> <area in Jardim>"
    ),
    "bares em Olinda versus em Recife": "compare bar <area in Olinda> <area in Recife>",
    "onde há mais bares, em Olinda ou em Recife?": "compare bar <area in Olinda> <area in Recife> most",
    "Há maior número de padarias em Boa Vista ou em Jaqueira?": (
        "compare bakery <area in Boa Vista> <area in Jaqueira> most"
    ),
    "Olinda supera Recife em bares?": "compare bar <area in Olinda> <area in Recife> most whether",
    "entre Olinda e Recife, qual tem mais bares?": "compare bar <area in Olinda> <area in Recife> most",
    "São mais os cafés ou os bares em Porto?": "compare cafe|bar <area in Porto> most",
    "há mais igrejas na Sé do que na Vitória?": "compare church <area in Sé> <area in Vitória> most whether",
    "bairros que têm escolas apesar de não terem biblioteca": "zones school without=library by area",
    "zonas com bares apesar de não ter farmácia": "zones bar without=pharmacy by zone",
    "que zonas têm parques, embora não tenham ecopontos?": "zones park without=recycling by zone",
    "bairros que oferecem escolas e não oferecem creches": "zones school without=kindergarten by area",
    "que bairros são servidos por farmácias?": "zones pharmacy by area",
    "em que zonas encontramos cafés perto de parques?": "zones cafe [cafe 500 park] by zone",
    "em que bairros a gente encontra bares?": "zones bar by area",
    "em que zonas nós temos mais escolas?": "zones school most by zone",
    "das zonas, quais têm mais bares?": "zones bar most by zone",
    "dos bairros, qual tem mais escolas?": "zones school most by area",
    "zonas que dispõem de bares, mas carecem de farmácias": "zones bar without=pharmacy by zone",
    "Apesar de ter parques, que zonas não têm ecopontos?": "zones park without=recycling by zone",
    "cafés na av. Boa Viagem": "along cafe <street along av. Boa Viagem>",
    "bares na r. da Aurora": "along bar <street along r. da Aurora>",
    "farmácias na trav. do Carmo": "along pharmacy <street along trav. do Carmo>",
    "bares na av. conde da boa vista": "along bar <street along av. conde da boa vista>",
    "cafés ao longo da av. da Liberdade": "along cafe <street along av. da Liberdade>",
    "mais bares na av. Boa Viagem ou na r. da Aurora?": (
        "compare bar <street along av. Boa Viagem> <street along r. da Aurora> most"
    ),
    "fala-me de Livraria Lello": "lookup  <poi from Livraria Lello>",
    "me conta o que você sabe da Torre dos Clérigos": "lookup  <poi from Torre dos Clérigos>",
    "que me dizes da Torre dos Clérigos?": "lookup  <poi from Torre dos Clérigos>",
    "bares na av. Boa Viagem": "along bar <street along av. Boa Viagem>",
    "bares na av. Boa Viagem perto de um hotel": "along bar [bar 500 hotel] <street along av. Boa Viagem>",
    "bancos na rua do comércio": "along bank <street along rua do comércio>",
    "cafés na rua da igreja": "along cafe <street along rua da igreja>",
    "padarias: Ribeira ou Sé?": "compare bakery <area in Ribeira> <area in Sé>",
    "Fontes ou Bonfim: qual tem mais escolas?": "compare school <area in Fontes> <area in Bonfim> most",
    "Ribeira ou Sé, qual tem mais bares?": "compare bar <area in Ribeira> <area in Sé> most",
    "Mais Cafés ou Bares em Olinda?": "compare cafe|bar <area in Olinda> most",
    "quantos quilómetros separam Boa Viagem da Casa Amarela?": (
        "distance  <poi from Boa Viagem> <poi from Casa Amarela>"
    ),
    "quantos quilômetros separam o Instituto Ricardo Brennand do Marco Zero": (
        "distance  <poi from Instituto Ricardo Brennand> <poi from Marco Zero>"
    ),
    "quão longe fica o Teatro Santa Isabel do Mercado de São José?": (
        "distance  <poi from Teatro Santa Isabel> <poi from Mercado de São José>"
    ),
}


@pytest.mark.parametrize(("question", "expected"), [*ENGLISH.items(), *PORTUGUESE.items()])
def test_another_wording_is_read_as_it_is_meant(question: str, expected: str) -> None:
    planned = plan(question)
    assert planned.problem is None, planned.problem
    assert told_form(planned) == expected


REFUSED = {
    # from where? "da" parts no name
    "a que distância fica o Parque da Jaqueira?": "Parque da Jaqueira",
    "qual a distância do Museu do Estado?": "Museu do Estado",
    "qual a distância do Museu do Estado de Pernambuco?": "Museu do Estado de Pernambuco",
    "quão longe fica a Igreja do Carmo?": "Igreja do Carmo",
    "a quantos metros fica a Torre dos Clérigos?": "Torre dos Clérigos",
    "a que distância fica a Igreja Nossa Senhora da Boa Viagem?": "Igreja Nossa Senhora da Boa Viagem",
    "a que distância fica o Jardim Botânico da Universidade do Porto?": "Jardim Botânico",
    "quantos metros separam a Torre dos Clérigos?": "separam",
    "how far away is the Church of Saint Mary?": "Church of Saint Mary",
    "distance to the Museum of Archaeology": "Museum of Archaeology",
}


@pytest.mark.parametrize(("question", "part"), REFUSED.items())
def test_what_is_not_asked_whole_is_refused_with_its_part(question: str, part: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert part in problem.part
