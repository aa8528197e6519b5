"""Let an outside player work through a suite in words: the tools of `bubbleball mcp`.

Every level has its budget of trials. With a record file, finished levels are recorded as those of a
solver, and stay closed when the same player comes back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from bubbleball.bench.playing import task_of
from bubbleball.bench.record_file import RecordFile
from bubbleball.bench.runs import Plan, Run, RunRecord
from bubbleball.errors import BenchError, BubbleBallError, unknown_name
from bubbleball.game.physics import STEPS_PER_SECOND
from bubbleball.game.placement import Placement
from bubbleball.game.rules import breaches
from bubbleball.game.trial import Trial
from bubbleball.play.sitting import Sitting
from bubbleball.solvers.language.wording import level_text, rules_text, trace_text, trial_text


class OutsidePlayer(AbstractContextManager["OutsidePlayer"]):
    """Plays the runs of a plan; the plan's solver names the player."""

    def __init__(
        self, plan: Plan, path: Path | None = None, session: Mapping[str, Any] | None = None
    ) -> None:
        """Keep records in the file `path`; without one, nothing is kept."""
        self._runs = {run.item.level.name: run for run in plan.runs}
        if len(self._runs) < len(plan.runs):
            raise BenchError("two levels have the same name; give each suite once")
        self._sittings: dict[str, Sitting] = {}
        self._file = None if path is None else RecordFile(path, plan.settings)
        self._recorded = set(self._file.finished) if self._file else set()
        if self._file is not None:
            self._file.append_session(session or {})

    def __exit__(self, *_: object) -> None:
        """Record the levels that were started, so that nobody gets their trials twice."""
        for name, sitting in self._sittings.items():
            if sitting.attempts:
                self._record(self._runs[name], sitting)
        if self._file is not None:
            self._file.close()

    def listing(self) -> str:
        """Every level with its pieces and the trials left."""
        lines = []
        for name, run in self._runs.items():
            level = run.item.level
            title = f"  {level.title}" if level.title else ""
            lines.append(f"{name}{title}; pieces: {len(level.pieces)}; {self._state(run)}")
        return "\n".join(lines)

    def look(self, name: str) -> str:
        """The rules, the level, and what happens if nothing is placed."""
        sitting = self.sitting(name)
        return "\n\n".join(
            [
                rules_text(),
                level_text(sitting.level),
                "With nothing placed:\n" + trial_text(sitting.empty),
                self._left(sitting),
            ]
        )

    def check(self, name: str, placements: Sequence[Placement]) -> str:
        """The rules that placements break; costs nothing."""
        found = [breach.detail for breach in breaches(self.sitting(name).level, placements)]
        return "\n".join(["Not legal:", *(f"- {each}" for each in found)]) if found else "Legal."

    def attempt(self, name: str, placements: Sequence[Placement]) -> str:
        """Play a trial and describe it; illegal placements cost one, too."""
        sitting = self.sitting(name)
        made = sitting.attempt(placements)
        if sitting.left == 0:
            self._record(self._runs[name], sitting)
        number = f"Trial {len(sitting.attempts)} of {sitting.max_trials}."
        if made.refused:
            what = f"The placements are not legal, and nothing was placed: {made.refused}."
        else:
            what = trial_text(made.trial)
        return "\n".join([number, what, self._left(sitting)])

    def trace(self, name: str, trial: int, first: float, last: float, every: int) -> str:
        """The ball's states in a trial from `first` to `last` (s), every `every` frames."""
        wanted = self.trial(name, trial)
        if not 0 <= first <= last:
            raise BubbleBallError(f"from {first:g} s to {last:g} s is no span of time")
        if every < 1:
            raise BubbleBallError(f"every = {every}; a row is due every 1 frame or more")
        begin, end = round(first * STEPS_PER_SECOND), round(last * STEPS_PER_SECOND)
        if begin > wanted.steps:
            raise BubbleBallError(f"the trial ended after {wanted.seconds:.2f} s")
        return trace_text(wanted, every, begin, end)

    def score(self) -> str:
        """How many levels are solved so far, and with how many trials."""
        played = [sitting for sitting in self._sittings.values() if sitting.attempts]
        solved = [sitting for sitting in played if sitting.solved]
        used = sum(len(sitting.attempts) for sitting in played)
        return (
            f"{len(solved)} of {len(self._runs)} levels solved in this session; {len(played)} "
            f"begun, {used} trials used."
        )

    def trial(self, name: str, number: int) -> Trial:
        """A trial by its number; 0 is the empty run."""
        sitting = self.sitting(name)
        if not 0 <= number <= len(sitting.attempts):
            raise BubbleBallError(
                f"no trial {number} of {name!r}; there are 0 (nothing placed) to "
                f"{len(sitting.attempts)}"
            )
        return sitting.attempts[number - 1].trial if number else sitting.empty

    def sitting(self, name: str) -> Sitting:
        """The sitting of a level, which begins when it is first asked for."""
        if name not in self._runs:
            raise unknown_name("level in this session", name, self._runs)
        run = self._runs[name]
        if name not in self._sittings:
            if run.number in self._recorded:
                raise BenchError(f"level {name!r} was played in an earlier session; it is recorded")
            self._sittings[name] = Sitting(task_of(run))
        return self._sittings[name]

    def _record(self, run: Run, sitting: Sitting) -> None:
        if run.number not in self._recorded:
            self._recorded.add(run.number)
            if self._file is not None:
                record = RunRecord(run.number, run.item.suite, sitting.record())
                self._file.append([record.line()])

    def _state(self, run: Run) -> str:
        name = run.item.level.name
        if name in self._sittings:
            return self._left(self._sittings[name])
        if run.number in self._recorded:
            return "recorded in an earlier session"
        return f"{run.max_trials} trials left"

    def _left(self, sitting: Sitting) -> str:
        if sitting.solved:
            return f"solved in trial {len(sitting.attempts)}"
        return f"{sitting.left} of {sitting.max_trials} trials left"
