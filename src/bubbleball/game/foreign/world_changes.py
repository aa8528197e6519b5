"""Foreign worlds by name: what each changes of the game, and by how much."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import dataclass
from types import MappingProxyType

from bubbleball.errors import PhysicsError, unknown_name
from bubbleball.game.physics import Physics, changed_physics, random_seed
from bubbleball.game.residual import Residual

RANDOM = "random:SEED"


@dataclass(frozen=True, slots=True)
class ChangeKey:
    """One kind of change, described for people.

    usual: the amount if none is given.
    low, high: the least and the greatest amount allowed.
    unit: empty for a plain number.
    meaning: what it does, for the docs.
    """

    usual: float
    low: float
    high: float
    unit: str
    meaning: str


CHANGE_KEYS = MappingProxyType({
    "drag": ChangeKey(0.5, 0.0, 10.0, "1/s",
        "air drag: the ball decelerates by this times its velocity"),
    "air": ChangeKey(0.05, 0.0, 1.0, "1/m",
        "air drag: the ball decelerates by this times its velocity times its speed"),
    "wind": ChangeKey(1.5, -20.0, 20.0, "m/s²",
        "the ball accelerates by this to the right, in contact and in flight"),
    "spin": ChangeKey(0.4, 0.0, 10.0, "",
        "contacts turn the ball, whose friction is this"),
    "bounce": ChangeKey(0.1, 0.0, 10.0, "s/m",
        "bounce falls with speed: divided by 1 + this times the normal speed in m/s"),
    "shaky": ChangeKey(2.0, 0.0, 20.0, "px",
        "in each trial the ball starts up to this far off in x and in y"),
    "imprecise": ChangeKey(1.0, 0.0, 10.0, "px, °",
        "in each trial each piece lands up to this far off in x, in y and in angle"),
    "whole": ChangeKey(1.0, 0.0, 10.0, "px, px/s, °",
        "positions, velocities and angles are reported as multiples of this"),
    "fast-clock": ChangeKey(2.0, 1.0, 8.0, "",
        "the engine takes this number of steps in each frame of 1/60 s: 120 steps a second"),
    "chipmunk": ChangeKey(1.0, 0.0, 1.0, "",
        "another engine moves everything: Chipmunk, from the extra `chipmunk`"),
})  # fmt: skip

# What a random mixture is drawn from: no further package, and nothing that hides the others.
_MIXED = ("drag", "air", "wind", "spin", "bounce", "shaky", "imprecise", "whole", "fast-clock")
_WHOLE_AMOUNTS = ("whole", "fast-clock")  # not scaled in a mixture


@dataclass(frozen=True, slots=True)
class Changes:
    """The amount of every change, as in `CHANGE_KEYS`; 0 for none, and 1 for the clock."""

    drag: float = 0.0
    air: float = 0.0
    wind: float = 0.0
    spin: float = 0.0
    bounce: float = 0.0
    shaky: float = 0.0
    imprecise: float = 0.0
    whole: float = 0.0
    fast_clock: float = 1.0
    chipmunk: float = 0.0

    def __post_init__(self) -> None:
        for name, key in CHANGE_KEYS.items():
            value = getattr(self, _field(name))
            if not key.low <= value <= key.high:
                raise PhysicsError(
                    f"world {name} = {value!r} is out of range ({key.low:g} to {key.high:g}); "
                    f"changes and ranges: {known_changes()}"
                )
        if self.fast_clock != round(self.fast_clock):
            raise PhysicsError(f"world fast-clock = {self.fast_clock!r} must be a whole number")

    def physics(self, physics: Physics) -> Physics:
        """The physics with the changes that act on the ball."""
        residual = Residual(
            push_x=self.wind,
            drag=self.drag,
            air=self.air,
            fade=self.bounce,
            turns=self.spin > 0.0,
        )
        if self.spin:
            physics = dataclasses.replace(physics, ball_friction=self.spin)
        return changed_physics(physics, residual)

    @property
    def by_chance(self) -> bool:
        """Whether the same placements may do something else in the next trial."""
        return self.shaky > 0.0 or self.imprecise > 0.0


def parse_changes(text: str) -> Changes:
    """Read `NAME[=AMOUNT],…` or `random:SEED`.

    >>> parse_changes("wind=-2,whole").wind
    -2.0
    """
    if text.startswith("random:"):
        return random_changes(random_seed("world", text))
    amounts: dict[str, float] = {}
    for part in (p.strip() for p in text.split(",")):
        name, equals, value = (p.strip() for p in part.partition("="))
        if name not in CHANGE_KEYS:
            raise unknown_name("world", name, [*CHANGE_KEYS, RANDOM])
        if name in amounts:
            raise PhysicsError(f"world {text!r}: {name} is given twice; give each change once")
        amounts[name] = _amount(name, value) if equals else CHANGE_KEYS[name].usual
    return Changes(**{_field(name): amount for name, amount in amounts.items()})


def random_changes(seed: int) -> Changes:
    """Two or three changes, each of half to one and a half times its usual amount."""
    draw = random.Random(f"bubbleball world {seed}")
    amounts = {}
    for name in draw.sample(_MIXED, draw.choice((2, 3))):
        scale = 1.0 if name in _WHOLE_AMOUNTS else draw.uniform(0.5, 1.5)
        sign = -1.0 if name == "wind" and draw.random() < 0.5 else 1.0
        amounts[_field(name)] = sign * float(f"{scale * CHANGE_KEYS[name].usual:.3g}")
    return Changes(**amounts)


def known_changes() -> str:
    """The changes with their ranges, for messages."""
    return ", ".join(f"{name} {key.low:g}..{key.high:g}" for name, key in CHANGE_KEYS.items())


def _field(name: str) -> str:
    return name.replace("-", "_")


def _amount(name: str, value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise PhysicsError(
            f"world {name} = {value!r} is not a number; changes and ranges: {known_changes()}"
        ) from None
