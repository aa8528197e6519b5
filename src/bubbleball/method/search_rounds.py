"""H-2: the rounds of one search under one belief, one homotopy class at a time.

Every round goes piece by piece: geometry draws a coarse grid in the Local Region, the event chain
sieves it, the stepper refines what is left, the believed world checks the last few.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.level import Level
from bubbleball.method import narration
from bubbleball.method.beam import Beam, Effort
from bubbleball.method.candidates import Candidate, PoseBatch, Sieve, State, by_cost
from bubbleball.method.continuation import Continuation
from bubbleball.method.cost_to_go import CostToGo
from bubbleball.method.decision import best_of
from bubbleball.method.explanation import Thought
from bubbleball.method.falling_frame import struck
from bubbleball.method.hardening import Hardening
from bubbleball.method.legality import is_legal
from bubbleball.method.persistence import ALIKE, Persistence
from bubbleball.method.recorded_start import Recorded
from bubbleball.method.robust_choice import ChoiceSettings, RobustChooser, wary
from bubbleball.method.search_settings import SearchSettings
from bubbleball.method.shortlist import Shortlist
from bubbleball.method.throws import Throws
from bubbleball.model.belief import Belief

SOLUTIONS = 8  # predicted solutions of the coarse grid that make finer gridding unnecessary
THROWS_COMPARED = 12  # throws confirmed before the most robust of them is taken
THROW_SEEDS = 4  # states of the beam that the search for throws starts from, too
WANTED = 0.9  # robustness looked for where unseen constants are likely to be off
HARDENED = 6  # of the most robust solutions that later expansions change further
STRUCK = 60  # blocks that fall into the ball's path in these states
Draw = Callable[[Sequence[State]], list[tuple[State, PoseBatch]]]
MEAN_ONLY = ChoiceSettings(jitters=1, worlds=1)


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """One round of a search.

    guide: the Guide Path of its class, n x 2 px; None for a round that follows no guide.
    to_go: the cost-to-go of that class.
    sweep: how often the contacts have grown: 0 at first.
    throws: whether to look for throws if no resting piece solves the level.
    rests: whether to look for resting pieces first.
    """

    guide: Array | None
    to_go: CostToGo
    sweep: int
    throws: bool
    rests: bool = True


class RoundSearch:
    """H-2 under one belief, and what it has found.

    past: what has failed, which is not tried again.
    events: sieves the coarse grid; without it the stepping model rates all of it.
    recorded: trials that predictions start from; without it they start at the beginning.
    shortlist: configurations that solve the level in the believed world.
    nearest: the legal candidate with the least cost that does not reach the flag.
    traps: the point where each barren round came nearest to the flag, px.
    content: whether the choices are good enough to end the search.
    rounds: run so far.
    """

    def __init__(
        self,
        level: Level,
        belief: Belief,
        rng: np.random.Generator,
        settings: SearchSettings,
        past: Persistence,
        events: Sieve | None = None,
        recorded: Recorded | None = None,
    ) -> None:
        self.level = level
        self.belief = belief
        self.rng = rng
        self.settings = settings
        self.past = past
        self.shortlist = Shortlist(belief, past, recorded)
        chance = any(belief.scatter) or bool(recorded and recorded.shake)
        self._wary = settings.robust and (belief.another_game or chance)
        if not self._wary:
            self.shortlist.enough = settings.choice.enough
        self.events = events
        self.recorded = recorded
        self.nearest: Candidate | None = None
        self.traps: tuple[tuple[float, float], ...] = ()
        self.content = False
        self.rounds = 0
        self._found: list[Candidate] = []  # by the last expansion, the best first
        self._ranked: list[Candidate] = []  # those that were compared last, the most robust first
        self._hardened: list[Candidate] = []  # the most robust after their changes

    def run(self, this: Round) -> Iterator[Thought]:
        """Search piece by piece and then, if no resting piece solves the level, for throws.

        A throw is fragile by nature: once there is one, more rounds of resting pieces do not help.
        """
        if self._settled(this.sweep):
            self.content = True
            return
        self.rounds += 1
        effort, mean = self._effort(this.sweep), self.belief.mean
        beam = Beam(
            *(self.level, this.to_go, mean, self.rng, effort, self.events, this.guide),
            recorded=self.recorded,
        )
        settings = self.settings.choice if self.settings.robust else MEAN_ONLY
        if self._wary:
            settings = wary(settings)
        if self.past.surprises.count:  # to be sure has not helped: compare all
            settings = replace(settings, sure=math.inf)
        chooser = RobustChooser(
            self.level, beam.predictor, self.belief, self.rng, settings, self.recorded
        )
        if self.settings.check:
            self.shortlist.confirm = chooser.confirm
        states, ends = [beam.state(())], list[Candidate]()
        depth = min(self.settings.depth, len(self.level.pieces)) if this.rests else 0
        for _ in range(depth):
            yield narration.deviated(states, this.guide)
            yield from self._expand(beam, states, chooser, this.sweep)
            if self._convinced(this.sweep):
                self.content = True
                return
            kept = beam.keep([c for c in self._found if not c.solved])
            states = [beam.state(c.placements) for c in kept]
            ends += kept[:1]
            if not states:
                break
        if not self.shortlist.trusted:
            if this.throws and self.settings.throws:
                yield from self._throw(chooser, beam, this.to_go, states)
                self.content = self.shortlist.trusted
            if ends:
                stuck = min(ends, key=by_cost)
                self.traps += ((stuck.x, stuck.y),)

    def _effort(self, sweep: int) -> Effort:
        """The effort of a sweep."""
        first = self.settings.effort
        return replace(
            first,
            candidates=first.candidates * self.settings.growth**sweep,
            rests=first.rests * (1 + sweep),
            props=first.props * (1 + sweep),
            width=first.width + 4 * sweep,
            shots=first.shots * (1 + sweep),
        )

    def _expand(
        self, beam: Beam, states: Sequence[State], chooser: RobustChooser, sweep: int
    ) -> Iterator[Thought]:
        """Coarse gridding; constructions and finer gridding unless that convinces already."""
        self._found, self._ranked, compared = [], [], list[Candidate]()
        yield from self._coarse(beam, beam.expansions, states)
        if self._many_solve:
            compared = self._found
            yield from self._choose(chooser, compared)
        if not self._convinced(sweep):
            yield from self._coarse(beam, beam.constructions, states)
            if not self._many_solve:
                yield from self._finer(beam)
            known = set(compared)
            yield from self._choose(chooser, [c for c in self._found if c not in known])
        hardens = self._wary and self.settings.choice.hardened
        if hardens and self._ranked and not self._convinced(sweep):
            yield from self._harden(beam, chooser)
        self._note_nearest(self._found)

    @property
    def _many_solve(self) -> bool:
        return sum(candidate.solved for candidate in self._found) >= SOLUTIONS

    def _coarse(self, beam: Beam, draw: Draw, states: Sequence[State]) -> Iterator[Thought]:
        """The event chain rates a part of the coarse grid, the stepper what is left of it."""
        began, chains = time.process_time(), beam.spent.chains
        sieved = beam.sieve(draw(states))
        if sieved:
            yield narration.sieved(sieved, beam.spent.chains - chains, _since(began))
            passed = [(each.state, each.batch) for each in sieved]
            yield from self._step(beam, passed, finer=False)

    def _finer(self, beam: Beam) -> Iterator[Thought]:
        """Finer gridding: small changes of the best so far, with their wood where it rests."""
        began, releases = time.process_time(), beam.spent.releases
        kept = beam.keep(self._found)
        released = beam.spent.releases - releases
        if released:
            yield narration.rested(len(kept), released, _since(began))
        yield from self._step(beam, beam.finer_expansions(kept), finer=True)

    def _step(
        self, beam: Beam, passed: Sequence[tuple[State, PoseBatch]], *, finer: bool
    ) -> Iterator[Thought]:
        if not any(len(batch) for _, batch in passed):
            return
        began, steps = time.process_time(), beam.spent.steps
        rated = sorted(beam.rate(passed), key=by_cost)
        yield narration.stepped(rated, beam.spent.steps - steps, _since(began), finer=finer)
        self._found = sorted(self._found + rated, key=by_cost)

    def _note_nearest(self, candidates: Sequence[Candidate]) -> None:
        """Of some, the best first, remember the best legal one that misses the flag."""
        for candidate in candidates:
            if self.nearest is not None and candidate.cost >= self.nearest.cost:
                break
            new = not candidate.solved and self.shortlist.is_new(candidate.placements, ALIKE)
            if new and is_legal(self.level, candidate.placements):
                self.nearest = candidate
                break

    def _choose(self, chooser: RobustChooser, candidates: Sequence[Candidate]) -> Iterator[Thought]:
        """Compare the predicted solutions, first in the stepping model, then in the world."""
        if not any(c.solved for c in candidates):
            return
        began = time.process_time()
        new = [c for c in candidates if c.solved and self.shortlist.is_new(c.placements)]
        candidates = new or candidates
        self._ranked = chooser.rank(candidates)
        yield from self._check(chooser, self._ranked, began)

    def _check(
        self, chooser: RobustChooser, ranked: Sequence[Candidate], began: float
    ) -> Iterator[Thought]:
        choices = chooser.check(ranked) if self.settings.check else chooser.trust(ranked)
        yield narration.checked(ranked, best_of(choices), chooser.take_runs(), _since(began))
        self.shortlist.add(choices)

    def _harden(self, beam: Beam, chooser: RobustChooser) -> Iterator[Thought]:
        """Change the most robust solutions for more robustness."""
        began, hardening = time.process_time(), Hardening(beam, chooser, self.rng)
        found = hardening.search([*self._hardened, *self._ranked])
        self._hardened = found[:HARDENED]
        yield narration.stepped(found, hardening.tried, _since(began), finer=True)
        yield from self._check(chooser, found, time.process_time())

    def _settled(self, sweep: int) -> bool:
        """Whether another round is needless: the mean belief, likely the game, is solved well."""
        least = self.settings.choice.enough / (1 if self._wary else 2)
        return (sweep > 0 or not self._wary) and self.shortlist.robustness >= least

    def _convinced(self, sweep: int) -> bool:
        """Whether a choice is robust enough; later sweeps accept half of that."""
        if sweep:
            return self.shortlist.robustness >= self.settings.choice.enough / 2
        return self.shortlist.robustness >= (WANTED if self._wary else self.settings.choice.enough)

    def _throw(
        self, chooser: RobustChooser, beam: Beam, to_go: CostToGo, states: Sequence[State]
    ) -> Iterator[Thought]:
        """Look for wood in motion that solves the level, if need be with pieces that lead on."""
        mean = self.belief.mean
        effort = self.settings.throw_effort
        throws = Throws(self.level, to_go, mean, self.rng, effort, self.shortlist.is_new)
        if not throws.possible or self.rounds <= throws.first_round:
            return
        began = time.process_time()
        paths = [beam.state(()), *states[:THROW_SEEDS]]
        seeds = [state.placements for state in paths if state.placements]
        seeds += struck(self.level, paths, mean, self.rng, STRUCK)
        found = throws.search(seeds)
        yield narration.thrown(found, throws.tried, _since(began))
        began = time.process_time()
        solved = [c for c in found if c.solved]
        if not solved:
            after = Continuation(self.level, to_go, mean, beam)
            more = after.search(found)
            solved = [c for c in more if c.solved]
            yield narration.continued(more, after.tried, _since(began))
            self._note_nearest(sorted([*found, *more], key=by_cost))
        choices = chooser.check(solved, confirmed=THROWS_COMPARED)
        if solved:
            yield narration.checked(solved, best_of(choices), chooser.take_runs(), _since(began))
        self.shortlist.add(choices)


def _since(began: float) -> float:
    """Processor seconds since a moment."""
    return time.process_time() - began
