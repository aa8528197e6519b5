"""The numbers of the game's physics: fixed ones, and a table of those that may be changed.

A number that turns out to be wrong is corrected here and nowhere else; sizes are in `kinds`.
"""

from __future__ import annotations

import dataclasses
import math
import random
from dataclasses import dataclass
from types import MappingProxyType

from bubbleball.errors import PhysicsError, did_you_mean, expect, unknown_name
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.residual import NOTHING, Residual

PIXELS_PER_METRE = 30.0
STEPS_PER_SECOND = 60
SECONDS_PER_STEP = 1 / STEPS_PER_SECOND
SOLVER_ITERATIONS = 10  # for velocities, and as many for positions
TIME_LIMIT = 10.0  # s
BOUNCE_THRESHOLD = 30.0  # px/s of normal speed; slower contacts do not bounce (Box2D: 1 m/s)
POLYGON_SKIN = 0.3  # px; Box2D keeps polygons this far from what touches them
OFF_SCREEN = 60.0  # px beyond the screen at which the ball counts as gone


@dataclass(frozen=True, slots=True)
class PhysicsKey:
    """One number of the physics, described for people.

    label: its name in a sentence.
    unit: empty for a plain number.
    low, high: the least and the greatest value allowed.
    meaning: what it measures.
    source: where the value of the real game comes from; docs/physics.md explains the words.
    """

    label: str
    unit: str
    low: float
    high: float
    meaning: str
    source: str


