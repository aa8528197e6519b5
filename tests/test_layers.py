"""The layers: a module imports only what stands above it, and two walls hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "bubbleball"

# Unit (a module or a folder of them) -> what it may import, besides errors and itself.
# Every unit stands below all that it may import. "trial and above" of a unit that is not in the
# spine is written out.
CORE = {"geometry", "physics", "level", "placement", "thought", "trial"}
FILES = {
    "strict_json",
    "schema",
    "level_faults",
    "level_file",
    "movables",
    "original_rows",
    "original",
    "trial_file",
    "library",
}
# The method, in order: each may import the core, the engine and what stands before it.
METHOD = [
    "reach",
    "seams",
    "closeness",
    "field",
    "sampling",
    "repair",
    "guide",
    "region",
    "model",
    "search",
    "support",
    "beam",
    "choose",
    "throw",
    "learn",
    "warm",
    "solvers",
]
LAYERS: dict[str, set[str]] = {
    "errors": set(),
    "geometry": set(),
    "physics": set(),
    "level": {"geometry", "physics"},
    "placement": {"geometry", "level"},
    "thought": {"placement"},
    "trial": {"geometry", "physics", "level", "placement"},
    # files
    "strict_json": set(),
    "schema": {"level", "placement", "strict_json"},
    "level_faults": {"schema"},
    "level_file": {"level", "placement", "schema", "level_faults", "strict_json"},
    "movables": {"strict_json"},
    "original_rows": {"level", "physics", "schema", "strict_json"},
    "original": CORE | {"level_file", "movables", "original_rows", "schema", "strict_json"},
    "trial_file": CORE | {"level_file", "schema", "strict_json"},
    "game_log": CORE | {"strict_json"},
    "library": CORE | FILES - {"trial_file", "library"},
    # the engine and the game
    "world": CORE,
    "game": CORE | {"world"},
    "render": CORE,
    "automation": CORE | FILES | {"game_log", "world"},
    # `game` is out of reach of these
    **{unit: CORE | {"world"} | set(METHOD[:number]) for number, unit in enumerate(METHOD)},
    "advice": CORE | {"reach", "seams", "sampling"},
    # levels that are searched and made with the game itself
    "certify": CORE | FILES | {"world", "game", "advice", "sampling", "repair", "closeness"},
    "generate": CORE | FILES | {"world", "game", "advice", "sampling", "repair", "certify"},
    # playing
    "play": CORE | {"game", "solvers"},
    "record": CORE | FILES | {"play", "solvers", "closeness"},
    "env_codec": CORE | {"sampling"},
    "env_view": CORE | {"render"},
    "env": CORE
    | FILES
    | {"game", "render", "sampling", "repair", "closeness", "env_codec", "env_view"},
    "report": CORE | FILES | {"render", "play", "record"},
    "bench": CORE | FILES | {"game", "solvers", "play", "record", "generate", "certify", "render"},
    "web": CORE
    | FILES
    | {"game", "solvers", "play", "record", "render", "report", "advice"}
    | {"generate", "certify", "guide"},
}
ABOVE_ALL = {"cli", "__main__", "__init__"}  # may import everything

REAL_THING = {"game", "play", "certify", "generate", "automation"}


def files() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def unit_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imported(path: Path) -> Iterator[str]:
    """Full names of all modules that a file imports, also within functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute in this project"
            module = node.module or ""
            if module == "bubbleball":
                yield from (f"bubbleball.{alias.name}" for alias in node.names)
            else:
                yield module


def units(path: Path) -> set[str]:
    """The units of this package that a file imports, other than its own."""
    names = {name.split(".")[1] for name in imported(path) if name.startswith("bubbleball.")}
    return names - {"errors", unit_of(path)}


@cache
def direct(unit: str) -> frozenset[str]:
    return frozenset().union(*(units(path) for path in files() if unit_of(path) == unit))


@cache
def reach(unit: str) -> frozenset[str]:
    """Everything that a unit imports, directly or by way of others."""
    seen: set[str] = set()
    todo = [unit]
    while todo:
        for other in direct(todo.pop()) - seen:
            seen.add(other)
            todo.append(other)
    return frozenset(seen)


def test_the_table_itself_points_one_way() -> None:
    above: set[str] = set()
    for unit, allowed in LAYERS.items():
        assert allowed <= above, f"{unit} may import what stands below it"
        above.add(unit)


def test_every_module_stands_in_the_table() -> None:
    unknown = {unit_of(path) for path in files()} - LAYERS.keys() - ABOVE_ALL
    assert not unknown, f"add a line to the table of layers for {sorted(unknown)}"


def test_a_module_imports_only_what_stands_above_it() -> None:
    wrong = {
        str(path.relative_to(SOURCE)): sorted(units(path) - LAYERS.get(unit_of(path), set()))
        for path in files()
        if unit_of(path) not in ABOVE_ALL
    }
    assert {name: extra for name, extra in wrong.items() if extra} == {}


@pytest.mark.parametrize("unit", METHOD)
def test_no_solver_can_reach_the_game(unit: str) -> None:
    assert not reach(unit) & REAL_THING


def test_only_the_world_knows_the_engine() -> None:
    knowing = {path.name for path in files() if any(n.startswith("Box2D") for n in imported(path))}
    assert knowing == {"world.py"}


def test_pictures_need_no_engine() -> None:
    assert not reach("render") & {"world", "game"}


def test_no_module_of_the_method_names_the_game_in_a_string() -> None:
    # A dynamic import would get round the wall unseen.
    for path in files():
        if unit_of(path) in METHOD:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert not node.value.startswith(
                        tuple(f"bubbleball.{name}" for name in REAL_THING)
                    ), path
