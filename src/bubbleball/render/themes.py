"""The themes by name."""

from __future__ import annotations

from types import MappingProxyType

from bubbleball.errors import unknown_name
from bubbleball.render.theme import DARK, LIGHT, Theme

THEMES = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK)})


def theme_named(name: str) -> Theme:
    """Find a theme by name; the error for an unknown name lists the known ones."""
    if name not in THEMES:
        raise unknown_name("theme", name, THEMES)
    return THEMES[name]