PHYSICS_KEYS = MappingProxyType({
    "gravity": PhysicsKey("gravity", "m/s²", 0.0, 100.0,
        "acceleration; downwards until a power-up turns it", "measured"),
    "restitution": PhysicsKey("ball bounce", "", 0.0, 1.0,
        "share of normal speed that the ball keeps in a bounce", "measured"),
    "ball_friction": PhysicsKey("ball friction", "", 0.0, 10.0,
        "coefficient of the ball", "measured"),
    "ball_density": PhysicsKey("ball density", "kg/m²", 0.01, 100.0,
        "mass of the ball by its area", "authors"),
    "ground_friction": PhysicsKey("ground friction", "", 0.0, 10.0,
        "coefficient of ground", "measured, authors"),
    "metal_friction": PhysicsKey("metal friction", "", 0.0, 10.0,
        "coefficient of metal", "measured, authors"),
    "wood_friction": PhysicsKey("wood friction", "", 0.0, 10.0,
        "coefficient of wood and the catapult", "authors"),
    "wood_density": PhysicsKey("wood density", "kg/m²", 0.01, 100.0,
        "mass of wood by its area", "authors"),
    "wood_restitution": PhysicsKey("wood bounce", "", 0.0, 1.0,
        "share of normal speed that wood keeps in a bounce", "house rule"),
    "catapult_density": PhysicsKey("catapult density", "kg/m²", 0.01, 100.0,
        "mass of the catapult's beam by its area", "authors"),
    "speedup": PhysicsKey("speed-up push", "N·s", 0.0, 100.0,
        "impulse of a speed-up on the ball", "authors; again on every entry: house rule"),
    "slowdown": PhysicsKey("slow-down factor", "", 0.0, 10.0,
        "factor on the ball's velocity in a slow-down", "authors"),
    "spring": PhysicsKey("spring speed", "px/s", 0.0, 5000.0,
        "speed along its axis with which a spring throws the ball", "house rule"),
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Physics:
    """The numbers that a level's author or an experiment may change, as in `PHYSICS_KEYS`."""

    gravity: float = 9.8
    restitution: float = 0.4
    ball_friction: float = 0.0
    ball_density: float = 0.2
    ground_friction: float = 0.5
    metal_friction: float = 0.5
    wood_friction: float = 0.5
    wood_density: float = 1.5
    wood_restitution: float = 0.0
    catapult_density: float = 0.5
    speedup: float = 1.0
    slowdown: float = 0.1
    spring: float = 300.0

    def __post_init__(self) -> None:
        for name, key in PHYSICS_KEYS.items():
            value = getattr(self, name)
            if not (isinstance(value, int | float) and key.low <= value <= key.high):
                raise PhysicsError(
                    f"physics {name} = {value!r} is out of range ({key.low:g} to {key.high:g}); "
                    f"keys and ranges: {known_keys()}"
                )
            object.__setattr__(self, name, float(value))

    @property
    def ball_mass(self) -> float:
        """kg."""
        return self.ball_density * math.pi * (BALL_RADIUS / PIXELS_PER_METRE) ** 2

    @property
    def speedup_speed(self) -> float:
        """px/s that a speed-up adds to the ball."""
        return self.speedup / self.ball_mass * PIXELS_PER_METRE


@dataclass(frozen=True, slots=True)
class ChangedPhysics(Physics):
    """Physics with a residual; `changed_physics` makes one."""

    residual: Residual = NOTHING


def changed_physics(physics: Physics, residual: Residual) -> Physics:
    """The constants of `physics` with another residual; plain `Physics` if it is nothing."""
    constants = {key.name: getattr(physics, key.name) for key in dataclasses.fields(Physics)}
    return (
        Physics(**constants)
        if residual == NOTHING
        else ChangedPhysics(**constants, residual=residual)
    )


def residual_of(physics: Physics) -> Residual:
    """The residual of a physics, mostly nothing."""
    return physics.residual if isinstance(physics, ChangedPhysics) else NOTHING


REAL = Physics()

PRESETS = MappingProxyType(
    {
        "real": REAL,
        "moon": Physics(gravity=1.62),
        "mars": Physics(gravity=3.71),
        "light": Physics(gravity=4.9),
        "heavy": Physics(gravity=19.6),
        "jupiter": Physics(gravity=24.79),
        "bouncy": Physics(restitution=0.8),
        "dead": Physics(restitution=0.0),
        "sticky": Physics(ball_friction=0.6),
        "rough": Physics(ball_friction=0.1),
        "slippery": Physics(ground_friction=0.1, metal_friction=0.1, wood_friction=0.1),
        "balsa": Physics(wood_density=0.4, catapult_density=0.2),
        "oak": Physics(wood_density=3.0, wood_friction=0.8),
        "strong": Physics(speedup=2.0, spring=600.0, slowdown=0.05),
        "weak": Physics(speedup=0.5, spring=150.0, slowdown=0.2),
    }
)


def known_keys() -> str:
    """The keys with their ranges, for messages."""
    return ", ".join(f"{name} {key.low:g}..{key.high:g}" for name, key in PHYSICS_KEYS.items())


def random_physics(seed: int) -> Physics:
    """Random physics: every number that a solver may have to learn, drawn from `seed`."""
    if not isinstance(seed, int) or seed < 0:
        raise PhysicsError(f"random_physics: seed = {seed!r:.60}; give a whole number from 0")
    draw = random.Random(f"bubbleball physics {seed}")

    def around(value: float, factor: float) -> float:
        return float(f"{value * factor ** draw.uniform(-1, 1):.4g}")

    def between(low: float, high: float) -> float:
        return float(f"{draw.uniform(low, high):.4g}")

    return Physics(
        gravity=around(REAL.gravity, 2),
        restitution=between(0, 0.8),
        # Above about 0.1 a ball stays put on the slopes that most levels are made of.
        ball_friction=0.0 if draw.random() < 0.5 else between(0, 0.1),
        wood_friction=between(0.2, 0.8),
        wood_density=around(REAL.wood_density, 2),
        speedup=around(REAL.speedup, 2),
        slowdown=around(REAL.slowdown, 2),
        spring=around(REAL.spring, 2),
    )


def parse_physics(text: str) -> Physics:
    """Read `NAME`, `random:SEED`, `key=value,…` or a name followed by overrides.

    >>> parse_physics("moon,restitution=0.6").gravity
    1.62
    """
    physics = REAL
    expect(text, str, "parse_physics", "give a text such as 'moon,restitution=0.6'")
    for number, part in enumerate(p.strip() for p in text.split(",")):
        if "=" in part:
            key, _, value = (p.strip() for p in part.partition("="))
            physics = _override(physics, key, value)
        elif number > 0:
            raise PhysicsError(
                f"physics {text!r}: {part!r} is not key=value; a preset's name comes first"
            )
        elif part.startswith("random:"):
            physics = random_physics(random_seed("physics", part))
        elif part in PRESETS:
            physics = PRESETS[part]
        else:
            raise unknown_name("physics preset", part, [*PRESETS, "random:SEED"])
    return physics


def physics_text(physics: Physics) -> str:
    """The text that `parse_physics` reads back to the same values, to the last digit.

    >>> physics_text(parse_physics("moon")), physics_text(Physics(gravity=9.123456789))
    ('moon', 'gravity=9.123456789')
    """
    for name, preset in PRESETS.items():
        if physics == preset:
            return name
    values = dataclasses.asdict(physics).items()
    return ",".join(f"{key}={value!r}" for key, value in values if value != getattr(REAL, key))


def _override(physics: Physics, key: str, value: str) -> Physics:
    if key not in PHYSICS_KEYS:
        hint = did_you_mean(key, PHYSICS_KEYS)
        raise PhysicsError(f"no physics key {key!r}{hint} keys and ranges: {known_keys()}")
    try:
        number = float(value)
    except ValueError:
        raise PhysicsError(
            f"physics {key} = {value!r} is not a number; keys and ranges: {known_keys()}"
        ) from None
    return dataclasses.replace(physics, **{key: number})


def random_seed(what: str, text: str) -> int:
    """The seed in `random:SEED`; `what` names it in messages."""
    seed = text.removeprefix("random:")
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 18):
        raise PhysicsError(f"{what} {text!r}: the seed must be a whole number from 0")
    return int(seed)
