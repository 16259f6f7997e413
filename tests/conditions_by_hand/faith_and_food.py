"""Churches, restaurants, cafes and hotels."""

from tests.conditions_by_hand import kinds, says
from tests.conditions_by_hand.condition import Condition
from tests.conditions_by_hand.tags import one_of, unless_no

FAITH_AND_FOOD = (
    Condition(
        "igrejas católicas",
        "Catholic churches",
        kinds.church,
        says.denomination(kinds.CATHOLIC),
        "uma igreja católica",
        "a Catholic church",
        True,
    ),
    Condition(
        "igrejas ortodoxas",
        "Orthodox churches",
        kinds.church,
        says.denomination(kinds.ORTHODOX),
        "uma igreja ortodoxa",
        "an Orthodox church",
        True,
    ),
    Condition(
        "igrejas anglicanas",
        "Anglican churches",
        kinds.church,
        says.denomination(kinds.ANGLICAN),
        "uma igreja anglicana",
        "an Anglican church",
        True,
    ),
    Condition("mesquitas", "mosques", kinds.mosque, None, "uma mesquita", "a mosque", True),
    Condition(
        "restaurantes veganos",
        "vegan restaurants",
        kinds.RESTAURANT,
        says.vegan,
        "um restaurante vegano",
        "a vegan restaurant",
    ),
    Condition(
        "restaurantes vegetarianos",
        "vegetarian restaurants",
        kinds.RESTAURANT,
        says.vegetarian,
        "um restaurante vegetariano",
        "a vegetarian restaurant",
    ),
    Condition(
        "restaurantes halal",
        "halal restaurants",
        kinds.RESTAURANT,
        says.halal,
        "um restaurante halal",
        "a halal restaurant",
    ),
    Condition(
        "restaurantes italianos",
        "Italian restaurants",
        kinds.RESTAURANT,
        one_of("cuisine", says.ITALIAN),
        "um restaurante italiano",
        "an Italian restaurant",
    ),
    Condition(
        "restaurantes japoneses",
        "Japanese restaurants",
        kinds.RESTAURANT,
        one_of("cuisine", says.JAPANESE),
        "um restaurante japonês",
        "a Japanese restaurant",
    ),
    Condition(
        "restaurantes com esplanada",
        "restaurants with outdoor seating",
        kinds.RESTAURANT,
        unless_no("outdoor_seating"),
        "um restaurante com esplanada",
        "a restaurant with outdoor seating",
    ),
    Condition(
        "cafés com wifi", "cafes with wifi", kinds.CAFE, says.wifi, "um café com wifi", "a cafe with wifi"
    ),
    Condition(
        "hotéis com wifi",
        "hotels with wifi",
        kinds.HOTEL,
        says.wifi,
        "um hotel com wifi",
        "a hotel with wifi",
    ),
    Condition(
        "restaurantes com comida para levar",
        "restaurants with takeaway",
        kinds.RESTAURANT,
        unless_no("takeaway", "take_away"),
        "um restaurante com comida para levar",
        "a restaurant with takeaway",
    ),
    Condition(
        "restaurantes com entrega ao domicílio",
        "restaurants with delivery",
        kinds.RESTAURANT,
        unless_no("delivery"),
        "um restaurante com entrega ao domicílio",
        "a restaurant with delivery",
    ),
    Condition(
        "restaurantes para não fumadores",
        "non-smoking restaurants",
        kinds.RESTAURANT,
        one_of("smoking", "no"),
        "um restaurante para não fumadores",
        "a non-smoking restaurant",
    ),
)
