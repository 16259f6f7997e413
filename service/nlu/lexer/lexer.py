"""A question's tokens as lexemes: services, distances, names, phrases with their role. Nothing is dropped."""

from collections.abc import Sequence
from dataclasses import replace

from queries.catalogue.catalogue import Language
from queries.catalogue.when import KEY as OPENING
from service.nlu.lexer.ellipsis import fill_in
from service.nlu.lexer.lexeme import NUMBERED, Lexeme
from service.nlu.lexer.lexicon import Dictionary
from service.nlu.lexer.numbered_names import find_numbered_name
from service.nlu.lexer.numbers import Amount, read_amount, read_range
from service.nlu.lexer.proper_names import end_after_article, find_name, is_grammar, is_saint
from service.nlu.lexer.tokenizer import Token
from service.nlu.lexer.walking_time import read_walk
from service.nlu.opening.phrases import read_opening

_DEFINITE: dict[Language, frozenset[str]] = {
    "pt": frozenset(("o", "a", "os", "as", "do", "da", "dos", "das", "ao", "aos", "no", "na")),
    "en": frozenset(("the",)),
}


# kinds of place that are names of districts as well
_PLACE_NAMES = frozenset(("ribeira", "lagoa", "marina", "rio", "mata", "feira", "castelo", "campus"))
_ENGLISH = frozenset(("marina", "campus"))
# short for a kind of street or square, where a name follows
_STREETS = frozenset(("av", "avda", "r", "pç", "pça", "pca", "pr", "trav", "tv", "al", "estr", "rod", "lg"))


def scan(text: str, tokens: Sequence[Token], dictionary: Dictionary) -> list[Lexeme]:
    """Return the lexemes of a question in order; every token belongs to exactly one."""
    lexemes: list[Lexeme] = []
    tokens = fill_in(tokens, dictionary)
    capitals = capitals_tell(tokens, dictionary)
    definite = _DEFINITE[dictionary.language]
    i = 0
    while i < len(tokens):
        opening = _opening(text, tokens, i, dictionary.language, lexemes)
        named = _numbered(text, tokens, i, dictionary, lexemes, capitals=capitals)
        if named is None and capitals:
            named = _street(text, tokens, i, dictionary) or _name(text, tokens, i, dictionary)
        named = named or _with_article(text, tokens, i, dictionary) or _use(text, tokens, i, dictionary)
        lexeme, end = opening or named or _next(text, tokens, i, dictionary)
        if (
            lexeme.kind == "street"
            and lexeme.key in _STREETS
            and [t.key for t in tokens[end : end + 1]] == ["."]
        ):
            # "na av. conde da boa vista"
            end += 1
        if capitals and _is_place_name(lexeme, lexemes, dictionary.language):
            lexeme = replace(lexeme, kind="name", named=None)
        if lexeme.kind == "filler" and lexeme.key == "nos" and _is_in(lexemes, tokens[end : end + 1]):
            # but "dê-nos"
            in_it = text[lexeme.start - 1] not in "-‐‑"
            lexeme = replace(lexeme, kind="in") if in_it else lexeme
        if lexeme.kind == "svc" and lexemes and lexemes[-1].kind != "svc":
            lexeme = replace(lexeme, definite=lexemes[-1].key.split(" ")[-1] in definite)
        lexemes.append(lexeme)
        i = end
    return lexemes


def _is_in(before: Sequence[Lexeme], after: Sequence[Token]) -> bool:
    """Whether "nos" is "in the", not "us": "cafés nos Aliados", "há cafés nos parques?"."""
    return bool(before) and bool(after) and (after[0].capital or before[-1].kind in ("svc", "filter", "word"))


def _is_place_name(lexeme: Lexeme, before: Sequence[Lexeme], language: Language) -> bool:
    """Whether a kind of place with a capital is a name: "na Ribeira", "near the Ribeira"."""
    one = lexeme.named is not None and lexeme.named.number == "one"
    if not one or not before or not lexeme.text[:1].isupper() or lexeme.text.isupper() or " " in lexeme.text:
        return False
    last = before[-1] if before[-1].kind != "det" or len(before) == 1 else before[-2]
    if last.kind == "in":
        return True
    if language == "en":
        return lexeme.key in _PLACE_NAMES - _ENGLISH and last.kind in ("near", "of")
    return lexeme.key in _PLACE_NAMES and last.kind == "of" and last.key in ("da", "do")


