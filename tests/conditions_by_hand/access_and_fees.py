"""Who may come in, in what way, and for how much."""

from tests.conditions_by_hand import kinds, says
from tests.conditions_by_hand.condition import Condition
from tests.conditions_by_hand.tags import one_of, unless_no

ACCESS_AND_FEES = (
    Condition(
        "restaurantes acessíveis a cadeira de rodas",
        "wheelchair accessible restaurants",
        kinds.RESTAURANT,
        says.accessible,
        "um restaurante acessível a cadeira de rodas",
        "a wheelchair accessible restaurant",
    ),
    Condition(
        "casas de banho acessíveis a cadeira de rodas",
        "wheelchair accessible toilets",
        kinds.TOILETS,
        says.accessible_toilet,
        "uma casa de banho acessível a cadeira de rodas",
        "a wheelchair accessible toilet",
        True,
    ),
    Condition(
        "paragens de autocarro acessíveis a cadeira de rodas",
        "wheelchair accessible bus stops",
        kinds.bus_stop,
        says.accessible,
        "uma paragem de autocarro acessível a cadeira de rodas",
        "a wheelchair accessible bus stop",
        True,
    ),
    Condition(
        "casas de banho gratuitas",
        "free toilets",
        kinds.TOILETS,
        says.free,
        "uma casa de banho gratuita",
        "a free toilet",
        True,
    ),
    Condition(
        "museus gratuitos", "free museums", kinds.MUSEUM, says.free, "um museu gratuito", "a free museum"
    ),
    Condition(
        "estacionamentos gratuitos",
        "free car parks",
        kinds.PARKING,
        says.free,
        "um estacionamento gratuito",
        "a free car park",
    ),
    Condition(
        "estacionamentos privados",
        "private car parks",
        kinds.PARKING,
        one_of("access", "private"),
        "um estacionamento privado",
        "a private car park",
    ),
    Condition(
        "estacionamentos subterrâneos",
        "underground car parks",
        kinds.PARKING,
        one_of("parking|location", "underground"),
        "um estacionamento subterrâneo",
        "an underground car park",
    ),
    Condition(
        "estacionamentos com lugares para deficientes",
        "car parks with disabled spaces",
        kinds.PARKING,
        says.disabled_spaces,
        "um estacionamento com lugares para deficientes",
        "a car park with disabled spaces",
    ),
    Condition(
        "piscinas públicas",
        "public swimming pools",
        kinds.POOL,
        says.open_to_all,
        "uma piscina pública",
        "a public swimming pool",
        True,
    ),
    Condition(
        "bicicletários cobertos",
        "covered bicycle parking",
        kinds.BICYCLE_PARKING,
        says.covered,
        "um bicicletário coberto",
        "covered bicycle parking",
    ),
    Condition(
        "bancos com multibanco",
        "banks with an ATM",
        kinds.BANK,
        unless_no("atm"),
        "um banco com multibanco",
        "a bank with an ATM",
    ),
)
