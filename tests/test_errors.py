"""The error tree: drawn in its docstring, and nowhere else in the package."""

from __future__ import annotations

import ast
import pickle

import pytest

from bubbleball import errors
from bubbleball.errors import BubbleBallError, LevelError, Problem, did_you_mean, unknown_name
from repository import ROOT


def public_errors() -> dict[str, type[BubbleBallError]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, BubbleBallError) and name[0] != "_"
    }


def test_the_docstring_draws_every_error_with_its_meaning() -> None:
    assert errors.__doc__ is not None
    drawn = [
        line.lstrip("├└─ ").split()[0] for line in errors.__doc__.splitlines() if "Error" in line
    ]
    assert sorted(drawn) == sorted(public_errors())


def test_no_other_module_adds_to_the_tree() -> None:
    for path in (ROOT / "src" / "bubbleball").rglob("*.py"):
        if path.name == "errors.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                bases = {ast.unparse(base).rpartition(".")[2] for base in node.bases}
                assert not bases & public_errors().keys(), f"{path}: {node.name}"


@pytest.mark.parametrize("name", public_errors())
def test_an_error_survives_the_way_between_processes(name: str) -> None:
    kind = public_errors()[name]
    problems = (Problem("pieces[3].angle", "is no number"), Problem("", "is odd"))
    error = kind(problems, "a.json") if issubclass(kind, LevelError) else kind("it broke")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again)) == (type(error), str(error))


def test_several_problems_are_listed_under_their_source() -> None:
    error = LevelError([Problem("ball.x", "is missing"), Problem("", "is odd")], "a.json")
    assert str(error) == "a.json: 2 problems\n  ball.x: is missing\n  is odd"
    assert str(LevelError(error.problems[:1], "a.json")) == "a.json: ball.x: is missing"


def test_a_near_name_is_suggested_and_a_far_one_is_not() -> None:
    assert did_you_mean("gravty", ["gravity", "spring"]) == "; did you mean 'gravity'?"
    assert did_you_mean("xyz", ["gravity", "spring"]) == ";"


def test_a_name_of_any_length_makes_a_short_message() -> None:
    assert len(str(unknown_name("preset", "x" * 10_000, ["moon"]))) < 120
