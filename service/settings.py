"""Settings of asking, read from the environment once, at the entrance."""

from pydantic import Field
from pydantic_settings import SettingsConfigDict

from queries.geometry.radius import HALF_EARTH_M
from queries.settings import Settings


class AskSettings(Settings):
    """How questions are answered: PERTO_RRF_K, _DEFAULT_RADIUS_M, _TILE_URL, _COUNT_UNRESOLVED.

    `rrf_k` is the k of reciprocal rank fusion; `default_radius_m` what "near" means without a number;
    `tile_url` a map's background, None for none (then a map asks no outside host for anything);
    `count_unresolved` whether words and names that are not understood are counted in PERTO_HOME.
    """

    model_config = SettingsConfigDict(env_prefix="PERTO_")

    rrf_k: int = Field(default=60, gt=0)
    default_radius_m: float = Field(default=500.0, gt=0, le=HALF_EARTH_M)
    tile_url: str | None = None
    count_unresolved: bool = True
