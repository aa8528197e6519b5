"""Colours: every colour in a picture has a role, and a theme gives each role its colour.

The hues follow Okabe and Ito, so that colour-blind people can distinguish them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, auto
from types import MappingProxyType


class Role(StrEnum):
    """What a colour stands for."""

    SKY = auto()
    GRID = auto()
    TRAY = auto()
    SHELF = auto()
    SHADE = auto()
    PAPER = auto()  # of the caption below the screen
    INK = auto()
    INK_SOFT = auto()
    GROUND = auto()
    GROUND_MARK = auto()
    METAL = auto()
    METAL_EDGE = auto()
    METAL_SHEEN = auto()
    RIVET = auto()
    WOOD = auto()
    WOOD_EDGE = auto()
    GRAIN = auto()
    BEAM = auto()  # the catapult's wood
    SCOOP = auto()
    BALL = auto()
    BALL_EDGE = auto()
    BALL_SHINE = auto()
    FLAG_LIGHT = auto()
    FLAG_DARK = auto()
    POLE = auto()
    GOAL = auto()  # the flag's sensor
    SPEEDUP = auto()
    SLOWDOWN = auto()
    GRAVITY = auto()
    SPRING = auto()
    TELEPORT = auto()
    BUTTON_EDGE = auto()
    GLYPH = auto()
    PATH = auto()  # recorded
    GUIDE = auto()  # planned
    PREDICTED = auto()  # expected by a model
    CONTACT = auto()
    REGION = auto()
    TARGET = auto()
    MAIN = auto()
    SUPPORT = auto()
    COST_0 = auto()  # cheapest
    COST_1 = auto()
    COST_2 = auto()
    COST_3 = auto()
    COST_4 = auto()  # most expensive

    @property
    def variable(self) -> str:
        """Name of the CSS variable that holds the colour in a page."""
        return f"--{self.replace('_', '-')}"


COSTS = (Role.COST_0, Role.COST_1, Role.COST_2, Role.COST_3, Role.COST_4)


@dataclass(frozen=True, slots=True)
class Theme:
    """A colour for every role.

    name: by which callers choose it.
    colours: `#rrggbb` by role.
    """

    name: str
    colours: Mapping[Role, str]

    def __getitem__(self, role: Role) -> str:
        return self.colours[role]


_COLOURS = {  # role -> in the light theme, in the dark one
    Role.SKY: ("#f4f8fc", "#10161e"),
    Role.GRID: ("#e4ecf4", "#18212c"),
    Role.TRAY: ("#d8e1ea", "#1f2935"),
    Role.SHELF: ("#8d9bab", "#526070"),
    Role.SHADE: ("#5c6b7d", "#000000"),
    Role.PAPER: ("#ffffff", "#0a0e13"),
    Role.INK: ("#1d2733", "#e8eef5"),
    Role.INK_SOFT: ("#566474", "#9fadbc"),
    Role.GROUND: ("#37332f", "#57504a"),
    Role.GROUND_MARK: ("#57514a", "#6f675f"),
    Role.METAL: ("#a3b0bd", "#9fadba"),
    Role.METAL_EDGE: ("#5b6875", "#d5dee6"),
    Role.METAL_SHEEN: ("#c6d0d9", "#bfcad4"),
    Role.RIVET: ("#6d7a87", "#66737f"),
    Role.WOOD: ("#c88a45", "#c58743"),
    Role.WOOD_EDGE: ("#7a4c1e", "#e8b877"),
    Role.GRAIN: ("#a56c30", "#98622a"),
    Role.BEAM: ("#b3733a", "#ac6e38"),
    Role.SCOOP: ("#6f431b", "#6b4119"),
    Role.BALL: ("#0072b2", "#56b4e9"),
    Role.BALL_EDGE: ("#004a75", "#c6e6fa"),
    Role.BALL_SHINE: ("#ffffff", "#ffffff"),
    Role.FLAG_LIGHT: ("#ffffff", "#f5f7f9"),
    Role.FLAG_DARK: ("#1b1b1b", "#20262d"),
    Role.POLE: ("#4f5a66", "#aab6c2"),
    Role.GOAL: ("#009e73", "#1fc596"),
    Role.SPEEDUP: ("#0aa379", "#12a67b"),
    Role.SLOWDOWN: ("#e69f00", "#e69f00"),
    Role.GRAVITY: ("#cc79a7", "#d383ad"),
    Role.SPRING: ("#f0e442", "#f0e442"),
    Role.TELEPORT: ("#56b4e9", "#56b4e9"),
    Role.BUTTON_EDGE: ("#26303b", "#e3eaf1"),
    Role.GLYPH: ("#10161d", "#000000"),
    Role.PATH: ("#d1240f", "#ff6a55"),
    Role.GUIDE: ("#0072b2", "#5aa9ff"),
    Role.PREDICTED: ("#00b884", "#3fe0ad"),
    Role.CONTACT: ("#8c1607", "#ffb3a6"),
    Role.REGION: ("#4b2367", "#e8d4f7"),
    Role.TARGET: ("#4b2367", "#e8d4f7"),
    Role.MAIN: ("#f2b100", "#ffd24d"),
    Role.SUPPORT: ("#6a4fc0", "#a994f5"),
    Role.COST_0: ("#3b0f70", "#f5f06a"),
    Role.COST_1: ("#3b528b", "#8fd744"),
    Role.COST_2: ("#21918c", "#35b779"),
    Role.COST_3: ("#5ec962", "#31688e"),
    Role.COST_4: ("#d8dd2a", "#443983"),
}
LIGHT = Theme("light", MappingProxyType({role: light for role, (light, _) in _COLOURS.items()}))
DARK = Theme("dark", MappingProxyType({role: dark for role, (_, dark) in _COLOURS.items()}))
