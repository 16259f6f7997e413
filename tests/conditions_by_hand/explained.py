"""What is known of differences between perto's counts and those by hand, by the condition's English words."""

# why the counts in the table differ; none is drawn from
EXPLAINED: dict[str, str] = {
    "Catholic churches": "perto counts some out of use (opening_hours=off), not religion=Roman_Catholic",
    "vegetarian restaurants": "by hand who has vegan food has vegetarian food (diet:vegan=yes)",
    "free car parks": "by hand those of access=private are car parks, too",
    "underground car parks": "by hand those of access=private are car parks, too",
    "public schools": "by hand school=private tells who runs it",
    "private schools": "by hand school=private tells who runs it",
    "public hospitals": "perto counts a hospital with disused=yes",
    "hospitals with an emergency department": "perto counts a hospital with disused=yes",
    "free museums": "perto counts a museum with opening_hours=closed",
    "wheelchair accessible bus stops": "by hand a platform with bus=yes is a bus stop",
    "drinking water points": "perto counts a relation of loose points beside its members",
    "bus stops with a shelter": "perto counts a stop position with no stop within 50 m",
    "bus stops with a bench": "perto counts a stop position with no stop within 50 m",
    "public telephones that accept coins": "perto counts card phones (amenity=cardphone) as telephones",
}

# what perto refuses as no condition that it knows
REFUSED = {
    "private car parks",
    "car parks with disabled spaces",
    "ATMs of Millennium bcp",
    "ATMs of HSBC",
    "petrol stations of Galp",
    "Pingo Doce supermarkets",
    "supermarkets of Lidl",
    "bus stops of STCP",
    "bus stops of Arriva Malta",
    "pharmacies open on Sunday",
    "supermarkets open on Sunday",
    "restaurants open after 22:00",
    "museums open on Monday",
}

_NAMES = (
    "by hand a name tells who does not run a place; perto counts a place that only has a name as not saying"
)
_NOBODY = "a name that no such place has is refused as unknown, not counted as 0"
_KIND = "no word for this condition: refused, naming the part"
# why the counts in the table differ, where they do
WHY: dict[str, str] = {
    "Catholic churches": "perto keeps and names four marked as out of use, by hand they are left out. "
    "Malta: one has religion=Roman_Catholic alone",
    "wheelchair accessible bus stops": "perto counts a stop position with no stop within 50 m",
    "free car parks": "by hand those of access=private are car parks, too",
    "private car parks": "by hand every car park is asked; perto has private ones as a kind of their own",
    "underground car parks": "by hand those of access=private are car parks, too",
    "drinking water points": "perto counts a relation of loose points beside its members",
    "restaurants open after 22:00": "“09:00+” leaves the end open: perto counts it as not saying",
    "ATMs of Millennium bcp": f"{_NAMES}; {_NOBODY}",
    "ATMs of HSBC": f"{_NAMES}; three have the name among other words, which perto tells as alike; {_NOBODY}",
    "petrol stations of Galp": f"{_NAMES}; {_NOBODY}",
    "Pingo Doce supermarkets": f"{_NAMES}; {_NOBODY}",
    "supermarkets of Lidl": f"{_NAMES}; one has the name among other words, which perto tells as alike",
    "bus stops of STCP": f"perto counts a stop position that stands alone; {_NOBODY}",
    "bus stops of Arriva Malta": f"perto counts stop positions that stand alone; {_NOBODY}",
    "car parks with disabled spaces": _KIND,
    "bus stops with a shelter": "perto counts stop positions that stand alone",
    "bus stops with a bench": "perto counts stop positions that stand alone",
    "public telephones that accept coins": "perto counts card phones (amenity=cardphone) as telephones",
}
