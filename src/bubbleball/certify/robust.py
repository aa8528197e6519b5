"""How robust a solution is, how likely chance is to find it, and which of its pieces it needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.certify.certificate import Share
from bubbleball.certify.findings import Placements
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.world import simulate

_DRAWS = 40  # random poses of each piece, for the odds
_ATTEMPTS = 60  # jitters of one piece drawn before it keeps its pose


def robustness(
    placer: Placer, placements: Sequence[Placement], rng: np.random.Generator, jitters: int
) -> Share:
    """How many of some jittered copies still solve the level."""
    copies = (jittered(placer, placements, rng) for _ in range(jitters))
    return Share(sum(simulate(placer.level, copy, REAL).solved for copy in copies), jitters)


def jittered(
    placer: Placer, placements: Sequence[Placement], rng: np.random.Generator, scale: float = 1.0
) -> Placements:
    """A legal copy with every piece moved and turned a little.

    It moves by up to `scale` px in x and in y and turns by up to `scale` degrees, uniformly among
    the legal poses; a piece with no legal jitter keeps its pose.
    """
    pieces = {piece.id: piece for piece in placer.level.pieces}
    copy = list(placements)
    for number, old in enumerate(placements):
        rest = copy[:number] + copy[number + 1 :]
        for _ in range(_ATTEMPTS):
            dx, dy, turn = (scale * rng.uniform(-1.0, 1.0, 3)).tolist()
            angle = old.angle + (turn if pieces[old.piece].turnable else 0.0)
            new = Placement(old.piece, old.x + dx, old.y + dy, angle)
            if placer.fits(new, rest):
                copy[number] = new
                break
    return tuple(copy)


def odds(level: Level, placements: Sequence[Placement], rng: np.random.Generator) -> float:
    """Chance that random poses solve the level, for solutions too rare to find by chance.

    It is the product over the pieces of the chance to solve the level with that piece drawn at
    random and the others where they belong.
    """
    placer, chance = Placer(level), 1.0
    pieces = {piece.id: piece for piece in level.pieces}
    for number, placement in enumerate(placements):
        rest = [*placements[:number], *placements[number + 1 :]]
        drawn = [placer.pose(pieces[placement.piece], rest, rng) for _ in range(_DRAWS)]
        solved = sum(simulate(level, [*rest, at], REAL).solved for at in drawn if at is not None)
        chance *= (solved + 0.5) / (_DRAWS + 1)
    return chance


def simplified(level: Level, placements: Placements) -> Placements:
    """The solution without pieces that can be left out, tried one after another."""
    kept = placements
    for placement in placements:
        without = tuple(p for p in kept if p is not placement)
        if simulate(level, without, REAL).solved:
            kept = without
    return kept
