"""The default solver: the paper's three hierarchies, with a search that goes beyond it.

H-1 plans Guide Paths and a cost-to-go. H-2 searches configurations piece by piece in the stepping
model and checks the best in a believed Box2D world. H-3 learns β from every trial. The search is
steered by the cost-to-go; Guide Paths are shown, and the later rounds avoid their corridors.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method import narration
from bubbleball.method.beam import Beam, Effort
from bubbleball.method.candidates import Candidate, Choice, State, by_cost
from bubbleball.method.cost_to_go import CostToGo, cost_to_go
from bubbleball.method.decision import best_of
from bubbleball.method.demonstrations import Watching, known_solution
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.guide_path import known_planner, plan
from bubbleball.method.learn import learn, unexplained
from bubbleball.method.legality import is_legal
from bubbleball.method.local_region import local_region
from bubbleball.method.persistence import ALIKE, Persistence
from bubbleball.method.robust_choice import ChoiceSettings, RobustChooser
from bubbleball.method.throws import ThrowEffort, Throws
from bubbleball.model.belief import Belief
from bubbleball.solvers import make_solver


@dataclass(frozen=True, slots=True)
class HierarchicalSettings:
    """What the solver does; an ablation switches one of them off.

    rounds: searches before giving up. Rounds 2 and 3 multiply the contacts by `growth`; rounds 3
        and 4 avoid the corridors of the Guide Paths and the points where earlier rounds got stuck.
    depth: pieces (or held pairs) added one after another.
    guides: Guide Paths of different homotopy.
    check: whether the best are run in the believed world before a trial.
    robust: whether to choose by sampled worlds, or by the mean belief alone.
    throws: whether to search for blocks in motion.
    learning: whether trials correct β.
    effort: how much the beam searches.
    throw_effort: how much the search for throws runs.
    choice: how closely solutions are compared.
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
    choice: ChoiceSettings = field(default_factory=ChoiceSettings)


DIRECT = 2  # rounds that avoid nothing
GROWING = 2  # times that the contacts grow
THROWS_COMPARED = 12  # throws confirmed before the most robust of them is taken
THROW_SEEDS = 4  # states of the beam that the search for throws starts from, too
MEAN_ONLY = ChoiceSettings(jitters=1, worlds=1)


