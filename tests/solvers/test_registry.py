"""Solvers by name, by module and by file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bubbleball import solvers
from bubbleball.errors import SolverError, UnknownNameError
from bubbleball.solvers import DEFAULT_SOLVER, SOLVERS, make_solver, solver_class
from levels_in_python import GAP


def test_a_solver_of_your_own_is_found_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from bubbleball.solvers.random import RandomLegal as Mine\n")
    assert (
        make_solver(f"{file}:Mine", GAP, seed=3).ask() == make_solver("random", GAP, seed=3).ask()
    )
    assert make_solver("bubbleball.solvers.refine:Refine", GAP).ask()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("randm", "no solver named 'randm'; did you mean 'random'? known: FILE.py:CLASS"),
        ("nowhere.py:Mine", "solver 'nowhere.py:Mine': cannot import 'nowhere.py'"),
        ("nowhere:Mine", "solver 'nowhere:Mine': cannot import 'nowhere'"),
        ("math:Mine", "solver 'math:Mine': math has no class 'Mine'"),
        (":", "solver ':': cannot import ''"),
    ],
)
def test_a_solver_that_is_not_there_is_named(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as raised:
        make_solver(name, GAP)
    assert message in str(raised.value)


@pytest.mark.parametrize("name", SOLVERS)
def test_a_solver_has_the_three_methods_of_the_protocol(name: str) -> None:
    solver = make_solver(name, GAP, seed=1)
    assert all(callable(getattr(solver, method)) for method in ("think", "ask", "tell"))


def test_every_module_of_the_package_is_a_solver() -> None:
    folder = Path(str(solvers.__file__)).parent
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    assert modules == {place.partition(":")[0] for place, _ in SOLVERS.values()} == set(SOLVERS)
    assert DEFAULT_SOLVER in SOLVERS


def test_a_class_without_the_protocol_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "lazy.py"
    file.write_text("class Lazy:\n    def __init__(self, level, *, seed=0): pass\n")
    with pytest.raises(SolverError, match=r"has no think\(\); it needs think, ask and tell"):
        make_solver(f"{file}:Lazy", GAP)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(SolverError, match=r"does not take .*sigma"):
        make_solver("random", GAP, sigma=0.1)


def test_a_file_is_read_once(tmp_path: Path) -> None:
    file = tmp_path / "once.py"
    file.write_text("class Mine: pass\n")
    assert solver_class(f"{file}:Mine") is solver_class(f"{file}:Mine")
