"""H-2: search over partial configurations, piece by piece, each model leaving less to the next.

A state is a set of placed pieces with the ball's predicted path. It is expanded by every kind of
piece that is still in the tray, by contacts in the state's Local Region for the most part. The
closed-form event chain leaves of this coarse grid what gets to the Local Target Set (eq. 6), the
stepper rates that by the cost-to-go (eq. 17). The best successors that differ are kept.
Backtracking is implicit: other states of the beam never placed the piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.game.kinds import Kind
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import Physics
from bubbleball.game.placement import Placement
from bubbleball.method.candidates import (
    SOLVED,
    Candidate,
    PoseBatch,
    Sieve,
    Sieved,
    Spent,
    State,
    by_cost,
    cell_of,
    few_per_cell,
)
from bubbleball.method.constructions import Constructions
from bubbleball.method.contact_sampling import button_poses, contact_poses, pick_frames
from bubbleball.method.cost_to_go import CostToGo
from bubbleball.method.exits import exit_points
from bubbleball.method.legality import fitting, legal
from bubbleball.method.local_region import local_region
from bubbleball.method.recorded_start import Recorded
from bubbleball.method.region_focus import focused, share_to_look_at
from bubbleball.method.supporting_blocks import released_beside
from bubbleball.model.beta import beta_vector
from bubbleball.model.prediction import Forecasts
from bubbleball.model.stepper.predict import StepPredictor

MIN_CONTACTS = 16  # contacts tried for each state and kind of piece, however wide the beam
SHARED = 12  # states and kinds of wood that share the constructions, at most
BUILT = 3  # the best states of the beam, on whose pieces others are put
LEAST_RESTS = 8  # the same for wood that rests alone
SCALES = (0.2, 0.6, 1.5)  # of the changes in finer gridding
SIDEWAYS = 8.0  # px; the moves of wood, which finds its own height and angle, times a scale
APART = 60.0  # px between the two ends of a pair of teleports that is placed at once


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is searched; counts, never seconds, so that a seed repeats a search.

    candidates: contacts in one expansion of the whole beam.
    width: states kept.
    per_cell: states kept of those that are alike.
    rests: poses of wood that rests alone, per expansion of the beam.
    props: constructions drawn per expansion of the beam.
    finer: best candidates refined by finer gridding.
    shots: random changes of each of them; a sixth as many for wood.
    settle: whether wood is placed where it rests, or else where the ball should meet it.
    region: whether contacts are sampled in the Local Region, or else anywhere on the path.
    """

    candidates: int = 300
    width: int = 8
    per_cell: int = 2
    rests: int = 100
    props: int = 60
    finer: int = 6
    shots: int = 24
    settle: bool = True
    region: bool = True