class Hierarchical(Watching):
    """The solver `hierarchical`; see the module's docstring."""

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
        self.planner = known_planner(planner)
        self.settings = settings or HierarchicalSettings()
        self.prior = belief or Belief.prior()
        self.belief = self.prior
        self._rng = np.random.default_rng(seed)
        self._trials: list[Trial] = []
        self._guides: tuple[Array, ...] | None = None
        self._costs: dict[tuple[object, ...], CostToGo] = {}
        self._next: tuple[Placement, ...] | None = None
        self._ready = False
        paper = partial(make_solver, "paper", level, seed=seed, planner=planner)
        self._persistence = Persistence(level, paper)

    def tell(self, trial: Trial) -> None:
        """Remember a trial; `think` learns from it."""
        self._trials.append(trial)
        self._persistence.tell(trial)
        self._next, self._ready = None, False

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next; None to give up."""
        if not self._ready:
            for _ in self.think():
                pass
        return self._next

    def think(self) -> Iterator[Thought]:
        """H-3, H-1, then rounds of H-2 until a configuration convinces."""
        known = known_solution(self.level, self._trials, self.watched)
        if known is not None:
            self._next, self._ready = known, True
            yield narration.solved_before()
            return
        yield from self._learn()  # H-3: β from all trials
        yield from self._plan()  # H-1: Guide Paths from the ball to the flag
        search = _Search(self.level, self.belief, self._rng, self._grown(), self._persistence)
        yield from narration.persisted(self._persistence.barren, self._persistence.effort)
        for number in range(self.settings.rounds):
            to_go, guide = self._to_go(number, search.traps), self._guide(number)
            yield from search.round(number, to_go, guide)  # H-2: candidates, models, choice
            if search.content:
                break
        self._ready = True
        yield from self._conclude(search)

    def _learn(self) -> Iterator[Thought]:
        if self.settings.learning and self._trials:
            began, before = time.perf_counter(), self.belief
            self.belief = learn([*self.watched, *self._trials], self.prior)
            left = unexplained(self._trials[-1], self.belief)
            yield narration.learned(before, self.belief, left, time.perf_counter() - began)

    def _plan(self) -> Iterator[Thought]:
        began = time.perf_counter()
        if self._guides is None:
            count = self.settings.guides
            self._guides = plan(self.level, self.planner, seed=self.seed, paths=count)
        yield narration.planned(self._guides, time.perf_counter() - began)

    def _guide(self, number: int) -> Array | None:
        """The Guide Path shown in a round."""
        return self._guides[number % len(self._guides)] if self._guides else None

    def _to_go(self, number: int, traps: tuple[tuple[float, float], ...]) -> CostToGo:
        """The cost-to-go of a round; a later one avoids corridors and traps of those before."""
        detour = max(0, number + 1 - DIRECT)
        avoided = traps if detour else ()
        key = (detour, *avoided)
        if key not in self._costs:
            self._costs[key] = cost_to_go(self.level, (self._guides or ())[:detour], avoided)
        return self._costs[key]

    def _grown(self) -> HierarchicalSettings:
        """The settings of the next search: each barren one is followed by one with more effort."""
        times, first = self._persistence.effort, self.settings
        beam = replace(first.effort, candidates=first.effort.candidates * times)
        throws = replace(first.throw_effort, seeds=first.throw_effort.seeds * times)
        return replace(first, effort=beam, throw_effort=throws)

    def _conclude(self, search: _Search) -> Iterator[Thought]:
        """The best choice; else the paper's proposal or a near miss, by turns; else nothing."""
        best, near, self._next = best_of(search.choices), search.nearest, None
        if best is not None:
            self._persistence.barren = 0
            self._next = best.placements
            yield narration.chosen(best)
            return
        self._persistence.barren += 1
        if self._persistence.hopeless(self._to_go(0, ())):
            near = None
        elif self._persistence.takes_turn:
            self._next = yield from self._persistence.propose()
        if self._next is None and near is not None:
            self._next = near.placements
            yield narration.near_miss(near)
        elif self._next is None:
            yield narration.gave_up(self.settings.rounds * self._persistence.barren)


