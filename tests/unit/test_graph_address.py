"""Addresses of Neo4j: what is none is refused before anything is looked up, in one line, without secrets."""

import pytest

from queries.errors import StoreUnavailable
from queries.graph import Graph


def connect(uri: str) -> None:
    with Graph(uri, user="neo4j", password="none") as graph:
        graph.verify()


@pytest.mark.parametrize(
    "uri",
    [
        "garbage",
        "localhost:7687",
        "http://localhost:7474",
        "https://localhost",
        "ftp://localhost",
        "bolt://",
        "bolt://:7687",
        "bolt://127.0.0.1:port",
        "bolt://127.0.0.1:99999",
        "bolt://127.0.0.1:0",
        "bolt://127.0.0.1:76 87",
        "bolt://127.0.0.1/?a=b",
        "bolt://[::1",
        "bolt://" + "a" * 70 + ":7687",
    ],
)
def test_what_is_no_address_is_refused_in_one_line(uri: str) -> None:
    with pytest.raises(StoreUnavailable, match="is no Neo4j address; it looks like bolt://host:7687") as no:
        connect(uri)
    assert "\n" not in str(no.value)


def test_a_password_in_an_address_is_not_told() -> None:
    with pytest.raises(StoreUnavailable, match="is no Neo4j address") as no:
        connect("bolt://neo4j:secret@127.0.0.1:7687")
    assert "secret" not in f"{no.value} {no.value.url}"


@pytest.mark.parametrize("uri", ["bolt://127.0.0.1:9", "neo4j://127.0.0.1:9", "BOLT://localhost:9"])
def test_where_nothing_listens_it_is_not_the_address_that_is_wrong(uri: str) -> None:
    with pytest.raises(StoreUnavailable, match="does not answer"):
        connect(uri)
