"""A level, placements and physics as a Box2D world that can be stepped.

The only module that knows the engine. Every world is new and built in a fixed order, because
creation order and reuse change Box2D's results.
"""

from __future__ import annotations

import dataclasses
import math
import warnings
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

import numpy as np

from bubbleball.game.geometry import Disc, Point, Shape, bounds, signed_distance
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH, Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import (
    OFF_SCREEN,
    PIXELS_PER_METRE,
    POLYGON_SKIN,
    SECONDS_PER_STEP,
    SOLVER_ITERATIONS,
    STEPS_PER_SECOND,
    TIME_LIMIT,
    Physics,
)
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Contact, Effect, Outcome, Trial

with warnings.catch_warnings():  # made into an error, Box2D's own warning crashes the interpreter
    warnings.simplefilter("ignore", DeprecationWarning)
    from Box2D import b2CircleShape, b2FixtureDef, b2PolygonShape, b2World

STEP_LIMIT = round(TIME_LIMIT * STEPS_PER_SECOND)
_BUTTON_REACH = BUTTON_RADIUS + BALL_RADIUS
_LOOK_EVERY = 8  # steps between two looks at whether everything has settled
_NEVER = -1  # a number of contacts that no world has
_FLAG_REACH = BALL_RADIUS + POLYGON_SKIN
_SCREEN = (  # left, top, right, bottom beyond which the ball is gone, m
    -OFF_SCREEN / PIXELS_PER_METRE,
    -OFF_SCREEN / PIXELS_PER_METRE,
    (SCREEN_WIDTH + OFF_SCREEN) / PIXELS_PER_METRE,
    (SCREEN_HEIGHT + OFF_SCREEN) / PIXELS_PER_METRE,
)

_PUSH = {
    Kind.SPEEDUP_UP: (0.0, -1.0),
    Kind.SPEEDUP_DOWN: (0.0, 1.0),
    Kind.SPEEDUP_LEFT: (-1.0, 0.0),
    Kind.SPEEDUP_RIGHT: (1.0, 0.0),
}


