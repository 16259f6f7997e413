"""What the tags of an element say of a condition: every value and key that says it, from the wiki."""

from tests.conditions_by_hand.tags import Says, Tags, is_a, one_of, unless_no, values

PUBLIC = {
    "public",
    "government",
    "goverment",
    "municipal",
    "state",
    "national",
    "regional",
    "county",
    "federal",
}
PRIVATE = {
    "private",
    "business",
    "religious",
    "ngo",
    "private_non_profit",
    "private_for_profit",
    "cooperative",
    "charity",
    "privado",
    "for-profit",
}


def denomination(family: set[str]) -> Says:
    """A denomination of the family; a broader one, as protestant of an Anglican church, tells nothing."""
    broader = {"christian"} | ({"protestant"} if "anglican" in family else set())

    def says(tags: Tags) -> str:
        said = {each.replace(" ", "_") for each in values(tags, "religion", "denomination")} - broader
        return "untold" if not said else "yes" if said & family else "no"

    return says


def vegan(tags: Tags) -> str:
    said = values(tags, "diet:vegan", "vegan")
    if said:
        return "yes" if said - {"no"} else "no"
    if values(tags, "cuisine") & {"vegan"}:
        return "yes"
    return "no" if values(tags, "diet:vegetarian") == {"no"} else "untold"


def vegetarian(tags: Tags) -> str:
    # who serves vegan food serves food without meat
    if vegan({k: v for k, v in tags.items() if k != "diet:vegetarian"}) == "yes":
        return "yes"
    said = values(tags, "diet:vegetarian", "vegetarian")
    if said:
        return "yes" if said - {"no"} else "no"
    return "yes" if values(tags, "cuisine") & {"vegetarian"} else "untold"


def halal(tags: Tags) -> str:
    said = values(tags, "diet:halal", "halal")
    return ("yes" if said - {"no"} else "no") if said else "yes" if is_a(tags, cuisine="halal") else "untold"


def wifi(tags: Tags) -> str:
    """Internet of a kind that is not said may come by cable."""
    said = values(tags, "internet_access", "internet_access:type")
    if said & {"wlan", "wifi", "wi-fi", "public"}:
        return "yes"
    by_old_key = unless_no("wifi")(tags)
    return by_old_key if by_old_key == "yes" or not said - {"yes"} else "no"


def accessible(tags: Tags) -> str:
    return one_of("wheelchair", "yes|designated")(tags)


def accessible_toilet(tags: Tags) -> str:
    told = [accessible(tags), one_of("toilets:wheelchair", "yes|designated")(tags)]
    return "yes" if "yes" in told else "no" if "no" in told else "untold"


def free(tags: Tags) -> str:
    said = {each.split(" ")[0] for each in values(tags, "fee")} | ({"0"} & {tags.get("fee", "").strip()})
    if said:
        return "yes" if said & {"no", "0", "none", "free"} else "no"
    charge = values(tags, "charge")
    return "untold" if not charge else "yes" if charge <= {"0", "no", "free"} else "no"


def open_to_all(tags: Tags) -> str:
    said = {part.strip() for each in values(tags, "access") for part in each.split(",")}
    return "untold" if not said else "yes" if said & {"yes", "public", "permissive", "designated"} else "no"


def covered(tags: Tags) -> str:
    if values(tags, "covered"):
        return unless_no("covered")(tags)
    sheltered = is_a(
        tags, bicycle_parking="shed|lockers|building|locker", indoor="yes|room", building="yes|roof|shed"
    )
    return "yes" if sheltered else "untold"


def run_by(word: str, types: set[str]) -> Says:
    """Who runs it, by operator:type and what older schemes said of the same."""

    def says(tags: Tags) -> str:
        said = values(tags, "operator:type", "ownership", "operator_type", "school:type")
        said |= values(tags, "school", "hospital") & {"public", "private"}
        return "untold" if not said else "yes" if said & (types | {word}) else "no"

    return says


def emergency_ward(tags: Tags) -> str:
    if is_a(tags, **{"healthcare:speciality": "emergency"}):
        return "yes"
    return unless_no("emergency")(tags)


def accepts(*finer: str) -> Says:
    """Yes with a recycling:* key of the material, no if all say no; a key of another tells nothing."""

    def says(tags: Tags) -> str:
        said = {
            part
            for key in tags
            if key.startswith("recycling:") and any(key.split(":", 1)[1].startswith(each) for each in finer)
            for part in values(tags, key)
        }
        return "untold" if not said else "yes" if said - {"no"} else "no"

    return says


def disabled_spaces(tags: Tags) -> str:
    said = values(tags, "capacity:disabled", "disabled_spaces", "parking_space")
    if not said:
        return "untold"
    return "yes" if said - {"no", "0", "none"} else "no"


def stars(number: str) -> Says:
    def says(tags: Tags) -> str:
        said = {each.rstrip("s+ ") for each in values(tags, "stars")}
        return "untold" if not said else "yes" if number in said else "no"

    return says


# Japanese dishes are Japanese food; pizza is a dish of all the world
JAPANESE = "japanese|sushi|ramen|udon|soba|teppanyaki|tempura|tonkatsu|yakitori|okonomiyaki|donburi|beef_bowl"
ITALIAN = "italian|italian_pizza|italian;pizza|sicilian|neapolitan|roman|sardinian|tuscan"
FOOTBALL = "soccer|football|beachsoccer|futsal|five-a-side"
