"""The public names, and how light the package is to import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import bubbleball
from repository import ROOT

PUBLIC = {"bubbleball", "bubbleball.env", "bubbleball.games.env"}  # the last two register ids
HEAVY = {
    "Box2D",
    "PIL",
    "distributed",
    "fastapi",
    "gymnasium",
    "matplotlib",
    "numba",
    "numpy",
    "ompl",
    "pydantic",
    "rich",
    "scipy",
    "shapely",
}


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)


def loaded_by(code: str) -> set[str]:
    """Top-level packages that running the code loads."""
    report = "import sys; print(*{name.partition('.')[0] for name in sys.modules})"
    return set(python(f"{code}\n{report}").stdout.split())


@pytest.mark.parametrize("name", bubbleball.__all__)
def test_every_public_name_resolves(name: str) -> None:
    assert getattr(bubbleball, name) is not None
    assert name in dir(bubbleball)


def test_the_public_names_are_sorted_and_the_same_for_people_and_type_checkers() -> None:
    tree = ast.parse(Path(bubbleball.__file__).read_text(encoding="utf-8"))
    checking = next(node for node in tree.body if isinstance(node, ast.If))
    typed = {
        alias.name: node.module
        for node in checking.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(bubbleball.__all__) == sorted(typed)
    assert {name: f"bubbleball.{home}" for name, home in bubbleball._HOME.items()} == typed


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        _ = bubbleball.Gmae  # type: ignore[attr-defined]  # the point of the test


def test_star_import_brings_every_public_name() -> None:
    result = python("from bubbleball import *; Level, Game, solve, write_picture")
    assert (result.returncode, result.stderr) == (0, "")


SLOW = {"scipy.sparse", "scipy.optimize", "scipy.spatial", "scipy.linalg", "numba.np.linalg"}


@pytest.mark.parametrize("level", ["2", "4"], ids=["metal", "wood"])
def test_a_solve_loads_neither_scipy_nor_what_only_compiling_needs(level: str) -> None:
    solve = f"import bubbleball; bubbleball.solve_level('{level}')"
    python(solve)  # compiles what is not compiled
    modules = python(f"{solve}\nimport sys; print(*sys.modules)").stdout.split()
    assert "bubbleball.model.stepper.kernel" in modules
    assert not SLOW & set(modules)


def test_importing_the_package_prints_nothing_and_loads_nothing_heavy() -> None:
    result = python("import bubbleball")
    assert (result.stdout, result.stderr) == ("", "")
    assert not loaded_by("import bubbleball") & HEAVY


def test_the_command_line_starts_without_anything_heavy() -> None:
    code = "from click.testing import CliRunner; from bubbleball.cli import app; "
    code += "assert CliRunner().invoke(app, ['--help']).exit_code == 0"
    assert not loaded_by(code) & HEAVY


def test_a_level_loads_without_engine_or_plots() -> None:
    loaded = loaded_by("from bubbleball import load_level; load_level('2')")
    assert not loaded & (HEAVY - {"pydantic", "numpy"})


def test_the_game_can_be_imported_where_warnings_are_errors() -> None:
    code = "from bubbleball import Game; print(Game.__name__)"
    strict = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(strict, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "Game"), done.stderr


def test_the_package_knows_its_version() -> None:
    assert bubbleball.__version__ == version("bubbleball")


@pytest.mark.parametrize(
    "file",
    [*ROOT.glob("examples/*.py"), *ROOT.glob("docs/*.md"), ROOT / "README.md"],
    ids=lambda file: file.name,
)
def test_examples_and_documents_import_public_modules_only(file: Path) -> None:
    imports = re.findall(
        r"^ *(?:from|import) (bubbleball[\w.]*)", file.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {*imports} <= PUBLIC


LEVEL = bubbleball.load_level("2")
WRONG: tuple[object, ...] = (None, 3.5, object(), [], b"2")
ONE_ARGUMENT: list[Callable[..., object]] = [
    *(bubbleball.load_level, bubbleball.find, bubbleball.pack, bubbleball.read_level),
    *(bubbleball.read_trial, bubbleball.parse_physics, bubbleball.draw, bubbleball.to_svg),
    *(bubbleball.annotated_png, bubbleball.account, bubbleball.level_text, bubbleball.trial_text),
    *(bubbleball.answer_schema, bubbleball.Game, bubbleball.play, bubbleball.solve_level),
]
TWO_ARGUMENTS: list[Callable[..., object]] = [
    *(bubbleball.check_placements, bubbleball.nearest_legal, bubbleball.repair, bubbleball.solve),
    *(bubbleball.write_level, bubbleball.predict_many, bubbleball.make_solver),
    lambda *given: list(bubbleball.breaches(*given)),
    bubbleball.write_picture,
    lambda path, trial: bubbleball.write_trial(path, trial, bubbleball.REAL),
]


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("function", ONE_ARGUMENT)
def test_a_wrong_argument_is_an_error_of_our_tree(
    function: Callable[..., object], wrong: object
) -> None:
    with pytest.raises(bubbleball.BubbleBallError):
        function(wrong)


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("function", TWO_ARGUMENTS)
def test_two_wrong_arguments_are_an_error_of_our_tree(
    function: Callable[..., object], wrong: object
) -> None:
    with pytest.raises(bubbleball.BubbleBallError):
        function(wrong, wrong)


@pytest.mark.parametrize("wrong", [None, 3.5, object(), [None], ["AO6G"]])
def test_wrong_placements_are_an_error_of_our_tree(wrong: object) -> None:
    given: Any = wrong
    with pytest.raises(bubbleball.BubbleBallError):
        bubbleball.check_placements(LEVEL, given)
    with pytest.raises(bubbleball.BubbleBallError):
        bubbleball.Game(LEVEL).play(given)


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "2", True], ids=repr)
def test_a_wrong_number_of_workers_is_an_error_of_our_tree(wrong: object) -> None:
    given: Any = wrong
    with pytest.raises(bubbleball.ArgumentError, match="give 1 or more, or None for all cores"):
        bubbleball.Game(LEVEL).play_many(np.zeros((1, 2, 2)), workers=given)


def test_complex_poses_are_refused() -> None:
    with pytest.raises(bubbleball.ArgumentError, match="not an array of numbers"):
        bubbleball.Game(LEVEL).play_many(np.zeros((1, 2, 2), dtype=complex))


def test_the_name_of_a_pack_is_not_taken_for_a_level() -> None:
    with pytest.raises(bubbleball.UnknownNameError) as raised:
        bubbleball.play("classic")
    assert str(raised.value) == "'classic' is a pack of levels; name one of them, such as classic/1"


def test_an_empty_name_is_no_folder() -> None:
    with pytest.raises(bubbleball.UnknownNameError, match="no level named ''"):
        bubbleball.load_level("")


def test_a_document_given_for_a_level_leads_to_its_level() -> None:
    given: Any = bubbleball.find("2")
    with pytest.raises(bubbleball.ArgumentError, match=r"it has its level as \.level$"):
        bubbleball.play(given)
