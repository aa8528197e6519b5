"""PHYRE's tasks and Interphyre's scenes for the tests; neither are ours to ship."""

from __future__ import annotations

import json
import lzma
from typing import Any

import pytest

from bubbleball.errors import DataError
from bubbleball.game.geometry import Disc, rectangle
from bubbleball.games.interphyre.bundles import keep
from bubbleball.games.phyre.rules import goal, rules
from bubbleball.games.phyre.tasks import Task, find
from bubbleball.games.scene import BodyRole, Scene, SceneBody
from reference import reference


def phyre_task(name: str) -> Task:
    """A task; skips the test where PHYRE's data have not been fetched."""
    try:
        return find(name)
    except DataError as missing:
        pytest.skip(str(missing))


def interphyre_levels() -> dict[str, list[dict[str, Any]]]:
    """Stored scenes by level; skips the test where the sample is absent."""
    content = reference("interphyre/sample.json.lzma").read_bytes()
    levels: dict[str, dict[str, Any]] = json.loads(lzma.decompress(content))["levels"]
    return {name: level["entries"] for name, level in levels.items()}


def two_balls(apart: float = 40.0, tier: str = "ball") -> Scene:
    """Our own little scene in PHYRE's rules: two balls at rest on a floor."""
    floor = SceneBody(
        "floor", 128, 10, 0.0, (rectangle(256, 20),), moves=False, role=BodyRole.STATIC
    )
    balls = [
        SceneBody(role, 128 + side * (apart / 2 + 10), 30.05, 0.0, (Disc(0, 0, 10),), True, role)
        for side, role in ((-1, BodyRole.SUBJECT), (1, BodyRole.TARGET))
    ]
    return Scene("ours", (floor, *balls), goal(1, 2), rules(tier))


def write_own_level() -> None:
    """Put a level of our own in Interphyre's format into the data folder: balls in a valley."""

    def thing(x: float, y: float, colour: str, angle: float = 0.0, **size: float) -> dict[str, Any]:
        pose = {"x": x, "y": y, "angle": angle, "color": colour}
        return {**pose, "dynamic": "radius" in size, **size}

    scene = {
        "left": thing(-2.5, -3.0, "black", -10.0, length=5.2, thickness=0.2),
        "right": thing(2.5, -3.0, "black", 10.0, length=5.2, thickness=0.2),
        "green_ball": thing(-3.0, -1.0, "green", radius=0.5),
        "blue_ball": thing(3.0, -1.0, "blue", radius=0.5),
    }
    keep("just_a_nudge", [{"seed": 1, "scene": scene, "solution": [[0.0, 4.0, 0.2]]}])
