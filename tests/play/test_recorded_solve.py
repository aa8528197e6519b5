"""One solve from start to end: streamed, stoppable, and recorded whatever ends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest

from bubbleball.errors import SolverError
from bubbleball.files.packs import find
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics, parse_physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Outcome, Trial
from bubbleball.method.explanation import Thought
from bubbleball.play.recorded_solve import SolveTask, failure, solve_and_record
from bubbleball.play.step import Step
from levels_in_python import GAP
from solvers_gone_wrong import FILE


def task(solver: str = "random", **more: object) -> SolveTask:
    return SolveTask(GAP, solver, **{"max_trials": 4, **more})  # type: ignore[arg-type]  # any field


def test_every_event_is_watched_as_it_comes_and_kept() -> None:
    seen: list[Thought | Step] = []
    done = solve_and_record(task(), seen.append)
    assert list(done.events) == seen
    assert [event.number for event in seen if isinstance(event, Step)] == [0, 1, 2, 3, 4]
    assert (done.record.trials, done.record.plays, done.record.error) == (4, 5, None)
    assert done.raised is None


def test_a_stopped_solve_is_recorded_up_to_there() -> None:
    seen: list[Thought | Step] = []
    done = solve_and_record(
        task(), seen.append, stopped=lambda: sum(isinstance(e, Step) for e in seen) == 3
    )
    assert (done.record.trials, done.record.error) == (2, None)
    assert done.events == tuple(seen)


def test_what_a_solver_raises_is_recorded_with_its_place_and_what_was_found() -> None:
    done = solve_and_record(task(f"{FILE}:Raises"))
    assert isinstance(done.raised, ZeroDivisionError)
    assert done.record.error == (
        "ZeroDivisionError: three is too many (solvers_gone_wrong.py, line 31)"
    )
    assert done.record.trials == 2
    assert done.record.ended == done.record.error


def test_a_solver_that_cannot_be_made_is_recorded_without_events() -> None:
    done = solve_and_record(task(options={"planer": "prm"}))
    assert isinstance(done.raised, SolverError)
    assert done.events == ()
    assert done.record.error == str(done.raised)


def test_an_interrupt_is_not_the_solvers_unless_the_caller_says_so() -> None:
    with pytest.raises(KeyboardInterrupt):
        solve_and_record(task(f"{FILE}:Interrupts"))
    done = solve_and_record(task(f"{FILE}:Interrupts"), explain=failure)
    assert done.record.error == "KeyboardInterrupt (solvers_gone_wrong.py, line 45)"


def test_what_cannot_be_explained_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        solve_and_record(task(f"{FILE}:Raises"), explain=lambda raised: None)


def test_a_solver_that_learns_nothing_is_refused_where_learning_is_wanted() -> None:
    done = solve_and_record(task(learns=True))
    assert done.record.error == "learns nothing that it could carry on to the next level"
    assert done.record.plays == 0


@pytest.mark.parametrize(
    ("physics", "name", "recorded"),
    [
        (REAL, "", None),
        (REAL, "real", None),
        (parse_physics("moon"), "", "moon"),
        (parse_physics("random:7"), "random:7", "random:7"),
        (
            Physics(gravity=9.123456789, restitution=1 / 3),
            "",
            "gravity=9.123456789,restitution=0.3333333333333333",
        ),
    ],
)
def test_the_record_keeps_the_physics_to_the_last_digit(
    physics: Physics, name: str, recorded: str | None
) -> None:
    done = solve_and_record(task(physics=physics, physics_name=name, max_trials=1))
    assert done.record.physics == recorded
    assert parse_physics(done.record.physics or "real") == physics
    (step,) = [event for event in done.events if isinstance(event, Step) and event.number]
    assert Game(GAP, parse_physics(recorded or "real")).play(step.placements) == step.trial


def test_a_level_without_a_name_is_recorded_by_its_title() -> None:
    nameless = replace(task(), level=replace(GAP, name="", title="The gap"))
    assert nameless.start().level == "The gap"


class _Conveyor:
    """A game that is not ours: the ball goes right at 60 px/s whatever is placed."""

    def __init__(self, level: Level) -> None:
        self.level = level

    def play(self, placements: Iterable[Placement] = ()) -> Trial:
        x, y = self.level.ball.x, self.level.ball.y
        ball = np.array([(x + frame, y, 60.0, 0.0) for frame in range(100)])
        outcome = Outcome.REACHED_FLAG if tuple(placements) else Outcome.TIMED_OUT
        nothing = np.zeros((100, 0, 6))
        return Trial(self.level, tuple(placements), outcome, ball, (), nothing, (), ())


def test_any_game_that_plays_a_level_can_be_solved() -> None:
    done = solve_and_record(task(against=_Conveyor(GAP)))
    assert done.record.solved
    assert [event.trial.ball[-1, 2] for event in done.events if isinstance(event, Step)] == [60, 60]


def test_a_solver_gets_no_name_of_the_level_and_the_winning_trial_too() -> None:
    seen: list[Trial] = []

    class Knowing:
        """Solves the level at once and keeps what it gets."""

        def __init__(self, level: Level, *, seed: int = 0) -> None:
            assert (level.name, level.title, level.author) == ("", "", "")

        def think(self) -> Iterator[Thought]:
            yield from ()

        def ask(self) -> tuple[Placement, ...]:
            return find("classic/2").solutions[0]

        def tell(self, trial: Trial) -> None:
            seen.append(trial)

    level = find("classic/2").level
    found = solve_and_record(SolveTask(level, Knowing))
    assert found.record.solved
    assert found.record.level == "classic/2"
    assert [trial.solved for trial in seen] == [False, True]
    assert {trial.level.name for trial in seen} == {""}
