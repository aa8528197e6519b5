"""A lock on an open file, which the system releases however the program ends."""

from __future__ import annotations

import sys
from io import FileIO
from pathlib import Path

from bubbleball.errors import BenchError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR = 1 << 40  # Windows locks bytes, not files: this one is beyond the end of any file here


def lock(file: FileIO, path: Path) -> None:
    """Lock the file for this program; a BenchError if another has locked it."""
    try:
        if sys.platform == "win32":
            file.seek(_FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise BenchError(
            f"{path} is in use: another benchmark is writing to it; wait for it or choose another "
            "folder with -o"
        ) from None