class _Search:
    """H-2: the rounds of one search under one belief, and what they have found.

    choices: configurations that solve the level in the believed world.
    nearest: the legal candidate with the least cost that does not reach the flag.
    traps: the point where each barren round came nearest to the flag, px.
    content: whether the choices are good enough to end the search.
    """

    def __init__(
        self,
        level: Level,
        belief: Belief,
        rng: np.random.Generator,
        settings: HierarchicalSettings,
        persistence: Persistence,
    ) -> None:
        self.level = level
        self.belief = belief
        self.rng = rng
        self.settings = settings
        self.persistence = persistence
        self.choices: list[Choice] = []
        self.nearest: Candidate | None = None
        self.traps: tuple[tuple[float, float], ...] = ()
        self.content = False
        self._found: list[Candidate] = []  # by the last expansion, the best first

    def round(self, number: int, to_go: CostToGo, guide: Array | None) -> Iterator[Thought]:
        """Search piece by piece and then, if no resting piece solves the level, for throws.

        A throw is fragile by nature: once there is one, more rounds of resting pieces, which did
        not solve the level before, would not improve on it.
        """
        beam = Beam(self.level, to_go, self.belief.mean, self.rng, self._effort(number))
        settings = self.settings.choice if self.settings.robust else MEAN_ONLY
        chooser = RobustChooser(self.level, beam.predictor, self.belief, self.rng, settings)
        states, ends = [beam.state(())], list[Candidate]()
        for _ in range(min(self.settings.depth, len(self.level.pieces))):
            yield self._deviation(states[0], guide)
            yield from self._expand(beam, states)
            yield from self._choose(chooser)
            if self._convinced(number):
                self.content = True
                return
            kept = beam.keep([c for c in self._found if not c.solved])
            states = [beam.state(c.placements) for c in kept]
            ends += kept[:1]
            if not states:
                break
        if not self.choices:
            yield from self._throw(chooser, to_go, states)
            self.content = bool(self.choices)
            if ends:
                stuck = min(ends, key=by_cost)
                self.traps += ((stuck.x, stuck.y),)

    def _effort(self, number: int) -> Effort:
        """The effort of a round: it grows from round to round, up to the third."""
        grown, first = min(number, GROWING), self.settings.effort
        return replace(
            first,
            candidates=first.candidates * self.settings.growth**grown,
            props=first.props * (1 + grown // 2),
            width=first.width + 4 * grown,
        )

    def _deviation(self, state: State, guide: Array | None) -> Thought:
        """Where the best state leaves the Guide Path; shown, not used."""
        local = None if guide is None else local_region(state.prediction.path[:, :2], guide)
        return narration.deviated(state, local.region if local else None, guide)

    def _expand(self, beam: Beam, states: Sequence[State]) -> Iterator[Thought]:
        """Coarse gridding of every next piece, then finer gridding of the best."""
        self._found = []
        for stage in (MethodStage.COARSE, MethodStage.FINE):
            began, tried = time.perf_counter(), beam.tried
            if stage is MethodStage.COARSE:
                expansions = beam.expansions(states)
            else:
                expansions = beam.finer_expansions(beam.keep(self._found))
            thought = narration.rested(expansions, time.perf_counter() - began)
            if thought:
                yield thought
                began = time.perf_counter()
            rated = sorted(beam.rate(expansions), key=by_cost)
            yield narration.gridded(stage, rated, beam.tried - tried, time.perf_counter() - began)
            self._found = sorted(self._found + rated, key=by_cost)
        self._note_nearest()

    def _note_nearest(self) -> None:
        """Remember the best legal candidate that misses the flag, in case nothing solves."""
        for candidate in self._found:
            if self.nearest is not None and candidate.cost >= self.nearest.cost:
                break
            new = not candidate.solved and self.persistence.is_new(candidate.placements, ALIKE)
            if new and is_legal(self.level, candidate.placements):
                self.nearest = candidate
                break

    def _choose(self, chooser: RobustChooser) -> Iterator[Thought]:
        """Compare the predicted solutions, first in the stepping model, then in the world."""
        if not any(c.solved for c in self._found):
            return
        began = time.perf_counter()
        ranked = chooser.rank(self._found)
        choices = chooser.check(ranked) if self.settings.check else chooser.trust(ranked)
        yield narration.checked(ranked, best_of(choices), time.perf_counter() - began)
        self.choices += [c for c in choices if self.persistence.is_new(c.placements)]

    def _convinced(self, number: int) -> bool:
        """Whether a choice is robust enough; later rounds accept half of that."""
        enough = self.settings.choice.enough * (1.0 if number == 0 else 0.5)
        return any(choice.robustness >= enough for choice in self.choices)

    def _throw(
        self, chooser: RobustChooser, to_go: CostToGo, states: Sequence[State]
    ) -> Iterator[Thought]:
        throws = Throws(self.level, to_go, self.belief.mean, self.rng, self.settings.throw_effort)
        if not self.settings.throws or not throws.possible:
            return
        began = time.perf_counter()
        seeds = [state.placements for state in states[:THROW_SEEDS] if state.placements]
        found = throws.search(seeds)
        yield narration.thrown(found, throws.tried, time.perf_counter() - began)
        began = time.perf_counter()
        solved = [c for c in found if c.solved]
        choices = chooser.check(solved, confirmed=THROWS_COMPARED)
        if solved:
            yield narration.checked(solved, best_of(choices), time.perf_counter() - began)
        self.choices += [c for c in choices if self.persistence.is_new(c.placements)]
