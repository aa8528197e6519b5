"""Where the data of other games are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "BUBBLEBALL_DATA"


def data_folder(game: str) -> Path:
    """The folder of one game: in $BUBBLEBALL_DATA, or else in the user's cache."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen) / game
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "bubbleball" / game
