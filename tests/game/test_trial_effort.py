"""One trial costs a bounded amount of work, whatever the level."""

from __future__ import annotations

import numpy as np
import pytest

from bubbleball.files import packs
from bubbleball.game.game import Game
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Ball, Flag, Level, Part
from bubbleball.game.trial import Outcome
from bubbleball.game.trial_effort import CROWD, MOST_EFFORT, TrialEffort, overlapping
from bubbleball.game.world import STEP_LIMIT


def heap(count: int, spread: float) -> Level:
    """Many loose pieces of wood that overlap."""
    rng = np.random.default_rng(0)
    places = np.array((240, 200)) + rng.uniform(-spread, spread, (count, 2))
    parts = [
        Part(f"p{number}", Kind.WOOD, x, y, 40, 30, loose=True)
        for number, (x, y) in enumerate(places.tolist())
    ]
    return Level(Ball(100, 100), Flag(440, 290), scenery=tuple(parts))


@pytest.mark.parametrize(("count", "spread"), [(200, 40), (900, 60), (900, 150)])
def test_a_crowd_ends_the_trial_early_and_always_at_the_same_frame(
    count: int, spread: float
) -> None:
    first, second = (Game(heap(count, spread)).play() for _ in range(2))
    assert first.outcome is Outcome.TIMED_OUT
    assert first.steps < STEP_LIMIT
    assert first.reason.startswith("the run was cut short with the ball at ")
    assert first == second


def test_a_level_that_is_no_crowd_never_gets_there() -> None:
    effort = TrialEffort(CROWD)
    everything = CROWD * (CROWD + 1) // 2  # every part and the ball touch all others
    assert not any(effort.too_much(everything) for _ in range(STEP_LIMIT))
    assert TrialEffort(CROWD + 1).too_much(int(MOST_EFFORT))


def test_no_shipped_level_is_a_crowd() -> None:
    assert max(len(packs.load_level(name).parts) for name in packs.names()) <= CROWD


def test_overlapping_pairs_are_counted_once_and_only_with_a_mover() -> None:
    parts = [Part(str(n), Kind.WOOD, 10 * n, 0, 15, 15) for n in range(4)]
    assert overlapping([(part, part, True) for part in parts]) == 3
    assert overlapping([(part, part, False) for part in parts]) == 0
    assert overlapping([(part, part, n == 1) for n, part in enumerate(parts)]) == 2
    assert overlapping([]) == 0
