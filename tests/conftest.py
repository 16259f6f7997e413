"""What holds for every test: nothing of the person who runs them is read or written."""

import os
from collections.abc import Iterator

import pytest

# stores, keys and home of the user; PERTO_CACHE stays: a fetched server is worth sharing
_OF_THE_USER = ("NEO4J_", "QDRANT_", "PERTO_", "COMPOSE_", "OPENAI_")
_KEPT = ("PERTO_CACHE", "PERTO_TEST_")


@pytest.fixture(scope="session", autouse=True)
def _clean_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Take the user's stores out of the environment and give the tests a home of their own."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(_OF_THE_USER) and not name.startswith(_KEPT):
                patch.delenv(name)
        patch.setenv("PERTO_HOME", str(tmp_path_factory.mktemp("home")))
        # a quarter of the edges: some pairs of services are covered to less than 500 m, and loads are quick
        patch.setenv("PERTO_NEAR_EDGES", "250000")
        # a user's compose containers carry the project name "perto": tests look for another one
        patch.setenv("COMPOSE_PROJECT_NAME", "perto-of-the-tests")
        yield
