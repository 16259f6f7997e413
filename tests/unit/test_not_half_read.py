"""Questions that could be read by half: refused where no reading says all of them, read of what they say."""

import pytest

from service.nlu.understand import plan


@pytest.mark.parametrize(
    ("question", "part"),
    [
        # a street would be one more of the areas of which any will do
        ("cafes on Tower Road in Sliema or Valletta", "Tower Road"),
        ("cafes on Tower Road in Sliema and Valletta", "Tower Road"),
        ("cafés na Rua Augusta em Bonfim e Cedofeita", "Rua Augusta"),
        # of "each", places of which any will do would all have to hold
        ("for each school in Sliema and Valletta the nearest park", "Sliema"),
        ("the nearest hospital in Sliema and Valletta to each school", "Sliema"),
        # one name, not two
        ("a que distância fica Santa Maria da Feira?", "Santa Maria da Feira"),
        ("a que distância fica São João da Madeira?", "São João da Madeira"),
        # paper may be what is recycled
        ("recycling points for my paper", "my paper"),
        ("where can I recycle for my paper", "my paper"),
        # no cuisine is two
        ("Italian Japanese restaurants or Thai restaurants", "Italian"),
    ],
)
def test_what_no_reading_says_whole_is_refused(question: str, part: str) -> None:
    problem = plan(question).problem
    assert problem is not None
    assert part in problem.part


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("are there more Italian restaurants than cafes", {("restaurant", "italian")}),
        ("há mais cafés do que restaurantes italianos", {("restaurant", "italian")}),
        ("há mais restaurantes italianos do que cafés", {("restaurant", "italian")}),
        (
            "more Italian or Japanese restaurants than cafes",
            {("restaurant", "italian"), ("restaurant", "japanese")},
        ),
        (
            "are there more Italian restaurants and cafes than bars in Sliema",
            {("restaurant", "italian"), ("cafe", "italian")},
        ),
    ],
)
def test_an_adjective_of_one_side_is_not_said_of_the_other(question: str, told: set[tuple[str, str]]) -> None:
    planned = plan(question)
    assert planned.problem is None
    assert {(asked.service, asked.value) for asked in planned.reading.filters} == told
