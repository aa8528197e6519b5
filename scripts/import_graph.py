"""Which module of the package imports which, read from the source without running it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "bubbleball"


def module_of(path: Path) -> str:
    """Name a module below `bubbleball`; a package is named without `__init__`."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_of(path): path for path in sorted(SOURCE.rglob("*.py"))}


def package_of(module: str) -> str:
    """Name the package, directly below `bubbleball`, that a module belongs to."""
    return module.split(".", maxsplit=1)[0]


def imported(path: Path) -> Iterator[str]:
    """Full names of everything that a file imports, also within functions."""
    for node in ast.walk(_parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            if node.level:
                raise ValueError(f"{path}: imports are absolute in this project")
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def direct(module: str) -> frozenset[str]:
    """The modules of this project that a module imports."""
    names = {
        name.removeprefix("bubbleball.")
        for name in imported(MODULES[module])
        if name.startswith("bubbleball.")
    }
    owners = {name if name in MODULES else name.rpartition(".")[0] for name in names}
    return frozenset(owners & MODULES.keys()) - {module}


def summary(module: str) -> str:
    """Return the first sentence of a module's docstring, without the equations it cites."""
    text = ast.get_docstring(_parsed(MODULES[module])) or ""
    paragraph = " ".join(text.partition("\n\n")[0].split())
    paragraph = re.sub(r" \(eq\. [^)]*\)", "", paragraph)
    sentence, dot, _ = paragraph.partition(". ")
    return sentence + dot.rstrip()


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
