"""What the tag "access" says of a place that people use freely."""

import pytest

from queries.catalogue.catalogue import load_catalogue
from queries.catalogue.senses import find_sense
from service.retrieval.tags.access import FREELY_USED, judge_access


def test_every_kind_that_is_freely_used_is_in_the_catalogue() -> None:
    assert load_catalogue().services.keys() >= FREELY_USED


@pytest.mark.parametrize(
    ("tags", "closed"),
    [
        (["access=private"], "private"),
        (["access=no"], "private"),
        (["access=residents"], "private"),
        (["access=Members"], "private"),
        (["access=permit"], "private"),
        (["access=customers"], "customers"),
        (["access=guests"], "customers"),
        # of several values the one that lets most people in
        (["access=private", "access=customers"], "customers"),
        (["access=customers", "access=yes"], None),
        (["access=permissive"], None),
        # what nobody can tell
        (["access=unknown"], None),
        (["access=fixme"], None),
        ([], None),
    ],
)
def test_an_access_is_private_for_customers_or_neither(tags: list[str], closed: str | None) -> None:
    assert judge_access(tags) == closed


@pytest.mark.parametrize("tag", ["access=private", "access=no", "access=customers", "access=permit"])
def test_what_is_not_open_to_all_says_no_to_public(tag: str) -> None:
    assert find_sense("access", "yes", "swimming_pool").judge(tag) == "no"
