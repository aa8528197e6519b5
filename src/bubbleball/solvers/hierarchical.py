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

from bubbleball.beam import Beam, Candidate, Effort, State
from bubbleball.choose import FRAGILE, Choice, Chooser, Confidence, best_of
from bubbleball.field import cost_to_go
from bubbleball.guide import plan
from bubbleball.learn import learn
from bubbleball.level import Level
from bubbleball.model.belief import Belief
from bubbleball.model.predict import Predictor
from bubbleball.placement import Placement
from bubbleball.region import local_region
from bubbleball.search import is_legal
from bubbleball.thought import Region, Stage, Thought
from bubbleball.throw import ThrowEffort, Throws
from bubbleball.trial import Trial

Array = NDArray[np.float64]

CLOUD = 300  # candidates shown in a thought


@dataclass(frozen=True, slots=True)
class Settings:
    """What the solver does; switching one off shows what it buys.

    rounds: searches before it gives up, each with `growth` times the effort.
    depth: pieces (or held pairs) added one after another.
    guides: Guide Paths of different homotopy; later rounds avoid the corridors of earlier ones.
    check: try the best in the believed world before spending a trial.
    robust: choose by plausible worlds, not by the mean alone.
    throws: search for blocks in motion.
    learning: correct β by trials.
    """

    rounds: int = 3
    growth: int = 4
    depth: int = 8
    guides: int = 3
    check: bool = True
    robust: bool = True
    throws: bool = True
    learning: bool = True
    effort: Effort = field(default_factory=Effort)
    throw_effort: ThrowEffort = field(default_factory=ThrowEffort)
    confidence: Confidence = field(default_factory=Confidence)


