"""An English noun bears the article that it is said with."""

import pytest

from service.language.articles import with_article


@pytest.mark.parametrize(
    "said",
    ["a university", "an office", "an ice cream shop", "a park", "an ATM", "a used car dealer", "an urn"],
)
def test_a_noun_bears_the_article_that_it_is_said_with(said: str) -> None:
    assert with_article(said.split(" ", 1)[1]) == said
