"""Install the package in fresh environments and use it: `make installs` writes docs/installing.md.

An environment is a Python, what is installed (wheel, source archive, editable checkout), an engine,
and who uses it: root, or a user who may read everything and write nothing but temporary files, with
no home. It is used without a network: after installation nothing is fetched. Needs Linux and root;
uses uv if there is one, else pip. Every environment is deleted again. Rows of other environments
stay in the table.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bubbleball.bench.effort import commit
from bubbleball.files.marked_part import write_part

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "installing.md"
PROBE = Path(__file__).with_name("install_probe.py")
KINDS = ("wheel", "source archive", "editable checkout")
BEGIN = "<!-- installs: begin -->"
HEAD = (
    "| Python | engine | installed from | used by | installs | solves level 2 | studio answers "
    "| commit |",
    "|---|---|---|---|---|---|---|---|",
)
FALLBACK = "box2d-py==2.3.8"
NOT_COPIED = (".git", ".venv", "out", "__pycache__", "node_modules", ".*_cache", ".hypothesis")
# No network but this machine's own; and a user who owns nothing.
OFFLINE = ("unshare", "--net", "sh", "-c", 'ip link set lo up; exec "$@"', "sh")
NOBODY = (
    *("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"),
    *(f"--{which}=-all,+dac_read_search" for which in ("inh-caps", "ambient-caps", "bounding-set")),
)


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the table.

    python: the interpreter. kind: what is installed.
    fallback: whether the engine is built from source.
    cold: whether the first user has no home and finds no compiled models.
    """

    python: str
    kind: str
    fallback: bool = False
    cold: bool = False


def run(command: Sequence[str], cwd: Path = ROOT, **environment: str) -> str:
    """Run a command; what it prints, or an exception with what it complained about."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-800:]}")
    return done.stdout


@contextmanager
def copied() -> Iterator[Path]:
    """A copy of the checkout with a wheel and a source archive in `dist`."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name) / "checkout"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COPIED))
        run([sys.executable, "-m", "hatchling", "build", "-d", str(tree / "dist")], tree)
        yield tree


class Environment:
    """A fresh virtual environment."""

    def __init__(self, folder: Path, python: str) -> None:
        self.python = folder / "bin" / "python"
        self._uv = shutil.which("uv")
        make = [self._uv, "venv", "-q", "--python", python] if self._uv else [python, "-m", "venv"]
        run([*make, str(folder)])

    def install(self, *arguments: str) -> None:
        """Install packages."""
        python = str(self.python)
        pip = (
            [self._uv, "pip", "install", "-q", "--python", python]
            if self._uv
            else [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        )
        bin_folder = f"{self.python.parent}{os.pathsep}{os.environ['PATH']}"
        run([*pip, *arguments], PATH=bin_folder)

    def replace_engine(self) -> None:
        """Build the other engine from source and install it instead of the first."""
        self.install("swig", "setuptools", "wheel")
        self.install("--no-deps", "--no-build-isolation", "--force-reinstall", FALLBACK)

    def ask(self, *prefix: str, **environment: str) -> dict[str, object]:
        """Run the probe without a network."""
        command = [*OFFLINE, *prefix, "env", "-i", "PATH=/usr/bin:/bin"]
        command += [f"{name}={value}" for name, value in environment.items()]
        done = run([*command, str(self.python), str(PROBE)])
        answers: dict[str, object] = json.loads(done)
        return answers


def what_to_install(tree: Path, kind: str) -> tuple[str, ...]:
    """The arguments for an installer."""
    if kind == "editable checkout":
        return ("--editable", f"{tree}[web]")
    (found,) = (tree / "dist").glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return (f"bubbleball[web] @ file://{found}",)


def tried(case: Case, tree: Path) -> list[str]:
    """The rows of the table for one environment, in which models are compiled at the first use."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        environment = Environment(folder / "venv", case.python)
        try:
            environment.install(*what_to_install(tree, case.kind))
            if case.fallback:
                environment.replace_engine()
        except RuntimeError as error:
            sys.stderr.write(f"{error}\n")
            return [f"| {case.python} | | {case.kind} | | NO | NO | NO | {commit()} |"]
        home, temporary = folder / "home", folder / "tmp"
        home.mkdir()
        temporary.mkdir()
        temporary.chmod(0o1777)
        homeless = (NOBODY, {"HOME": "/nonexistent", "TMPDIR": str(temporary)})
        users = {"root": ((), {"HOME": str(home)}), "a user without a home": homeless}
        rows = []
        for user in sorted(users, reverse=not case.cold):
            prefix, settings = users[user]
            try:
                rows.append(row(case, user, environment.ask(*prefix, **settings)))
            except RuntimeError as error:
                sys.stderr.write(f"{error}\n")
                rows.append(
                    f"| {case.python} | | {case.kind} | {user} | yes | NO | NO | {commit()} |"
                )
        return rows


def row(case: Case, user: str, answers: dict[str, object]) -> str:
    """One line of the table."""
    version, _, engine = (
        str(answers["version"]).partition("(Python ")[2].rstrip(")").partition(", ")
    )
    marks = ["yes" if answers[what] else "NO" for what in ("solved", "studio")]
    what = f"| {version} | {engine} | {case.kind} | {user} | yes"
    return f"{what} | {' | '.join(marks)} | {commit()} |"


def merged(page: str, rows: Sequence[str]) -> str:
    """The table with new rows in place of those of the same environment and user."""
    before = [line for line in page.partition(BEGIN)[2].splitlines() if line.startswith("| 3.")]
    by_key = {tuple(line.split(" | ")[:4]): line for line in [*before, *rows]}
    return "\n".join([*HEAD, *sorted(by_key.values())])


def main() -> None:
    """Try every environment and write the table; exit code 1 if one does not work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pythons", nargs="*", default=[sys.executable], help="interpreters")
    parser.add_argument("--kinds", nargs="*", choices=KINDS, default=KINDS)
    parser.add_argument("--no-fallback", action="store_true", help="only ready-made engines")
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    options = parser.parse_args()
    cases = [
        Case(python, kind, cold=(python, kind) == (options.pythons[0], KINDS[0]))
        for python in options.pythons
        for kind in options.kinds
    ]
    if not options.no_fallback:
        cases += [Case(python, KINDS[0], fallback=True) for python in options.pythons]
    rows = []
    with copied() as tree:
        for case in cases:
            sys.stderr.write(f"installs: {case}\n")
            rows += tried(case, tree)
            sys.stderr.write("\n".join(rows[-2:]) + "\n")
            page = options.output.read_text(encoding="utf-8")
            write_part(options.output, "installs", merged(page, rows))
    raise SystemExit(any("NO" in row for row in rows))


if __name__ == "__main__":
    main()
