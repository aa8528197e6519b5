"""What happened in one run of a scene."""

from __future__ import annotations

from dataclasses import dataclass

from bubbleball.game.arrays import Array
from bubbleball.games.scene import STEPS_PER_SECOND, PlacedBall, Scene


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two bodies in contact, from the first step to the last.

    first, second: names of the bodies; balls of the player are `ball 1` and `ball 2`.
    step: the step in which they met.
    until: the step in which they parted; None if the run ended before.
    """

    first: str
    second: str
    step: int
    until: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class PuzzleTrial:
    """One run.

    scene, balls: what was played.
    solved: whether the goal's bodies stayed in contact long enough.
    steps: of 1/60 s until the verdict.
    held: the longest time for which they stayed in contact, steps.
    stride: steps between two frames of `states`.
    names: the bodies that move, the player's balls last.
    states: frames x names x 3: x, y and angle, in the scene's unit and radians.
    meetings: in order of time; empty unless they were recorded.
    """

    scene: Scene
    balls: tuple[PlacedBall, ...]
    solved: bool
    steps: int
    held: int
    stride: int
    names: tuple[str, ...]
    states: Array
    meetings: tuple[Meeting, ...] = ()

    @property
    def seconds(self) -> float:
        """Game time until the verdict."""
        return self.steps / STEPS_PER_SECOND

    def path(self, name: str) -> Array:
        """The states of one body: frames x 3."""
        states: Array = self.states[:, self.names.index(name)]
        return states
