"""How far a search can go on the Earth."""

import math

# the longest geodesic on WGS84, from pole to pole along a meridian: twice the quarter meridian of
# 10,001,965.7293 m (Karney, Algorithms for geodesics, 2013), rounded up so that no place is farther
HALF_EARTH_M = 20_003_931.5
# what lies along a road is within this of it, from edge to edge: a road farther off is not where a place is
ALONG_M = 50.0


def check_radius_m(value: float) -> float:
    """Return value; raises ValueError unless it is above 0 and at most half the Earth, in metres."""
    if not (math.isfinite(value) and 0 < value <= HALF_EARTH_M):
        raise ValueError(
            f"a radius is above 0 m and at most {HALF_EARTH_M:.0f} m (half the Earth), not {value:g}"
        )
    return value
