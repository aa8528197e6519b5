"""The default solver: the paper's three hierarchies without its three failures.

H-1 plans Guide Paths and a cost-to-go; H-2 searches configurations piece by piece in fast models
and checks the best in a believed Box2D world; H-3 learns β from every trial. A trial is spent only
on what the belief says will work.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method import narration
from bubbleball.method.beam import Beam, Candidate, Effort, State
from bubbleball.method.contact_sampling import is_legal
from bubbleball.method.cost_to_go import cost_to_go
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.guide_path import plan
from bubbleball.method.learn import learn, unexplained
from bubbleball.method.local_region import Region, local_region
from bubbleball.method.robust_choice import Choice, ChoiceSettings, RobustChooser, best_of
from bubbleball.method.throws import ThrowEffort, Throws
from bubbleball.model.belief import Belief
from bubbleball.model.stepper.predict import Predictor

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class HierarchicalSettings:
    """What the solver does; switching one off shows what it buys.

    rounds: searches before it gives up, up to the third with `growth` times the contacts each. The
        first two take the shortest way; the others avoid the ways of those before.
    depth: pieces (or held pairs) added one after another.
    guides: Guide Paths of different homotopy; later rounds avoid the corridors of earlier ones.
    check: try the best in the believed world before spending a trial.
    robust: choose by plausible worlds, not by the mean alone.
    throws: search for blocks in motion.
    learning: correct β by trials.
    """

    rounds: int = 4
    growth: int = 4
    depth: int = 8
    guides: int = 3
    check: bool = True
    robust: bool = True
    throws: bool = True
    learning: bool = True
    effort: Effort = field(default_factory=Effort)
    throw_effort: ThrowEffort = field(default_factory=ThrowEffort)
    confidence: ChoiceSettings = field(default_factory=ChoiceSettings)


STRAIGHT = 2  # rounds that take the shortest way
GROWING = 2  # times that the contacts grow
PATIENCE = 2  # near misses tried while β stays as it is
THROWS_COMPARED = 12  # throws that hold before the most robust of them is taken
_MEAN_ONLY = ChoiceSettings(jitters=1, worlds=1)


class Hierarchical:
    """Ask/tell; see the module's docstring."""

    def __init__(
        self,
        level: Level,
        *,
        seed: int = 0,
        planner: str = "visibility",
        belief: Belief | None = None,
        settings: HierarchicalSettings | None = None,
    ) -> None:
        self.level = level
        self.seed = seed
        self.planner = planner
        self.settings = settings or HierarchicalSettings()
        self.prior = belief or Belief.prior()
        self.belief = self.prior
        self._rng = np.random.default_rng(seed)
        self._trials: list[Trial] = []
        self._guides: tuple[Array, ...] | None = None
        self._traps: tuple[tuple[float, float], ...] = ()  # where rounds of this thinking got stuck
        self._fields: dict[tuple[object, ...], Array] = {}
        self._next: tuple[Placement, ...] | None = None
        self._thought = False
        self._nearest: Candidate | None = None
        self._belief_then: Belief | None = None  # when a near miss was tried last
        self._barren = 0  # thinkings in a row that found nothing, β being the same

    def tell(self, trial: Trial) -> None:
        """Remember a trial; it is learnt from when thinking starts."""
        self._trials.append(trial)
        self._next, self._thought = None, False

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next; None when the models know no way."""
        if not self._thought:
            for _ in self.think():
                pass
        return self._next

    def think(self) -> Iterator[Thought]:
        """H-3, H-1, then rounds of H-2 until a configuration convinces."""
        if self._trials and self._trials[-1].solved:  # the empty run: nothing need be placed
            self._next, self._thought = self._trials[-1].placements, True
            yield narration.won_before()
            return
        if self.settings.learning and self._trials:
            yield self._learn()
        yield self._plan()
        choices: list[Choice] = []
        self._nearest, self._traps = None, ()
        for number in range(self.settings.rounds):
            content = yield from self._round(number, choices)
            if content:
                break
        self._thought = True
        yield self._conclude(best_of(choices))

    def _convinced(self, choices: Sequence[Choice], number: int) -> bool:
        """Whether what was found is robust enough; a later round is content with less."""
        enough = self.settings.confidence.enough * (1.0, 0.5)[number > 0]
        return any(choice.robustness >= enough for choice in choices)

    def _learn(self) -> Thought:
        began, before = time.perf_counter(), self.belief
        self.belief = learn(self._trials, self.prior)
        left = unexplained(self._trials[-1], self.belief)
        return narration.learnt(before, self.belief, left, time.perf_counter() - began)

    def _plan(self) -> Thought:
        began = time.perf_counter()
        if self._guides is None:
            self._guides = plan(
                self.level, self.planner, seed=self.seed, paths=self.settings.guides
            )
        return narration.planned(self._guides, time.perf_counter() - began)

    def _round(self, number: int, choices: list[Choice]) -> Generator[Thought, None, bool]:
        """One search, piece by piece and then for throws; adds to `choices` what holds.

        Tells whether to be content with it. A throw is fragile by nature: more rounds of resting
        pieces, which did not solve the level before, would not better it.
        """
        grown = min(number, GROWING)
        effort = replace(
            self.settings.effort,
            candidates=self.settings.effort.candidates * self.settings.growth**grown,
            rests=self.settings.effort.rests * (1 + grown // 2),
            props=self.settings.effort.props * (1 + grown // 2),
            width=self.settings.effort.width + 4 * grown,
        )
        guides = self._guides or ()
        to_go = self._to_go(number)
        predictor = Predictor(self.level, to_go)
        beam = Beam(self.level, predictor, self.belief.mean, self._rng, effort)
        worlds = self.settings.confidence if self.settings.robust else _MEAN_ONLY
        chooser = RobustChooser(self.level, predictor, self.belief, self._rng, worlds)
        guide = guides[number % len(guides)] if guides else None
        states, ends = [beam.state(())], list[Candidate]()
        for depth in range(min(self.settings.depth, len(self.level.pieces))):
            region = self._region(states[0], guide)
            yield narration.astray(states[0], region, guide, depth)
            found = yield from self._expand(beam, states)
            self._note_nearest(found)
            choices += yield from self._judge(chooser, found)
            if self._convinced(choices, number):
                return True
            open_ends = beam.keep([c for c in found if not c.solved])
            states = [beam.state(c.placements) for c in open_ends]
            if not states:
                break
            ends.append(open_ends[0])
        if choices:
            return False
        choices += yield from self._throw(chooser, to_go, states)
        if ends:
            stuck = min(ends, key=lambda c: c.value)
            self._traps += ((stuck.x, stuck.y),)
        return bool(choices)

    def _region(self, state: State, guide: Array | None) -> Region | None:
        if guide is None:
            return None
        local = local_region(state.prediction.path[:, :2], guide)
        return local.region if local else None

    def _to_go(self, number: int) -> Array:
        """The cost-to-go of a round; a detour avoids the corridors and traps of those before."""
        detour = max(0, number + 1 - STRAIGHT)
        traps = self._traps if detour else ()
        key = (detour, *traps)
        if key not in self._fields:
            self._fields[key] = cost_to_go(self.level, (self._guides or ())[:detour], traps)
        return self._fields[key]

    def _expand(
        self, beam: Beam, states: Sequence[State]
    ) -> Generator[Thought, None, list[Candidate]]:
        """Coarse gridding of every next piece, then finer gridding of the best."""
        found: list[Candidate] = []
        for stage in (MethodStage.COARSE, MethodStage.FINE):
            began, tried = time.perf_counter(), beam.tried
            if stage is MethodStage.COARSE:
                moves = beam.moves(states)
            else:
                moves = beam.finer_moves(beam.keep(found))
            thought = narration.rested(moves, time.perf_counter() - began)
            if thought:
                yield thought
                began = time.perf_counter()
            rated = sorted(beam.rate(moves), key=lambda c: c.value)
            yield narration.gridded(stage, rated, beam.tried - tried, time.perf_counter() - began)
            found = sorted(found + rated, key=lambda c: c.value)
        return found

    def _judge(
        self, chooser: RobustChooser, found: Sequence[Candidate]
    ) -> Generator[Thought, None, list[Choice]]:
        if not any(c.solved for c in found):
            return []
        began = time.perf_counter()
        ranked = chooser.rank(found)
        choices = chooser.check(ranked) if self.settings.check else chooser.trust(ranked)
        yield narration.checked(ranked, best_of(choices), time.perf_counter() - began)
        return choices

    def _throw(
        self, chooser: RobustChooser, to_go: Array, states: Sequence[State]
    ) -> Generator[Thought, None, list[Choice]]:
        effort = self.settings.throw_effort
        throws = Throws(self.level, to_go, self.belief.mean, self._rng, effort)
        if not self.settings.throws or not throws.possible:
            return []
        began = time.perf_counter()
        found = throws.search([state.placements for state in states[:4] if state.placements])
        yield narration.thrown(found, throws.tried, time.perf_counter() - began)
        began = time.perf_counter()
        solved = [c for c in found if c.solved]
        choices = chooser.check(solved, confirmed=THROWS_COMPARED)
        if solved:
            yield narration.checked(solved, best_of(choices), time.perf_counter() - began)
        return choices

    def _conclude(self, best: Choice | None) -> Thought:
        near = self._nearest
        if best is not None:
            self._next = best.placements
            return narration.chosen(best)
        if near is not None and self._patient():
            self._next = near.placements
            return narration.near_miss(near)
        self._next = None
        return narration.gave_up(self.settings.rounds, self._barren)

    def _patient(self) -> bool:
        """Whether to try a near miss and think anew: the models may be wrong, or luck was out."""
        then, self._belief_then = self._belief_then, self.belief
        unchanged = then is not None and not self.belief.differs_from(then)
        self._barren = self._barren + 1 if unchanged else 1
        return self._barren <= PATIENCE

    def _note_nearest(self, found: Sequence[Candidate]) -> None:
        """Remember the best attempt, should nothing better turn up."""
        for candidate in found:
            if candidate.solved:
                continue
            if self._nearest is not None and candidate.value >= self._nearest.value:
                break
            if is_legal(self.level, candidate.placements):
                self._nearest = candidate
                break
