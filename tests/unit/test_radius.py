"""How far a search can go: to the other end of the Earth and no farther."""

import pytest
from geographiclib.geodesic import Geodesic

from queries.geometry.radius import HALF_EARTH_M, check_radius_m


def test_the_largest_radius_reaches_from_pole_to_pole_and_no_centimetres_more() -> None:
    farthest_m = Geodesic.WGS84.Inverse(90, 0, -90, 0)["s12"]
    assert farthest_m <= HALF_EARTH_M < farthest_m + 0.1
    assert check_radius_m(farthest_m) == farthest_m


@pytest.mark.parametrize("wrong", [0.0, -5.0, float("nan"), float("inf"), HALF_EARTH_M + 1])
def test_a_radius_that_is_no_distance_is_refused(wrong: float) -> None:
    with pytest.raises(ValueError, match="half the Earth"):
        check_radius_m(wrong)
