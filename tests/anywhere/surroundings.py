"""Running the probe in other surroundings than those of the tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

PROBE = Path(__file__).with_name("probe.py")
TIMES = re.compile(r'"(\w+_)?seconds": (\{[^}]*\}|[\d.e-]+)')


@dataclass(frozen=True)
class Answers:
    """What the probe did.

    printed: its stdout and stderr, without times and folder names.
    files: name -> content of every file it wrote.
    modes: name -> permission bits of the same files.
    """

    printed: str
    files: dict[str, bytes]
    modes: dict[str, int]


def probe(
    folder: Path,
    environment: Mapping[str, str | None] | None = None,
    *,
    cwd: Path | None = None,
    options: tuple[str, ...] = (),
    prefix: tuple[str, ...] = (),
    before: Callable[[], object] | None = None,
) -> Answers:
    """Run the probe and collect its answers.

    folder: where it writes its files; made here.
    environment: variables to set, or with None to unset.
    options: of the probe.
    prefix: a command that runs the probe as its argument. before: called in the new process first.
    """
    folder.mkdir()
    result = subprocess.run(
        [*prefix, sys.executable, str(PROBE), str(folder), *options],
        env=changed(environment or {}),
        cwd=cwd or folder,
        preexec_fn=before,
        capture_output=True,
        check=True,
    )
    printed = (result.stdout + result.stderr).decode("utf-8")
    files = sorted(folder.iterdir())
    return Answers(
        TIMES.sub("", printed.replace(str(folder), "FOLDER")),
        {file.name: file.read_bytes() for file in files},
        {file.name: file.stat().st_mode & 0o777 for file in files},
    )


def changed(environment: Mapping[str, str | None]) -> dict[str, str]:
    """The variables of this process, changed."""
    merged = {**os.environ, "COLUMNS": "80", **environment}
    return {name: value for name, value in merged.items() if value is not None}


def command(
    line: str,
    environment: Mapping[str, str | None] | None = None,
    before: Callable[[], object] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run one command of the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bubbleball", *line.split()],
        env=changed(environment or {}),
        preexec_fn=before,
        capture_output=True,
        check=False,
    )


def bound_by_permissions() -> tuple[str, ...]:
    """A prefix under which read-only folders are read-only even for root."""
    if os.geteuid() != 0:
        return ()
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        pytest.skip("root may write anywhere, and there is no setpriv to take that away")
    return (setpriv, "--bounding-set=-dac_override,-dac_read_search")
