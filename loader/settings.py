"""Settings of the sources, read from the environment once, at the entrance."""

from typing import Annotated, Any

from pydantic import Field, field_validator
from pydantic_settings import NoDecode, SettingsConfigDict

from queries.settings import Settings

# public instances with the whole planet, asked in this order
OVERPASS_URLS = (
    "https://overpass-api.de/api/interpreter",
    "https://overpass.private.coffee/api/interpreter",
    "https://maps.mail.ru/osm/tools/overpass/api/interpreter",
)


class LoadSettings(Settings):
    """How much a load writes, and how long it may take: PERTO_NEAR_EDGES, _LOAD_READ_S.

    `near_edges` is the most NEAR edges at the places of each data set. Writing them is most of a load, at
    some 20,000 a second; what they don't cover is answered on demand, as exactly. `load_read_s` is how long
    one read of a load may take, which goes over all places where a question's goes over some.
    """

    model_config = SettingsConfigDict(env_prefix="PERTO_")

    near_edges: int = Field(default=1_000_000, gt=0)
    load_read_s: float = Field(default=600.0, gt=0, allow_inf_nan=False)


class OverpassSettings(Settings):
    """Which Overpass servers and how long: PERTO_OVERPASS_URLS (by commas or spaces), _TIMEOUT_S.

    `timeout_s` is how long a server may work on one query; a second more of silence breaks it off here.
    """

    model_config = SettingsConfigDict(env_prefix="PERTO_OVERPASS_")

    urls: Annotated[tuple[str, ...], NoDecode] = Field(default=OVERPASS_URLS, min_length=1)
    timeout_s: int = Field(default=180, gt=0, le=3600)

    @field_validator("urls", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value

    @field_validator("urls")
    @classmethod
    def _check(cls, urls: tuple[str, ...]) -> tuple[str, ...]:
        for url in urls:
            if not url.startswith(("http://", "https://")):
                raise ValueError(f"{url!r} is no http(s) address")
        return urls
