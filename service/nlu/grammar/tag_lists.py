"""Tags joined in one list: "Italian or Japanese restaurants", "restaurantes italianos ou japoneses"."""

from collections.abc import Iterable, Sequence

from queries.catalogue.when import KEY as OPENING
from service.nlu.grammar.syntax import Kind, Kinds, Stuck, TagList
from service.nlu.lexer.lexeme import Lexeme

JOINTS = frozenset(("and", "or", "comma"))


def make_tag_list(run: Sequence[Lexeme]) -> TagList | None:
    """Make the list of the tags that joints stand between; None of commas alone: then each holds by itself.

    Raises Stuck where "and" and "or" stand in one list.
    """
    said = [lexeme for lexeme in run if lexeme.kind in JOINTS - {"comma"}]
    if len({joint.kind for joint in said}) > 1:
        raise Stuck("mixed", *said)
    joined = [x for i, x in enumerate(run) if any(y.kind in JOINTS for y in run[max(0, i - 1) : i + 2])]
    tags = tuple((tag, lexeme) for lexeme in joined if (tag := lexeme.tag) is not None)
    return TagList(said[0], tags) if said else None


def check_tag_lists(kinds: Iterable[Kinds], asked: Kinds) -> None:
    """Raise Stuck where the tags of a list can't be put in a reading as they are meant.

    Values of one key are alternatives, tags of several keys all hold: "vegan or Italian" is neither. "and"
    joins alternatives only in what is listed ("Italian and Japanese restaurants": those of either).
    """
    for one in kinds:
        for kind in one.kinds:
            for tags in kind.tag_lists:
                _check(tags, kind, listed=one is asked)


def _check(tags: TagList, kind: Kind, *, listed: bool) -> None:
    lexemes = [lexeme for _, lexeme in tags.tags]
    keys = [filter_.key for filter_, _ in tags.tags]
    if tags.joint.kind == "or" and not tags.alike:
        raise Stuck("either", lexemes[0], tags.joint, lexemes[-1])
    if tags.joint.kind == "and" and keys.count(OPENING) > 1:
        # "open on Sundays and after 22:00": both must hold, and perhaps at once
        raise Stuck("either", lexemes[0], tags.joint, lexemes[-1])
    many = kind.lexeme.named is not None and kind.lexeme.named.number == "many"
    if tags.joint.kind == "and" and len(set(keys)) < len(keys) and not (tags.alike and listed and many):
        raise Stuck("either", lexemes[0], tags.joint, lexemes[-1])


def has_rivals(kind: Kind) -> bool:
    """Whether two values of one key are asked for that no list joins: "Italian Japanese restaurants"."""
    either = [tags.tags for tags in kind.tag_lists if tags.alike]
    for filter_, _ in kind.filters:
        of_key = [tag for tag in kind.filters if tag[0].key == filter_.key]
        if len(of_key) > 1 and not any(all(tag in tags for tag in of_key) for tags in either):
            return True
    return False


def merge_alike(kinds: Kinds) -> None:
    """Join "Italian restaurants or Japanese restaurants" to one kind with a list of tags."""
    ones = kinds.kinds
    if len(ones) < 2 or kinds.joint is None or kinds.joint.kind != "or":
        return
    tags = [tag for kind in ones for tag in kind.filters]
    same = all(kind.services == ones[0].services and kind.filters for kind in ones)
    if any(has_rivals(kind) for kind in ones):
        return
    if not same or len({filter_.key for filter_, _ in tags}) > 1 or any(kind.words for kind in ones):
        return
    first = ones[0]
    first.filters = tags
    first.tag_lists = [TagList(kinds.joint, tuple(tags))]
    first.nearest = next((kind.nearest for kind in ones if kind.nearest is not None), None)
    kinds.kinds = [first]
