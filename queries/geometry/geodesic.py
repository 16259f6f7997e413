"""Point to point on the WGS84 ellipsoid: metres, bearings, and how the two radii of curvature change."""

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

EQUATOR_M = 6_378_137.0
FLATTENING = 1 / 298.257223563
ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING)
# the smallest radius of curvature (a meridian's, at the equator) and the largest (both, at a pole)
SMALLEST_RADIUS_M = EQUATOR_M * (1 - ECCENTRICITY_2)
LARGEST_RADIUS_M = EQUATOR_M / (1 - ECCENTRICITY_2) ** 0.5

# where the mid-latitude formula serves; pyproj's geodesic does elsewhere
FORMULA_M = 5_000.0
FORMULA_LATITUDE = 80.0


@cache
def geod() -> Any:
    """Return pyproj's geodesic on WGS84; imported on first use, since the import takes a while."""
    from pyproj import Geod

    return Geod(ellps="WGS84")


def radii_m(latitudes: Floats) -> tuple[Floats, Floats]:
    """Return M and N at the latitudes (degrees): metres per radian north, and per radian east over cos.

    Source: Torge & Müller, Geodesy, 4th ed., 4.1.3.
    """
    root_2 = 1 - ECCENTRICITY_2 * np.sin(np.radians(latitudes)) ** 2
    east = EQUATOR_M / np.sqrt(root_2)
    return east * (1 - ECCENTRICITY_2) / root_2, east


def scales_m(latitudes: Floats) -> tuple[Floats, Floats]:
    """Return metres per degree of longitude and per degree of latitude at the latitudes."""
    meridian, normal = radii_m(latitudes)
    return np.radians(normal * np.cos(np.radians(latitudes))), np.radians(meridian)


def turn(longitude_differences: Floats) -> Floats:
    """Return the differences of longitude brought to -180..180 degrees."""
    return longitude_differences - 360.0 * np.rint(longitude_differences / 360.0)


def point_distances_m(lat_a: Floats, lon_a: Floats, lat_b: Floats, lon_b: Floats) -> Floats:
    """Return the geodesic distances between points, elementwise, in metres.

    Within 5 mm of pyproj: the mid-latitude formula (Torge & Müller 6.3.1, first term) where it gives at
    most 5 km and both points are below 80 degrees, pyproj's geodesic elsewhere.
    """
    lat_a, lon_a, lat_b, lon_b = np.broadcast_arrays(lat_a, lon_a, lat_b, lon_b)
    per_lon, per_lat = scales_m((lat_a + lat_b) / 2)
    metres: Floats = np.hypot(per_lon * turn(lon_b - lon_a), per_lat * (lat_b - lat_a))
    far = (metres > FORMULA_M) | (np.maximum(np.abs(lat_a), np.abs(lat_b)) >= FORMULA_LATITUDE)
    if far.any():
        metres = np.atleast_1d(metres)
        far = np.atleast_1d(far)
        pick = [np.atleast_1d(values)[far] for values in (lon_a, lat_a, lon_b, lat_b)]
        metres[far] = geod().inv(*pick)[2]
        metres = metres.reshape(lat_a.shape)
    return metres


def bearings_deg(lat_a: Floats, lon_a: Floats, lat_b: Floats, lon_b: Floats) -> Floats:
    """Return the geodesic's bearings at a towards b, elementwise, in degrees from north, 0 up to 360."""
    arrays = np.broadcast_arrays(lon_a, lat_a, lon_b, lat_b)
    forward = geod().inv(*(np.ascontiguousarray(values, dtype=np.float64) for values in arrays))[0]
    bearings: Floats = np.mod(forward, 360.0)
    # -1e-15 mod 360 is 360
    return np.where(bearings >= 360.0, 0.0, bearings)
