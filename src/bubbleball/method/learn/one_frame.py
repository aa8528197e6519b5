"""Contacts observed exactly: the stepping model restarted in every frame in contact."""

from __future__ import annotations

import copy
import math
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.arrays import Array
from bubbleball.game.trial import Trial
from bubbleball.method.learn.scenes import (
    contact_frames,
    gravity_up,
    reach_of_movers,
    still_nearby,
)
from bubbleball.model import columns
from bubbleball.model.board import build_board
from bubbleball.model.stepper.restarts import velocities_after_a_step

NOISE = 0.05  # px/s; the scale of the soft-L1 loss of one-frame velocities


class ContactFrames:
    """Frames in contact of one trial: states before, velocities after, and the scene.

    fresh: the frames in which a contact begins. wooden: those in contact with wood.
    known: how many frames come before the ball meets something that moves; nobody knows how much
        that turns it.
    """

    def __init__(self, trial: Trial) -> None:
        self.board, _ = build_board(trial.level, trial.placements, np.zeros(columns.PARAMETERS))
        before: list[tuple[float, ...]] = []
        after, fresh, wooden = [], [], []
        impacts = {contact.frame for contact in trial.contacts}
        acted = {effect.frame: effect for effect in trial.effects}
        reach = reach_of_movers(trial)
        on_wood = contact_frames(trial, wooden_only=True)
        known: int | None = None
        for frame in sorted(contact_frames(trial)):
            if not still_nearby(trial, frame - 1, reach):
                known = len(before) if known is None else known
                continue
            x, y, vx, vy = trial.ball[frame - 1]
            if frame - 1 in acted:
                x, y = acted[frame - 1].position_after
                vx, vy = acted[frame - 1].velocity_after
            before.append((x, y, vx, vy, gravity_up(trial, frame), 0.0))
            after.append(trial.ball[frame, 2:4])
            fresh.append(frame in impacts)
            wooden.append(frame in on_wood)
        self.before = np.array(before).reshape(-1, columns.BALL)
        self.after = np.array(after).reshape(-1, 2)
        self.fresh = np.array(fresh, bool)
        self.wooden = np.array(wooden, bool)
        self.known = len(before) if known is None else known

    def __len__(self) -> int:
        return len(self.before)

    def only(self, kept: NDArray[Any]) -> Self:
        """Some of the frames, by mask or by index."""
        part = copy.copy(self)
        part.before, part.after = self.before[kept], self.after[kept]
        part.fresh, part.wooden = self.fresh[kept], self.wooden[kept]
        return part

    def in_sequence(self) -> Self:
        """The frames from the first on in which the ball's spin follows from those before."""
        return self.only(np.arange(self.known))

    def wider(self) -> float:
        """By how much the bands are wider than the errors: not at all."""
        return 1.0

    def thin(self, share: float) -> Self:
        """A share of the frames: first the impacts, which show most, then rolling, evenly."""
        count = math.ceil(share * len(self))
        if count >= len(self):
            return self
        fresh, rolling = np.flatnonzero(self.fresh), np.flatnonzero(~self.fresh)
        room = max(0, count - len(fresh))
        every = max(1, math.ceil(len(rolling) / max(1, room)))
        return self.only(np.sort(np.concatenate([fresh[:count], rolling[::every][:room]])))

    def errors(self, beta: Array) -> Array:
        """Velocity after one step of the stepping model minus the recorded one, in NOISE."""
        predicted = velocities_after_a_step(self.board._replace(beta=beta), self.before)
        return (predicted - self.after).ravel() / NOISE
