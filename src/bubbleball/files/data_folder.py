"""Where data that can be had again are kept on this machine."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "BUBBLEBALL_DATA"


def data_folder(name: str) -> Path:
    """A folder for one kind of data: in $BUBBLEBALL_DATA, or else in the user's cache."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen) / name
    cache = os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser()
    return Path(cache) / "bubbleball" / name
