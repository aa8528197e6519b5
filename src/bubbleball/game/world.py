"""A level, placements and physics as a world that can be stepped to the end of a trial."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import chain
from typing import ClassVar

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.contact import Effect
from bubbleball.game.engine import STILL, AnyEngine, Body, BodyKind, Engine, move, set_velocity
from bubbleball.game.flag_sensor import FlagSensor
from bubbleball.game.geometry import Point
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.materials import ball_fixtures, part_fixture
from bubbleball.game.physics import (
    OFF_SCREEN,
    PIXELS_PER_METRE,
    SECONDS_PER_STEP,
    SOLVER_ITERATIONS,
    STEPS_PER_SECOND,
    TIME_LIMIT,
    Physics,
    residual_of,
)
from bubbleball.game.placement import Placement
from bubbleball.game.power_ups import GRAVITIES, Buttons, velocity_after
from bubbleball.game.recorder import NEVER, Contacts, Movers, State, pixels
from bubbleball.game.trial import Outcome, Trial, finite_part
from bubbleball.game.trial_effort import CROWD, TrialEffort, overlapping

STEP_LIMIT = round(TIME_LIMIT * STEPS_PER_SECOND)
_LOOK_EVERY = 8  # steps between two looks at whether everything has settled
_SCREEN = (  # left, top, right, bottom beyond which the ball is gone, m
    -OFF_SCREEN / PIXELS_PER_METRE,
    -OFF_SCREEN / PIXELS_PER_METRE,
    (SCREEN_WIDTH + OFF_SCREEN) / PIXELS_PER_METRE,
    (SCREEN_HEIGHT + OFF_SCREEN) / PIXELS_PER_METRE,
)

_WOOD = BodyKind()


def box2d(gravity: float) -> Engine:
    """The game's own engine at its own step."""
    return Engine(gravity, SECONDS_PER_STEP, (SOLVER_ITERATIONS, SOLVER_ITERATIONS))


