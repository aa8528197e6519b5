"""H-3: gravity from a ball's free fall, then friction and restitution by replaying attempts.

A replay follows its attempt to the last digits until the first contact in which a wrong constant
matters. The frames after that contact depend smoothly on the constants, those after the next one
in jumps of a step. So the Gauss-Newton method looks only at the few frames after the divergence,
and finds the constants contact by contact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.games.arena import Arena, ball_name
from bubbleball.games.scene import STEPS_PER_SECOND, Constants
from bubbleball.games.solver.belief import PuzzleBelief
from bubbleball.games.trial import PuzzleTrial

_OFF = 0.004 / 256  # of the scene's width; a replay that is farther away has diverged
_TURN = 0.03  # of the scene's width that an error of one radian counts as
_WINDOWS = (1, 3, 8)  # frames after the divergence that a step looks at, the smoothest first
_NEXT = 3  # frames after the divergence that depend on a constant
_PROBE = 0.015  # share by which a constant is changed to see what depends on it
_PRIOR = 0.2  # weight of the belief where the frames do not decide
_BETTER = 0.8  # share of the squared error at the divergence that a better replay leaves
_FINE = 0.005  # octaves; smaller steps are not worth another replay
_SAME = 1e-6  # a step this short is none
_JUMPS = (-0.8, 0.8, -0.4, 0.4, -1.2, 1.2)  # octaves of friction, which sticking bodies do not show
_REPLAYS = 28  # of each attempt
_KEPT = 2  # attempts that are replayed
_LEFT = 0.02  # octaves of doubt in a constant that an attempt shows
_CLOSE = 0.05 / 256  # of the scene's width; a larger error after the divergence needs a reason
_WIDE = 0.3  # octaves; the belief is treated as no surer than this
_FAR = 1.1  # octaves; constants are searched up to this far from the belief
_ROUNDING = 4e-4 / 256  # of the scene's width; what single precision leaves of a position
_STRAIGHT = 1e-6  # scene units that a ball may move sideways as it falls freely
_STEADY = 1e-3  # share by which the gravity of one frame of a fall may be off
_GRAVITY, _FRICTION, _RESTITUTION = range(3)

MakeArena = Callable[[Constants], Arena]


@dataclass(frozen=True, slots=True)
class _Replay:
    """Attempts replayed with some constants.

    factors: on gravity, friction and restitution of the belief.
    errors: of each attempt, frame by frame, in widths of the scene.
    parted: the frame of each attempt in which its replay diverges from it.
    """

    factors: Array
    errors: tuple[Array, ...]
    parted: tuple[int, ...]

    @property
    def follows(self) -> bool:
        """Whether no replay diverges from its attempt."""
        return self.parted == tuple(map(len, self.errors))

    @property
    def close(self) -> bool:
        """Whether the error is still small where the replay diverges."""
        return float(np.abs(self.near(self, _NEXT)).max()) < _CLOSE

    def near(self, other: _Replay, window: int) -> Array:
        """The errors up to some frames after the other replay diverges."""
        pairs = zip(self.errors, other.parted, strict=True)
        return np.concatenate([error[: frame + window].ravel() for error, frame in pairs])

    def differs(self, other: _Replay) -> bool:
        """Whether it leaves the other replay before that one diverges from its attempt."""
        return bool(np.abs(self.near(other, _NEXT) - other.near(other, _NEXT)).max() > _OFF)

    def beats(self, other: _Replay) -> bool:
        """Whether it diverges later, or at the same frames by less."""
        if self.parted != other.parted:
            return sum(self.parted) > sum(other.parted)
        mine, others = self.near(other, 1), other.near(other, 1)
        return float(mine @ mine) < _BETTER * float(others @ others)


def learn(belief: PuzzleBelief, attempts: Sequence[PuzzleTrial], make: MakeArena) -> PuzzleBelief:
    """The belief that explains the last attempts; `make` builds the arenas for the replays."""
    if belief.certain or not attempts:
        return belief
    return _Fit(belief, attempts[-_KEPT:], make).belief()


class _Fit:
    """Constants that let replays follow some attempts."""

    def __init__(
        self, belief: PuzzleBelief, attempts: Sequence[PuzzleTrial], make: MakeArena
    ) -> None:
        self._mean = belief.mean
        self._attempts = attempts
        self._make = make
        self._left = _REPLAYS
        doubt = np.array((belief.gravity, belief.friction, belief.restitution))
        self._start = np.ones(3)
        falls = next((found for trial in attempts if (found := fallen(trial)) is not None), None)
        if falls is not None:
            self._start[_GRAVITY] = falls / belief.mean.gravity
            doubt[_GRAVITY] = 0.0
        self._doubt = doubt
        free = [_FRICTION, _RESTITUTION]
        self._free = [_GRAVITY, *free] if doubt[_GRAVITY] else free
        self._wide = np.maximum(doubt, _WIDE)

    def belief(self) -> PuzzleBelief:
        """The best constants, and the remaining doubt."""
        best = self._replay(self._start)
        moved = self._doubt  # octaves of each constant in the last step
        told = np.zeros(3, bool)  # which constants the attempts determine
        while self._left > 0:
            probes = self._probes(best)
            told[self._free] = [probe.differs(best) for probe in probes]
            if best.follows or (best.close and told[self._free].all() and moved.max() < _FINE):
                break
            steps = self._steps(best, probes)
            better = steps[-1] if steps and steps[-1].beats(best) else self._jump(best)
            wanted = better or (steps[0] if steps else best)
            moved = np.abs(np.log2(wanted.factors / best.factors))
            if better is None:
                break
            best = better
        left = np.maximum(_LEFT, 0.0 if best.follows else 2 * moved)
        doubt = np.where(told, np.minimum(self._doubt, left), self._doubt)
        return PuzzleBelief(self._constants(best.factors), *map(float, doubt))

    def _constants(self, factors: Array) -> Constants:
        mean = self._mean
        gravity, friction, restitution = map(float, factors)
        return Constants(
            mean.gravity * gravity, mean.friction * friction, mean.restitution * restitution
        )

    def _replay(self, factors: Array) -> _Replay:
        self._left -= 1
        arena = self._make(self._constants(factors))
        errors = [
            _errors(trial, arena.run(trial.balls, stride=trial.stride)) for trial in self._attempts
        ]
        return _Replay(factors, tuple(errors), tuple(map(_parting, errors)))

    def _probes(self, best: _Replay) -> list[_Replay]:
        """One replay for each constant, with that constant a little nearer to the belief."""
        found = []
        for number in self._free:
            factors = best.factors.copy()
            factors[number] *= 1 - _PROBE if factors[number] > 1 else 1 + _PROBE
            found.append(self._replay(factors))
        return found

    def _steps(self, best: _Replay, probes: Sequence[_Replay]) -> list[_Replay]:
        """Replays at which the errors of some frames would vanish if they were linear.

        It stops at the first one that is better than the best.
        """
        made: list[_Replay] = []
        for window, free in (*((w, self._free) for w in _WINDOWS), *((1, [n]) for n in self._free)):
            error = best.near(best, window)
            slopes = np.stack([self._slope(best, probes, n, window) for n in free], axis=1)
            normal = slopes.T @ slopes / _OFF**2 + np.diag((_PRIOR / self._wide[free]) ** 2)
            factors = best.factors.copy()
            factors[free] -= np.linalg.solve(normal, slopes.T @ error / _OFF**2)
            factors[free] = np.clip(factors, 2.0**-_FAR, 2.0**_FAR)[free]
            new = all(np.abs(factors - one.factors).max() > _SAME for one in (best, *made))
            if self._left > 0 and new:
                made.append(self._replay(factors))
                if made[-1].beats(best):
                    break
        return made

    def _slope(self, best: _Replay, probes: Sequence[_Replay], number: int, window: int) -> Array:
        """How the errors change with a constant; not at all if by less than their rounding."""
        probe = probes[self._free.index(number)]
        change: Array = probe.near(best, window) - best.near(best, window)
        if np.abs(change).max() < _ROUNDING:
            return np.zeros_like(change)
        return change / float((probe.factors - best.factors)[number])

    def _jump(self, best: _Replay) -> _Replay | None:
        """Try a very different friction: where bodies stick, small changes have no effect."""
        for octaves in _JUMPS:
            factors = best.factors.copy()
            factors[_FRICTION] *= 2.0**octaves
            far = abs(np.log2(factors[_FRICTION])) > _FAR
            if self._left > 0 and not far:
                found = self._replay(factors)
                if found.beats(best):
                    return found
        return None


def _parting(errors: Array) -> int:
    """The frame in which a replay diverges from its attempt; the number of frames if never."""
    away = np.abs(errors).max(axis=1) > _OFF
    return int(np.argmax(away)) if away.any() else len(errors)


def fallen(trial: PuzzleTrial) -> float | None:
    """Gravity from the last frame of a placed ball's free fall; None if none falls."""
    found = []
    for number in range(1, len(trial.balls) + 1):
        path = trial.path(ball_name(number))
        steps = trial.stride * np.arange(1, len(path))
        falls = trial.scene.rules.unit * steps * (steps + 1) / 2 / STEPS_PER_SECOND**2
        each = (path[0, 1] - path[1:, 1]) / falls
        free = np.abs(path[1:, 0] - path[0, 0]) < _STRAIGHT
        free &= np.abs(each - each[:1]) < _STEADY * each[:1]
        count = int(np.argmin(np.append(free, False)))
        if count > 1:
            found.append(float(each[count - 1]))
    return max(found, default=None)


def _errors(seen: PuzzleTrial, replayed: PuzzleTrial) -> Array:
    """How far each number of an attempt is from its replay, frame by frame, in widths."""
    size = seen.scene.rules.right - seen.scene.rules.left
    ended = np.minimum(np.arange(len(seen.states)), len(replayed.states) - 1)
    apart: Array = seen.states - replayed.states[ended]
    apart[..., :2] /= size
    apart[..., 2] = _TURN * (np.remainder(apart[..., 2] + np.pi, 2 * np.pi) - np.pi)
    return apart.reshape(len(apart), -1)
