"""The options of both environments: levels, physics of each episode, choices, sizes, rewards."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np

from bubbleball.env.codec import Codec, Sizes
from bubbleball.errors import BubbleBallError, unknown_name
from bubbleball.game.arguments import PhysicsLike, physics_given
from bubbleball.game.kinds import SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.physics import Physics, random_physics
from bubbleball.generate.level_sets import level_set

LevelsLike = str | Level | Sequence[str | Level]
EpisodePhysics = PhysicsLike | Sequence[PhysicsLike]
RANDOM = "random"  # as physics: drawn for every episode, as `random_physics` does
ILLEGAL_REWARD = -1.0
_FARTHEST = math.hypot(SCREEN_WIDTH, SCREEN_HEIGHT)  # px that count as a distance of 1
_CHOICES = {  # option -> its values, the default first
    "observation": ("objects", "image"),
    "action": ("box", "dict"),
    "angle": ("number", "vector"),
    "reward": ("sparse", "distance"),
    "illegal": ("penalise", "repair", "raise"),
}


class EnvOptions(Sizes, total=False):
    """The options that choose one of a few values, and those that fix shapes."""

    observation: str
    action: str
    angle: str
    reward: str
    illegal: str


class EpisodeDraw:
    """Draws the physics of each episode: always the same, one of several, or any."""

    def __init__(self, wanted: EpisodePhysics) -> None:
        self._choices: tuple[Physics, ...] = ()
        if isinstance(wanted, str) and wanted == RANDOM:
            return
        given: Sequence[PhysicsLike]
        given = [wanted] if isinstance(wanted, str) or not isinstance(wanted, Sequence) else wanted
        if not given:
            raise BubbleBallError("physics: an empty list; give at least one")
        self._choices = tuple(map(physics_given, given))

    @property
    def endless(self) -> bool:
        """Whether every episode may have a physics of its own."""
        return not self._choices

    def draw(self, rng: np.random.Generator) -> Physics:
        """The physics of the next episode."""
        if self.endless:
            return random_physics(int(rng.integers(2**31)))
        if len(self._choices) == 1:
            return self._choices[0]
        return self._choices[int(rng.integers(len(self._choices)))]


@dataclass(frozen=True, slots=True)
class EnvSetup:
    """What both environments are made of.

    levels: one is drawn for each episode.
    tries: placements per episode.
    draw: of the physics of each episode.
    codec: of these levels.
    picked: a value for every choice.
    """

    levels: tuple[Level, ...]
    tries: int
    draw: EpisodeDraw
    codec: Codec
    picked: Mapping[str, str]

    def number_of(self, name: object) -> int:
        """The place of a level among those of the environment."""
        names = [level.name for level in self.levels]
        if name not in names:
            raise unknown_name("level in this environment", str(name), names)
        return names.index(str(name))

    def reward(self, *, solved: bool, distance: float) -> float:
        """1 when solved; else 0, or minus the least distance in screen diagonals."""
        if solved:
            return 1.0
        shaped = self.picked["reward"] == "distance"
        return -min(1.0, distance / _FARTHEST) if shaped else 0.0


def set_up(
    levels: LevelsLike, physics: EpisodePhysics, tries: int, options: EnvOptions
) -> EnvSetup:
    """Load and check what an environment is made with."""
    sizes, picked = _split(options)
    if tries < 1:
        raise BubbleBallError(f"tries = {tries}; an episode has at least one")
    loaded = _levels(levels)
    draw = EpisodeDraw(physics)
    as_dict, vector_angle = picked["action"] == "dict", picked["angle"] == "vector"
    codec = Codec(loaded, as_dict=as_dict, vector_angle=vector_angle, **sizes)
    return EnvSetup(loaded, tries, draw, codec, picked)


def _split(options: EnvOptions) -> tuple[Sizes, dict[str, str]]:
    """The sizes, and a value for every choice; an unknown name or value is refused."""
    sizes: dict[str, object] = {}
    picked = {name: values[0] for name, values in _CHOICES.items()}
    for name, value in options.items():
        if name in Sizes.__annotations__:
            sizes[name] = value
        elif name not in _CHOICES:
            known = (*_CHOICES, *Sizes.__annotations__)
            raise unknown_name("option of the environment", name, known)
        elif value not in _CHOICES[name]:
            raise unknown_name(name, str(value), _CHOICES[name])
        else:
            picked[name] = str(value)
    return cast("Sizes", sizes), picked


def _levels(wanted: LevelsLike) -> tuple[Level, ...]:
    """The levels of a pack, a folder, `generated:FAMILY:N:SEED`, a name, a Level, or several."""
    if isinstance(wanted, Level):
        return (wanted,)
    if isinstance(wanted, str):
        return tuple(level_set(wanted))
    levels = tuple(level for each in wanted for level in _levels(each))
    if not levels:
        raise BubbleBallError("an environment needs at least one level")
    return levels