class World:
    """One trial under way.

    `advance` steps it; `trial` tells what has happened. The placements are taken as legal.
    Without `record_moves` the trial does not know how wood moved, without `record_contacts` not
    what the ball touched: most of a step's cost is finding that out.
    """

    def __init__(
        self,
        level: Level,
        placements: Iterable[Placement],
        physics: Physics,
        *,
        ball: bool = True,
        record_moves: bool = True,
        record_contacts: bool = True,
    ) -> None:
        self.level = level
        self.placements = tuple(placements)
        self.physics = physics
        self.outcome: Outcome | None = None
        self._record_moves = record_moves
        self._contacts_wanted = record_contacts
        self._engine = b2World(gravity=(0.0, physics.gravity))
        self._gravity_up = False
        self._movers: list[tuple[str, Any, Any, Any]] = []  # id, body, its position and velocity
        self._buttons: list[tuple[Part, Placement | Part]] = []
        self._build()
        self._inside: set[str] = set()
        self._touching: dict[str, int] = {}  # part -> index of its open contact
        self._contacts: list[Contact] = []
        self._effects: list[Effect] = []
        self._frames: list[tuple[float, float, float, float]] = []
        self._ball: Any = None
        if ball:
            self._ball = self._engine.CreateDynamicBody(
                position=(level.ball.x / PIXELS_PER_METRE, level.ball.y / PIXELS_PER_METRE),
                fixedRotation=True,
                fixtures=_ball_fixture(
                    physics.ball_density, physics.restitution, physics.ball_friction
                ),
            )
            self._position = self._ball.position  # live views: read them, never keep them
            self._velocity = self._ball.linearVelocity
            self._frames.append((self._position.x, self._position.y, 0.0, 0.0))
        self._moves = [self._mover_states()]  # runs of equal frames are kept once
        self._repeats = [1]
        self._slept, self._lonely = False, _NEVER
        self._flag = level.flag.sensor
        left, top, right, bottom = bounds(self._flag)
        self._near_flag = (
            (left - _FLAG_REACH) / PIXELS_PER_METRE,
            (top - _FLAG_REACH) / PIXELS_PER_METRE,
            (right + _FLAG_REACH) / PIXELS_PER_METRE,
            (bottom + _FLAG_REACH) / PIXELS_PER_METRE,
        )

    def _build(self) -> None:
        placed = {placement.piece: placement for placement in self.placements}
        unplaced = {piece.id for piece in self.level.pieces} - placed.keys()
        for part in self.level.parts:
            movable = part.id in placed
            at = placed.get(part.id, part)
            if part.id in unplaced:
                continue  # left in the tray: takes no part
            if part.kind.button:
                self._buttons.append((part, at))
                continue
            moves = part.kind.wooden and (movable or part.loose)
            create = self._engine.CreateDynamicBody if moves else self._engine.CreateStaticBody
            body = create(
                position=(at.x / PIXELS_PER_METRE, at.y / PIXELS_PER_METRE),
                angle=math.radians(at.angle),
                fixtures=_fixture(part.outline, *_material(part.kind, self.physics)),
                userData=part.id,
            )
            if moves:
                self._movers.append((part.id, body, body.position, body.linearVelocity))

    def advance(self, steps: int = STEP_LIMIT) -> Outcome | None:
        """Take up to `steps` steps; stop early at the end of the trial."""
        if self.outcome is not None:
            return self.outcome
        # Everything the loop touches is local: attribute look-ups would cost as much as a step.
        engine, frames = self._engine, self._frames
        step = engine.Step
        position, velocity = self._position, self._velocity
        touching, buttons = self._touching, bool(self._buttons)
        moving, watching = self._record_moves and bool(self._movers), self._contacts_wanted
        near_left, near_top, near_right, near_bottom = self._near_flag
        dt, iterations = SECONDS_PER_STEP, SOLVER_ITERATIONS
        left, top, right, bottom = _SCREEN
        fall = engine.gravity.y * dt
        vx, vy = velocity.x, velocity.y
        steady = _NEVER
        for _ in range(min(steps, STEP_LIMIT + 1 - len(frames))):
            fallen_x, fallen_y = vx, vy + fall
            step(dt, iterations, iterations)
            x, y, vx, vy = frame = (position.x, position.y, velocity.x, velocity.y)
            frames.append(frame)
            # In free flight velocity changes by gravity alone, to rounding, and nothing can have
            # begun. A contact under way is looked at again when it lets go, or when the engine
            # has found new neighbours.
            if vx == fallen_x and -1e-5 < vy - fallen_y < 1e-5:
                quiet = not touching
            else:
                quiet = engine.contactCount == steady
            if watching and not quiet:
                steady = self._record_contacts()
            if moving:
                self._keep_moves()
            if near_left < x < near_right and near_top < y < near_bottom and self._at_flag():
                self.outcome = Outcome.REACHED_FLAG
                break
            if not left <= x <= right or y > bottom or (y < top and self._gravity_up):
                self.outcome = Outcome.LEFT_SCREEN
                break
            if vx == 0.0 == vy and self._asleep():
                self.outcome = Outcome.CAME_TO_REST
                break
            if buttons and self._act():
                vx, vy = velocity.x, velocity.y
                fall = engine.gravity.y * dt
                steady = _NEVER
        else:
            if len(frames) > STEP_LIMIT:
                self.outcome = Outcome.TIMED_OUT
        return self.outcome

    def settle(self, steps: int = STEP_LIMIT) -> bool:
        """Step a world without a ball until all is asleep; tell whether that happened.

        What leaves the screen at the bottom will not; and what sleeps stays, so that a look now
        and then is enough.
        """
        step, bottom = self._engine.Step, _SCREEN[3]
        for number in range(1, steps + 1):
            step(SECONDS_PER_STEP, SOLVER_ITERATIONS, SOLVER_ITERATIONS)
            if number % _LOOK_EVERY == 0 and (
                self._asleep() or any(at.y > bottom for _, _, at, _ in self._movers)
            ):
                break
        self._moves, self._repeats = [self._mover_states()], [1]
        return self._asleep()

    def poses(self) -> tuple[Placement, ...]:
        """Where the movable parts are now."""
        return tuple(
            Placement(part_id, x, y, angle)
            for (part_id, *_), (x, y, angle, *_) in zip(
                self._movers, self._scaled_moves(self._moves[-1:])[0], strict=True
            )
        )

    def places(self) -> list[tuple[float, float]]:
        """Where the ball and then the movable parts are now, px."""
        now = (self._position, *(at for _, _, at, _ in self._movers))
        return [(at.x * PIXELS_PER_METRE, at.y * PIXELS_PER_METRE) for at in now]

    def trial(self) -> Trial:
        """What has happened so far; the outcome of an unfinished trial is a time-out."""
        flat = np.fromiter(chain.from_iterable(self._frames), np.float64, 4 * len(self._frames))
        return Trial(
            level=self.level,
            placements=self.placements,
            outcome=self.outcome or Outcome.TIMED_OUT,
            ball=flat.reshape(-1, 4) * PIXELS_PER_METRE,
            movers=tuple(mover[0] for mover in self._movers) if self._record_moves else (),
            moves=np.repeat(self._scaled_moves(self._moves), self._repeats, axis=0)
            if self._movers and self._record_moves
            else np.zeros((len(self._frames), 0, 6)),
            contacts=tuple(self._contacts),
            effects=tuple(self._effects),
        )

    def _keep_moves(self) -> None:
        """Keep the movers' states, or count the last ones once more while all of them sleep."""
        engine = self._engine
        if engine.contactCount == self._lonely:  # asleep, and the ball has had no neighbour since
            self._repeats[-1] += 1
            return
        slept, self._slept = self._slept, not any(mover[1].awake for mover in self._movers)
        if slept and self._slept:
            self._repeats[-1] += 1
        else:
            self._moves.append(self._mover_states())
            self._repeats.append(1)
        untouched = self._slept and not self._ball.contacts
        self._lonely = engine.contactCount if untouched else _NEVER

    def _mover_states(self) -> list[tuple[float, ...]]:
        return [
            (at.x, at.y, body.angle, speed.x, speed.y, body.angularVelocity)
            for _, body, at, speed in self._movers
        ]

    def _scaled_moves(self, moves: Sequence[Sequence[tuple[float, ...]]]) -> np.ndarray[Any, Any]:
        flat = chain.from_iterable(chain.from_iterable(moves))
        scaled = np.fromiter(flat, np.float64).reshape(len(moves), len(self._movers), 6)
        for pixels, degrees in ((slice(0, 2), 2), (slice(3, 5), 5)):
            scaled[:, :, pixels] *= PIXELS_PER_METRE
            scaled[:, :, degrees] = np.degrees(scaled[:, :, degrees])
        for number, (_, body, *_) in enumerate(self._movers):
            cx, cy = body.localCenter
            if cx or cy:  # the engine tells the velocity of the centre of mass, not of the box
                turn, spin = np.radians(scaled[:, number, (2, 5)]).T
                cos, sin = np.cos(turn), np.sin(turn)
                scaled[:, number, 3] += spin * (sin * cx + cos * cy) * PIXELS_PER_METRE
                scaled[:, number, 4] -= spin * (cos * cx - sin * cy) * PIXELS_PER_METRE
        return scaled

    def _asleep(self) -> bool:
        return not (self._ball is not None and self._ball.awake) and not any(
            body.awake for _, body, *_ in self._movers
        )

    def _record_contacts(self) -> int:
        """Note the contacts that began or ended.

        Tells the number of contacts in the world at which nothing more can begin, or _NEVER: as
        long as nothing moves but the ball, and it has no neighbour that it does not touch yet.
        """
        frame = len(self._frames) - 1
        touching = self._touching
        edges = self._ball.contacts
        now = set()
        for edge in edges:
            contact = edge.contact
            if contact.touching:
                part_id = edge.other.userData
                now.add(part_id)
                if part_id not in touching:
                    touching[part_id] = len(self._contacts)
                    self._contacts.append(self._began(part_id, contact, frame))
        if len(now) < len(touching):
            for part_id in [part_id for part_id in touching if part_id not in now]:
                index = touching.pop(part_id)
                self._contacts[index] = dataclasses.replace(self._contacts[index], until=frame)
        steady = len(now) == len(edges) == 1 and not any(mover[1].awake for mover in self._movers)
        return self._engine.contactCount if steady else _NEVER

    def _began(self, part_id: str, contact: Any, frame: int) -> Contact:
        manifold = contact.worldManifold
        (px, py), (nx, ny) = manifold.points[0], manifold.normal
        x, y, vx, vy = self._frames[-1]
        if nx * (x - px) + ny * (y - py) < 0:
            nx, ny = -nx, -ny
        _, _, ux, uy = self._frames[-2]
        if self._effects and self._effects[-1].frame == frame - 1:
            ux, uy = (v / PIXELS_PER_METRE for v in self._effects[-1].velocity_after)
        return Contact(
            part=part_id,
            frame=frame,
            until=None,
            point=_pixels(px, py),
            normal=(nx, ny),
            velocity_before=_pixels(ux, uy),
            velocity_after=_pixels(vx, vy),
        )

    def _at_flag(self) -> bool:
        x, y = _pixels(self._position.x, self._position.y)
        return signed_distance(x, y, self._flag) <= _FLAG_REACH

    def _act(self) -> bool:
        """Let every power-up act that the ball has just entered; tell whether any did."""
        acted = False
        for part, at in self._buttons:
            x, y = _pixels(self._position.x, self._position.y)
            if (x - at.x) ** 2 + (y - at.y) ** 2 >= _BUTTON_REACH**2:
                self._inside.discard(part.id)
            elif part.id not in self._inside:
                self._inside.add(part.id)
                self._enter(part, at)
                acted = True
        return acted

    def _enter(self, part: Part, at: Placement | Part) -> None:
        before = _pixels(self._velocity.x, self._velocity.y)
        position = _pixels(self._position.x, self._position.y)
        vx, vy = before
        if part.kind in _PUSH:
            dx, dy = _PUSH[part.kind]
            vx += dx * self.physics.speedup_speed
            vy += dy * self.physics.speedup_speed
        elif part.kind is Kind.SLOWDOWN:
            vx, vy = vx * self.physics.slowdown, vy * self.physics.slowdown
        elif part.kind is Kind.SPRING:
            ux, uy = math.sin(math.radians(at.angle)), -math.cos(math.radians(at.angle))
            push = self.physics.spring - (vx * ux + vy * uy)
            vx, vy = vx + push * ux, vy + push * uy
        elif part.kind is Kind.TELEPORT:
            self._teleport(part)
        else:
            self._turn_gravity(up=part.kind is Kind.GRAVITY_UP)
        if (vx, vy) != before:
            self._ball.linearVelocity = (vx / PIXELS_PER_METRE, vy / PIXELS_PER_METRE)
        self._effects.append(
            Effect(
                part=part.id,
                frame=len(self._frames) - 1,
                velocity_before=before,
                velocity_after=_pixels(self._velocity.x, self._velocity.y),
                position_before=position,
                position_after=_pixels(self._position.x, self._position.y),
                gravity_up=self._gravity_up,
            )
        )

    def _teleport(self, part: Part) -> None:
        partner = self.level.partner(part.id)
        for other, at in self._buttons:
            if other.id == partner:
                self._inside.add(other.id)
                self._ball.position = (at.x / PIXELS_PER_METRE, at.y / PIXELS_PER_METRE)
                self._ball.awake = True
                self._lonely = _NEVER

    def _turn_gravity(self, *, up: bool) -> None:
        self._gravity_up = up
        self._engine.gravity = (0.0, -self.physics.gravity if up else self.physics.gravity)
        for body in self._engine.bodies:
            body.awake = True
        self._slept, self._lonely = False, _NEVER


