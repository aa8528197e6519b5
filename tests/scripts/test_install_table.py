"""The table of `make installs`."""

from __future__ import annotations

from bubbleball.bench.effort import commit
from install_table import BEGIN, Case, merged, row

ANSWERS = {"version": "bubbleball 0.1.0 (Python 3.12.1, Box2D 2.3.10)", "studio": True}


def test_a_row_says_what_was_installed_and_what_works() -> None:
    line = row(Case("python3.12", "wheel"), "root", {**ANSWERS, "solved": False})
    assert line == f"| 3.12.1 | Box2D 2.3.10 | wheel | root | yes | NO | yes | {commit()} |"


def test_a_new_row_takes_the_place_of_the_same_environment_and_no_other() -> None:
    bad = row(Case("python3.12", "wheel"), "root", {**ANSWERS, "solved": False})
    good = row(Case("python3.12", "wheel"), "root", {**ANSWERS, "solved": True})
    other = bad.replace("3.12.1", "3.11.7")
    table = merged(f"{BEGIN}\n{bad}\n{other}\n", [good])
    assert table.splitlines()[2:] == [other, good]
