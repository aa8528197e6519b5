"""Files on disk: bytes are read up to a limit, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bubbleball.errors import ArgumentError, FileErrorType, FileWriteError, Problem
from bubbleball.files.json_text import MAX_BYTES

VARIABLE = "BUBBLEBALL_DATA"


def path_given(path: object) -> Path:
    """A path, given as text or as a path."""
    if isinstance(path, str | os.PathLike):
        return Path(path)
    raise ArgumentError(f"a file is named by text or a Path, not {path!r:.60}")


def read_bytes(path: str | Path, error: FileErrorType, max_bytes: int = MAX_BYTES) -> bytes:
    """Read a file; one that is too large, absent or unreadable raises `error`."""
    path = path_given(path)
    try:
        if path.is_dir():
            raise error([Problem("", "is a folder, not a file")], str(path))
        size = path.stat().st_size
        if size > max_bytes:
            raise error(
                [Problem("", f"is {size} bytes long; at most {max_bytes} are read")], str(path)
            )
        with path.open("rb") as file:
            return file.read(max_bytes + 1)
    except (OSError, ValueError) as fault:
        reason = fault.strerror if isinstance(fault, OSError) else None
        raise error([Problem("", f"cannot be read: {reason or fault}")], str(path)) from None


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Yield a temporary file that replaces `path` when the block ends without an error.

    The temporary file lies in the same folder and has the same suffix. It keeps the permissions of
    the file that it replaces, and is on the disk before it replaces it, so that a crash leaves
    either the old content or the new. A FileWriteError names `path`, not the temporary file.
    """
    if "\0" in str(path_given(path)):
        raise FileWriteError(errno.EINVAL, "a name cannot hold a null byte", str(path))
    target = Path(path).resolve()  # a symbolic link stays, the file that it points to is replaced
    name = f".{target.stem[:50]}.{secrets.token_hex(8)}{target.suffix[:20]}"
    temporary = target.with_name(name)
    try:
        temporary.touch(exist_ok=False)
        yield temporary
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode)
        temporary.replace(target)
    except OSError as fault:
        raise FileWriteError(fault.errno, fault.strerror or str(fault), str(path)) from None
    finally:
        temporary.unlink(missing_ok=True)


def data_folder(name: str) -> Path:
    """A folder for one kind of data: in $BUBBLEBALL_DATA, or else in the user's cache."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen) / name
    cache = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(cache) / "bubbleball" / name
