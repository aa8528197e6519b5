"""Test the tests: apply small faults to the source, one at a time, and see which the tests notice.

python scripts/mutants.py [WORD]     (all of scripts/mutants.toml, or those that mention WORD)

Each mutant is applied to a copy of the source; the tests that concern it are then run on that copy.
A mutant that no test notices has survived. The exit code is 0 if at most two survive.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
MUTANTS = ROOT / "scripts" / "mutants.toml"
MAY_SURVIVE = 2
PATIENCE = 3  # times the duration of all tests without a mutant, after which tests count as hung


@dataclass(frozen=True, slots=True)
class Mutant:
    """One small fault.

    file: below src/bubbleball.
    old, new: the text to replace, which occurs once, and its replacement.
    breaks: what no longer holds.
    tests: files of tests that should notice it, or single tests in pytest's notation.
    """

    file: str
    old: str
    new: str
    breaks: str
    tests: tuple[str, ...]


def read_mutants(path: Path = MUTANTS) -> list[Mutant]:
    """The mutants of a file."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def mutated(source: str, mutant: Mutant) -> str:
    """The source with the fault in it."""
    count = source.count(mutant.old)
    if count != 1:
        raise click.ClickException(
            f"{mutant.file}: the text of the mutant {mutant.breaks!r} occurs {count} times, not "
            "once; update scripts/mutants.toml"
        )
    return source.replace(mutant.old, mutant.new)


def passes(source: Path, tests: tuple[str, ...], limit: float | None = None) -> bool:
    """Whether tests pass with the package in a folder, within `limit` seconds.

    Without a limit nothing should fail, so what pytest says is shown.
    """
    environment = {**os.environ, "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "-m", "not slow", *tests],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    if limit is None or done.returncode not in (0, 1):  # 2 and more: pytest itself failed
        click.echo(done.stdout[-2000:] + done.stderr[-2000:], err=True)
    if done.returncode not in (0, 1):
        raise click.ClickException(f"pytest ended with {done.returncode} on {' '.join(tests)}")
    return done.returncode == 0


def survives(mutant: Mutant, clean: Path, folder: Path, limit: float) -> bool:
    """Whether the tests of a mutant pass with it."""
    source = folder / "mutant"
    shutil.copytree(clean, source)  # with times, so that compiled code stays valid
    try:
        path = source / "bubbleball" / mutant.file
        path.write_text(mutated(path.read_text(encoding="utf-8"), mutant), encoding="utf-8")
        return passes(source, mutant.tests, limit)
    finally:
        shutil.rmtree(source)


@click.command(help=__doc__)
@click.argument("word", default="")
def main(word: str) -> None:
    """Run the mutants."""
    mutants = [m for m in read_mutants() if word in m.file or word in m.breaks]
    for mutant in mutants:
        mutated((SOURCE / "bubbleball" / mutant.file).read_text(encoding="utf-8"), mutant)
    survivors = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clean = folder / "clean"
        shutil.copytree(SOURCE, clean)  # with compiled code and its times, so that it stays valid
        every = tuple(dict.fromkeys(test for mutant in mutants for test in mutant.tests))
        click.echo(f"{len(mutants)} mutants; first the tests on the source as it is ...")
        began = time.perf_counter()
        if not passes(clean, every):
            raise click.ClickException("the tests fail without any mutant")
        limit = PATIENCE * (time.perf_counter() - began)
        for mutant in mutants:
            began = time.perf_counter()
            lives = survives(mutant, clean, folder, limit)
            survivors += lives
            word = "SURVIVED" if lives else "killed"
            seconds = time.perf_counter() - began
            click.echo(f"{word:8} {seconds:4.0f} s  {mutant.file}: {mutant.breaks}")
    click.echo(f"{len(mutants) - survivors} of {len(mutants)} killed")
    sys.exit(survivors > MAY_SURVIVE)


if __name__ == "__main__":
    main()
