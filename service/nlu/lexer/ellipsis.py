"""Words said once for two: "paragens de metro ou de autocarro", "bus or tram stops", "de vidro e papel"."""

from collections.abc import Sequence
from dataclasses import replace

from service.nlu.lexer.lexicon import Dictionary
from service.nlu.lexer.tokenizer import Token

_JOINTS = frozenset(("e", "ou", "nem", "and", "or", "nor", "/", "&"))
_LINKS = frozenset(("de", "do", "da", "dos", "das"))
_TAKES = frozenset(("de", "para", "for"))
# how many words before a joint are looked at
_LONGEST_NAME = 5


def fill_in(tokens: Sequence[Token], dictionary: Dictionary) -> list[Token]:
    """Return the tokens with the words that two kinds of place or two tags share said of both.

    What is filled in has no width: it stands nowhere in the question.
    """
    filled: list[Token] = []
    for i, token in enumerate(tokens):
        filled.append(token)
        if token.key in _JOINTS and not _is_within_name(tokens, i, dictionary):
            filled += _shared_before(tokens, i, dictionary)
        elif dictionary.language == "en" and _joins(tokens, i + 1):
            within = _is_within_name(tokens, i + 1, dictionary)
            filled += [] if within else _shared_after(tokens, i, dictionary)
    return filled


def _joins(tokens: Sequence[Token], i: int) -> bool:
    return i < len(tokens) and tokens[i].key in _JOINTS


def _is_within_name(tokens: Sequence[Token], joint: int, dictionary: Dictionary) -> bool:
    """Whether the joint stands inside of one name or phrase: "fruit and vegetable shop"."""
    starts = range(max(0, joint - _LONGEST_NAME), joint)
    return any(
        found is not None and found[1] > joint
        for start in starts
        for found in (dictionary.service(tokens, start), dictionary.role(tokens, start))
    )


def _shared_before(tokens: Sequence[Token], joint: int, dictionary: Dictionary) -> list[Token]:
    """Return the "paragens de" of "paragens de metro ou autocarro", the "de" of "de vidro e papel"."""
    after = joint + 1
    linked = after < len(tokens) and tokens[after].key in _LINKS
    rest = list(tokens[after + linked : after + linked + _LONGEST_NAME])
    for start in range(max(0, joint - _LONGEST_NAME), joint - 1):
        said = tokens[start:joint]
        role = dictionary.role(said, 0)
        takes = role is not None and role[0].kind == "filter" and role[1] == len(said)
        if takes and said[0].key in _TAKES and rest and not linked and not _is_known(rest, dictionary):
            shared = [said[0]]
            both = dictionary.role([*shared, *rest], 0)
            if both is not None and both[0].kind == "filter":
                return _unseen(shared, rest[0])
        service = dictionary.service(said, 0)
        if service is None or service[1] < len(said) or len(said) < 3 or said[1].key not in _LINKS:
            continue
        service = dictionary.service([*said[:2], *rest], 0)
        if rest and service is not None and service[1] > 2 and (linked or not _is_known(rest, dictionary)):
            return _unseen(said[:1] if linked else said[:2], tokens[after])
    return []


def _shared_after(tokens: Sequence[Token], i: int, dictionary: Dictionary) -> list[Token]:
    """Return the "stops" that "bus or tram stops" shares."""
    if i + 3 >= len(tokens) or tokens[i].kind != "word":
        return []
    second = dictionary.service(tokens[: i + 2 + _LONGEST_NAME], i + 2)
    if second is None or second[1] < i + 4:
        return []
    head = tokens[second[1] - 1]
    first = dictionary.service([tokens[i], head], 0)
    return _unseen([head], tokens[i + 1]) if first is not None and first[1] == 2 else []


def _is_known(tokens: Sequence[Token], dictionary: Dictionary) -> bool:
    return dictionary.service(tokens, 0) is not None or dictionary.role(tokens, 0) is not None


def _unseen(tokens: Sequence[Token], before: Token) -> list[Token]:
    return [replace(t, text=t.key, start=before.start, end=before.start) for t in tokens]
