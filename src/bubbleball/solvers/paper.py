"""The method as the paper states it: the ruler for everything beyond it.

One Guide Path (H-1). In each Local Region one Main Block, with the Supporting Blocks that hold or
move it, chosen by coarse and finer gridding over at most three events (H-2). β of the event models
by regression over the recorded event transitions (H-3). `docs/paper.md` lists where the paper is
silent and what was chosen.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.physics import SECONDS_PER_STEP
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method import paper_narration as words
from bubbleball.method.candidates import PoseBatch, Rated, by_cost
from bubbleball.method.catapult import MovingBlockPlanner
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.failure import Failure, why_it_failed
from bubbleball.method.guide_path import DEFAULT_PLANNER, known_planner, plan
from bubbleball.method.learn.event_models import learn_events
from bubbleball.method.local_region import LocalRegion
from bubbleball.method.main_block import MainBlockSearch
from bubbleball.method.region_plan import (
    PaperSettings,
    RegionPlan,
    ball_path,
    nested_regions,
)
from bubbleball.model.belief import Belief
from bubbleball.model.events.predict import EventPredictor


class Paper:
    """Ask/tell; see the module's docstring."""

    def __init__(
        self,
        level: Level,
        *,
        seed: int = 0,
        planner: str = DEFAULT_PLANNER,
        settings: PaperSettings | None = None,
    ) -> None:
        self.level = level
        self.settings = settings or PaperSettings()
        self.belief = Belief.prior()
        self.failures: list[Failure] = []  # why trials failed, in the paper's terms
        self._planner, self._seed = known_planner(planner), seed
        self._rng = np.random.default_rng(seed)
        self._trials: list[Trial] = []
        self._guide: Array | None = None
        self._base: tuple[Placement, ...] = ()  # what stands, by regions that are solved
        self._recorded: Trial | None = None  # its run, the paper's Γ_in
        self._steps: list[RegionPlan] = []  # the regions of the trial to come
        self._tried: list[tuple[tuple[Placement, ...], Placement]] = []
        self._throws = MovingBlockPlanner(level, self._rng)
        self._fresh = self._ready = False

    def tell(self, trial: Trial) -> None:
        """Go on from a trial whose regions were solved; else stay, and remember what failed."""
        self._trials.append(trial)
        self._fresh, self._ready = True, False
        steps, self._steps = self._steps, []
        if not steps:
            self._recorded = trial
            return
        eps = self.settings.epsilon
        failed = next((s for s in steps if s.cost <= eps and s.missed(trial) > eps), None)
        if failed is None:  # Γ_in ← Γ*
            self._base, self._recorded = trial.placements, trial
        else:
            main = next(p for p in failed.new if p.piece == failed.main)
            self._tried.append((failed.base, main))
        if not trial.solved:
            last = failed or steps[-1]
            still = last.base if last.throw is not None else last.placements
            self.failures.append(why_it_failed(trial, still, last.events, failed is None))
            for step in steps:
                if step.throw is not None:
                    self._throws.learn(step.throw, trial)

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next; None when nothing new is left."""
        if not self._ready:
            for _ in self.think():
                pass
        if self._recorded is not None and self._recorded.solved:
            return self._base
        return self._steps[-1].placements if self._steps else None

    def think(self) -> Iterator[Thought]:
        """H-3, H-1, then H-2 region by region; from nothing again if no piece helps."""
        self._ready = True
        if self._recorded is None:
            yield Thought(MethodStage.CHOOSE, "The empty run has not been seen yet.")
            return
        if self._recorded.solved:
            yield Thought(MethodStage.CHOOSE, "The ball reaches the flag as things stand.")
            return
        if self._fresh and self.settings.learning:
            yield self._learn()
        self._fresh = False
        yield self._plan()
        if self._guide is not None:
            yield from self._work()
            if not self._steps and self._base:
                yield Thought(
                    MethodStage.CHOOSE,
                    "No piece that is left helps from here. The search starts again with nothing "
                    "placed, leaving out what has been tried.",
                )
                self._base, self._recorded = (), self._trials[0]
                yield from self._work()
        yield from self._conclude()

    def _learn(self) -> Thought:
        """H-3: β from all event transitions so far (eq. 15)."""
        began, before = time.thread_time(), self.belief
        self.belief, seen = learn_events(self._trials, Belief.prior())
        text = f"Fitted the event models to {len(seen)} recorded event transitions."
        if self.failures:
            text = f"The last trial failed: {self.failures[-1]}. {text}"
        return Thought(
            MethodStage.LEARN,
            text,
            time.thread_time() - began,
            belief_before=before.estimates(),
            belief=self.belief.estimates(),
        )

    def _plan(self) -> Thought:
        began = time.thread_time()
        text = "The Guide Path stays as it is."
        if self._guide is None:
            found = plan(self.level, self._planner, seed=self._seed)
            self._guide = found[0] if found else None
            text = f"Planned a Guide Path with the planner {self._planner}."
        guides = () if self._guide is None else (self._guide,)
        if not guides:
            text = "No path from the ball to the flag is wide enough; this method needs one."
        return Thought(MethodStage.GUIDE, text, time.thread_time() - began, guides=guides)

    def _work(self) -> Iterator[Thought]:
        """Work on Local Regions one after another, as many as a trial may hold."""
        if self._recorded is None:
            return
        base, path = self._base, ball_path(self._recorded)
        for _ in range(self.settings.regions_per_trial):
            step = yield from self._region(base, path)
            if step is None:
                return
            self._steps.append(step)
            base, path = step.placements, step.predicted
            touches = any(part == self.level.flag.id for part, _ in step.events)
            if touches or step.cost > self.settings.epsilon or step.throw is not None:
                return

    def _region(
        self, base: tuple[Placement, ...], path: Array
    ) -> Generator[Thought, None, RegionPlan | None]:
        """H-2 in the largest Local Region in which one Main Block reaches the target."""
        assert self._guide is not None
        best: RegionPlan | None = None
        resting: list[PoseBatch] = []
        for epsilon_2, local in nested_regions(path, self._guide, self.settings):
            yield words.region_tried(epsilon_2, local, self._guide, base)
            step = yield from self._main_block(base, path, local, resting)
            if step is not None and (best is None or step.cost < best.cost):
                best = step
            if best is not None and best.cost <= self.settings.epsilon:
                break
        else:
            thrown = yield from self._moving_block(base, path)
            if thrown is not None and (best is None or thrown.cost < best.cost):
                best = thrown
        if best is not None:
            reached = best.cost <= self.settings.epsilon
            yield words.region_taken(best, reached, self._guide)
        return best

    def _main_block(
        self,
        base: tuple[Placement, ...],
        path: Array,
        local: LocalRegion,
        resting: list[PoseBatch],
    ) -> Generator[Thought, None, RegionPlan | None]:
        """Coarse gridding picks the block, finer gridding the rest (Remark 4).

        resting: the poses of wooden blocks, filled by the first region of a path.
        """
        tried = tuple(main for before, main in self._tried if before == base)
        search = MainBlockSearch(self.level, base, path, local, self.belief.mean, tried, self._rng)
        began = time.thread_time()
        resting += () if resting else search.resting()
        batches = [*search.coarse(), *resting]
        coarse = search.rate(batches)
        seconds = time.thread_time() - began
        yield words.gridded(MethodStage.COARSE, coarse, batches, seconds, local, base)
        if not coarse:
            return None
        began = time.thread_time()
        batches = list(search.finer(coarse))
        fine = search.rounded(sorted([*search.rate(batches), *coarse], key=by_cost))
        # the fewest pieces among those that reach the target: others may need the rest
        order = sorted(fine, key=lambda r: (r.cost > self.settings.epsilon, len(r.new), r.cost))
        order.sort(key=lambda r: r.cost if r.cost > self.settings.epsilon else 0.0)
        chosen = next((rated for rated in order if search.allowed(rated)), None)
        seconds = time.thread_time() - began
        yield words.gridded(MethodStage.FINE, fine, batches, seconds, local, base)
        if chosen is None:
            return None
        return self._step(base, path, local, chosen)

    def _step(
        self, base: tuple[Placement, ...], path: Array, local: LocalRegion, chosen: Rated
    ) -> RegionPlan:
        aim = (local.region.target_x, local.region.target_y)
        predictor = EventPredictor(self.level, aim)
        prediction = predictor.one((*base, *chosen.new), self.belief.mean)
        events = [(e.part, round(e.seconds / SECONDS_PER_STEP)) for e in prediction.events]
        if prediction.solved:
            events.append((self.level.flag.id, len(prediction.path) - 1))
        return RegionPlan(
            base, path, local, chosen.new, chosen.new[-1].piece, chosen.cost, prediction.path,
            tuple(events),
        )  # fmt: skip

    def _moving_block(
        self, base: tuple[Placement, ...], path: Array
    ) -> Generator[Thought, None, RegionPlan | None]:
        """A Main Block in motion, where no resting one reaches a target."""
        regions = (
            list(nested_regions(path, self._guide, self.settings))
            if self._guide is not None
            else []
        )
        if not regions or not self._throws.possible(base):
            return None
        local = regions[0][1]
        aim = (self.level.flag.x, self.level.flag.y)
        began = time.thread_time()
        coarse = self._throws.coarse(base, path, aim, self.belief.mean)
        cost = None if coarse is None else coarse.cost
        seconds = time.thread_time() - began
        yield words.thrown(MethodStage.COARSE, self._throws.runs, cost, seconds, local)
        if coarse is None:
            return None
        began = time.thread_time()
        best = self._throws.fine(coarse)
        seconds = time.thread_time() - began
        yield words.thrown(MethodStage.FINE, self._throws.runs, best.cost, seconds, local)
        return RegionPlan(
            base, path, local, best.placements, best.lever, best.cost, best.predicted, best.events,
            best,
        )  # fmt: skip

    def _conclude(self) -> Iterator[Thought]:
        """What was decided in each Local Region, in order."""
        if not self._steps:
            yield Thought(MethodStage.CHOOSE, "There is no further placement to try.")
        for step in self._steps:
            yield words.decided(step, self.level, self._guide)
