"""What to change, in words."""

from __future__ import annotations

import pytest

from bubbleball.files.packs import load_level
from bubbleball.game.placement import Placement
from bubbleball.method.change import changes
from bubbleball.play.repaired import step_text

LEVEL = load_level("classic/2")
BAR = "AO6G"


@pytest.mark.parametrize(
    ("after", "text"),
    [
        (Placement(BAR, 180, 227), "move metal 'AO6G' 20 px to the left and 27 px up"),
        (Placement(BAR, 201, 264), "move metal 'AO6G' 10 px down"),
        (Placement(BAR, 230, 253.5), "move metal 'AO6G' 30 px to the right"),
        (Placement(BAR, 200, 254, 10), "turn metal 'AO6G' 10° clockwise"),
        (Placement(BAR, 200, 214, -5), "move metal 'AO6G' 40 px up and turn it 5° anticlockwise"),
        (
            Placement(BAR, 210, 264, 5),
            "move metal 'AO6G' 10 px to the right and 10 px down, and turn it 5° clockwise",
        ),
    ],
)
def test_a_move_is_told_along_both_axes(after: Placement, text: str) -> None:
    (change,) = changes(LEVEL, [Placement(BAR, 200, 254)], [after])
    assert step_text(LEVEL, change) == text
