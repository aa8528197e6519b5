"""A level in a foreign world: played like `Game`, with the world's changes between."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from bubbleball.errors import ArgumentError, expect
from bubbleball.game.contact import Contact, Effect
from bubbleball.game.engine import AnyEngine
from bubbleball.game.foreign.chipmunk import ChipmunkEngine
from bubbleball.game.foreign.fast_clock import FastClock
from bubbleball.game.foreign.world_changes import Changes, parse_changes
from bubbleball.game.geometry import Point
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.rules import check_placements
from bubbleball.game.trial import Trial
from bubbleball.game.world import World, box2d


class ForeignGame:
    """One level in one foreign world; counts the trials that it was asked for.

    >>> ForeignGame(level, "wind=-2,whole").play().ball[0]
    array([ 35., 150.,   0.,   0.])

    What happens by chance depends on `seed` and on the number of the trial, from 0, and on nothing
    else: `trial` is the number of the next one.
    """

    def __init__(
        self,
        level: Level,
        changes: Changes | str,
        physics: Physics = REAL,
        *,
        seed: int = 0,
        trial: int = 0,
    ) -> None:
        self.level = level
        self.changes = parse_changes(changes) if isinstance(changes, str) else changes
        expect(self.changes, Changes, "ForeignGame", "give a text such as 'wind=-2,whole'")
        if not isinstance(seed, int) or seed < 0:
            raise ArgumentError(f"ForeignGame: seed = {seed!r:.60}; give a whole number from 0")
        self.physics = self.changes.physics(physics)
        self.seed = seed
        self.trials = trial

    def play(self, placements: Iterable[Placement] = ()) -> Trial:
        """Run one trial; an illegal placement raises a PlacementError and is not counted."""
        placements = tuple(placements)
        check_placements(self.level, placements)
        rng = np.random.default_rng((self.seed, self.trials))
        self.trials += 1
        level = self._shaken(rng)
        landed = tuple(self._landed(placement, rng) for placement in placements)
        world = World(level, landed, self.physics, make_engine=self._make_engine())
        world.advance()
        trial = dataclasses.replace(world.trial(), level=self.level, placements=placements)
        return rounded(trial, self.changes.whole) if self.changes.whole else trial

    def _make_engine(self) -> Callable[[float], AnyEngine]:
        if self.changes.chipmunk:
            return ChipmunkEngine
        if self.changes.fast_clock > 1:
            return partial(FastClock, steps=round(self.changes.fast_clock))
        return box2d

    def _shaken(self, rng: np.random.Generator) -> Level:
        """The level with the ball where it really starts."""
        dx, dy = (self.changes.shaky * rng.uniform(-1, 1, 2)).tolist()
        if not self.changes.shaky:
            return self.level
        ball = self.level.ball
        moved = dataclasses.replace(ball, x=ball.x + dx, y=ball.y + dy)
        return dataclasses.replace(self.level, ball=moved)

    def _landed(self, placement: Placement, rng: np.random.Generator) -> Placement:
        """The pose that a piece really gets; upright pieces stay upright."""
        dx, dy, da = (self.changes.imprecise * rng.uniform(-1, 1, 3)).tolist()
        if not self.changes.imprecise:
            return placement
        piece = self.level.piece(placement.piece)
        turn = da if piece is not None and piece.turnable else 0.0
        return Placement(
            placement.piece, placement.x + dx, placement.y + dy, placement.angle + turn
        )


def rounded(trial: Trial, unit: float) -> Trial:
    """The trial with every length, speed and angle as a multiple of `unit`."""
    return dataclasses.replace(
        trial,
        ball=unit * np.round(trial.ball / unit),
        moves=unit * np.round(trial.moves / unit),
        contacts=tuple(_rounded_contact(contact, unit) for contact in trial.contacts),
        effects=tuple(_rounded_effect(effect, unit) for effect in trial.effects),
    )


def _rounded_contact(contact: Contact, unit: float) -> Contact:
    nx, ny = contact.normal
    angle = np.radians(unit * np.round(np.degrees(np.arctan2(ny, nx)) / unit))
    return dataclasses.replace(
        contact,
        point=_point(contact.point, unit),
        normal=(float(np.cos(angle)), float(np.sin(angle))),
        velocity_before=_point(contact.velocity_before, unit),
        velocity_after=_point(contact.velocity_after, unit),
    )


def _rounded_effect(effect: Effect, unit: float) -> Effect:
    return dataclasses.replace(
        effect,
        velocity_before=_point(effect.velocity_before, unit),
        velocity_after=_point(effect.velocity_after, unit),
        position_before=_point(effect.position_before, unit),
        position_after=_point(effect.position_after, unit),
    )


def _point(point: Point, unit: float) -> Point:
    x, y = point
    return unit * round(x / unit), unit * round(y / unit)
