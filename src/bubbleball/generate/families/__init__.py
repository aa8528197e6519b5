"""The families of levels, by name: each draws one sketch, and says so if it did not work out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bubbleball.generate.families import chains, metal, powers, throws, wood
from bubbleball.generate.sketch import Sketch
from bubbleball.generate.stream import Draw

Family = Callable[[Sketch, Draw], None]

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "deflect": metal.deflect,
        "bridge": metal.bridge,
        "zigzag": metal.zigzag,
        "triangles": metal.triangles,
        "circles": metal.circles,
        "wedge": metal.wedge,
        "decoy": metal.decoy,
        "plank": wood.plank,
        "hill": wood.hill,
        "prop": wood.prop,
        "speed-up": powers.speed_up,
        "slow-down": powers.slow_down,
        "gravity": powers.gravity,
        "spring": powers.spring,
        "teleport": powers.teleport,
        "machine": powers.machine,
        "catapult": throws.catapult,
        "chain": chains.chain,
    }
)
