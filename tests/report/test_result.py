"""`solve_level`: a solve in one call, and a result that shows and writes itself."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from bubbleball import Level, Placement, SolveResult, Thought, Trial, solve_level
from bubbleball.errors import ArgumentError, BubbleBallError, PictureError, UnknownNameError


class Known:
    """Places what is known to work, in the second trial."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        self.asked = 0

    def think(self) -> Iterator[Thought]:
        return iter(())

    def ask(self) -> tuple[Placement, ...]:
        self.asked += 1
        return (Placement("AO6G", 217, 247.5 if self.asked > 1 else 120),)

    def tell(self, trial: Trial) -> None:
        pass


@pytest.fixture(scope="module")
def result() -> SolveResult:
    return solve_level("2", Known)


def test_the_result_says_what_happened(result: SolveResult) -> None:
    assert (result.solved, result.trials) == (True, 2)
    assert result.placements == (Placement("AO6G", 217, 247.5),)
    assert result.trial.solved
    assert result.record.solver == "Known"
    assert repr(result) == (
        "<SolveResult of classic/2, solved in 2 trials: AO6G at 217, 247.5, 0°>"
    )
    assert [line.split(":")[0] for line in result.story.splitlines()] == [
        "empty run",
        "trial 1",
        "trial 2",
    ]


def test_the_result_writes_its_report_and_its_film(result: SolveResult, tmp_path: Path) -> None:
    result.report(tmp_path / "report.html")
    result.film(tmp_path / "film.gif")
    assert "classic/2" in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert (tmp_path / "film.gif").read_bytes().startswith(b"GIF89a")


def test_a_report_or_film_of_another_ending_is_refused(result: SolveResult, tmp_path: Path) -> None:
    for write, kind in ((result.report, "html"), (result.film, "gif")):
        with pytest.raises(PictureError, match=rf"ends in '\.pdf'; known: \.{kind}"):
            write(tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


def test_the_result_is_a_well_formed_page_in_a_notebook(result: SolveResult) -> None:
    page = ET.fromstring(result._repr_html_())
    assert page.find(".//{http://www.w3.org/2000/svg}svg") is not None


def test_levels_and_trials_draw_themselves_and_print_short(result: SolveResult) -> None:
    for value in (result.level, result.trial):
        assert ET.fromstring(value._repr_svg_() or "").tag.endswith("svg")
        assert len(repr(value)) < 120


def test_the_arrays_of_a_trial_are_read_only(result: SolveResult) -> None:
    with pytest.raises(ValueError, match="read-only"):
        result.trial.ball[0, 0] = 1.0
    assert not result.trial.moves.flags.writeable


def test_a_solver_that_fails_raises_what_it_raised() -> None:
    class Broken(Known):
        def ask(self) -> tuple[Placement, ...]:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve_level("2", Broken)


@pytest.mark.parametrize(
    "options",
    [
        {"max_trials": 0},
        {"max_trials": 1.5},
        {"seed": -1},
        {"seed": "x"},
        {"time_limit": 0},
        {"time_limit": float("nan")},
        {"physics": 3},
        {"solver": 3},
    ],
)
def test_wrong_settings_are_refused_at_once(options: dict[str, object]) -> None:
    with pytest.raises(ArgumentError):
        solve_level("2", **options)  # type: ignore[arg-type]  # the point of the test


def test_an_unknown_solver_or_planner_is_refused_at_once() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'hierarchical'"):
        solve_level("2", "hierarchal")
    with pytest.raises(UnknownNameError, match="no planner named 'xx'"):
        solve_level("2", planner="xx")
    with pytest.raises(BubbleBallError, match="does not take"):
        solve_level("2", "random", colour="red")
