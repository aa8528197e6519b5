"""Contacts observed roughly: the stepping model restarted in the flight before each contact.

A single rounded state does not say whether the ball touches. The state at the end of a flight is
known much better, as the mean of all its frames, and so the model is started there and compared
with the frames in which the ball touches something and flies on.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE, SECONDS_PER_STEP
from bubbleball.game.residual import MIDDLE_X, MIDDLE_Y
from bubbleball.game.trial import Trial
from bubbleball.method.learn.noise import FreeFlight, Noise, flights
from bubbleball.method.learn.scenes import (
    ROUNDED,
    as_started,
    contact_frames,
    gravity_up,
    reach_of_movers,
    still_nearby,
)
from bubbleball.model import columns
from bubbleball.model.board import build_board
from bubbleball.model.stepper.restarts import states_after

LEAD = 2  # frames of flight before the contact at which the model starts
LONGEST = 30  # frames that it is followed for
MEAN_OF = 40  # frames of a flight that the starting state is the mean of, at most
LOCAL = 5  # frames either side, where the ball rolls instead
INEXACT = 2.0  # factor of the bands; measured by benchmarks/whole_numbers.py
SLACK = 0.3  # px/s and px; what the model itself may be off by in a window


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a window begins: the frame, and the ball's state."""

    frame: int
    state: tuple[float, ...]


class ContactWindows:
    """Stretches of one trial, each started from a state that many frames agree on."""

    def __init__(self, trial: Trial, beta: Array, noise: Noise) -> None:
        """beta: what acts in flight is known already; bounce and friction do not matter."""
        self.board, _ = build_board(trial.level, trial.placements, np.zeros(columns.PARAMETERS))
        scale = np.array([noise.position, noise.position, noise.velocity, noise.velocity])
        self._scale = np.hypot(scale, SLACK)
        reach, touching = reach_of_movers(trial), contact_frames(trial)
        on_wood = contact_frames(trial, wooden_only=True)
        acted = {effect.frame for effect in trial.effects}
        starts = _starts(trial, beta)
        states, frames, seen, wooden = [], [], [], []
        for number, start in enumerate(starts):
            end = starts[number + 1].frame if number + 1 < len(starts) else len(trial.ball) - 1
            end = min(end, start.frame + LONGEST, len(trial.ball) - 1)
            for frame in range(start.frame, end + 1):
                if frame in acted or not still_nearby(trial, frame, reach, ROUNDED):
                    end = min(end, frame)
            inside = range(start.frame + 1, end + 1)
            if start.frame in acted or not touching.intersection(inside):
                continue
            states.append(start.state)
            frames.append(len(inside))
            seen.append(trial.ball[start.frame + 1 : end + 1])
            wooden.append(bool(on_wood.intersection(inside)))
        self.starts = np.array(states).reshape(-1, columns.BALL)
        self.frames = np.array(frames, np.int64)
        self._seen = seen
        self.wooden = np.array(wooden, bool)

    def __len__(self) -> int:
        return len(self.starts)

    def only(self, kept: NDArray[Any]) -> Self:
        """Some of the windows, by mask or by index."""
        part = copy.copy(self)
        chosen = np.arange(len(self))[kept]
        part.starts, part.frames = self.starts[chosen], self.frames[chosen]
        part.wooden = self.wooden[chosen]
        part._seen = [self._seen[number] for number in chosen]
        return part

    def in_sequence(self) -> Self:
        """All of them: a window's spin is that at the end of the one before."""
        return self

    def thin(self, share: float) -> Self:
        """All of them; there are few."""
        del share
        return self

    def wider(self) -> float:
        """By how much the bands are wider than the errors: a window's start is not exact."""
        return INEXACT

    def errors(self, beta: Array) -> Array:
        """Predicted minus recorded positions and velocities, in deviations of the noise."""
        predicted = states_after(self.board._replace(beta=beta), self.starts, self.frames)
        apart: Array = (predicted[:, :4] - np.concatenate(self._seen)) / self._scale
        return apart.ravel()


def _starts(trial: Trial, beta: Array) -> list[_Start]:
    """Starts of windows, in order of time: the first frame, ends of flights, and while rolling."""
    ball = as_started(trial).ball
    found = {0: _Start(0, (ball.x, ball.y, 0.0, 0.0, 0.0, 0.0))}
    acted = {effect.frame for effect in trial.effects}
    for flight in flights(trial):
        if len(flight.states) > LEAD:
            start = _smoothed(flight, beta)
            found.setdefault(start.frame, start)
    for contact in trial.contacts:
        until = len(trial.ball) if contact.until is None else contact.until
        for frame in range(contact.frame + LONGEST, until - LOCAL, LONGEST):
            if not any(abs(frame - at) <= LOCAL for at in acted):
                found.setdefault(frame, _local(trial, frame))
    return [found[frame] for frame in sorted(found)]


def _smoothed(flight: FreeFlight, beta: Array) -> _Start:
    """The state a little before a flight's end, as all of its frames have it."""
    states = flight.states[-MEAN_OF:]
    at = len(states) - 1 - LEAD
    x, y, vx, vy = states.T
    gravity = -beta[columns.GRAVITY] if flight.up else beta[columns.GRAVITY]
    loss = beta[columns.DRAG] + beta[columns.AIR] * np.hypot(vx, vy)
    inside = (beta[columns.ZONE_LEFT] < x) & (x < beta[columns.ZONE_RIGHT])
    inside &= (beta[columns.ZONE_TOP] < y) & (y < beta[columns.ZONE_BOTTOM])
    loss += beta[columns.ZONE_DRAG] * inside
    slopes = beta[columns.PUSH_X_BY_X : columns.PUSH_Y_BY_Y + 1].reshape(2, 2)
    middle = np.array([MIDDLE_X, MIDDLE_Y]) * PIXELS_PER_METRE
    by_place = (states[:, :2] - middle) @ slopes.T
    by_place += inside[:, None] * beta[columns.ZONE_PUSH_X : columns.ZONE_PUSH_Y + 1]
    pushed_x = beta[columns.PUSH_X] + by_place[:, 0] - loss * vx
    pushed_y = gravity + beta[columns.PUSH_Y] + by_place[:, 1] - loss * vy
    gained_x, gained_y = (np.concatenate([[0.0], np.cumsum(p[:-1])]) for p in (pushed_x, pushed_y))
    state = []
    for place, speed, gained in ((x, vx, gained_x), (y, vy, gained_y)):
        gain = SECONDS_PER_STEP * (gained - gained[at])
        mean = float(np.mean(speed - gain))
        moved = SECONDS_PER_STEP * np.cumsum(mean + gain)  # a step moves by the speed after it
        state.append((float(np.mean(place - (moved - moved[at]))), mean))
    (px, mx), (py, my) = state
    frame = flight.first + len(flight.states) - 1 - LEAD
    return _Start(frame, (px, py, mx, my, float(flight.up), 0.0))


def _local(trial: Trial, frame: int) -> _Start:
    """The state in a frame as a curve through its neighbours has it."""
    near = trial.ball[frame - LOCAL : frame + LOCAL + 1]
    time = np.arange(-LOCAL, len(near) - LOCAL)
    place = np.polynomial.polynomial.polyfit(time, near[:, :2], 2)[0]
    speed = np.polynomial.polynomial.polyfit(time, near[:, 2:], 1)[0]
    return _Start(frame, (*place, *speed, gravity_up(trial, frame + 1), 0.0))
