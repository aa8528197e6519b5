"""How the models' inner functions are compiled."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar, cast

from numba import njit

_HERE = Path(__file__).parent

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F, *, woven: bool = False) -> F:
    """Compile a function that makes and keeps no array, so that it need not count references.

    woven: put it into each of its callers; passing arrays costs more than most of them do.
    """
    options: dict[str, Any] = {"_nrt": False, "forceinline": woven}
    return cast("F", njit(cache=True, error_model="numpy", **options)(function))


def woven(function: F) -> F:
    """Compile a small function of the innermost loop into its callers."""
    return compiled(function, woven=True)


def makes_arrays(function: F) -> F:
    """Compile a function that makes arrays of its own."""
    return cast("F", njit(cache=True, error_model="numpy")(function))


def forget_stale(kept: Path, sources: Iterable[Path]) -> None:
    """Delete compiled code that is older than any of the sources.

    Numba compares it with the file of the function itself only, not with the files of what is
    woven into it.
    """
    now = time.time()
    changed = max((t for s in sources if (t := s.stat().st_mtime) <= now), default=0.0)
    for file in kept.glob("*.nb[ic]"):
        with contextlib.suppress(OSError):  # another process was faster, or may and we may not
            if file.stat().st_mtime < changed:
                file.unlink()


_SOURCES = (*_HERE.rglob("*.py"), _HERE.parent / "game" / "physics.py")
for _folder in {source.parent for source in _HERE.rglob("*.py")}:
    forget_stale(_folder / "__pycache__", _SOURCES)
