"""What of a trial the stepping model can be compared with: where nothing near the ball moves."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.game.trial import Trial

HALF = 0.51  # px; a rounded start may be this far off
STILL = 0.5  # px or px/s; a mover within this of its placement counts as standing still
ROUNDED = 1.01  # the same where numbers are observed only roughly
BESIDE = 15.0  # px from the ball's surface within which wood counts as near


def as_started(trial: Trial) -> Level:
    """The level with the ball where the trial began, if that is not where the level has it."""
    ball, (x, y) = trial.level.ball, trial.ball[0, :2].tolist()
    if max(abs(x - ball.x), abs(y - ball.y)) <= HALF:
        return trial.level
    return dataclasses.replace(trial.level, ball=dataclasses.replace(ball, x=x, y=y))


def contact_frames(trial: Trial, *, wooden_only: bool = False) -> set[int]:
    """Frames in which the ball touches something."""
    wood = {part.id for part in trial.level.parts if part.kind.wooden}
    frames: set[int] = set()
    for contact in trial.contacts:
        if wooden_only and contact.part not in wood:
            continue
        until = len(trial.ball) if contact.until is None else contact.until
        frames.update(range(contact.frame, min(until, len(trial.ball))))
    return frames


def gravity_up(trial: Trial, frame: int) -> float:
    """1 if gravity points up in the step that leads to a frame, else 0."""
    flips = [effect.gravity_up for effect in trial.effects if effect.frame < frame]
    return float(flips[-1]) if flips else 0.0


def still_nearby(trial: Trial, frame: int, reach: Array, still: float = STILL) -> bool:
    """Whether every mover that is or was near the ball still stands where it was placed.

    If so, the scene near the ball is as the stepping model has it.
    reach: distance from each mover's centre that counts as near, px.
    """
    if not trial.movers:
        return True
    states, start, ball = trial.moves[frame], trial.moves[0], trial.ball[frame, :2]
    away = [np.hypot(*(poses[:, :2] - ball).T) for poses in (states, start)]
    near = np.minimum(*away) < reach
    shift, speed = np.abs(states[:, :3] - start[:, :3]), np.abs(states[:, 3:5])
    return not bool((near & ((shift.max(axis=1) > still) | (speed.max(axis=1) > still))).any())


def reach_of_movers(trial: Trial) -> Array:
    """How far from each mover's centre the ball can touch it within a step, px."""
    parts = {part.id: part for part in trial.level.parts}
    halves = [math.hypot(parts[name].width, parts[name].height) / 2 for name in trial.movers]
    return np.array(halves) + BALL_RADIUS + BESIDE
