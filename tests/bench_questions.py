"""The questions that `make bench` times, by kind, for each city: every kind in both languages."""

_EVERYWHERE = {
    "pairs": (
        "Quais pontos de reciclagem ficam a até 300 m de um parque?",
        "cafes within 150 m of a fountain",
        "restaurants within 50 m of a bus stop",
        "farmácias a até 500 m de uma escola",
        "cafés a até 1,5 km de um parque",
        "parks that have both a fountain and a bench within 200 m",
    ),
    "count": ("quantas fontes há perto de um parque?", "how many shops are near a bus stop?"),
    "places": ("list the libraries", "restaurantes italianos"),
    "absence": (
        "pharmacies farther than 1 km from a hospital",
        "parques sem lixeira até 300 m",
        "which schools have no playground within half a kilometre",
    ),
    "nearest each": ("o hospital mais próximo de cada escola", "the nearest pharmacy to each school"),
    "zones": (
        "which zones have water points near parks (up to 800 m)",
        "zones with parks but no recycling",
        "bairros com menos farmácias",
        "the district with most fountains",
    ),
    "compare": ("are there more cafes or more restaurants?",),
    "tags": ("banheiros com acesso para cadeira de rodas",),
    "association": ("há integração entre parques e reciclagem?",),
}
# a place, an area, another area, a street, another street, a point
_NAMES = {
    "sample": ("Esplanadi", "Kamppi", "Kluuvi", "Mannerheimintie", "Aleksanterinkatu", "60.1675, 24.9440"),
    "porto": (
        "Torre dos Clérigos",
        "Vitória",
        "Sé",
        "Rua de Santa Catarina",
        "Rua de Camões",
        "41.1456, -8.6109",
    ),
    "malta": ("Manoel Island", "Floriana", "Tarxien", "The Strand", "Triq Dun Karm", "35.8989, 14.5146"),
}  # fmt: skip


def list_questions(city: str) -> dict[str, tuple[str, ...]]:
    """Return the questions for a city, by kind."""
    place, area, other, street, crossing, point = _NAMES[city]
    return _EVERYWHERE | {
        "nearest": (
            f"the 3 nearest toilets to {place}",
            f"nearest cafe to {point}",
            f"a farmácia mais próxima de {place}",
        ),
        "near a place": (f"cafes within 300 m of {place}", f"restaurantes a até 400 m de {point}"),
        "in an area": (f"how many cafes are there in {area}?", f"restaurantes em {area} perto de um parque"),
        "compare areas": (f"more cafes in {area} or in {other}?",),
        "distance": (f"how far is {place} from {point}", f"a que distância {place} fica de {other}"),
        "along": (f"restaurants along {street}", f"which roads connect {street} and {crossing}"),
        "lookup": (f"tell me about {place}", f"o que há em {area}?"),
    }
