"""The method as the paper states it, and no more: the ruler for everything beyond it.

One Guide Path, one Local Region at a time, one Main Block in it, a prediction over at most three
events (Main Block, flight, one body of the environment), the best by distance to the Local Target
Set. No search over several pieces, no check in a believed world, no way back: when the pieces run
out it starts again from nothing, barring what it has tried.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.candidates import PoseBatch, Rated, by_cost
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.guide_path import DEFAULT_PLANNER, plan
from bubbleball.method.learn import learn
from bubbleball.method.legality import is_legal
from bubbleball.method.local_region import EPSILON_1, LocalRegion, local_region
from bubbleball.method.main_block import BODIES, MainBlockSearch
from bubbleball.model.belief import Belief
from bubbleball.model.events.predict import predict_one

GIVE = 10.0  # px by which a run may miss its predicted distance and still count as understood
CLOUD = 300  # candidates shown in a thought


class Paper:
    """Ask/tell; see the module's docstring."""

    def __init__(self, level: Level, *, seed: int = 0, planner: str = DEFAULT_PLANNER) -> None:
        self.level = level
        self.belief = Belief.prior()
        self._planner, self._seed = planner, seed
        self._rng = np.random.default_rng(seed)
        self._trials: list[Trial] = []
        self._guide: Array | None = None
        self._base: tuple[Placement, ...] = ()  # what stands, by earlier regions
        self._recorded: Trial | None = None  # its run, the paper's Γ_in
        self._local: LocalRegion | None = None
        self._chosen: Rated | None = None
        self._tried: list[tuple[tuple[Placement, ...], Placement]] = []
        self._fresh = False  # whether a trial waits to be learnt from
        self._ready = False

    def tell(self, trial: Trial) -> None:
        """Learn from a trial: go on from it if it went as predicted, else stay and try again."""
        self._trials.append(trial)
        chosen, local = self._chosen, self._local
        if chosen is None or local is None:
            self._recorded = trial
        else:
            self._tried.append((self._base, chosen.new[-1]))
            aim = (local.region.target_x, local.region.target_y)
            missed = float(np.hypot(*(trial.ball[:, :2] - aim).T).min())
            if missed <= max(local.region.target_radius, chosen.cost + GIVE):
                self._base, self._recorded = trial.placements, trial  # Γ_in ← Γ*
        self._chosen, self._fresh, self._ready = None, True, False

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next; None when nothing new is left."""
        if not self._ready:
            for _ in self.think():
                pass
        if self._recorded is not None and self._recorded.solved:
            return self._base
        return None if self._chosen is None else (*self._base, *self._chosen.new)

    def think(self) -> Iterator[Thought]:
        """H-3, H-1, then H-2 in one region; from nothing again if no piece helps."""
        if self._recorded is None:
            self._ready = True
            yield Thought(MethodStage.CHOOSE, "I have not been told of the empty run yet.")
            return
        if self._recorded.solved:
            self._ready = True
            yield Thought(MethodStage.CHOOSE, "The ball reaches the flag as things stand.")
            return
        if self._fresh:
            yield self._learn()
        self._fresh = False
        yield self._plan()
        if self._guide is not None:
            yield from self._work()
            if self._chosen is None and self._base:
                yield Thought(MethodStage.CHOOSE, "No piece left helps from here; I begin again.")
                self._base, self._recorded = (), self._trials[0]
                yield from self._work()
        self._ready = True
        yield self._conclude()

    def _learn(self) -> Thought:
        """H-3: β from all events so far (eq. 15)."""
        began, before = time.perf_counter(), self.belief
        self.belief = learn(self._trials)
        return Thought(
            MethodStage.LEARN,
            "Fitted the physics to everything recorded so far.",
            time.perf_counter() - began,
            belief_before=before.estimates(),
            belief=self.belief.estimates(),
        )

    def _plan(self) -> Thought:
        began = time.perf_counter()
        text = "The Guide Path stays as it is."
        if self._guide is None:
            found = plan(self.level, self._planner, seed=self._seed)
            self._guide = found[0] if found else None
            text = f"Planned a Guide Path with the planner {self._planner}."
        guides = () if self._guide is None else (self._guide,)
        if not guides:
            text = "There is no way from the ball to the flag that is wide enough."
        return Thought(MethodStage.GUIDE, text, time.perf_counter() - began, guides=guides)

    def _work(self) -> Iterator[Thought]:
        """H-2 in the next Local Region: coarse gridding, supports, finer gridding."""
        if self._recorded is None or self._guide is None:
            return
        began = time.perf_counter()
        path = ball_path(self._recorded)
        self._local = local = _region(path, self._guide)
        if local is None:
            return
        yield Thought(
            MethodStage.REGION,
            f"The ball leaves the Guide Path by up to {local.deviation:.0f} px here; "
            "it should get to the disc.",
            time.perf_counter() - began,
            guides=(self._guide,),
            region=local.region,
        )
        tried = tuple(main for base, main in self._tried if base == self._base)
        search = MainBlockSearch(
            self.level, self._base, path, local, self.belief.mean, tried, self._rng
        )
        began = time.perf_counter()
        batches = list(search.coarse())
        coarse = search.rate(batches)
        yield self._gridded(MethodStage.COARSE, coarse, batches, began)
        if any(part.kind.wooden for part in search.kinds()):
            began = time.perf_counter()
            batches = search.supported(coarse)
            coarse = [rated for rated in coarse if not search.is_wood(rated.new[-1])]
            coarse = sorted([*coarse, *search.rate(batches)], key=by_cost)
            yield self._gridded(MethodStage.SUPPORT, coarse, batches, began)
        if not coarse:
            return
        began = time.perf_counter()
        batches = search.finer(coarse)
        fine = sorted([*search.rate(batches), *coarse], key=by_cost)
        self._chosen = next((r for r in fine if is_legal(self.level, (*self._base, *r.new))), None)
        yield self._gridded(MethodStage.FINE, fine, batches, began)

    def _gridded(
        self, stage: MethodStage, rated: Sequence[Rated], batches: Sequence[PoseBatch], began: float
    ) -> Thought:
        count = sum(map(len, batches))
        kind = {
            MethodStage.COARSE: "contacts on a coarse grid",
            MethodStage.SUPPORT: "poses where wood rests, alone or on a Supporting Block",
            MethodStage.FINE: "contacts around the best",
        }[stage]
        text = f"Tried {count} {kind}; none meets the ball."
        if rated:
            text = f"Tried {count} {kind}; the best comes within {rated[0].cost:.0f} px."
        return Thought(
            stage,
            text,
            time.perf_counter() - began,
            region=None if self._local is None else self._local.region,
            candidates=np.array([(r.new[-1].x, r.new[-1].y, r.cost) for r in rated[:CLOUD]])
            if rated
            else None,
            candidate_count=count,
            main=rated[0].new[-1] if rated else None,
        )

    def _conclude(self) -> Thought:
        if self._chosen is None or self._local is None:
            return Thought(MethodStage.CHOOSE, "I know no further placement to try.")
        *supports, main = self._chosen.new
        region = self._local.region
        prediction = predict_one(
            self.level, (*self._base, *self._chosen.new), self.belief.mean,
            (region.target_x, region.target_y), main=main.piece, bodies=BODIES,
        )  # fmt: skip
        return Thought(
            MethodStage.CHOOSE,
            f"{main.piece} is the Main Block; the ball should come within "
            f"{self._chosen.cost:.0f} px of the target.",
            region=region,
            main=main,
            supports=tuple(supports),
            predicted=prediction.path[:, :2],
            events=prediction.events,
        )


def ball_path(trial: Trial) -> Array:
    """A recorded trajectory as rows x, y, vx, vy, gravity up; after a power-up's effect."""
    path = np.column_stack([trial.ball, np.zeros(len(trial.ball))])
    for effect in trial.effects:
        path[effect.frame, :2] = effect.position_after
        path[effect.frame, 2:4] = effect.velocity_after
        path[effect.frame :, 4] = effect.gravity_up
    return path


def _region(path: Array, guide: Array) -> LocalRegion | None:
    """The Local Region; with ever smaller bounds where the ball all but follows the guide."""
    found = (local_region(path[:, :2], guide, eps1) for eps1 in (EPSILON_1, 10.0, 3.0, 0.5))
    return next((local for local in found if local is not None), None)