class World:
    """One trial under way.

    `advance` steps it; `trial` returns what has happened. The placements are taken as legal.
    Without `record_moves` the trial does not hold how wood moved, without `record_contacts` not
    what the ball touched: recording them is most of a step's cost. `make_engine` makes the engine
    for a gravity.
    """

    built: ClassVar[int] = 0  # by this process; a benchmark counts a solver's worlds with it

    def __init__(
        self,
        level: Level,
        placements: Iterable[Placement],
        physics: Physics,
        *,
        ball: bool = True,
        record_moves: bool = True,
        record_contacts: bool = True,
        make_engine: Callable[[float], AnyEngine] = box2d,
    ) -> None:
        World.built += 1
        self.level = level
        self.placements = tuple(placements)
        self.physics = physics
        self.outcome: Outcome | None = None
        self._record_moves = record_moves
        self._contacts_wanted = record_contacts
        self._engine = make_engine(physics.gravity)
        self._gravity_up = False
        self._effort = TrialEffort(len(level.parts)) if len(level.parts) > CROWD else None
        self._movers = Movers(self._engine)
        residual = residual_of(physics)
        self._buttons = Buttons(round(residual.late))
        self._build()
        self._contacts = Contacts(self._engine, self._movers)
        self._effects: list[Effect] = []
        self._frames: list[State] = []
        self._ball: Body | None = None
        if ball:
            self._ball = self._engine.add(
                ball_fixtures(physics.ball_density, physics.restitution, physics.ball_friction),
                (level.ball.x / PIXELS_PER_METRE, level.ball.y / PIXELS_PER_METRE, 0.0),
                BodyKind(turns=residual.turns),
            )
            metal = [p.id for p in level.parts if p.kind is Kind.METAL] if residual.bounces else ()
            self._engine.act_on(self._ball, residual, metal)
            self._position = self._ball.position  # live views: read them, never keep them
            self._velocity = self._ball.linearVelocity
            self._frames.append((self._position.x, self._position.y, 0.0, 0.0))
        self._movers.start()
        self._flag = FlagSensor(level.flag)

    def _build(self) -> None:
        placed = {placement.piece: placement for placement in self.placements}
        unplaced = {piece.id for piece in self.level.pieces} - placed.keys()
        standing = []
        for part in self.level.parts:
            movable = part.id in placed
            at = placed.get(part.id, part)
            if part.id in unplaced:
                continue  # left in the tray: takes no part
            if part.kind.button:
                self._buttons.placed.append((part, at))
                continue
            moves = part.kind.wooden and (movable or part.loose)
            body = self._engine.add(
                (part_fixture(part, self.physics),),
                (at.x / PIXELS_PER_METRE, at.y / PIXELS_PER_METRE, math.radians(at.angle)),
                _WOOD if moves else STILL,
                part.id,
            )
            if moves:
                self._movers.add(part.id, body)
            standing.append((part, at, moves))
        if self._effort is not None and self._effort.too_much(overlapping(standing)):
            self.outcome = Outcome.TIMED_OUT  # even one step would take too long

    def advance(self, steps: int = STEP_LIMIT, *, whole: bool = True) -> Outcome | None:
        """Take up to `steps` steps to the end; unless `whole`, until nothing can move the ball."""
        if self.outcome is not None:
            return self.outcome
        # Everything the loop touches is local: attribute look-ups would cost as much as a step.
        engine, frames, ball = self._engine, self._frames, self._ball
        assert ball is not None, "only `settle` steps a world without a ball"
        step, contact_count = engine.step, engine.contact_count
        position, velocity = self._position, self._velocity
        touching, buttons = self._contacts.touching, self._buttons
        moving, watching = self._record_moves and bool(self._movers), self._contacts_wanted
        any_button, scale, flag = bool(buttons.placed), PIXELS_PER_METRE, self._flag
        touched, (near_left, near_top, near_right, near_bottom) = flag.touched, flag.near
        left, top, right, bottom = _SCREEN
        fall = engine.gravity * SECONDS_PER_STEP
        vx, vy = velocity.x, velocity.y
        steady = NEVER
        effort = self._effort
        for _ in range(min(steps, STEP_LIMIT + 1 - len(frames))):
            if effort is not None and effort.too_much(contact_count()):
                self.outcome = Outcome.TIMED_OUT
                break
            fallen_x, fallen_y = vx, vy + fall
            step()
            x, y, vx, vy = frame = (position.x, position.y, velocity.x, velocity.y)
            frames.append(frame)
            if watching:
                # In free flight velocity changes by gravity alone, to rounding, and nothing can
                # have begun. A contact under way is looked at again when it lets go, or when the
                # engine has found new neighbours.
                if vx == fallen_x and -1e-5 < vy - fallen_y < 1e-5:
                    quiet = not touching
                else:
                    quiet = steady != NEVER and contact_count() == steady
                if not quiet:
                    steady = self._contacts.update(ball, frames, self._effects)
            if moving:
                self._movers.keep(ball)
            if near_left < x < near_right and near_top < y < near_bottom and touched(x, y):
                self.outcome = Outcome.REACHED_FLAG  # (eq. 2)
                break
            if not left <= x <= right or y > bottom or (y < top and self._gravity_up):
                self.outcome = Outcome.LEFT_SCREEN
                break
            if vx == 0.0 == vy and self._rests(whole=whole):
                break
            if any_button and buttons.concerned(x * scale, y * scale) and self._act():
                vx, vy = velocity.x, velocity.y
                fall = engine.gravity * SECONDS_PER_STEP
                steady = NEVER
        else:
            if len(frames) > STEP_LIMIT:
                self.outcome = Outcome.TIMED_OUT
        return self.outcome

    def settle(self, steps: int = STEP_LIMIT) -> bool:
        """Step a world without a ball until everything sleeps; return whether it does.

        A part that falls off the bottom of the screen never sleeps. A part that sleeps stays
        asleep, so looking every few steps is enough.
        """
        step, bottom, places = self._engine.step, _SCREEN[3], self._movers.places()
        effort, count = self._effort, self._engine.contact_count
        for number in range(1, steps + 1):
            if self.outcome or (effort is not None and effort.too_much(count())):
                break
            step()
            if number % _LOOK_EVERY == 0 and (
                self._asleep() or any(at.y > bottom for at in places)
            ):
                break
        self._movers.start()
        return self._asleep()

    def motion(self, steps: int) -> tuple[tuple[str, ...], Array]:
        """Step a world without a ball; return who can move, and frames x movers x 6 as a trial."""
        for _ in range(steps):
            if self.outcome is None:
                self._engine.step()
            self._movers.keep_now()
        return self._movers.ids, self._movers.frames()

    def poses(self) -> tuple[Placement, ...]:
        """Where the movable parts are now."""
        return tuple(
            Placement(part_id, x, y, angle)
            for part_id, (x, y, angle, *_) in zip(
                self._movers.ids, self._movers.last(), strict=True
            )
        )

    def places(self) -> list[tuple[float, float]]:
        """Where the ball and then the movable parts are now, px."""
        return [pixels(at.x, at.y) for at in (self._position, *self._movers.places())]

    def trial(self) -> Trial:
        """What has happened so far; the outcome of an unfinished trial is a time-out."""
        flat = np.fromiter(chain.from_iterable(self._frames), np.float64, 4 * len(self._frames))
        return Trial(
            level=self.level,
            placements=self.placements,
            outcome=self.outcome or Outcome.TIMED_OUT,
            ball=flat.reshape(-1, 4) * PIXELS_PER_METRE,
            movers=self._movers.ids if self._record_moves else (),
            moves=self._movers.frames()
            if self._movers and self._record_moves
            else np.zeros((len(self._frames), 0, 6)),
            contacts=tuple(self._contacts),
            effects=tuple(self._effects),
        )

    def _asleep(self) -> bool:
        return not (self._ball is not None and self._ball.awake) and not self._movers.awake()

    def _rests(self, *, whole: bool) -> bool:
        """Whether everything sleeps; unless `whole`, or has fallen off the screen."""
        assert self._ball is not None, "`advance` needs a ball"
        if self._ball.awake:
            return False
        if not self._movers.awake():
            self.outcome = Outcome.CAME_TO_REST
            return True
        alone = not (whole or self._gravity_up or self._buttons.waiting)
        return alone and not self._movers.awake_above(_SCREEN[3])

    def _place(self) -> Point:
        return pixels(self._position.x, self._position.y)

    def _act(self) -> bool:
        """Let every power-up act whose time has come; return whether any did."""
        before = len(self._effects)
        for part, at in self._buttons.acting(self._place, len(self._frames)):
            self._enter(part, at)
        return len(self._effects) > before

    def _enter(self, part: Part, at: Placement | Part) -> None:
        before = pixels(self._velocity.x, self._velocity.y)
        position = pixels(self._position.x, self._position.y)
        if part.kind is Kind.TELEPORT:
            self._teleport(part)
        elif part.kind in GRAVITIES:
            self._turn_gravity(up=part.kind is Kind.GRAVITY_UP)
        vx, vy = velocity_after(part.kind, at.angle, before, self.physics)
        if (vx, vy) != before:
            set_velocity(self._ball, vx / PIXELS_PER_METRE, vy / PIXELS_PER_METRE)
        self._effects.append(
            Effect(
                part=part.id,
                frame=len(self._frames) - 1,
                velocity_before=before,
                velocity_after=pixels(self._velocity.x, self._velocity.y),
                position_before=position,
                position_after=pixels(self._position.x, self._position.y),
                gravity_up=self._gravity_up,
            )
        )

    def _teleport(self, part: Part) -> None:
        partner = self.level.partner(part.id)
        for other, at in self._buttons.placed:
            if other.id == partner:
                self._buttons.inside.add(other.id)
                move(self._ball, at.x / PIXELS_PER_METRE, at.y / PIXELS_PER_METRE)
                self._movers.look_again()

    def _turn_gravity(self, *, up: bool) -> None:
        self._gravity_up = up
        self._engine.set_gravity(-self.physics.gravity if up else self.physics.gravity)
        self._movers.wake()


def simulate(
    level: Level,
    placements: Iterable[Placement],
    physics: Physics,
    *,
    record_moves: bool = True,
    record_contacts: bool = True,
    whole: bool = True,
) -> Trial:
    """Run a level to its end; unless `whole`, until nothing can move the ball.

    The placements are taken as legal.
    """
    world = World(
        level, placements, physics, record_moves=record_moves, record_contacts=record_contacts
    )
    world.advance(whole=whole)
    return finite_part(world.trial())