def capitals_tell(tokens: Sequence[Token], dictionary: Dictionary) -> bool:
    """Whether capitals mark names here: not in a question written all in capitals or Like A Title."""
    words = [t for i, t in enumerate(tokens) if i and t.kind == "word" and not is_saint(tokens, i)]
    if all(token.text.isupper() for token in words):
        return False
    if any(not token.capital for token in words if len(token.text) > 3):
        return True
    # no long word is small: a title, if a word of grammar has a capital too ("Cafes Near Parks")
    return not any(token.capital and is_grammar(dictionary.phrases.get((token.key,))) for token in words)


def _name(text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary) -> tuple[Lexeme, int] | None:
    """Read a name by its capitals; the first word of a sentence has one anyway."""
    if i == 0 or not tokens[i].capital or _starts_sentence(tokens[i - 1]):
        return None
    end = find_name(tokens, i, dictionary)
    service = dictionary.service(tokens, i)
    if end is None or (service is not None and service[1] > end):
        return None
    return _lexeme("name", text, tokens, i, end), end


def _numbered(
    text: str,
    tokens: Sequence[Token],
    i: int,
    dictionary: Dictionary,
    before: Sequence[Lexeme],
    *,
    capitals: bool,
) -> tuple[Lexeme, int] | None:
    """Read "rua nove de abril", "Rua das Flores, nº 120", "12 Tower Road": numbers that are no distance."""
    if tokens[i].kind not in ("word", "number", "sign"):
        return None
    last = before[-1].kind if before else ""
    end = find_numbered_name(text, tokens, i, dictionary, before=last, capitals=capitals)
    return None if end is None else (replace(_lexeme("name", text, tokens, i, end), key=NUMBERED), end)


def _opening(
    text: str, tokens: Sequence[Token], i: int, language: Language, before: Sequence[Lexeme]
) -> tuple[Lexeme, int] | None:
    """Read "abertas ao domingo", "open after 22:00": before names, since English days have capitals."""
    last = before[-2].filter if len(before) > 1 and before[-1].kind == "or" else None
    found = read_opening(tokens, i, language, goes_on=last is not None and last.key == OPENING)
    if found is None or (found.bare and before and before[-1].kind in ("filter", "word", "refuse")):
        # "free after 18:00" says nothing of opening
        return None
    lexeme = _lexeme("refuse" if found.filter is None else "filter", text, tokens, i, found.end)
    return replace(lexeme, theme="clock" if found.filter is None else "", filter=found.filter), found.end


def _street(text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary) -> tuple[Lexeme, int] | None:
    """Read "av. Boa Viagem", "r. do Bom Jesus", "pça. da República": small letters before a name."""
    if tokens[i].text not in _STREETS:
        return None
    start = i + 1
    start += start < len(tokens) and tokens[start].key == "."
    while start < len(tokens) and tokens[start].key in ("de", "do", "da", "dos", "das"):
        start += 1
    if start == i + 1 or start == len(tokens) or not tokens[start].capital:
        return None
    end = find_name(tokens, start, dictionary) or start + 1
    return _lexeme("name", text, tokens, i, end), end


def _with_article(
    text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary
) -> tuple[Lexeme, int] | None:
    """Read "is-Swieqi", "tas-Sliema", "al-Rabat": a small article with a hyphen before a name."""
    end = end_after_article(text, tokens, i, dictionary)
    return None if end is None else (_lexeme("name", text, tokens, i, end), end)


def _use(text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary) -> tuple[Lexeme, int] | None:
    """Read "where can I drink water" as a kind of place, though it has no noun."""
    use, service = dictionary.use(tokens, i), dictionary.service(tokens, i)
    if use is None or (service is not None and service[1] >= use[1]):
        return None
    return replace(_lexeme("svc", text, tokens, i, use[1]), named=use[0]), use[1]


