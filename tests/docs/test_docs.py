"""The documentation is true: commands run, output is as shown, tables are the code's."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import pytest

from bubbleball.cli import COMMANDS, app, main
from repository import ROOT

DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(
    r"(?P<mark><!-- not run: [^\n]+ -->\n)?^```(?P<language>console|python)\n(?P<body>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
EXIT_CODE = re.compile(r"\s+# exit code (\d+)$")


@dataclass(frozen=True)
class Block:
    """A block of code in a document.

    where: file and line. language: console or python. text: what stands in it.
    """

    where: str
    language: str
    text: str


def blocks(language: str) -> Iterator[Block]:
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for match in FENCE.finditer(text):
            if match["language"] == language and not match["mark"]:
                line = text.count("\n", 0, match.start("body"))
                yield Block(f"{document.relative_to(ROOT)}:{line}", language, match["body"])


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with the output that is shown."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        yield command, output.strip("\n")


def pattern(shown: str) -> re.Pattern[str]:
    """What output fits: `…` alone in a line stands for any lines, within one for any text."""
    lines = [
        r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in shown.splitlines()
    ]
    return re.compile("".join(lines))


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], tuple[int, str]]:
    """Run a line in an empty folder: exit code and all that was printed."""
    bin_folder = Path(sys.executable).parent
    monkeypatch.setenv("PATH", f"{bin_folder}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)

    def run(line: str) -> tuple[int, str]:
        words = shlex.split(line)
        if words[0] == "bubbleball" and not set("|<>&;*$") & set(line):
            # The same without a process of its own, which is much cheaper.
            monkeypatch.setattr(sys, "argv", words)
            with pytest.raises(SystemExit) as stop:
                main()
            captured = capsys.readouterr()
            assert isinstance(stop.value.code, int)
            return stop.value.code, captured.out + captured.err
        result = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        return result.returncode, result.stdout + result.stderr

    return run


@pytest.mark.parametrize("block", [*blocks("console")], ids=lambda block: block.where)
def test_the_commands_run_and_print_what_is_shown(
    block: Block, shell: Callable[[str], tuple[int, str]]
) -> None:
    for command, shown in commands(block):
        expected = EXIT_CODE.search(command)
        code, printed = shell(EXIT_CODE.sub("", command))
        assert code == (int(expected[1]) if expected else 0), f"{command}\n{printed}"
        if shown:
            assert pattern(shown).fullmatch(printed), f"{command}\n{printed}"


@pytest.mark.parametrize("block", [*blocks("python")], ids=lambda block: block.where)
def test_the_python_runs(block: Block, tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", block.text], cwd=tmp_path, check=True)


@pytest.mark.parametrize("file", sorted((ROOT / "examples").glob("*.py")), ids=lambda f: f.name)
def test_the_examples_run(file: Path, tmp_path: Path) -> None:
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
def test_the_page_on_the_command_line_tells_every_option(name: str) -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    titled = [section.partition("\n") for section in re.split(r"^## ", page, flags=re.MULTILINE)]
    [text] = [body for title, _, body in titled if name in title.split(", ")]
    command = app.get_command(click.Context(app), name)
    assert command is not None
    for option in command.params:
        if isinstance(option, click.Option):
            longest = max(option.opts, key=len)
            assert re.search(rf"(?<!\w){longest}(?![\w-])", text), f"{name} {longest}"