class Hierarchical:
    """Ask/tell; see the module's docstring."""

    def __init__(
        self,
        level: Level,
        *,
        seed: int = 0,
        planner: str = "visibility",
        belief: Belief | None = None,
        settings: Settings | None = None,
    ) -> None:
        self.level = level
        self.seed = seed
        self.planner = planner
        self.settings = settings or Settings()
        self.prior = belief or Belief.prior()
        self.belief = self.prior
        self._rng = np.random.default_rng(seed)
        self._trials: list[Trial] = []
        self._guides: tuple[Array, ...] | None = None
        self._next: tuple[Placement, ...] | None = None
        self._thought = False
        self._nearest: Candidate | None = None
        self._belief_then: Belief | None = None  # when the last near miss was tried

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
        if self.settings.learning and self._trials:
            yield self._learn()
        yield self._plan()
        choices: list[Choice] = []
        self._nearest = None
        for number in range(self.settings.rounds):
            yield from self._round(number, choices)
            if self._convinced(choices, number):
                break
        self._thought = True
        yield self._conclude(best_of(choices))

    def _convinced(self, choices: Sequence[Choice], number: int) -> bool:
        """Whether what was found is robust enough; a later round is content with less."""
        enough = self.settings.confidence.enough * (1.0, 0.5)[number > 0]
        return any(choice.robustness >= enough for choice in choices)

    def _learn(self) -> Thought:
        began = time.perf_counter()
        before = self.belief
        self.belief = learn(self._trials, self.prior)
        changed = [
            f"{new.name.replace('_', ' ')} {old.mean:.3g} to {new.mean:.3g}"
            for old, new in zip(before.estimates(), self.belief.estimates(), strict=True)
            if abs(old.mean - new.mean) > max(1e-3, 5e-3 * abs(old.mean))
        ]
        text = (
            f"The last run corrects what I believe: {', '.join(changed)}."
            if changed
            else "The last run agrees with what I believe about the physics."
        )
        return Thought(
            Stage.LEARN,
            text,
            time.perf_counter() - began,
            belief_before=before.estimates(),
            belief=self.belief.estimates(),
        )

    def _plan(self) -> Thought:
        began = time.perf_counter()
        if self._guides is None:
            self._guides = plan(
                self.level, self.planner, seed=self.seed, paths=self.settings.guides
            )
        found = len(self._guides)
        text = (
            f"{found} way{'s' * (found > 1)} for the ball from its start to the flag."
            if found
            else "No free way leads to the flag; I go by the straight distance."
        )
        return Thought(Stage.GUIDE, text, time.perf_counter() - began, guides=self._guides)

    def _round(self, number: int, choices: list[Choice]) -> Iterator[Thought]:
        """One search, piece by piece and then for throws; adds to `choices` what holds."""
        scale = self.settings.growth**number
        effort = replace(
            self.settings.effort,
            candidates=self.settings.effort.candidates * scale,
            rests=self.settings.effort.rests * (1 + number),
            props=self.settings.effort.props * (1 + number),
            width=self.settings.effort.width + 4 * number,
        )
        guides = self._guides or ()
        to_go = cost_to_go(self.level, guides[:number])
        predictor = Predictor(self.level, to_go)
        beam = Beam(self.level, predictor, self.belief.mean, self._rng, effort)
        worlds = self.settings.confidence if self.settings.robust else _MEAN_ONLY
        chooser = Chooser(self.level, predictor, self.belief, self._rng, worlds)
        guide = guides[number % len(guides)] if guides else None
        states = [beam.state(())]
        for depth in range(min(self.settings.depth, len(self.level.pieces))):
            region = self._region(states[0], guide)
            yield self._region_thought(states[0], region, guide, depth)
            found = yield from self._expand(beam, states)
            self._note_nearest(found)
            choices += yield from self._judge(chooser, found)
            if self._convinced(choices, number):
                return
            open_ends = beam.keep([c for c in found if not c.solved])
            states = [beam.state(c.placements) for c in open_ends]
            if not states:
                break
        if self.settings.throws:
            choices += yield from self._throw(chooser, to_go, number, states)

    def _region(self, state: State, guide: Array | None) -> Region | None:
        if guide is None:
            return None
        local = local_region(state.prediction.path[:, :2], guide)
        return local.region if local else None

    def _region_thought(
        self, state: State, region: Region | None, guide: Array | None, depth: int
    ) -> Thought:
        if depth == 0:
            text = "Here the ball by itself parts from the way it should go."
        else:
            text = f"With {depth} placed, this is where the ball still goes astray."
        return Thought(
            Stage.REGION,
            text,
            guides=() if guide is None else (guide,),
            region=region,
            predicted=state.prediction.path[:, :2],
        )

    def _expand(
        self, beam: Beam, states: Sequence[State]
    ) -> Generator[Thought, None, list[Candidate]]:
        began = time.perf_counter()
        moves = beam.moves(states)
        seconds = time.perf_counter() - began
        wooden = [m for _, m in moves if any(p.kind.wooden for p in m.parts)]
        if wooden:
            count = sum(len(m.poses) for m in wooden)
            yield Thought(
                Stage.SUPPORT,
                f"{count} places where wood comes to rest, some held by another piece.",
                seconds,
                candidate_count=count,
            )
            seconds = 0.0
        began = time.perf_counter()
        found = beam.coarse(moves)
        ranked = sorted(found, key=lambda c: c.value)
        yield Thought(
            Stage.COARSE,
            _coarse_text(ranked, beam.tried),
            seconds + time.perf_counter() - began,
            candidates=_cloud(ranked),
            candidate_count=beam.tried,
            main=ranked[0].placements[-1] if ranked else None,
        )
        began, tried = time.perf_counter(), beam.tried
        finer = beam.fine(beam.keep(ranked))
        ranked = sorted(found + finer, key=lambda c: c.value)
        yield Thought(
            Stage.FINE,
            f"{beam.tried - tried} small changes of the best few; {_standing(ranked)}",
            time.perf_counter() - began,
            candidates=_cloud(sorted(finer, key=lambda c: c.value)),
            candidate_count=beam.tried - tried,
            main=ranked[0].placements[-1] if ranked else None,
        )
        return ranked

    def _judge(
        self, chooser: Chooser, found: Sequence[Candidate]
    ) -> Generator[Thought, None, list[Choice]]:
        if not any(c.solved for c in found):
            return []
        began = time.perf_counter()
        ranked = chooser.rank(found)
        choices = chooser.check(ranked) if self.settings.check else chooser.trust(ranked)
        choice = best_of(choices)
        yield Thought(
            Stage.CHECK,
            f"{len(ranked)} of them reach the flag in the model; {_verdict(choice)}",
            time.perf_counter() - began,
            main=choice.main if choice else None,
            supports=choice.supports if choice else (),
            predicted=choice.path if choice else None,
            events=choice.events if choice else (),
        )
        return choices

    def _throw(
        self, chooser: Chooser, to_go: Array, number: int, states: Sequence[State]
    ) -> Generator[Thought, None, list[Choice]]:
        base = self.settings.throw_effort
        effort = replace(base, sown=base.sown * (1 + number), bred=base.bred * (1 + number))
        throws = Throws(self.level, to_go, self.belief.mean, self._rng, effort)
        if not throws.possible:
            return []
        began = time.perf_counter()
        found = throws.search([state.placements for state in states[:4] if state.placements])
        yield Thought(
            Stage.SUPPORT,
            f"Resting pieces are not enough: {throws.tried} throws tried in the believed world; "
            f"{_standing(found)}",
            time.perf_counter() - began,
            candidates=_cloud(found),
            candidate_count=throws.tried,
        )
        began = time.perf_counter()
        choices = chooser.check([c for c in found if c.solved])
        verdict = _verdict(best_of(choices)).capitalize()
        yield Thought(Stage.CHECK, verdict, time.perf_counter() - began)
        return choices

    def _conclude(self, best: Choice | None) -> Thought:
        if best is not None:
            self._next = best.placements
            return Thought(
                Stage.CHOOSE,
                _reason(best),
                main=best.main,
                supports=best.supports,
                predicted=best.path,
                events=best.events,
            )
        near = self._nearest
        if near is not None and self._may_surprise():
            self._next, self._belief_then = near.placements, self.belief
            return Thought(
                Stage.CHOOSE,
                f"My models know no way to the flag. I try what comes nearest, {near.value:.0f} px "
                "short, to see whether they are wrong.",
                main=near.placements[-1],
                supports=near.placements[:-1],
            )
        self._next = None
        return Thought(
            Stage.CHOOSE,
            f"In {self.settings.rounds} rounds of growing effort my models found no placement that "
            "reaches the flag, and the last trial taught nothing new: I give up.",
        )

    def _may_surprise(self) -> bool:
        """Whether a near miss could teach something: the first one, or after β has changed."""
        then = self._belief_then
        return then is None or self.belief.differs_from(then)

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


