"""The method as the paper states it: the ruler for everything beyond it.

One Guide Path (H-1). In each Local Region one Main Block, with the Supporting Blocks that hold or
move it, chosen by coarse and finer gridding over at most three events (H-2). β of the event models
by regression over the recorded event transitions (H-3). `docs/paper.md` lists where the paper is
silent and what was chosen.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method import paper_narration as words
from bubbleball.method.candidates import PoseBatch, by_cost
from bubbleball.method.catapult import MovingBlockPlanner
from bubbleball.method.demonstrations import Watching, best_start
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.failure import Failure, Reason, why_it_failed
from bubbleball.method.guide_path import DEFAULT_PLANNER, known_planner, plan
from bubbleball.method.learn.event_models import learn_events
from bubbleball.method.local_region import LocalRegion
from bubbleball.method.main_block import MainBlockSearch
from bubbleball.method.recorded_start import recorded_path
from bubbleball.method.region_plan import (
    PaperSettings,
    RegionPlan,
    nested_regions,
    passed_by,
)
from bubbleball.method.tried import TriedBlocks
from bubbleball.model.belief import Belief
from bubbleball.model.beta import EventBeta


class Paper(Watching):
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
        self.beta = EventBeta.shared(self.belief.mean)
        self.failures: list[Failure] = []  # why trials failed, in the paper's terms
        self._planner, self._seed = known_planner(planner), seed
        self._rng = np.random.default_rng(seed)
        self._trials: list[Trial] = []
        self._guide: Array | None = None
        self._base: tuple[Placement, ...] = ()  # what stands, by regions that are solved
        self._recorded: Trial | None = None  # its run, the paper's Γ_in
        self._steps: list[RegionPlan] = []  # the regions of the trial to come
        self._branch: list[RegionPlan] = []  # the regions that led to what stands
        self._tried = TriedBlocks()
        self._dead = TriedBlocks()  # after these no Main Block reaches the next region
        self._resting: dict[object, tuple[PoseBatch, ...]] = {}  # of wood, by base and β
        self._throws = MovingBlockPlanner(level, self._rng)
        self._fresh = self._ready = False

    @property
    def notes(self) -> tuple[str, ...]:
        """For the record: what ran in a believed world, and why each trial failed."""
        return words.notes(self.failures, self._throws.total_runs)

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
        if failed is not None or steps[-1].cost > eps:
            missed = failed or steps[-1]
            self._tried.add(missed.base, missed.main_block)
        else:  # Γ_in ← Γ*
            self._base, self._recorded = trial.placements, trial
            self._branch += steps
        if not trial.solved:
            last = failed or steps[-1]
            still = last.base if last.throw is not None else last.placements
            if failed is None and last.cost > eps:
                self.failures.append(Failure(Reason.GREEDY, "no Main Block reaches the target"))
            else:
                self.failures.append(why_it_failed(trial, still, last.events, failed is None))
            for step in steps:
                if step.throw is not None:
                    self._throws.learn(step.throw, trial)

    def watch(self, trials: Sequence[Trial]) -> None:
        """Learn β from trials of others, too; the nearest to the flag of this level is Γ_in."""
        super().watch(trials)
        self._fresh, self._ready = True, False
        if self._recorded is not None:
            self._recorded = best_start(self.level, self._recorded, trials)
            self._base = self._recorded.placements

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
                for step in self._branch:
                    self._tried.add(step.base, step.main_block)
                self._base, self._recorded, self._branch = (), self._trials[0], []
                yield from self._work()
        yield from self._conclude()

    def _learn(self) -> Thought:
        """H-3: β from all event transitions so far (eq. 15)."""
        began, before = time.thread_time(), self.belief
        learnt = learn_events([*self.watched, *self._trials], Belief.prior())
        self.belief, self.beta = learnt.belief, learnt.beta
        count = len(learnt.transitions)
        fitted = f" ({learnt})" if count else ""
        recorded = f"{count} recorded event transition{'s' * (count != 1)}"
        text = f"Fitted the event models to {recorded}{fitted}."
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
        """Work on Local Regions one after another, as many as a trial may hold.

        Where no Main Block reaches the next target, another one is looked for in the region before.
        """
        assert self._recorded is not None
        steps: list[RegionPlan] = []
        self._dead = TriedBlocks()
        retreats = 0
        while len(steps) < self.settings.regions_per_trial:
            last = steps[-1] if steps else None
            base = last.placements if last else self._base
            path = last.predicted if last else recorded_path(self._recorded)
            step = yield from self._region(base, path, throws=not steps)
            if step is not None and step.cost <= self.settings.epsilon:
                steps.append(step)
                if step.throw is not None or self._touches_flag(step):
                    break
                continue
            if len(steps) > len(self._steps):
                self._steps = [*steps]
            if not steps and step is not None and not self._base:
                self._steps = self._steps or [step]  # nothing reaches; this comes nearest
            if not steps or retreats == self.settings.retreats:
                return
            retreats += 1
            del steps[len(steps) - min(retreats, len(steps)) + 1 :]
            dead = steps.pop()
            self._dead.add(dead.base, dead.main_block)
        self._steps = steps

    def _touches_flag(self, step: RegionPlan) -> bool:
        return any(part == self.level.flag.id for part, _ in step.events)

    def _region(
        self, base: tuple[Placement, ...], path: Array, *, throws: bool
    ) -> Generator[Thought, None, RegionPlan | None]:
        """H-2 in the largest Local Region in which one Main Block reaches the target."""
        assert self._guide is not None
        best: RegionPlan | None = None
        for epsilon_2, local in nested_regions(path, self._guide, self.settings):
            yield words.region_tried(epsilon_2, local, self._guide, base)
            step = yield from self._main_block(base, path, local)
            if step is not None and (best is None or step.cost < best.cost):
                best = step
            if best is not None and best.cost <= self.settings.epsilon:
                break
        else:
            thrown = (yield from self._moving_block(base, path)) if throws else None
            if thrown is not None and (best is None or thrown.cost < best.cost):
                best = thrown
        if best is not None:
            reached = best.cost <= self.settings.epsilon
            yield words.region_taken(best, reached, self._guide)
        return best

    def _main_block(
        self, base: tuple[Placement, ...], path: Array, local: LocalRegion
    ) -> Generator[Thought, None, RegionPlan | None]:
        """Coarse gridding picks the block, finer gridding the rest (Remark 4)."""
        tried = self._tried.beside(base) + self._dead.beside(base)
        touching = passed_by(local, path) <= self.settings.epsilon
        search = MainBlockSearch(
            self.level, base, path, local, touching, self.beta, tried, self._rng
        )
        began = time.thread_time()
        if (base, self.beta) not in self._resting:
            self._resting[base, self.beta] = tuple(search.resting())
        batches = [*search.coarse(), *self._resting[base, self.beta]]
        coarse = search.rate(batches)
        seconds = time.thread_time() - began
        yield words.gridded(MethodStage.COARSE, coarse, batches, seconds, local, base)
        if not coarse:
            return None
        began = time.thread_time()
        batches = list(search.finer(coarse))
        fine = sorted([*search.rate(batches), *coarse], key=by_cost)
        if fine[0].cost <= self.settings.epsilon:
            fine = search.rounded(fine)
        # the fewest pieces among those that reach the target: others may need the rest
        order = sorted(fine, key=lambda r: (r.cost > self.settings.epsilon, len(r.new), r.cost))
        order.sort(key=lambda r: r.cost if r.cost > self.settings.epsilon else 0.0)
        chosen = next((rated for rated in order if search.allowed(rated)), None)
        seconds = time.thread_time() - began
        yield words.gridded(MethodStage.FINE, fine, batches, seconds, local, base)
        if chosen is None:
            return None
        predicted, events = search.foreseen(chosen)
        return RegionPlan(
            base, path, local, chosen.new, chosen.new[-1].piece, chosen.cost, predicted, events
        )

    def _moving_block(
        self, base: tuple[Placement, ...], path: Array
    ) -> Generator[Thought, None, RegionPlan | None]:
        """A Main Block in motion, where no resting one reaches a target."""
        assert self._guide is not None
        regions = list(nested_regions(path, self._guide, self.settings))
        if not regions or not self._throws.possible(base):
            return None
        aim = (self.level.flag.x, self.level.flag.y)
        local = regions[0][1].aimed_at(*aim)  # a throw goes to the flag itself
        began = time.thread_time()
        coarse = self._throws.coarse(base, path, aim, self.beta)
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
            yield words.given_up(self._guide)
        for step in self._steps:
            yield words.decided(step, self.level, self._guide)


class WithoutLearning(Paper):
    """The same with H-3 switched off: β stays what it was before the first trial."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed, settings=PaperSettings(learning=False))


class OneRegion(Paper):
    """The same with one Local Region a trial, as the paper has it."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed, settings=PaperSettings(regions_per_trial=1))
