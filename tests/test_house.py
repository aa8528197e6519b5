"""Sizes and names that keep the package easy to find one's way in."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest

from import_graph import MODULES, SOURCE

Function = ast.FunctionDef | ast.AsyncFunctionDef


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(path: Path) -> list[Function]:
    return [node for node in ast.walk(tree(path)) if isinstance(node, Function)]


def parameters(function: Function) -> list[str]:
    """The names a caller may pass, without `self` and `cls`."""
    taken = function.args
    names = [one.arg for one in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs)]
    return names[1:] if names[:1] in (["self"], ["cls"]) else names


@pytest.mark.parametrize("module", MODULES)
def test_a_module_and_its_functions_fit_their_sizes(module: str) -> None:
    path = MODULES[module]
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 320
    for function in functions(path):
        lines = (function.end_lineno or 0) - function.lineno + 1
        assert lines <= 60, function.name
        assert len(parameters(function)) <= 8, function.name


def test_no_two_classes_share_a_name() -> None:
    homes = defaultdict(list)
    for module, path in MODULES.items():
        for node in tree(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(module)
    assert not {name: found for name, found in homes.items() if len(found) > 1}


def test_there_are_sixteen_packages_and_no_loose_modules() -> None:
    packages = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert len(packages) == 16
    assert {path.stem for path in SOURCE.glob("*.py")} == {"__init__", "__main__", "errors"}
