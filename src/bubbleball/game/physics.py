"""The numbers of the game's physics, in one frozen table with named presets.

Whoever has the real game and finds a number wrong corrects it here, and nowhere else.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import random
from dataclasses import dataclass
from types import MappingProxyType

from bubbleball.errors import PhysicsError, unknown_name
from bubbleball.game.kinds import BALL_RADIUS

PIXELS_PER_METRE = 30.0
STEPS_PER_SECOND = 60
SECONDS_PER_STEP = 1 / STEPS_PER_SECOND
SOLVER_ITERATIONS = 10  # of velocity, and again of position
TIME_LIMIT = 10.0  # s
BOUNCE_THRESHOLD = 30.0  # px/s of normal speed; slower contacts do not bounce (Box2D: 1 m/s)
POLYGON_SKIN = 0.3  # px; Box2D keeps polygons this far from what touches them
OFF_SCREEN = 60.0  # px beyond the screen at which the ball counts as gone


@dataclass(frozen=True, slots=True)
class Physics:
    """What a level's author or an experiment may change.

    gravity: m/s², downwards until a power-up turns it.
    restitution: of the ball; the share of normal speed that a bounce keeps.
    ball_friction: of the ball; mixes with the other's as the square root of the product.
    ball_density: kg/m².
    ground_friction, metal_friction, wood_friction: of each material (the catapult is wood).
    wood_density: kg/m².
    wood_restitution: of wood and the catapult.
    catapult_density: kg/m².
    speedup: N·s; impulse of a speed-up on the ball.
    slowdown: factor on the ball's velocity in a slow-down.
    spring: px/s; speed with which a spring throws the ball.
    """

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
        for key, (low, high) in RANGES.items():
            value = getattr(self, key)
            if not (isinstance(value, int | float) and low <= value <= high):
                raise PhysicsError(
                    f"physics {key} = {value!r} is out of range ({low:g} to {high:g}); "
                    f"keys and ranges: {known_keys()}"
                )
            object.__setattr__(self, key, float(value))

    @property
    def ball_mass(self) -> float:
        """kg."""
        return self.ball_density * math.pi * (BALL_RADIUS / PIXELS_PER_METRE) ** 2

    @property
    def speedup_speed(self) -> float:
        """px/s that a speed-up adds to the ball."""
        return self.speedup / self.ball_mass * PIXELS_PER_METRE


RANGES = MappingProxyType(
    {
        "gravity": (0.0, 100.0),
        "restitution": (0.0, 1.0),
        "ball_friction": (0.0, 10.0),
        "ball_density": (0.01, 100.0),
        "ground_friction": (0.0, 10.0),
        "metal_friction": (0.0, 10.0),
        "wood_friction": (0.0, 10.0),
        "wood_density": (0.01, 100.0),
        "wood_restitution": (0.0, 1.0),
        "catapult_density": (0.01, 100.0),
        "speedup": (0.0, 100.0),
        "slowdown": (0.0, 10.0),
        "spring": (0.0, 5000.0),
    }
)

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
    return ", ".join(f"{key} {low:g}..{high:g}" for key, (low, high) in RANGES.items())


def random_physics(seed: int) -> Physics:
    """An unknown world: every number that a solver may have to learn, drawn from `seed`."""
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
    for number, part in enumerate(p.strip() for p in text.split(",")):
        if "=" in part:
            key, _, value = (p.strip() for p in part.partition("="))
            physics = _override(physics, key, value)
        elif number > 0:
            raise PhysicsError(
                f"physics {text!r}: {part!r} is not key=value; a preset's name comes first"
            )
        elif part.startswith("random:"):
            physics = random_physics(_seed(part.removeprefix("random:")))
        elif part in PRESETS:
            physics = PRESETS[part]
        else:
            raise unknown_name("physics preset", part, [*PRESETS, "random:SEED"])
    return physics


def _override(physics: Physics, key: str, value: str) -> Physics:
    if key not in RANGES:
        near = difflib.get_close_matches(key, RANGES, n=1, cutoff=0.5)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise PhysicsError(f"no physics key {key!r}{hint}; keys and ranges: {known_keys()}")
    try:
        number = float(value)
    except ValueError:
        raise PhysicsError(
            f"physics {key} = {value!r} is not a number; keys and ranges: {known_keys()}"
        ) from None
    return dataclasses.replace(physics, **{key: number})


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise PhysicsError(f"physics 'random:{text}': the seed must be a whole number from 0")
    return int(text)
