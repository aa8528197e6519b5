"""A placement is a finite pose of a named piece."""

from __future__ import annotations

import math

import pytest

from bubbleball.errors import PlacementError
from bubbleball.game.placement import Placement


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e9, "1", None, True])
def test_a_pose_that_is_not_finite_is_refused(value: object) -> None:
    with pytest.raises(PlacementError, match="piece 'bar'"):
        Placement("bar", value, 0)  # type: ignore[arg-type]  # the point of the test


def test_a_whole_number_of_any_length_is_refused() -> None:
    with pytest.raises(PlacementError, match="piece 'bar': y = huge is out of range"):
        Placement("bar", 0, 10**5000)
