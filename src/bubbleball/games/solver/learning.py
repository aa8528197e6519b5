"""H-3: gravity from a ball's free fall, then friction and restitution by replaying attempts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from bubbleball.games.arena import Arena, ball_name
from bubbleball.games.scene import STEPS_PER_SECOND, Constants
from bubbleball.games.solver.belief import PuzzleBelief
from bubbleball.games.trial import PuzzleTrial

_OUTLIER = 5 / 256  # of the scene's width; a run that has gone another way says no more than this
_GRID = (-1.0, -0.5, 0.0, 0.5, 1.0)  # octaves around the belief, for friction and restitution
_ROUNDS = 2  # of refinement
_SAMPLES = 8  # replays in each
_SHRINK = 0.35  # of the refinement from round to round
_PULL = 1e-5  # cost of an octave away from the belief, where the attempts do not tell
_KEPT = 3  # attempts that are replayed
_LEFT = 0.12  # octaves of doubt after learning

MakeArena = Callable[[Constants], Arena]


def learn(
    belief: PuzzleBelief, attempts: Sequence[PuzzleTrial], make: MakeArena, seed: int
) -> PuzzleBelief:
    """The belief that explains the attempts best; `make` builds the arenas for the replays."""
    if belief.certain or not attempts:
        return belief
    rng = np.random.default_rng(seed)
    attempts = attempts[-_KEPT:]
    gravity = next((found for trial in attempts if (found := fallen(trial)) is not None), None)
    mean = belief.mean
    gravity = mean.gravity if gravity is None else gravity
    rough = (belief.friction > _LEFT) or (belief.restitution > _LEFT)

    def cost(octaves: tuple[float, float]) -> float:
        arena = make(_moved(mean, gravity, octaves))
        apart = [
            _deviation(trial, arena.run(trial.balls, stride=trial.stride)) for trial in attempts
        ]
        return float(np.mean(apart)) + _PULL * float(np.hypot(*octaves))

    start = (0.0, 0.0)
    tried = {start: cost(start)}
    if rough:
        tried |= {at: cost(at) for at in itertools.product(_GRID, _GRID) if at != start}
    width = 0.35 if rough else 0.15
    for _ in range(_ROUNDS):
        best = min(tried, key=tried.__getitem__)
        for _ in range(_SAMPLES):
            at = (best[0] + rng.normal(0.0, width), best[1] + rng.normal(0.0, width))
            tried[at] = cost(at)
        width *= _SHRINK
    best = min(tried, key=tried.__getitem__)
    return PuzzleBelief(_moved(mean, gravity, best), 0.0, _LEFT, _LEFT)


def fallen(trial: PuzzleTrial) -> float | None:
    """Gravity from the first frame of a placed ball that falls freely; None if none does."""
    steps = trial.stride
    fall = trial.scene.rules.unit * steps * (steps + 1) / 2 / STEPS_PER_SECOND**2
    found = []
    for number in range(1, len(trial.balls) + 1):
        path = trial.path(ball_name(number))
        if len(path) > 2 and abs(path[1, 0] - path[0, 0]) < 1e-6:
            gravity = (path[0, 1] - path[1, 1]) / fall
            again = (path[0, 1] - path[2, 1]) / fall * (steps + 1) / (2 * (2 * steps + 1))
            if gravity > 0.0 and abs(again / gravity - 1) < 1e-2:
                found.append(float(gravity))
    return max(found, default=None)


def _moved(mean: Constants, gravity: float, octaves: tuple[float, float]) -> Constants:
    friction, restitution = octaves
    return Constants(gravity, mean.friction * 2.0**friction, mean.restitution * 2.0**restitution)


def _deviation(seen: PuzzleTrial, replayed: PuzzleTrial) -> float:
    """Mean over the frames of the largest distance of a body, in widths of the scene."""
    size = seen.scene.rules.right - seen.scene.rules.left
    frames = min(len(seen.states), len(replayed.states))
    apart = seen.states[:frames, :, :2] - replayed.states[:frames, :, :2]
    largest = np.hypot(apart[..., 0], apart[..., 1]).max(axis=1) / size
    return float(np.minimum(largest, _OUTLIER).mean())
