"""Repair a failed placement: the smallest change with which the believed world reaches the flag.

The failed trial is the recorded trajectory Γ_in. One piece is changed at a time: nudged where it
stands, taken away, or put where Γ_in can be deflected towards the flag (H-2 from a placement that
already stands). What is found is drawn back towards the failed placement as far as it still works.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.candidates import PoseBatch
from bubbleball.method.change import (
    Change,
    change_px,
    changes,
    turn_between,
    with_equal_pieces_swapped,
)
from bubbleball.method.contact_sampling import button_poses, contact_poses
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.legality import fitting, is_legal
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.supporting_blocks import settled
from bubbleball.model.beta import beta_vector
from bubbleball.model.stepper.predict import StepPredictor

MARGIN = 0.15  # share of the drawn-back distance that is given up again, for safety


@dataclass(frozen=True, slots=True)
class RepairEffort:
    """How much is tried; counts, never seconds, so that a seed repeats a repair.

    nudges: changes of each placed piece at each radius.
    radii: of the nudges, px; a turn moves the farthest corner as far.
    checked: predicted repairs run in the believed world, the smallest change first.
    halvings: of the distance to the failed placement, when a repair is drawn back.
    contacts: poses of each further piece on the ball's path, rated by the stepping model.
    compared: solutions of the solver that are drawn back.
    """

    nudges: int = 8
    radii: tuple[float, ...] = (4.0, 10.0, 25.0, 50.0)
    checked: int = 24
    halvings: int = 4
    contacts: int = 400
    compared: int = 3


class Repair:
    """Changes one failed placement, under one belief.

    tried: placements run in the believed world so far.
    """

    def __init__(
        self,
        attempt: Trial,
        physics: Physics,
        rng: np.random.Generator,
        effort: RepairEffort | None = None,
    ) -> None:
        self.level: Level = attempt.level
        self.attempt = attempt
        self.physics = physics
        self.rng = rng
        self.effort = effort or RepairEffort()
        self.tried = 0
        self._predictor = StepPredictor(self.level, cost_to_go(self.level).layers)

    @property
    def explained(self) -> bool:
        """Whether the failed trial goes in the believed world as it went in the game."""
        believed = simulate(self.level, self.attempt.placements, self.physics, record_moves=False)
        frames = min(len(believed.ball), len(self.attempt.ball))
        apart = np.hypot(*(believed.ball[:frames, :2] - self.attempt.ball[:frames, :2]).T)
        return bool(apart.max() < BALL_RADIUS)

    def one_piece(self) -> Iterator[tuple[Placement, ...] | None]:
        """Solutions that change one piece, as they are found; None after each that fails."""
        yield from self._nudged()
        yield from self._moved_to_the_path()

    def drawn_back(self, solution: Sequence[Placement]) -> tuple[Placement, ...]:
        """A solution with as many pieces as possible where they were, the others nearer to it."""
        now = self._swapped(tuple(solution))
        now = self._restored(now)
        for change in sorted(changes(self.level, self.attempt.placements, now), key=_by_px):
            if change.before is not None and change.after is not None:
                now = self._nearer(now, change.before, change.after)
        return self._restored(now)

    def smallest(self, solutions: Iterable[Sequence[Placement]]) -> tuple[Placement, ...] | None:
        """The smallest change that any of some solutions leads to; None if none of them works."""
        swapped = (
            with_equal_pieces_swapped(self.level, self.attempt.placements, tuple(solution))
            for solution in solutions
        )
        nearest = [each for each in sorted(swapped, key=self.px) if self.works(each)]
        return min(map(self.drawn_back, nearest[: self.effort.compared]), key=self.px, default=None)

    def px(self, placements: Sequence[Placement]) -> float:
        """How far a placement is from the failed one, px."""
        return change_px(self.level, self.attempt.placements, placements)

    def works(self, placements: Sequence[Placement]) -> bool:
        """Whether a placement is legal and reaches the flag in the believed world."""
        if not is_legal(self.level, placements):
            return False
        self.tried += 1
        run = simulate(
            self.level, placements, self.physics, record_moves=False, record_contacts=False
        )
        return run.solved

    def _nudged(self) -> Iterator[tuple[Placement, ...] | None]:
        """Every piece that was at work a little elsewhere, then each of all taken away."""
        placed = self.attempt.placements
        at_work = {*self.attempt.parts_met, *self.attempt.movers}
        for radius in self.effort.radii:
            for old in (each for each in placed if each.piece in at_work):
                for _ in range(self.effort.nudges):
                    changed = _with(placed, self._near(old, radius))
                    yield changed if self.works(changed) else None
        for old in placed:
            fewer = _without(placed, old.piece)
            yield fewer if self.works(fewer) else None

    def _near(self, old: Placement, radius: float) -> Placement:
        """A pose near another: mostly moved or mostly turned."""
        piece = self.level.piece(old.piece)
        move, heading, turn = self.rng.uniform(0, 1), self.rng.uniform(0, 2 * math.pi), 0.0
        if piece is not None and piece.turnable:
            share = self.rng.uniform(-1, 1)
            reach = math.hypot(piece.width, piece.height) / 2
            turn, move = math.degrees(share * radius / reach), move * (1 - abs(share))
        dx, dy = move * radius * math.cos(heading), move * radius * math.sin(heading)
        return Placement(old.piece, old.x + dx, old.y + dy, old.angle + turn)

    def _moved_to_the_path(self) -> Iterator[tuple[Placement, ...] | None]:
        """One piece put where the ball passes, from the tray or from where it stands."""
        placed = self.attempt.placements
        bases = [placed, *(_without(placed, old.piece) for old in placed)]
        found: list[tuple[Placement, ...]] = []
        for base in dict.fromkeys(bases):
            rested = self._at_rest(base)
            path = recorded_path(self.attempt) if base == placed else self._path(rested)
            for piece in self.level.one_of_each({placement.piece for placement in base}):
                found += [(*base, new) for new in self._solving(rested, piece, path)]
            yield None
        for placements in sorted(found, key=self.px)[: self.effort.checked]:
            yield placements if self.works(placements) else None

    def _path(self, base: tuple[Placement, ...]) -> Array:
        """The predicted path of the ball among some of the pieces."""
        return self._predictor.one(base, self.physics).path

    def _solving(self, base: tuple[Placement, ...], piece: Part, path: Array) -> list[Placement]:
        """Poses of one more piece on the path that are predicted to solve the level."""
        draw = button_poses if piece.kind.button else contact_poses
        poses = draw(piece, path, self.rng, self.effort.contacts)
        batch = fitting(self.level, base, PoseBatch((piece,), poses[:, None]))
        if not len(batch):
            return []
        seen = self._predictor.many(base, (piece,), batch.poses, beta_vector(self.physics), path)
        return [batch.placements(row)[0] for row in np.flatnonzero(seen.solved).tolist()]

    def _at_rest(self, base: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Where the pieces have fallen to; the stepping model takes them as fixed."""
        return settled(self.level, base, self.physics) or base

    def _swapped(self, solution: tuple[Placement, ...]) -> tuple[Placement, ...]:
        swapped = with_equal_pieces_swapped(self.level, self.attempt.placements, solution)
        return swapped if self.works(swapped) else solution

    def _restored(self, now: tuple[Placement, ...]) -> tuple[Placement, ...]:
        """Undo the change of each piece, the largest first, where the rest works without it."""
        for change in sorted(changes(self.level, self.attempt.placements, now), key=_by_px)[::-1]:
            kept = _without(now, change.piece)
            undone = kept if change.before is None else (*kept, change.before)
            if self.works(undone):
                now = undone
        return now

    def _nearer(
        self, now: tuple[Placement, ...], before: Placement, after: Placement
    ) -> tuple[Placement, ...]:
        """One piece as near to its old pose as it works: each number alone, then all together."""
        for field in ("x", "y", "angle"):
            straight = replace(after, **{field: getattr(before, field)})
            if straight != after and self.works(_with(now, straight)):
                now, after = _with(now, straight), straight
        fails, works = 0.0, 1.0  # share of the change that is kept
        for _ in range(self.effort.halvings):
            middle = (fails + works) / 2
            if self.works(_with(now, self._between(before, after, middle))):
                works = middle
            else:
                fails = middle
        safe = _with(now, self._between(before, after, min(1.0, works + MARGIN * (1 - works))))
        return safe if self.works(safe) else _with(now, self._between(before, after, works))

    def _between(self, before: Placement, after: Placement, share: float) -> Placement:
        """A pose on the straight path from one to another."""
        piece = self.level.piece(after.piece)
        turn = turn_between(piece, before.angle, after.angle) if piece else 0.0
        return Placement(
            after.piece,
            before.x + share * (after.x - before.x),
            before.y + share * (after.y - before.y),
            before.angle + share * turn,
        )


def _with(placed: Sequence[Placement], new: Placement) -> tuple[Placement, ...]:
    return tuple(new if old.piece == new.piece else old for old in placed)


def _without(placed: Sequence[Placement], piece: str) -> tuple[Placement, ...]:
    return tuple(old for old in placed if old.piece != piece)


def _by_px(change: Change) -> float:
    return change.px
