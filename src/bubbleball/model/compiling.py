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

from numba import config, njit, version_info
from numba.core.caching import FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import register_jitable

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_GAME = ("kinds", "physics", "rules")  # modules whose constants are compiled in
SOURCES = (*sorted(_HERE.rglob("*.py")), *(_HERE.parent / "game" / f"{m}.py" for m in _GAME))
_DAY = 86400.0  # s
_VARIABLE = "NUMBA_CACHE_DIR"

# `_nrt` switches numba's reference counting off: no compiled function makes or keeps an array.
_OPTIONS: dict[str, Any] = {"error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": False}


# Versions of numba whose insides the shortcuts below are written for; others do without them.
_KNOWN = version_info.short == (0, 68)


class _KeptCode(FunctionCache):
    """Machine code in files, loaded without what only compiling needs.

    Numba's own class imports all that it can compile, and scipy, before it loads anything.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The machine code for a signature; None if there is none."""
        with self._guard_against_spurious_io_errors():
            return self._load_overload(sig, target_context)

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the machine code for a signature; without room for it, it lasts for this process."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_no_room(error.strerror)


class _Fragment(JITCodeLibrary):
    """Code that is only inlined: it is optimised and translated in its callers, not by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function in memory: none."""
        del name
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> _Fragment:
        """Where numba puts the function's environment: nowhere, since the code needs none."""
        return self

    def set_env(self, name: str, env: Any) -> None:
        """Leave the environment out."""


class _FragmentCompiler(Compiler):
    """Compile a function that is only inlined."""

    def compile_extra(self, func: Any) -> Any:
        """Compile it into a fragment."""
        self.state.library = _Fragment(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)


def _kept(function: F) -> F:
    """Compile a function and keep the machine code; RuntimeError if no folder can be written to."""
    if not _KNOWN:
        return cast("F", njit(cache=True, **_OPTIONS)(function))
    dispatcher = njit(**_OPTIONS)(function)
    dispatcher._cache = _KeptCode(function)  # as `cache=True` does
    return cast("F", dispatcher)


def compiled(function: F) -> F:
    """Compile a function that Python calls, and keep the machine code.

    It lies in NUMBA_CACHE_DIR if that is set, else beside the source, else in the user's cache,
    else in a private folder for temporary files.
    """
    function.__qualname__ += f"-{_DIGEST}"  # numba names the files after it
    with contextlib.suppress(RuntimeError):  # no folder can be written to
        return _kept(function)
    private = None if _VARIABLE in os.environ else private_folder(Path(tempfile.gettempdir()))
    if private is not None:
        os.environ[_VARIABLE] = str(private)  # for processes that this one starts, too
        config.reload_config()
        with contextlib.suppress(RuntimeError):
            return _kept(function)
    _say_not_kept()
    return cast("F", njit(**_OPTIONS)(function))


def inlined(function: F) -> F:
    """Inline a function into its compiled callers: passing the arrays costs more than the body.

    Called from Python it stays what it is, a Python function.
    """
    by = {"pipeline_class": _FragmentCompiler} if _KNOWN else {}
    return register_jitable(forceinline=True, **by, **_OPTIONS)(function)


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


@cache  # once a process
def _say_no_room(reason: str | None) -> None:
    logging.getLogger("bubbleball").warning("Compiled models cannot be kept: %s", reason)


_DIGEST = digest(SOURCES)
forget_others(_HERE, _DIGEST)
