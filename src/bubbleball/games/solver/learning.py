"""H-3: gravity from a ball's free fall, then friction and restitution by replaying attempts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.games.arena import Arena, ball_name
from bubbleball.games.scene import STEPS_PER_SECOND, Constants
from bubbleball.games.solver.belief import PuzzleBelief
from bubbleball.games.trial import PuzzleTrial

_OUTLIER = 5 / 256  # of the scene's width; a run that has gone another way says no more than this
_FOLLOWS = 0.5 / 256  # of the scene's width; a replay that is nearer than this follows the attempt
_BEYOND = 1.2  # a replay is rated over this many times the frames that the best one follows
_GRID = (-0.8, 0.0, 0.8)  # octaves around the belief, for friction and restitution
_ROUNDS = 2  # of refinement
_SAMPLES = 6  # replays in each
_LEADERS = 5  # the best ones, whose spread says where to look next and what is left in doubt
_WIDEN = 1.2  # their spread is that of a few
_PULL = 0.3  # share by which a cost grows with an octave away from the belief
_PROBES = ((0.5, 0.0), (-0.5, 0.0), (0.0, 0.25), (0.0, -0.25))  # octaves from the best constants
_ALIKE = 1.5  # constants whose cost is at most this many times the least may be the true ones
_NEGLIGIBLE = 1e-4  # widths of the scene; a cost below this is as good as none
_KEPT = 2  # attempts that are replayed
_LEAST, _MOST = 0.02, 0.5  # octaves between samples of friction and of restitution
_LEFT = 0.08  # octaves of doubt after learning, at least

MakeArena = Callable[[Constants], Arena]
Octaves = tuple[float, float]  # of friction and of restitution


def learn(
    belief: PuzzleBelief, attempts: Sequence[PuzzleTrial], make: MakeArena, seed: int
) -> PuzzleBelief:
    """The belief that explains the attempts best; `make` builds the arenas for the replays.

    A replay leaves the attempt behind for good once a small error has grown. So constants are first
    compared over the frames that the best of them follow, and over more frames as these get better.
    """
    if belief.certain or not attempts:
        return belief
    rng = np.random.default_rng(seed)
    attempts = attempts[-_KEPT:]
    gravity = next((found for trial in attempts if (found := fallen(trial)) is not None), None)
    mean = belief.mean
    gravity = mean.gravity if gravity is None else gravity
    tried: dict[Octaves, list[Array]] = {}

    def replay(at: Octaves) -> None:
        arena = make(_moved(mean, gravity, at))
        tried[at] = [
            _apart(trial, arena.run(trial.balls, stride=trial.stride)) for trial in attempts
        ]

    doubt = np.array((belief.friction, belief.restitution))
    first = bool(belief.gravity)
    for at in itertools.product(_GRID, _GRID) if first else [(0.0, 0.0)]:
        replay(at)
    best, width = _leaders(tried) if first else ((0.0, 0.0), doubt)
    for _ in range(_ROUNDS):
        for friction, restitution in rng.normal(best, np.clip(width, _LEAST, _MOST), (_SAMPLES, 2)):
            replay((float(friction), float(restitution)))
        best, width = _leaders(tried)
    for probe in _PROBES:
        replay((best[0] + probe[0], best[1] + probe[1]))
    costs = _costs(tried)
    likely = np.array([at for at in tried if costs[at] <= _ALIKE * costs[best] + _NEGLIGIBLE])
    best, width = _leaders(tried)
    left = np.clip(np.maximum(width, np.abs(likely - best).max(axis=0)), _LEFT, 1.0)
    return PuzzleBelief(_moved(mean, gravity, best), 0.0, float(left[0]), float(left[1]))


def _leaders(tried: dict[Octaves, list[Array]]) -> tuple[Octaves, Array]:
    """The constants whose replays are best, and how far apart the next best ones are."""
    costs = _costs(tried)
    order = sorted(costs, key=costs.__getitem__)[:_LEADERS]
    spread: Array = np.sqrt(np.mean((np.array(order) - order[0]) ** 2, axis=0))
    return order[0], _WIDEN * spread


def _costs(tried: dict[Octaves, list[Array]]) -> dict[Octaves, float]:
    """Mean distances of the replays over the frames that the best ones follow."""
    frames = [
        int(_BEYOND * max(_followed(apart) for apart in replays)) + 8
        for replays in zip(*tried.values(), strict=True)
    ]
    return {
        at: sum(float(one[:count].mean()) for one, count in zip(apart, frames, strict=True))
        * (1 + _PULL * float(np.hypot(*at)))
        for at, apart in tried.items()
    }


def _followed(apart: Array) -> int:
    """How many frames a replay stays with its attempt."""
    away = apart > _FOLLOWS
    return int(np.argmax(away)) if away.any() else len(apart)


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


def _apart(seen: PuzzleTrial, replayed: PuzzleTrial) -> Array:
    """The largest distance of a body in every frame of an attempt, in widths of the scene."""
    size = seen.scene.rules.right - seen.scene.rules.left
    ended = np.minimum(np.arange(len(seen.states)), len(replayed.states) - 1)
    offset = seen.states[:, :, :2] - replayed.states[ended, :, :2]
    apart: Array = np.hypot(offset[..., 0], offset[..., 1]).max(axis=1) / size
    return np.minimum(apart, _OUTLIER)
