"""Playing: the one loop that lets a solver play, and the record of it.

`bubbleball.play` is this package and can be called: `bubbleball.play("2", AO6G=(217, 247.5))`.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _CallablePackage(ModuleType):
    """A package and a function share the name `bubbleball.play`, so the package can be called."""

    def __call__(self, *args: Any, **pieces: Any) -> object:
        from bubbleball.play.quick import play  # noqa: PLC0415  # the package stays light

        return play(*args, **pieces)


sys.modules[__name__].__class__ = _CallablePackage
