"""The default solver: the paper's three hierarchies, each leaving the next one less to look at.

H-1 plans Guide Paths. Their homotopy classes decide the order of search, the Local Region where
contacts are sampled, the cost-to-go of the class what counts as progress. H-2 sieves candidates by
closed-form events, refines them in the stepping model and checks the last few in a believed Box2D
world. H-3 learns β from every trial.
"""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np

from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method import narration
from bubbleball.method.candidates import Candidate, Choice
from bubbleball.method.cost_to_go import CostToGo, cost_to_go, highest, rise_weight
from bubbleball.method.decision import best_of
from bubbleball.method.demonstrations import Watching, known_solution
from bubbleball.method.event_sieve import EventSieve
from bubbleball.method.explanation import Thought
from bubbleball.method.guide_path import known_planner
from bubbleball.method.guide_path.classes import GuideClass, guide_classes
from bubbleball.method.learn import learn, odd, unexplained
from bubbleball.method.learn.goal import believed_goal, uncounted
from bubbleball.method.learning_narration import learned
from bubbleball.method.legality import is_legal
from bubbleball.method.persistence import Persistence
from bubbleball.method.recorded_start import Recorded
from bubbleball.method.robust_choice import ChoiceSettings, another_idea
from bubbleball.method.search_rounds import Round, RoundSearch
from bubbleball.method.search_settings import SearchSettings
from bubbleball.method.throws import ThrowEffort, made_to_throw
from bubbleball.method.tidying import presentable
from bubbleball.model.belief import Belief
from bubbleball.solvers import make_solver

HASTY_THROWS = ThrowEffort(seeds=100, kept=8, enough=2, children=8, generations=40)
HASTY = ChoiceSettings(jitters=1, confirmed=8, worlds=1, sure=math.inf)  # robustness says nothing


