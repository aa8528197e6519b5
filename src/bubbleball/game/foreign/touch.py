"""A contact of the ball that a foreign engine reports, with all that is read of an `Edge`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ForeignTouch:
    """One thing that the ball touches; its own contact and its own other side.

    userData: name of the thing.
    worldManifold: where they touch: points, and the normal between them.
    """

    userData: str
    worldManifold: Any
    touching: bool = True

    @property
    def contact(self) -> Any:
        """The contact."""
        return self

    @property
    def other(self) -> Any:
        """The body on the other side."""
        return self
