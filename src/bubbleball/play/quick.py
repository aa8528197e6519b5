"""One trial in one call: `bubbleball.play("2", AO6G=(217, 247.5))`."""

from __future__ import annotations

import os
from collections.abc import Iterable

from bubbleball.files.packs import load_level
from bubbleball.game.arguments import PhysicsLike, PlacementsLike, placements_given
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.trial import Trial


def play(
    level: Level | str | int | os.PathLike[str],
    placements: PlacementsLike = (),
    /,
    *,
    physics: PhysicsLike = REAL,
    **pieces: Iterable[float],
) -> Trial:
    """Play one trial of a level, which may also be given by name or by file.

    placements: as `Game.play` takes them.
    physics: as `Game` takes it.
    pieces: each piece with its pose, `AO6G=(217, 247.5)` or `AO6G=(217, 247.5, -10)`.

    >>> play("2", AO6G=(217, 247.5)).solved
    True
    """
    placed = placements_given(placements) + placements_given(pieces)
    found = level if isinstance(level, Level) else load_level(level)
    return Game(found, physics).play(placed)
