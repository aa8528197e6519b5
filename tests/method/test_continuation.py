"""Resting pieces lead the ball on from where wood in motion has sent it."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files import packs
from bubbleball.game.physics import REAL
from bubbleball.game.world import simulate
from bubbleball.method.beam import Beam, Effort
from bubbleball.method.continuation import ENOUGH, RUNS, Continuation
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.throws import run_candidate


@pytest.mark.parametrize("name", ["expert/bowling-1", "expert/bowling-3", "expert/bowling-4"])
def test_a_struck_ball_is_led_on_to_the_flag(name: str) -> None:
    """Given is the circle that strikes the ball; the pieces after it are to be found."""
    document = packs.find(name)
    level, to_go = document.level, cost_to_go(document.level)
    circle = document.solutions[0][:1]
    assert not simulate(level, circle, REAL).solved
    beam = Beam(level, to_go, REAL, np.random.default_rng(0), Effort())
    search = Continuation(level, to_go, REAL, beam)
    found = search.search([run_candidate(simulate(level, circle, REAL), to_go)])
    assert found[0].solved
    assert found[0].placements[0] == circle[0]
    assert simulate(level, found[0].placements, REAL).solved
    assert search.tried <= 1 + RUNS * (len(level.pieces) - 1)
    assert sum(candidate.solved for candidate in found) < ENOUGH + RUNS
