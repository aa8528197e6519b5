"""How the models' functions are compiled, and how the machine code is kept.

Numba takes machine code to be up to date if the file of its function is. Ours also contains
functions and constants of other files, so it carries a digest of all of them in its name: code of
other sources is never found, in whichever folder it lies.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import stat
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import config, njit
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_GAME = ("kinds", "physics", "rules")  # modules whose constants are compiled in
SOURCES = (*sorted(_HERE.rglob("*.py")), *(_HERE.parent / "game" / f"{m}.py" for m in _GAME))
_DAY = 86400.0  # s
_VARIABLE = "NUMBA_CACHE_DIR"

# `_nrt` switches numba's reference counting off: no compiled function makes or keeps an array.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}


def compiled(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code.

    It lies in NUMBA_CACHE_DIR if that is set, else beside the source, else in the user's cache,
    else in a private folder for temporary files.
    """
    function.__qualname__ += f"-{_DIGEST}"  # numba names the files after it
    with contextlib.suppress(RuntimeError):  # no folder can be written to
        return cast("F", njit(cache=True, **_OPTIONS)(function))
    private = None if _VARIABLE in os.environ else private_folder(Path(tempfile.gettempdir()))
    if private is not None:
        os.environ[_VARIABLE] = str(private)  # for processes that this one starts, too
        config.reload_config()  # type: ignore[no-untyped-call]  # numba is not typed
        with contextlib.suppress(RuntimeError):
            return cast("F", njit(cache=True, **_OPTIONS)(function))
    _say_not_kept()
    return cast("F", njit(**_OPTIONS)(function))


def inlined(function: F) -> F:
    """Inline a function into its compiled callers: passing the arrays costs more than the body.

    Called from Python it stays what it is, a Python function.
    """
    return register_jitable(forceinline=True, **_OPTIONS)(function)


def digest(sources: Iterable[Path]) -> str:
    """A short name for the contents of some files."""
    contents = hashlib.sha256()
    for source in sources:
        contents.update(hashlib.sha256(source.read_bytes()).digest())
    return contents.hexdigest()[:12]


def forget_others(folder: Path, current: str) -> None:
    """Delete machine code that does not carry the current digest, once it is a day old.

    Until then a process that runs the other sources may still need it.
    """
    for file in folder.rglob("*.nb[ic]"):
        with contextlib.suppress(OSError):  # another process was faster, or we may not
            if current not in file.name and file.stat().st_mtime < time.time() - _DAY:
                file.unlink()


def private_folder(parent: Path) -> Path | None:
    """A folder that is this user's alone, made if needed; None if there cannot be one.

    Machine code is run unseen, so nobody else may be able to put it there.
    """
    if not hasattr(os, "getuid"):
        return None
    folder = parent / f"bubbleball-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
    except OSError:
        return None
    ours = stat.S_ISDIR(about.st_mode) and about.st_uid == os.getuid()
    return folder if ours and not about.st_mode & 0o077 and os.access(folder, os.W_OK) else None


@cache  # once a process
def _say_not_kept() -> None:
    logging.getLogger("bubbleball").warning(
        "Compiled models cannot be kept, so every start compiles them: neither %s nor the user's "
        "cache nor %s can be written to; set NUMBA_CACHE_DIR to a folder that can",
        _HERE,
        tempfile.gettempdir(),
    )


_DIGEST = digest(SOURCES)
forget_others(_HERE, _DIGEST)
