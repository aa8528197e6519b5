"""The documentation is true: commands run, output is as shown, tables are the code's."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import click
import pytest

from bubbleball.cli import COMMANDS, app
from console_blocks import DOCUMENTS, Block, Shell, blocks, check
from repository import ROOT

NEEDED = {"train_sb3.py": "stable_baselines3"}  # example -> the package of its extra


@pytest.mark.parametrize("block", [*blocks("console")], ids=lambda block: block.where)
def test_the_commands_run_and_print_what_is_shown(block: Block, shell: Shell) -> None:
    assert check(block, shell) > 0


@pytest.mark.parametrize("block", [*blocks("python")], ids=lambda block: block.where)
def test_the_python_runs(block: Block, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", block.text], cwd=tmp_path, check=True)


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.py")), ids=lambda f: f.name)
def test_the_examples_run(file: Path, tmp_path: Path) -> None:
    needed = NEEDED.get(file.name)
    if needed and find_spec(needed) is None:
        pytest.skip(f"{file.name} needs {needed}, which is not installed")
    result = subprocess.run(
        [sys.executable, str(file)], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout
    assert result.stderr == ""


def test_the_readmes_five_lines_are_the_example() -> None:
    example = (ROOT / "examples" / "five_lines.py").read_text(encoding="utf-8")
    _, _, code = example.partition('"""\n\n')
    assert code in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_tables_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "scripts")
    from doc_tables import DOCUMENT, updated

    text = DOCUMENT.read_text(encoding="utf-8")
    assert updated(text) == text, "run `make tables`"


def test_the_pictures_that_are_shown_are_there() -> None:
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if "://" not in link:
                assert (document.parent / link).exists(), f"{document.name} links to {link}"


def test_every_document_is_linked_from_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for document in DOCUMENTS:
        name = document.relative_to(ROOT).as_posix()
        if name not in ("README.md", "CHANGELOG.md"):
            assert f"({name})" in readme, f"README.md does not link to {name}"


@pytest.mark.parametrize("name", ["README.md", "docs/cli.md", "docs/physics.md"])
def test_the_main_documents_hold_commands(name: str) -> None:
    assert any(block.where.startswith(name) for block in blocks("console"))


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_on_the_command_line_describes_every_option(name: str) -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    titled = [section.partition("\n") for section in re.split(r"^## ", page, flags=re.MULTILINE)]
    [text] = [body for title, _, body in titled if name in title.split(", ")]
    command = app.get_command(click.Context(app), name)
    assert command is not None
    for option in command.params:
        if isinstance(option, click.Option) and option.name not in ("quiet", "debug"):
            longest = max(option.opts, key=len)
            assert re.search(rf"(?<!\w){longest}(?![\w-])", text), f"{name} {longest}"


def test_the_page_of_examples_names_them_all() -> None:
    page = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    files = {path.name for kind in ("*.py", "*.ipynb") for path in (ROOT / "examples").glob(kind)}
    assert set(re.findall(r"\]\(([\w.]+)\)", page)) == files
