"""Parts of a run in which the ball's speed in one direction changes smoothly: flight, slides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.physics import PIXELS_PER_METRE
from bubbleball.game.trial import Trial
from bubbleball.method.learn.noise import FreeFlight
from bubbleball.method.learn.scenes import ROUNDED, reach_of_movers, still_nearby

SHORTEST = 10  # frames of a slide from which something can be learnt
SLOW = 5.0  # px/s; a slower ball may stick
LEVEL = 1.0  # px/s away from a face at which the ball no longer slides along it


@dataclass(frozen=True, slots=True)
class Stretch:
    """The ball's speed in one direction, frame by frame.

    direction: a unit vector.
    states: frames x 4, as a trial's ball, but in m and m/s.
    up: whether gravity points up.
    slides: whether on a face, where friction and gravity change the speed evenly, nobody knows by
        how much.
    """

    direction: tuple[float, float]
    states: Array
    up: bool = False
    slides: bool = False

    @property
    def speeds(self) -> Array:
        """In that direction, m/s."""
        along: Array = self.states[:, 2:] @ self.direction
        return along

    def without(self, values: Array) -> Array:
        """Values of each frame without their mean, and on a face without their trend."""
        rest: Array = values - values.mean(axis=0)
        if self.slides:
            time = np.arange(len(values)) - (len(values) - 1) / 2
            rest = rest - np.multiply.outer(time, time @ rest) / (time @ time)
        return rest


def along_axes(flight: FreeFlight) -> Iterator[Stretch]:
    """A free flight along x and along y."""
    states = flight.states / PIXELS_PER_METRE
    for direction in ((1.0, 0.0), (0.0, 1.0)):
        yield Stretch(direction, states, flight.up)


def slides(trial: Trial) -> Iterator[Stretch]:
    """Where the ball slides along one face of something that stands still."""
    frames = len(trial.ball)
    touched, apart = np.zeros(frames, int), np.ones(frames, bool)
    spans = [slice(each.frame, each.until) for each in trial.contacts]
    for span in spans:
        touched[span] += 1
    for effect in trial.effects:
        apart[effect.frame : effect.frame + 2] = False
    reach = reach_of_movers(trial)
    states = trial.ball / PIXELS_PER_METRE
    for contact, span in zip(trial.contacts, spans, strict=True):
        nx, ny = contact.normal
        direction = (-ny, nx)
        away, along = trial.ball[:, 2:] @ (nx, ny), trial.ball[:, 2:] @ direction
        sliding = apart & (touched == 1) & (np.abs(away) < LEVEL) & (np.abs(along) > SLOW)
        which = [f for f in np.arange(frames)[span] if sliding[f]]
        which = [f for f in which if still_nearby(trial, f, reach, ROUNDED)]
        ends = np.flatnonzero((np.diff(which) > 1) | (np.diff(along[which] > 0) != 0)) + 1
        for run in np.split(np.array(which, int), ends):
            if len(run) >= SHORTEST:
                yield Stretch(direction, states[run], slides=True)
