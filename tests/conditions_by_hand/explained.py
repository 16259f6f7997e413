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
}

# what perto refuses as no condition that it knows
REFUSED = {
    "private car parks",
    "car parks with disabled spaces",
    "banks with an ATM",
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
    "bus stops with a shelter",
    "bus stops with a bench",
    "4 star hotels",
    "public telephones that accept coins",
    # in “zonas sem restaurantes para não fumadores” alone
    "non-smoking restaurants",
}