def _next(text: str, tokens: Sequence[Token], i: int, dictionary: Dictionary) -> tuple[Lexeme, int]:
    """Read a distance, a service or a phrase, whichever is longest; a sign; or what nothing explains."""
    token = tokens[i]
    if token.kind in ("point", "id", "quoted"):
        inner = token.text[1:-1].strip() if token.kind == "quoted" else token.text
        what = "name" if token.kind == "quoted" else token.kind
        return Lexeme(what, inner, token.start, token.end, token.kind), i + 1
    role, service = dictionary.role(tokens, i), dictionary.service(tokens, i)
    if service is None and role is None and dictionary.language == "en":
        service = dictionary.service(_without_possessive(tokens, i, dictionary.lexicon.longest), 0)
        service = None if service is None else (service[0], i + service[1])
    if role is not None and role[0].kind in ("filter", "refuse") and service is None:
        within = dictionary.service(tokens, i + 1)
        if within is not None and within[1] > role[1]:
            # "de lata de lixo" is no "de lata"
            role = dictionary.role(tokens[: i + 1], i)
    amount = _amount(tokens, i, dictionary.language)
    longest = max(role[1] if role else 0, service[1] if service else 0)
    if amount is not None and (amount.unit or not longest) and amount.end >= longest:
        kind = "dist" if amount.unit else "num"
        return replace(_lexeme(kind, text, tokens, i, amount.end), amount=amount), amount.end
    if service is not None and service[1] == longest:
        return replace(_lexeme("svc", text, tokens, i, longest), named=service[0]), longest
    either = role is not None and (role[0].kind == "or_more" or token.key in ("or", "ou"))
    if role is not None and either and role[1] > i + 1 and _leads_to_distance(tokens, longest, dictionary):
        # "or more than 200 m from a school" begins another condition
        return _lexeme("or", text, tokens, i, i + 1), i + 1
    if role is not None:
        lexeme = _lexeme(role[0].kind, text, tokens, i, longest)
        return replace(lexeme, theme=role[0].theme, filter=role[0].filter), longest
    kind = _SIGNS.get(token.key, "unknown") if token.kind == "sign" else "unknown"
    return _lexeme(kind, text, tokens, i, i + 1), i + 1


def _leads_to_distance(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> bool:
    """Whether "than" or "de" and a distance follow."""
    than = i < len(tokens) and tokens[i].key in ("than", "de", "que", "do")
    amount = read_amount(tokens, i + 1, dictionary.language) if than else None
    return amount is not None and amount.unit


def _without_possessive(tokens: Sequence[Token], i: int, count: int) -> list[Token]:
    """Return the next tokens, "school's" as "school"."""
    ahead = tokens[i : i + count]
    return [replace(token, key=token.key.removesuffix("'s")) for token in ahead]


def _starts_sentence(before: Token) -> bool:
    return before.kind == "sign" and before.key in ".?!:"


_SIGNS = {
    **dict.fromkeys(".?!…¿¡", "stop"),
    **dict.fromkeys(("...", ":", ";"), "stop"),
    **dict.fromkeys((",", "–", "—", "-"), "comma"),
    **dict.fromkeys(("(", ")", "[", "]"), "paren"),
    "/": "or",
}


def _amount(tokens: Sequence[Token], i: int, language: Language) -> Amount | None:
    """Read a distance or a range; "e" and "and" make a range only after "entre", "between", "de", "from"."""
    if (on_foot := read_walk(tokens, i, language)) is not None:
        return on_foot
    found = read_range(tokens, i, language)
    if found is not None:
        before = tokens[i - 1].key if i else ""
        if before in ("os", "the") and i > 1:
            before = tokens[i - 2].key
        joined_by_and = any(t.key in ("e", "and") for t in tokens[i : found.end]) and found.end - i <= 6
        if before in ("entre", "between", "de", "from") or not joined_by_and:
            return found
    return read_amount(tokens, i, language)


def _lexeme(kind: str, text: str, tokens: Sequence[Token], i: int, end: int) -> Lexeme:
    start, stop = tokens[i].start, tokens[end - 1].end
    # what is filled in stands nowhere in the text
    written, key = text[start:stop] or tokens[i].text, " ".join(token.key for token in tokens[i:end])
    return Lexeme(kind, written, start, stop, key)
