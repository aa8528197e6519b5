"""What callers of the library may pass: the obvious short forms are taken, the rest is refused."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from bubbleball.errors import ArgumentError
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics, parse_physics
from bubbleball.game.placement import Placement

# A placement, (piece, x, y) or (piece, x, y, angle).
PlacementLike = Placement | tuple[Any, ...]
PlacementsLike = Iterable[PlacementLike] | Mapping[str, Iterable[float]] | Placement
PhysicsLike = Physics | str | Mapping[str, float]

_FORMS = "Placement('AO6G', 217, 247.5), ('AO6G', 217, 247.5, -10) or {'AO6G': (217, 247.5)}"


def level_given(level: object, caller: str) -> Level:
    """The level, or an error that says how to load one."""
    if isinstance(level, Level):
        return level
    if isinstance(getattr(level, "level", None), Level):
        hint = "a document or trial has it as .level"
    else:
        name = level if isinstance(level, str | int | os.PathLike) else "2"
        hint = f"load it first: load_level({name!r:.60})"
    raise ArgumentError(f"{caller} takes a Level, not {_kind(level)}; {hint}")


def physics_given(physics: object) -> Physics:
    """Physics, the name of a preset with overrides, or a mapping of overrides.

    >>> physics_given("moon").gravity, physics_given({"gravity": 5}).gravity
    (1.62, 5.0)
    """
    if isinstance(physics, Physics):
        return physics
    if isinstance(physics, Mapping):
        return parse_physics(",".join(f"{key}={value}" for key, value in physics.items()) or "real")
    if isinstance(physics, str):
        return parse_physics(physics)
    raise ArgumentError(
        f"physics is {_kind(physics)}; give Physics(gravity=5), 'moon,restitution=0.6' "
        "or {'gravity': 5}"
    )


def placements_given(placements: object) -> tuple[Placement, ...]:
    """Placements from any of their short forms.

    >>> placements_given({"plank": (217, 247.5)})
    (Placement(piece='plank', x=217.0, y=247.5, angle=0.0),)
    """
    if isinstance(placements, Placement):
        return (placements,)
    if isinstance(placements, Mapping):
        return tuple(_placement((piece, *_pose(pose))) for piece, pose in placements.items())
    if isinstance(placements, str) or not isinstance(placements, Iterable):
        raise ArgumentError(f"placements are {_kind(placements)}; give a list of {_FORMS}")
    given = tuple(placements)
    if given and isinstance(given[0], str):
        return (_placement(given),)  # a single (piece, x, y)
    return tuple(map(_placement, given))


def _placement(given: object) -> Placement:
    if isinstance(given, Placement):
        return given
    if isinstance(given, tuple | list) and len(given) in (3, 4) and isinstance(given[0], str):
        return Placement(*given)
    raise ArgumentError(f"{given!r:.60} is not a placement; give {_FORMS}")


def _pose(pose: object) -> tuple[object, ...]:
    if isinstance(pose, str) or not isinstance(pose, Iterable):
        raise ArgumentError(f"{pose!r:.60} is not a pose; give (x, y) or (x, y, angle)")
    return tuple(pose)


def _kind(value: object) -> str:
    return f"{value!r:.60} ({type(value).__name__})"
