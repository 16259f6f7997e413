"""How a place named limits what is asked for, in words."""

from queries.catalogue.catalogue import Language
from service.language.phrasing import given_metres, quoted
from service.reading import PlaceReading


def say_place(place: PlaceReading, language: Language) -> str:
    """Say how a place limits what is asked for: "in “Kallio”", "within 500 m of “Kiasma”"."""
    name = place.name if place.kind in ("zone", "point") else quoted(place.name)
    far = "" if place.radius_m is None else given_metres(place.radius_m, language)
    said = {
        "in": (f"em {name}", f"in {name}"),
        "within": (f"a até {far} de {name}", f"within {far} of {name}"),
        "beyond": (f"a mais de {far} de {name}", f"more than {far} from {name}"),
        "along": (f"ao longo de {name}", f"along {name}"),
        "from": (name, name),
    }
    return said[place.relation][0 if language == "pt" else 1]
