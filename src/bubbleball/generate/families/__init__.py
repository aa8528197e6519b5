"""The families of levels, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bubbleball.generate.draw import Draw
from bubbleball.generate.families import metal, powers, wood
from bubbleball.generate.sketch import Sketch

Family = Callable[[Sketch, Draw], None]

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "deflect": metal.deflect,
        "bridge": metal.bridge,
        "zigzag": metal.zigzag,
        "triangles": metal.triangles,
        "plank": wood.plank,
        "hill": wood.hill,
        "prop": wood.prop,
        "wedge": metal.wedge,
        "decoy": metal.decoy,
        "circles": metal.circles,
        "speed-up": powers.speedup_jump,
        "slow-down": powers.slowdown_catch,
        "gravity": powers.gravity_corridor,
        "spring": powers.spring,
        "teleport": powers.teleport,
    }
)
