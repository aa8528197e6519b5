"""Values that draw themselves in a notebook.

This package knows nothing of pictures: whoever can draw sets `pen`, as `bubbleball` itself does.
"""

from __future__ import annotations

from collections.abc import Callable

pen: Callable[[object], str] | None = None  # draws a value as SVG


class Drawable:
    """Gives a class the method by which Jupyter asks for a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return None if pen is None else pen(self)
