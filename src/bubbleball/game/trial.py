"""What happened in one run of the game: outcome, motion, contacts and effects."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.contact import Contact, Effect
from bubbleball.game.distances import signed_distances
from bubbleball.game.drawable import Drawable
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.game.physics import SECONDS_PER_STEP, TIME_LIMIT
from bubbleball.game.placement import Placement


class Outcome(StrEnum):
    """How a trial ended."""

    REACHED_FLAG = "reached-flag"
    LEFT_SCREEN = "left-screen"
    TIMED_OUT = "timed-out"
    CAME_TO_REST = "came-to-rest"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trial(Drawable):
    """One run, recorded. Frame 0 is the start; frame k is the state after k steps of 1/60 s.

    level, placements: what was played.
    outcome: how it ended.
    ball: frames x 4: x, y (centre, px), velocity x, y (px/s); read-only, as `moves` is.
    movers: ids of the parts that can move, in building order.
    moves: frames x movers x 6: x, y (px), angle (degrees), their rates of change.
    contacts, effects: in order of time.
    """

    level: Level
    placements: tuple[Placement, ...]
    outcome: Outcome
    ball: Array
    movers: tuple[str, ...]
    moves: Array
    contacts: tuple[Contact, ...]
    effects: tuple[Effect, ...]

    def __post_init__(self) -> None:
        for name in ("ball", "moves"):
            frames = getattr(self, name).view()
            frames.flags.writeable = False
            object.__setattr__(self, name, frames)

    def __repr__(self) -> str:
        placed = ", ".join(f"{p.piece} at {p.x:g}, {p.y:g}, {p.angle:g}°" for p in self.placements)
        name = self.level.name or "a level"
        return f"<Trial of {name}, {placed or 'nothing placed'}: {self.reason}>"

    @property
    def solved(self) -> bool:
        """Whether the ball reached the flag."""
        return self.outcome is Outcome.REACHED_FLAG

    @property
    def steps(self) -> int:
        """Number of steps taken."""
        return len(self.ball) - 1

    @property
    def seconds(self) -> float:
        """Game time from start to end."""
        return self.steps * SECONDS_PER_STEP

    @property
    def reason(self) -> str:
        """Why and when it ended, in a sentence."""
        x, y = self.ball[-1, :2]
        at = f"at ({x:.0f}, {y:.0f}) after {self.seconds:.2f} s"
        if self.outcome is Outcome.TIMED_OUT and self.seconds < TIME_LIMIT - SECONDS_PER_STEP:
            return f"the run was cut short with the ball {at}"
        return {
            Outcome.REACHED_FLAG: f"the ball touched the flag {at}",
            Outcome.LEFT_SCREEN: f"the ball left the screen {at}",
            Outcome.TIMED_OUT: f"time ran out with the ball {at}",
            Outcome.CAME_TO_REST: f"everything came to rest, the ball {at}",
        }[self.outcome]

    @property
    def flag_gaps(self) -> Array:
        """The gap between ball and flag in every frame, px; negative where they overlap."""
        x, y = self.ball[:, 0], self.ball[:, 1]
        return signed_distances(x, y, self.level.flag.sensor) - BALL_RADIUS

    @property
    def closest_approach(self) -> float:
        """The least gap between ball and flag over the whole trial, px; 0 at a touch."""
        return float(max(0.0, self.flag_gaps.min()))

    def meetings(self) -> tuple[Contact | Effect, ...]:
        """What the ball met, solids and power-ups, in order of time."""
        return tuple(sorted((*self.contacts, *self.effects), key=lambda met: (met.frame, met.part)))

    @property
    def parts_met(self) -> tuple[str, ...]:
        """Ids of what the ball met, each once, in order of the first meeting."""
        return tuple(dict.fromkeys(met.part for met in self.meetings()))

    @property
    def s(self) -> Array:
        """The ball's states s (eq. 1): frames x 4, (x, y, x', y')."""
        return self.ball

    @property
    def m(self) -> Array:
        """The states m (eq. 1): frames x pieces x 8, (x, y, angle, x', y', angle', w, h)."""
        states = np.zeros((len(self.ball), len(self.level.pieces), 8))
        placed = {placement.piece: placement for placement in self.placements}
        column = {mover: number for number, mover in enumerate(self.movers)}
        for number, piece in enumerate(self.level.pieces):
            at = placed.get(piece.id, piece)
            states[:, number, :3] = at.x, at.y, at.angle
            states[:, number, 6:] = piece.width, piece.height
            if piece.id in column:
                states[:, number, :6] = self.moves[:, column[piece.id]]
        return states

    @property
    def z(self) -> Array:
        """The fixed states z (eq. 1): scenery x 8, in the order of m."""
        rows = [
            (p.x, p.y, p.angle, 0.0, 0.0, 0.0, p.width, p.height)
            for p in self.level.scenery
            if not p.loose
        ]
        return np.array(rows, dtype=float).reshape(-1, 8)

    def __eq__(self, other: object) -> bool:
        """Equal to the last bit."""
        if not isinstance(other, Trial):
            return NotImplemented
        return (
            (self.level, self.placements, self.outcome, self.movers)
            == (other.level, other.placements, other.outcome, other.movers)
            and (self.contacts, self.effects) == (other.contacts, other.effects)
            and np.array_equal(self.ball, other.ball)
            and np.array_equal(self.moves, other.moves)
        )

    __hash__ = None  # type: ignore[assignment]  # holds arrays


def finite_part(trial: Trial) -> Trial:
    """The trial up to where numbers stop being finite, which then counts as a time-out.

    The engine can lose its numbers where many parts overlap.
    """
    if math.isfinite(trial.ball.sum() + trial.moves.sum()):  # one bad number spoils the sum
        return trial
    good = np.isfinite(trial.ball).all(axis=1) & np.isfinite(trial.moves).all(axis=(1, 2))
    if good.all():
        return trial
    end = int(np.argmin(good))
    return replace(
        trial,
        outcome=Outcome.TIMED_OUT,
        ball=trial.ball[:end],
        moves=trial.moves[:end],
        contacts=tuple(
            replace(each, until=None if each.until is None or each.until >= end else each.until)
            for each in trial.contacts
            if each.frame < end
        ),
        effects=tuple(each for each in trial.effects if each.frame < end),
    )
