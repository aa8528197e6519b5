"""The third baseline: CMA-ES over the choice of pieces and their poses."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from cmaes import CMA, SepCMA

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import PLAY_AREA
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import MethodStage, Thought

_LOW = np.array([0.0, *PLAY_AREA[:2], -180.0])  # choice, x, y (px), angle (degrees)
_HIGH = np.array([1.0, *PLAY_AREA[2:], 180.0])
_ATTEMPTS = 10  # vectors drawn before the last one is repaired
_FULL = 50  # pieces up to which covariances are learnt; their matrix takes seconds for hundreds


class CmaEs:
    """Evolves one vector: for each piece a choice, x, y and angle, each scaled to [0, 1].

    A piece is placed if its choice is above ½. The cost of a vector is the ball's closest approach
    to the flag, px. A vector whose placement is illegal or empty is drawn again, up to ten times;
    then its placement is repaired (`nearest_legal`), and the vector gets the cost of the repaired
    placement. When CMA-ES has converged it restarts with twice the population. With more than 50
    pieces it learns a variance for each number and no covariances. Gives up only if the level has
    no pieces.
    """

    uses = "trials"

    def __init__(
        self, level: Level, *, seed: int = 0, sigma: float = 0.3, population: int | None = None
    ) -> None:
        self._level = level
        self._placer = Placer(level)
        self._rng = np.random.default_rng(seed)
        self._sigma, self._population = sigma, population
        self._search: CMA | SepCMA | None = self._start() if level.pieces else None
        self._generation: list[tuple[Array, float]] = []
        self._asked: tuple[Array, tuple[Placement, ...]] | None = None

    def think(self) -> Iterator[Thought]:
        """Draw the next vector of the generation."""
        began = time.perf_counter()
        if self._search is None:
            text = "This level has no pieces to place."
        else:
            self._asked = self._legal_member(self._search)
            text = (
                f"Member {len(self._generation) + 1} of {self._search.population_size} "
                f"of generation {self._search.generation + 1}."
            )
        yield Thought(MethodStage.CHOOSE, text, seconds=time.perf_counter() - began)

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next; None for a level without pieces."""
        if self._asked is None and self._search is not None:
            self._asked = self._legal_member(self._search)
        return None if self._asked is None else self._asked[1]

    def tell(self, trial: Trial) -> None:
        """Add the trial's cost to the generation; a full generation updates the distribution."""
        if self._asked is None or self._search is None:
            return  # the empty run, or a trial of another placement
        self._generation.append((self._asked[0], trial.closest_approach))
        self._asked = None
        if len(self._generation) == self._search.population_size:
            self._search.tell(self._generation)
            self._generation = []
            if self._search.should_stop():
                self._population = 2 * self._search.population_size
                self._search = self._start()

    def _start(self) -> CMA | SepCMA:
        size = 4 * len(self._level.pieces)
        kind = CMA if len(self._level.pieces) <= _FULL else SepCMA
        return kind(
            mean=self._rng.uniform(0.3, 0.7, size),
            sigma=self._sigma,
            bounds=np.tile([0.0, 1.0], (size, 1)),
            seed=int(self._rng.integers(2**32)),
            population_size=self._population,
        )

    def _legal_member(self, search: CMA | SepCMA) -> tuple[Array, tuple[Placement, ...]]:
        for _ in range(_ATTEMPTS):
            member = search.ask()
            placements = self._decode(member)
            if placements and self._placer.legal(placements):
                return member, placements
        repaired = nearest_legal(self._placer, placements)
        return member, repaired or self._placer.draw(self._rng)

    def _decode(self, member: Array) -> tuple[Placement, ...]:
        rows = _LOW + member.reshape(-1, 4) * (_HIGH - _LOW)
        return tuple(
            Placement(piece.id, x, y, angle if piece.turnable else 0.0)
            for piece, (choice, x, y, angle) in zip(self._level.pieces, rows.tolist(), strict=True)
            if choice > 0.5
        )
