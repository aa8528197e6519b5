"""Whether a level can be solved in a foreign world: plain search with that world itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from bubbleball.certify.findings import Placements
from bubbleball.certify.robust import jittered
from bubbleball.certify.search import find_solutions
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.foreign.world_changes import Changes
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placing import Placer

TRIALS = 600  # of the search with the world's physics
PLAYS = 12  # of one placement in a random world
OFTEN = 0.5  # share of these that must reach the flag
_ROUTES = 2  # routes to the flag to search for where its solutions may fail
_JITTERS = 30  # of each placement, at each scale
_SCALES = (2.0, 6.0, 15.0)  # px and degrees


def foreign_solution(
    level: Level, changes: Changes, known: Iterable[Placements]
) -> Placements | None:
    """A placement that solves the level in a foreign world, or None if the search finds none.

    It tries `known` placements and jittered copies of them, then the same for what a search with
    the world's physics finds. In a random world, half of the plays must succeed.
    """
    for placements in _proposals(level, changes, tuple(known)):
        if works(level, changes, placements):
            return placements
    return None


def works(level: Level, changes: Changes, placements: Placements) -> bool:
    """Whether a placement solves the level, or often does in a random world."""
    plays = PLAYS if changes.by_chance else 1
    game = ForeignGame(level, changes)
    solved = 0
    for number in range(plays):
        solved += game.play(placements).solved
        if solved + plays - 1 - number < OFTEN * plays:
            return False
    return True


def _searched(level: Level, changes: Changes) -> tuple[Placements, ...]:
    same = not changes.by_chance and changes.fast_clock == 1 and not changes.chipmunk
    wanted = 1 if same else _ROUTES
    return find_solutions(level, wanted=wanted, trials=TRIALS, physics=changes.physics(REAL))


def _proposals(
    level: Level, changes: Changes, known: tuple[Placements, ...]
) -> Iterator[Placements]:
    placer, rng = Placer(level), np.random.default_rng(0)

    def around(starts: tuple[Placements, ...]) -> Iterator[Placements]:
        yield from starts
        for scale in _SCALES:
            for placements in starts:
                yield from (jittered(placer, placements, rng, scale) for _ in range(_JITTERS))

    yield from around(known)
    yield from around(_searched(level, changes))
