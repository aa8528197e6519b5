"""Interphyre's levels: their stored data as scenes, goals and rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bubbleball.errors import DataError, unknown_name
from bubbleball.games.interphyre import bundles
from bubbleball.games.interphyre.bundles import ADVICE
from bubbleball.games.interphyre.objects import HALF, body_of, rounded, walls
from bubbleball.games.legal import check_clear, check_inside
from bubbleball.games.scene import Goal, PlacedBall, Rules, Scene

PLACED = "red_ball"  # what the player places in every level
GOALS = {  # level -> the two objects that must stay in contact for 3 s
    "basket_case": ("green_ball", "purple_ground"),
    "catapult": ("green_ball", "blue_ball"),
    "cliffhanger": ("green_bar", "purple_ground"),
    "dive_bomb": ("green_ball", "purple_pad"),
    "down_to_earth": ("green_ball", "purple_ground"),
    "end_of_line": ("green_ball", "purple_wall"),
    "falling_into_place": ("green_ball", "blue_basket"),
    "flagpole_sitta": ("green_ball", "purple_ground"),
    "just_a_nudge": ("green_ball", "blue_ball"),
    "keyhole": ("green_ball", "purple_pad"),
    "locust_swarm": ("green_ball", "purple_floor"),
    "marble_race": ("green_ball", "purple_basket"),
    "mind_the_gap": ("green_ball", "purple_ground"),
    "off_the_rails": ("green_ball", "purple_wall"),
    "pass_the_parcel": ("green_ball", "blue_ball"),
    "pinball_machine": ("green_ball", "purple_floor"),
    "seesaw": ("green_ball", "blue_beam"),
    "staircase": ("basket", "green_ball"),
    "straight_face": ("green_ball", "purple_pad"),
    "the_cradle": ("green_ball", "purple_floor"),
    "the_funnel": ("green_ball", "purple_target"),
    "tipping_point": ("green_bar", "purple_wall"),
    "two_body_problem": ("green_ball", "blue_ball"),
    "wedge_issue": ("green_ball", "purple_bar"),
    "zebra_crossing": ("green_ball", "purple_ground"),
}
_RULES = Rules(
    unit=1.0,
    left=-HALF,
    bottom=-HALF,
    right=HALF,
    top=HALF,
    least_radius=0.1,
    most_radius=1.5,
    may_touch=False,
    boxes=True,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One scene of a level.

    scene: the puzzle; its name is level and seed, such as keyhole:17.
    solution: the stored one; None where Interphyre found none.
    """

    scene: Scene
    solution: tuple[PlacedBall, ...] | None


def fetch(checkout: Path) -> int:
    """Copy the bundles of a checkout into the data folder; return the number of levels."""
    source = checkout / "interphyre" / "data" / "levels"
    paths = {path.name.partition(".")[0]: path for path in sorted(source.glob("*.json.lzma"))}
    found = {level: path for level, path in paths.items() if level in GOALS}
    if not found:
        raise DataError(f"there are no bundles in {source}; {ADVICE}")
    for level, path in found.items():
        bundles.keep(level, bundles.read_bundle(path))
    return len(found)


def levels() -> tuple[str, ...]:
    """The levels whose scenes are installed."""
    return tuple(level for level in bundles.kept() if level in GOALS)


def seeds(level: str) -> tuple[int, ...]:
    """The seeds of a level's scenes that have a solution, in the order of its bundle."""
    return bundles.index_of(level).solved


def find(name: str) -> Entry:
    """The scene of a name such as keyhole:17; without a seed, the level's first."""
    level, _, seed = name.partition(":")
    if level not in levels():
        raise unknown_name("level", level, levels())
    return entry(level, bundles.scene(level, seed))


def entry(level: str, stored: dict[str, Any]) -> Entry:
    """A stored scene as values."""
    try:
        objects = {name: stored["scene"][name] for name in sorted(stored["scene"])}
        bodies = walls() + tuple(
            body_of(name, values) for name, values in objects.items() if name != PLACED
        )
        numbers = {body.name: number for number, body in enumerate(bodies)}
        first, second = (numbers[name] for name in GOALS[level])
        solution = stored.get("solution") or None
    except (KeyError, TypeError, ValueError) as fault:
        raise DataError(f"a scene of {level} cannot be read: {fault!r}; {ADVICE}") from None
    if not bodies[first].moves:
        first, second = second, first
    name = f"{level}:{stored['seed']}"
    return Entry(
        scene=Scene(name, bodies, Goal(first, second, restarts=True), _RULES),
        solution=solution and tuple(PlacedBall(*map(rounded, values)) for values in solution),
    )


def placed(scene: Scene, x: float, y: float, radius: float) -> tuple[PlacedBall, ...]:
    """The ball of an action; an invalid one raises a PlacementError."""
    ball = PlacedBall(rounded(x), rounded(y), rounded(radius))
    check_inside(scene.rules, ball)
    check_clear(scene, [ball])
    return (ball,)
