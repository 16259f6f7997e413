"""A point on the Earth, in one order everywhere."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """Latitude and longitude in degrees on WGS84, checked; raises ValueError outside ±90 and ±180.

    Neo4j wraps longitude 200 in silence, so nothing unchecked may reach a write.
    """

    latitude: float
    longitude: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.latitude) and -90 <= self.latitude <= 90):
            raise ValueError(f"latitude {self.latitude} is not between -90 and 90")
        if not (math.isfinite(self.longitude) and -180 <= self.longitude <= 180):
            raise ValueError(f"longitude {self.longitude} is not between -180 and 180")