def simulate(
    level: Level,
    placements: Iterable[Placement],
    physics: Physics,
    *,
    record_moves: bool = True,
    record_contacts: bool = True,
) -> Trial:
    """Run a level to its end. The placements are taken as legal."""
    world = World(
        level, placements, physics, record_moves=record_moves, record_contacts=record_contacts
    )
    world.advance()
    return world.trial()


def _pixels(x: float, y: float) -> Point:
    return x * PIXELS_PER_METRE, y * PIXELS_PER_METRE


def _material(kind: Kind, physics: Physics) -> tuple[float, float, float]:
    """Density, friction and restitution."""
    if kind is Kind.WOOD:
        return physics.wood_density, physics.wood_friction, physics.wood_restitution
    if kind is Kind.CATAPULT:
        return physics.catapult_density, physics.wood_friction, physics.wood_restitution
    if kind is Kind.METAL:
        return 0.0, physics.metal_friction, 0.0
    return 0.0, physics.ground_friction, 0.0


@lru_cache(maxsize=1024)  # a new shape per fixture definition leaks inside the binding
def _fixture(outline: Shape, density: float, friction: float, restitution: float) -> Any:
    if isinstance(outline, Disc):
        shape = b2CircleShape(radius=outline.radius / PIXELS_PER_METRE)
    else:
        shape = b2PolygonShape(
            vertices=[(x / PIXELS_PER_METRE, y / PIXELS_PER_METRE) for x, y in outline.corners]
        )
    return b2FixtureDef(shape=shape, density=density, friction=friction, restitution=restitution)


@lru_cache(maxsize=64)
def _ball_fixture(density: float, restitution: float, friction: float) -> Any:
    return _fixture(Disc(0.0, 0.0, BALL_RADIUS), density, friction, restitution)
