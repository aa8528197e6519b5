"""After precompiling, no solve compiles anything."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SOLVE = """
import sys
from numba.core import event

from bubbleball import Game, find, make_solver, parse_physics, solve

class Counter(event.Listener):
    def on_start(self, event): print("compiled", event.data["dispatcher"].py_func.__name__)
    def on_end(self, event): pass

event.register("numba:compile", Counter())
level, solver, physics = sys.argv[1:]
level = find(level).level
steps = list(solve(Game(level, parse_physics(physics)), make_solver(solver, level, seed=0)))
print("steps", len(steps))
"""


@pytest.mark.slow
def test_after_precompiling_no_solve_compiles_anything(tmp_path: Path) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}

    def run(*args: str) -> str:
        command = [sys.executable, *args]
        done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        return done.stdout

    run("-m", "bubbleball.method.precompile")
    kept = sorted(tmp_path.rglob("*.nb?"))
    assert kept
    for level, solver, physics in (
        ("classic/2", "hierarchical", "real"),
        ("classic/2", "hierarchical", "restitution=0.7,gravity=6"),
        ("classic/1", "paper", "real"),
        ("classic/13", "paper", "real"),
    ):
        said = run("-c", SOLVE, level, solver, physics)
        assert "steps" in said
        assert "compiled" not in said
    assert sorted(tmp_path.rglob("*.nb?")) == kept
