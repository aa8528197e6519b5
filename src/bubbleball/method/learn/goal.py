"""How far the ball must get into the flag, where runs have shown that a touch is not enough."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from bubbleball.game.kinds import FLAG_INSET
from bubbleball.game.level import Level
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.game.trial import Trial
from bubbleball.method.learn.noise import observation_noise

EXACT = 0.02  # px by which a run may seem to touch the flag
ROUGH = 4.0  # deviations of the observation by which it may seem so in addition
FARTHER, LEAST = 1.5, 2.0  # times the depth that was not enough, and px beyond it, at least
SMALLEST = 2 * FLAG_INSET + 1.0  # px; no flag is narrower or lower


def uncounted(trials: Sequence[Trial]) -> float:
    """How deep the ball has been in the flag in a run that did not reach it, px; 0 for never."""
    slack = EXACT + ROUGH * observation_noise(trials).position
    missed = [trial for trial in trials if not trial.solved and len(trial.ball)]
    depths = [float(POLYGON_SKIN - slack - trial.flag_gaps.min()) for trial in missed]
    return max([0.0, *depths])


def believed_goal(level: Level, trials: Sequence[Trial]) -> Level:
    """The level with a flag so small that what did not reach it does not touch it either."""
    depth = uncounted(trials)
    if not depth:
        return level
    inset = max(FARTHER * depth, depth + LEAST)
    flag = level.flag
    width, height = (max(SMALLEST, side - 2 * inset) for side in (flag.width, flag.height))
    return dataclasses.replace(level, flag=dataclasses.replace(flag, width=width, height=height))
