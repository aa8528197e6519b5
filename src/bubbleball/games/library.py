"""What a game must offer to be played, solved, benchmarked and drawn here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from bubbleball.errors import unknown_name
from bubbleball.games.scene import PlacedBall, Scene


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle of a game.

    scene: what is played.
    goal: in words.
    solutions: balls that are known to solve it.
    """

    scene: Scene
    goal: str
    solutions: tuple[tuple[PlacedBall, ...], ...]


class Library(Protocol):
    """The puzzles of one game. A third game needs these five functions, in a module of its own."""

    def groups(self) -> Mapping[str, int]:
        """Templates or levels, and how many puzzles each has."""

    def names(self, group: str) -> Sequence[str]:
        """The puzzles of a group."""

    def puzzle(self, name: str) -> Puzzle:
        """The puzzle of a name; an unknown one raises an UnknownNameError."""

    def place(self, scene: Scene, balls: Sequence[PlacedBall]) -> tuple[PlacedBall, ...]:
        """Balls as the game takes them; a PlacementError if it does not allow them."""

    def from_action(self, scene: Scene, action: Sequence[float]) -> tuple[PlacedBall, ...]:
        """The balls of an action between 0 and 1, as an environment gives it."""


GAMES = ("phyre", "interphyre")


def library(game: str) -> Library:
    """The library of a game; its data need not be installed yet."""
    if game not in GAMES:
        raise unknown_name("game", game, GAMES)
    found: Library = import_module(f"bubbleball.games.{game}.library")
    return found