@dataclass(frozen=True, slots=True)
class HierarchicalSettings:
    """What the solver does; an ablation switches one of them off.

    classes: homotopy classes searched one after another; 0 searches without any Guide Path.
    events: whether event chains rate the coarse grid, or else the stepping model all of it.
    recorded: whether predictions start from recorded states, or else at the beginning.
    learning: whether trials correct β.
    residual: whether they may also show what no constant expresses.
    search: how H-2 searches.
    """

    classes: int = 3
    events: bool = True
    recorded: bool = True
    learning: bool = True
    residual: bool = True
    search: SearchSettings = field(default_factory=SearchSettings)


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
        whole: bool = False,
        hasty: bool = False,
    ) -> None:
        """whole: whether the game takes whole px and degrees only.

        hasty: whether to find some that solve the believed world, without comparing robustness.
        """
        self.level, self.seed, self.whole = level, seed, whole
        self.planner = known_planner(planner)
        self.settings = settings or HierarchicalSettings()
        self._hasty = hasty
        if hasty:
            search = replace(self.settings.search, choice=HASTY, throw_effort=HASTY_THROWS)
            self.settings = replace(self.settings, search=search)
        self.solutions: tuple[tuple[Placement, ...], ...] = ()  # of the last search, by its models
        self.prior = self.belief = belief or Belief.prior()
        self._rng = np.random.default_rng(seed)
        self._trials: list[Trial] = []
        self._classes: tuple[GuideClass, ...] | None = None
        self._planning = 0.0  # processor seconds
        self._costs: dict[tuple[object, ...], CostToGo] = {}
        self._next: tuple[Placement, ...] | None = None
        self._ready = False
        paper = partial(make_solver, "paper", level, seed=seed, planner=planner)
        self._persistence = Persistence(level, paper)

    def tell(self, trial: Trial) -> None:
        """Remember a trial; `think` learns from it, or this call if it was the last."""
        self._trials.append(trial)
        self._persistence.tell(trial)
        self._next, self._ready = None, False
        if trial.solved and self.settings.learning:  # there will be no `think` to learn from it
            self.belief = self._learnt()

    def ask(self) -> tuple[Placement, ...] | None:
        """The placement to try next; None to give up."""
        if not self._ready:
            for _ in self.think():
                pass
        return self._next

    def think(self) -> Iterator[Thought]:
        """H-3, H-1, then H-2; again with more effort where a trial would teach nothing."""
        known = known_solution(self.level, self._trials, self.watched)
        if known is not None:
            self._next, self._ready = known, True
            yield narration.solved_before()
            return
        if not self.level.pieces or self._hopeless():
            self._next, self._ready = None, True
            yield narration.hopeless(self.level)
            return
        yield from self._learn()  # H-3: β from all trials
        yield from self._plan()  # H-1: homotopy classes of paths from the ball to the flag
        search = yield from self._search()
        while not search.shortlist.choices and self._agrees and self._persistence.can_grow:
            self._persistence.barren += 1  # a trial of what is believed to fail would teach nothing
            search = yield from self._search(search.nearest)
        self._ready = True
        yield from self._conclude(search)

    def _search(self, nearest: Candidate | None = None) -> Generator[Thought, None, RoundSearch]:
        """H-2: rounds of events, stepper and believed world until a configuration convinces.

        nearest: of an earlier search under the same belief.
        """
        recorded, goal = None, self.level
        if self.settings.recorded:
            goal, scattered = believed_goal(self.level, self._trials), any(self.belief.scatter)
            recorded = Recorded(self.level, self._trials, scattered=scattered, goal=goal)
        events = None
        if self.settings.events and not self.belief.terms:  # the closed forms have no residual
            events = EventSieve(goal, self.belief.mean)
        search = RoundSearch(
            *(self.level, self.belief, self._rng, self._grown(), self._persistence),
            *(events, recorded),
        )
        search.nearest = nearest
        barren, effort = self._persistence.barren, self._persistence.effort
        yield from narration.persisted(barren, effort, agrees=self._agrees)
        yield from narration.surprised(self._persistence.surprises.count, search.shortlist.same)
        for this in self._rounds(search):
            yield from search.run(this)
            if search.content:
                break
        return search

    @property
    def _agrees(self) -> bool:
        """Whether every run so far went as the belief has it."""
        return self.settings.learning and bool(self._trials) and not self.belief.doubt

    def _learn(self) -> Iterator[Thought]:
        if self.settings.learning and self._trials:
            began, before = time.process_time(), self.belief
            self.belief = self._learnt()
            self._persistence.surprises.review(partial(odd, belief=self.belief))
            left = unexplained(self._trials[-1], self.belief)
            spent = time.process_time() - began
            yield learned(before, self.belief, left, spent, uncounted(self._trials[-1:]))

    def _learnt(self) -> Belief:
        seen = [*self.watched, *self._trials]
        return learn(seen, self.prior, residual=self.settings.residual)

    def _plan(self) -> Iterator[Thought]:
        guides = tuple(each.guide for each in self._guides)
        yield narration.planned(guides, self._planning)

    @property
    def _guides(self) -> tuple[GuideClass, ...]:
        """The homotopy classes, planned once, in the order of the search."""
        if self._classes is None:
            self._classes, began = (), time.process_time()
            if self.settings.classes:
                self._classes = guide_classes(
                    self.level,
                    self.planner,
                    seed=self.seed,
                    count=self.settings.classes,
                    rise=rise_weight(self.level),
                    highest=highest(self.level, helped=False),
                )
            self._planning = time.process_time() - began
        return self._classes

    def _hopeless(self) -> bool:
        """Whether no gap on the way to the flag is wide enough for the ball.

        What is open along the first class is open; its field is needed for the search in any case.
        """
        first = self._guides[0] if self._guides else None
        hopeless = self._persistence.hopeless
        return hopeless(self._to_go(first, ())) and hopeless(self._to_go(None, ()))

    def _rounds(self, search: RoundSearch) -> Iterator[Round]:
        """First every class; then along no guide, with more contacts each time.

        The last two rounds avoid the points where earlier ones got stuck, one along the first
        class. Throws are looked for after every round along no guide. Where there is a catapult,
        they are looked for twice after the first, and haste begins with them.
        """
        thrower = made_to_throw(self.level)
        if self._hasty and thrower:
            yield replace(self._round(None, (), 0, throws=True), rests=False)
        for each in self._guides:
            yield self._round(each, (), 0, throws=False)
        yield self._round(None, (), 0, throws=True)
        if thrower:
            yield replace(self._round(None, (), 0, throws=True), rests=False)
        yield self._round(None, (), 1, throws=True)
        yield self._round(next(iter(self._guides), None), search.traps, 2, throws=False)
        yield self._round(None, search.traps, 2, throws=True)

    def _round(
        self,
        along: GuideClass | None,
        traps: tuple[tuple[float, float], ...],
        sweep: int,
        *,
        throws: bool,
    ) -> Round:
        guide = None if along is None else along.guide
        return Round(guide, self._to_go(along, traps), sweep, throws)

    def _to_go(self, along: GuideClass | None, traps: tuple[tuple[float, float], ...]) -> CostToGo:
        """The cost-to-go of a class; of all of them without one, or with nothing to bar.

        A guide that stays below the ball's start can be followed without any lift.
        """
        barriers = None if along is None or not len(along.barriers) else along.barriers
        helped = along is None or bool(along.guide[:, 1].min() < highest(self.level, helped=False))
        key = (None if barriers is None else id(along), helped, *traps)
        if key not in self._costs:
            self._costs[key] = cost_to_go(self.level, barriers, traps, helped=helped)
        return self._costs[key]

    def _grown(self) -> SearchSettings:
        """The settings of the next search: each barren one is followed by one with more effort."""
        times, first = self._persistence.effort, self.settings.search
        beam = replace(
            first.effort,
            candidates=first.effort.candidates * times,
            rests=first.effort.rests * times,
            props=first.effort.props * times,
        )
        throws = replace(first.throw_effort, seeds=first.throw_effort.seeds * times)
        choice = replace(first.choice, whole=self.whole)
        return replace(first, effort=beam, throw_effort=throws, choice=choice)

    def _conclude(self, search: RoundSearch) -> Iterator[Thought]:
        """The best choice; else the paper's proposal or a near miss, by turns; else nothing.

        It is the paper's turn, too, where there is no near miss. A solution that only surprises
        bar comes before a near miss.
        """
        best, near, self._next = search.shortlist.best(), search.nearest, None
        self.solutions = tuple(choice.placements for choice in search.shortlist.choices)
        if best is not None:
            self._persistence.barren = 0
            yield self._promise(best, search, self._why(best, search))
            return
        self._persistence.barren += 1
        leftover = search.shortlist.farthest()
        if self._persistence.takes_turn or (near is None and leftover is None and self._trials):
            self._next = yield from self._persistence.propose(search.shortlist.is_new)
        if self._next is None and leftover is not None:
            yield self._promise(leftover, search, narration.FARTHEST)
        elif self._next is None and near is not None:
            self._next = presentable(near.placements, partial(is_legal, self.level))
            yield narration.near_miss(replace(near, placements=self._next))
        elif self._next is None:
            yield narration.gave_up(search.rounds * self._persistence.barren)

    def _promise(self, choice: Choice, search: RoundSearch, because: str) -> Thought:
        """Try a choice, and remember that it is to succeed."""
        self._persistence.surprises.expect(choice)
        self._next = choice.placements
        rival = best_of(another_idea(self.level, choice, search.shortlist.choices))
        return narration.chosen(choice, rival, because)

    def _why(self, best: Choice, search: RoundSearch) -> str:
        """Why a choice is the best of a search."""
        trust = self._persistence.surprises.trust
        if trust(best) < 1.0:
            return narration.STILL_BEST
        failed = any(trust(choice) < 1.0 for choice in search.shortlist.choices)
        return narration.FRESH_IDEA if failed else narration.MOST_ROBUST