_MEAN_ONLY = Confidence(jitters=1, worlds=1)


def _reason(best: Choice) -> str:
    share = f"it works in {best.robustness:.0%} of the worlds I hold possible"
    if best.robustness >= FRAGILE:
        return f"I try this because it is the most robust: {share}."
    return (
        f"Nothing is robust, so I try what teaches most: {share}, and they differ by "
        f"{best.teaches:.0f} px about where the ball goes."
    )


def _cloud(ranked: Sequence[Candidate]) -> Array | None:
    """A sample of candidates: the last piece's place and the cost."""
    if not ranked:
        return None
    every = max(1, len(ranked) // CLOUD)
    return np.array([[c.placements[-1].x, c.placements[-1].y, c.value] for c in ranked[::every]])


def _standing(ranked: Sequence[Candidate]) -> str:
    if not ranked:
        return "none fits."
    solved = sum(c.solved for c in ranked)
    if solved:
        return f"{solved} reach the flag."
    return f"the best leaves {ranked[0].value:.0f} px to go."


def _coarse_text(ranked: Sequence[Candidate], tried: int) -> str:
    return f"{tried} contacts tried with every kind of piece; {_standing(ranked)}"


def _verdict(choice: Choice | None) -> str:
    if choice is None:
        return "none of them holds in the believed world."
    return f"the best one holds in {choice.robustness:.0%} of the plausible worlds."