class Beam:
    """Expands states of one level under one belief.

    events: sieves the coarse grid; without it the stepper rates all of it.
    guide: the Guide Path to follow, n x 2 px; None for none.
    recorded: trials that predictions start from; without it they start at the beginning.
    """

    def __init__(
        self,
        level: Level,
        to_go: CostToGo,
        physics: Physics,
        rng: np.random.Generator,
        effort: Effort,
        events: Sieve | None = None,
        guide: Array | None = None,
        recorded: Recorded | None = None,
    ) -> None:
        self.level = level
        self.to_go = to_go
        goal = level if recorded is None else recorded.goal
        self.predictor = StepPredictor(goal, to_go.layers)
        self.physics = physics
        self.beta = beta_vector(physics)
        self.rng = rng
        self.effort = effort
        self.events = events
        self.guide = guide
        self.recorded = recorded
        self.spent = Spent()
        self._constructions = Constructions(level, physics, rng)
        # Where wood comes to rest in the believed world; None if it falls or moves the rest.
        self._rested: dict[tuple[Placement, ...], tuple[Placement, ...] | None] = {}
        self._states: dict[tuple[Placement, ...], State] = {}
        self._exits = exit_points(level, to_go)

    def state(self, placements: tuple[Placement, ...]) -> State:
        """A configuration with its prediction and its Local Region."""
        if placements not in self._states:
            self._states[placements] = self._predicted(placements)
        return self._states[placements]

    def _predicted(self, placements: tuple[Placement, ...]) -> State:
        begun = None if self.recorded is None else self.recorded.start(placements)
        prediction = self.predictor.one(placements, self.physics, begun)
        local = None
        if self.guide is not None and self.effort.region:
            local = local_region(prediction.path[:, :2], self.guide)
        return State(placements, prediction, local)

    def expansions(
        self, states: Sequence[State], built: int = BUILT
    ) -> list[tuple[State, PoseBatch]]:
        """The coarse grid: what can be added to each state, many poses of every kind of piece.

        built: how many of the first states hold pieces on which others are put.
        """
        kinds = [self._kinds(state) for state in states]
        each = max(MIN_CONTACTS, self.effort.candidates // max(1, sum(map(len, kinds))))
        wood = sum(part.kind.wooden for parts in kinds for part in parts)
        return [
            (state, batch)
            for rank, (state, parts) in enumerate(zip(states, kinds, strict=True))
            for part in parts
            for batch in (
                (self._rests(state, part, wood, built=rank < built),)
                if part.kind.wooden and self.effort.settle
                else self._contacts(state, part, each)
            )
        ]

    def constructions(self, states: Sequence[State]) -> list[tuple[State, PoseBatch]]:
        """The same of wood that other pieces hold: slower to draw, so worth it if need be."""
        kinds = [(state, part) for state in states for part in self._kinds(state)]
        wood = [(state, part) for state, part in kinds if part.kind.wooden and self.effort.settle]
        count = self.effort.props // max(1, min(len(wood), SHARED))
        best = states[:BUILT]
        return [
            (state, batch)
            for state, part in wood
            if state in best
            for batch in self._held(state, part, count)
        ]

    def sieve(self, expansions: Sequence[tuple[State, PoseBatch]]) -> list[Sieved]:
        """Rate the coarse grid by the event chain and keep what is worth stepping (eq. 6)."""
        return [self._sieved(state, batch) for state, batch in expansions if len(batch)]

    def finer_expansions(self, candidates: Sequence[Candidate]) -> list[tuple[State, PoseBatch]]:
        """Finer gridding: random changes of what the best candidates added last."""
        expansions = []
        for candidate in candidates[: self.effort.finer]:
            state = self.state(candidate.placements[: -candidate.added])
            last = candidate.placements[-candidate.added :]
            parts = PoseBatch.of(self.level, last).parts
            if self.effort.settle and any(part.kind.wooden for part in parts):
                batch = self._moved(state.placements, last)
            else:
                batch = self._around(last, parts)
            expansions.append((state, fitting(self.level, state.placements, batch)))
        return expansions

    def rate(self, expansions: Sequence[tuple[State, PoseBatch]]) -> list[Candidate]:
        """The least cost-to-go of every candidate that meets the ball (eq. 17)."""
        return [c for state, batch in expansions for c in self._rate(state, batch)]

    def keep(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        """The best candidates that differ, at most the beam's width."""
        stand = filter(None, map(self._confirmed, sorted(candidates, key=by_cost)))
        few = few_per_cell(stand, lambda candidate: candidate.cell, self.effort.per_cell)
        return list(islice(few, self.effort.width))

    def _around(self, last: Sequence[Placement], parts: tuple[Part, ...]) -> PoseBatch:
        """Poses near those of some parts: mostly small changes, some larger."""
        shots = self.effort.shots
        scale = self.rng.choice(SCALES, (shots, 1))
        poses = np.zeros((shots, len(parts), 3))
        for j, (placement, part) in enumerate(zip(last, parts, strict=True)):
            spread = np.array([5.0, 5.0, 0.0 if part.kind.upright else 6.0])
            poses[:, j] = [placement.x, placement.y, placement.angle]
            poses[:, j] += scale * spread * self.rng.normal(size=(shots, 3))
        return PoseBatch(parts, poses)

    def _kinds(self, state: State) -> list[Part]:
        return self.level.one_of_each({placement.piece for placement in state.placements})

    def _contacts(self, state: State, part: Part, most: int) -> Iterator[PoseBatch]:
        count = max(MIN_CONTACTS, round(most * share_to_look_at(state)))
        if part.kind is Kind.TELEPORT:
            yield from self._teleports(state, part, count)
            return
        draw = button_poses if part.kind.button else contact_poses
        poses = draw(part, state.prediction.path, self.rng, count, state.focus)
        yield fitting(self.level, state.placements, PoseBatch((part,), poses[:, None]))

    def _rests(self, state: State, part: Part, shared: int, *, built: bool) -> PoseBatch:
        """Poses at which a wooden part rests: on the scenery and, if `built`, on other pieces."""
        rests = self._constructions.alone(state.placements if built else (), part)
        few = focused(rests, state, self.rng, max(LEAST_RESTS, self.effort.rests // shared))
        return few if built else fitting(self.level, state.placements, few)

    def _held(self, state: State, part: Part, count: int) -> list[PoseBatch]:
        """Constructions with a wooden part as Main Block."""
        placed = {placement.piece for placement in state.placements} | {part.id}
        free = [piece for piece in self.level.pieces if piece.id not in placed]
        path = state.prediction.path
        path = path[pick_frames(path, self.rng, count, state.focus)]
        return self._constructions.around(state.placements, part, free, path, count)

    def _moved(self, base: tuple[Placement, ...], last: Sequence[Placement]) -> PoseBatch:
        """What was added last, moved a little sideways, where it still stands."""
        parts = PoseBatch.of(self.level, last).parts
        stands = list(zip(parts, last, strict=True))
        scales = SIDEWAYS * self.rng.choice(SCALES, self.effort.shots // 6)
        near = [self._constructions.near(base, stands, float(scale)) for scale in scales]
        poses = [[[p.x, p.y, p.angle] for p in new] for new in near if new is not None]
        return PoseBatch(parts, np.array(poses, float).reshape(-1, len(parts), 3))

    def _confirmed(self, candidate: Candidate) -> Candidate | None:
        """A candidate with its wood where it comes to rest; None if it falls.

        A recorded run may have shown that. Otherwise what was added last is let go in the believed
        world beside the rest, which has been confirmed before.
        """
        key = candidate.placements
        if key not in self._rested:
            base, new = key[: -candidate.added], key[-candidate.added :]
            parts = PoseBatch.of(self.level, new).parts
            if self.effort.settle and any(part.kind.wooden for part in parts):
                rested = None if self.recorded is None else self.recorded.at_rest(base, new)
                if rested is None:
                    self.spent.releases += 1
                    rested = released_beside(self.level, base, new, self.physics)
                self._rested[key] = None if rested is None else (*base, *rested)
            else:
                self._rested[key] = key
        placements = self._rested[key]
        return None if placements is None else replace(candidate, placements=placements)

    def _sieved(self, state: State, batch: PoseBatch) -> Sieved:
        """A batch after the event chain.

        A teleport acts where its partner is, not where the chain starts: those all pass.
        """
        if self.events is None or batch.parts[0].kind is Kind.TELEPORT:
            return Sieved(state, batch, np.zeros((0, 3)))
        self.spent.chains += len(batch)
        return self.events(state, batch, self.to_go)

    def _teleports(self, state: State, part: Part, count: int) -> Iterator[PoseBatch]:
        """A teleport whose partner stands, as entry or exit; or both ends of a pair at once."""
        partner, rng = self.level.partner(part.id), self.rng
        entries = button_poses(part, state.prediction.path, rng, count, state.focus)
        exits = self._exits[rng.integers(0, len(self._exits), count)]
        exits = np.column_stack([exits + rng.uniform(-2, 2, (count, 2)), np.zeros(count)])
        if partner is None:  # a lone teleport does nothing
            return
        other = self.level.piece(partner)
        if other is None or other.id in {placement.piece for placement in state.placements}:
            ends = np.concatenate([entries[: count // 2], exits[: count // 2]])
            yield fitting(self.level, state.placements, PoseBatch((part,), ends[:, None]))
            return
        apart = np.hypot(*(entries - exits)[:, :2].T) > APART
        for order in ((0, 1), (1, 0)):
            batch = PoseBatch((part, other), np.stack([entries, exits], axis=1)[:, order])
            yield batch.where(apart & legal(self.level, state.placements, batch))

    def _rate(self, state: State, batch: PoseBatch) -> list[Candidate]:
        if not len(batch):
            return []
        self.spent.steps += len(batch)
        results = self.predictor.many(
            state.placements, batch.parts, batch.poses, self.beta, state.prediction.path
        )
        costs = np.where(results.solved, SOLVED, results.value)
        met = np.flatnonzero(results.touched)
        ranked = met[np.argsort(costs[met], kind="stable")]
        return [
            Candidate(
                (*state.placements, *batch.placements(row)),
                len(batch.parts),
                float(costs[row]),
                float(results.x[row]),
                float(results.y[row]),
            )
            for row in self._worth_keeping(results, ranked, costs)
        ]

    def _worth_keeping(self, results: Forecasts, ranked: Indices, costs: Array) -> list[int]:
        """Of one batch's rows the solutions, and what `keep` could keep of the rest."""
        best = ranked[: 3 * self.effort.width].tolist()

        def cell(row: int) -> tuple[int, int]:
            return cell_of(results.x[row], results.y[row])

        few = set(few_per_cell(best, cell, self.effort.per_cell))
        return [row for row in best if costs[row] < 0 or row in few]
