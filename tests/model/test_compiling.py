"""Machine code is kept where it can be, and never outlives its sources."""

from __future__ import annotations

import ast
import errno
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from numba.core.caching import FunctionCache

import bubbleball
from bubbleball.model import compiling
from bubbleball.model.compiling import SOURCES, digest, forget_others, private_folder

SOURCE = Path(bubbleball.__file__).parent  # which need not be the checkout's
DAYS = 2 * 86400


def test_compiled_code_depends_on_every_source_that_it_takes_constants_from() -> None:
    taken = set()
    for path in (SOURCE / "model").rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        if any(node.module == "bubbleball.model.compiling" for node in imports) or (
            path.name == "limits.py"
        ):
            taken |= {
                node.module
                for node in imports
                if node.module and any(alias.name.isupper() for alias in node.names)
            }
    files = {SOURCE.parent / f"{module.replace('.', '/')}.py" for module in taken}
    assert SOURCE / "game" / "physics.py" in files
    assert files <= set(SOURCES)


def test_another_constant_gives_the_code_another_name(tmp_path: Path) -> None:
    first, second = tmp_path / "first.py", tmp_path / "second.py"
    first.write_text("OFF_SCREEN = 60.0\n")
    second.write_text("OFF_SCREEN = 100.0\n")
    assert digest([first]) != digest([second])
    assert digest([first, second]) != digest([second, first])
    assert digest([first]) == digest([first])


def test_code_of_other_sources_goes_after_a_day(tmp_path: Path) -> None:
    now = time.time()
    files = {
        "kernel.run-other-1.py311.nbi": DAYS,
        "kernel.run-other-1.py311.1.nbc": DAYS,
        "kernel.run-other-2.py311.nbi": 60,
        "kernel.run-mine-1.py311.nbi": DAYS,
        "kernel.cpython-311.pyc": DAYS,
    }
    for name, age in files.items():
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (now - age, now - age))
    forget_others(tmp_path, "mine")
    assert {path.name for path in tmp_path.iterdir()} == set(list(files)[2:])


def python(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | environment,
    )


COMPILE = """
from bubbleball.model import compiling

@compiling.compiled
def double(x):
    return 2 * x

print(double(21), double.stats.cache_path)
"""


def test_the_environment_may_name_the_folder(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(COMPILE, encoding="utf-8")
    run = f"import runpy; runpy.run_path({str(program)!r})"
    answer, folder = python(run, NUMBA_CACHE_DIR=str(tmp_path / "kept")).stdout.split()
    assert answer == "42"
    assert folder.startswith(str(tmp_path / "kept"))
    assert list((tmp_path / "kept").rglob("*.nbi"))


def test_where_nothing_can_be_written_one_line_says_so_and_nothing_fails(tmp_path: Path) -> None:
    # Numba cannot keep code that comes from no file, whoever runs it.
    done = python(COMPILE.replace("double.stats.cache_path", "''"), HOME=str(tmp_path))
    assert done.stdout.strip() == "42"
    (line,) = done.stderr.splitlines()
    assert "NUMBA_CACHE_DIR" in line


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="users have no numbers here")
def test_code_is_kept_in_a_folder_only_if_nobody_else_can_put_it_there(tmp_path: Path) -> None:
    folder = private_folder(tmp_path)
    assert folder is not None
    assert folder.stat().st_mode & 0o777 == 0o700
    assert private_folder(tmp_path) == folder
    folder.chmod(0o770)
    assert private_folder(tmp_path) is None
    folder.rmdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    folder.symlink_to(elsewhere)
    assert private_folder(tmp_path) is None
    assert private_folder(tmp_path / "missing") is None


def test_a_full_disk_does_not_stop_a_solve(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*given: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(FunctionCache, "save_overload", full)
    kept: Any = compiling._KeptCode
    kept(len_of).save_overload(None, None)
    assert caplog.messages == ["Compiled models cannot be kept: No space left on device"]


def len_of(values: list[float]) -> int:
    return len(values)
