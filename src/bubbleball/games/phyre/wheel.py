"""PHYRE's wheel: where its tasks and its certified solutions are, and what they say."""

from __future__ import annotations

import collections
import hashlib
import io
import lzma
import pickle
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bubbleball.errors import DataError
from bubbleball.games.phyre.thrift import Fields, read

VERSION = "0.2.2"
COMMAND = f"pip download phyre=={VERSION} --python-version 3.9 --only-binary=:all: --no-deps"
ADVICE = f"run `{COMMAND}` and `bubbleball phyre fetch --wheel FILE`"
_FOLDER = "phyre/data/generated_tasks"
_TASKS = {  # file -> SHA-256 of its bytes
    f"{_FOLDER}/tasks.bin.lzma": (
        "7033e91beef05cc114ad0eb82d2d88a43318bc55f53bbee387489fe70b63c544"
    ),
    f"{_FOLDER}/tasks01.bin.lzma": (
        "3f769ad3aaa4e5d75e6e72fccde55765a1340031f786d87d60656af0ee8b0ce4"
    ),
}


class Wheel:
    """An opened wheel of PHYRE."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except FileNotFoundError:
            raise DataError(f"there is no file {str(path)!r}; {ADVICE}") from None
        except (zipfile.BadZipFile, OSError) as fault:
            raise DataError(f"{path} is not a wheel ({fault}); {ADVICE}") from None
        for name, expected in _TASKS.items():
            if hashlib.sha256(self._member(name)).hexdigest() != expected:
                raise DataError(f"{path} is not PHYRE {VERSION}: {name} differs; {ADVICE}")

    def tasks(self) -> Iterator[Fields]:
        """All tasks, as Thrift structs."""
        for name in _TASKS:
            yield from read(lzma.decompress(self._member(name)), f"{self._path}, {name}")[1]

    def evaluations(self, template: str) -> dict[str, dict[str, Any]]:
        """What PHYRE knows about the tasks of a template: task -> tier -> counts and solutions."""
        name = f"phyre/data/evaluations/{template}.lzma"
        try:
            content = _Unpickler(io.BytesIO(lzma.decompress(self._member(name)))).load()
            return dict(content["eval_stats"])
        except (lzma.LZMAError, pickle.UnpicklingError, EOFError, KeyError, TypeError) as fault:
            raise DataError(f"{self._path}, {name} is damaged: {fault}; {ADVICE}") from None

    def _member(self, name: str) -> bytes:
        try:
            return self._zip.read(name)
        except KeyError:
            raise DataError(f"{self._path} is not PHYRE {VERSION}: no {name}; {ADVICE}") from None
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError) as fault:
            raise DataError(f"{self._path} is damaged at {name}: {fault}; {ADVICE}") from None


class _Unpickler(pickle.Unpickler):
    """Reads dictionaries, lists and numbers: a pickle could otherwise run any code."""

    def find_class(self, module: str, name: str) -> Any:
        allowed: dict[tuple[str, str], type] = {
            ("builtins", "dict"): dict,
            ("collections", "defaultdict"): collections.defaultdict,
        }
        if (module, name) not in allowed:
            raise pickle.UnpicklingError(f"{module}.{name} is not expected")
        return allowed[module, name]
