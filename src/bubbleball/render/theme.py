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


LIGHT = Theme(
    "light",
    MappingProxyType(
        {
            Role.SKY: "#f4f8fc",
            Role.GRID: "#e4ecf4",
            Role.TRAY: "#d8e1ea",
            Role.SHELF: "#8d9bab",
            Role.SHADE: "#5c6b7d",
            Role.PAPER: "#ffffff",
            Role.INK: "#1d2733",
            Role.INK_SOFT: "#566474",
            Role.GROUND: "#37332f",
            Role.GROUND_MARK: "#57514a",
            Role.METAL: "#a3b0bd",
            Role.METAL_EDGE: "#5b6875",
            Role.METAL_SHEEN: "#c6d0d9",
            Role.RIVET: "#6d7a87",
            Role.WOOD: "#c88a45",
            Role.WOOD_EDGE: "#7a4c1e",
            Role.GRAIN: "#a56c30",
            Role.BEAM: "#b3733a",
            Role.SCOOP: "#6f431b",
            Role.BALL: "#0072b2",
            Role.BALL_EDGE: "#004a75",
            Role.BALL_SHINE: "#ffffff",
            Role.FLAG_LIGHT: "#ffffff",
            Role.FLAG_DARK: "#1b1b1b",
            Role.POLE: "#4f5a66",
            Role.GOAL: "#009e73",
            Role.SPEEDUP: "#0aa379",
            Role.SLOWDOWN: "#e69f00",
            Role.GRAVITY: "#cc79a7",
            Role.SPRING: "#f0e442",
            Role.TELEPORT: "#56b4e9",
            Role.BUTTON_EDGE: "#26303b",
            Role.GLYPH: "#10161d",
            Role.PATH: "#d1240f",
            Role.GUIDE: "#0072b2",
            Role.PREDICTED: "#00b884",
            Role.CONTACT: "#8c1607",
            Role.REGION: "#4b2367",
            Role.TARGET: "#4b2367",
            Role.MAIN: "#f2b100",
            Role.SUPPORT: "#6a4fc0",
            Role.COST_0: "#3b0f70",
            Role.COST_1: "#3b528b",
            Role.COST_2: "#21918c",
            Role.COST_3: "#5ec962",
            Role.COST_4: "#d8dd2a",
        }
    ),
)

DARK = Theme(
    "dark",
    MappingProxyType(
        {
            Role.SKY: "#10161e",
            Role.GRID: "#18212c",
            Role.TRAY: "#1f2935",
            Role.SHELF: "#526070",
            Role.SHADE: "#000000",
            Role.PAPER: "#0a0e13",
            Role.INK: "#e8eef5",
            Role.INK_SOFT: "#9fadbc",
            Role.GROUND: "#57504a",
            Role.GROUND_MARK: "#6f675f",
            Role.METAL: "#9fadba",
            Role.METAL_EDGE: "#d5dee6",
            Role.METAL_SHEEN: "#bfcad4",
            Role.RIVET: "#66737f",
            Role.WOOD: "#c58743",
            Role.WOOD_EDGE: "#e8b877",
            Role.GRAIN: "#98622a",
            Role.BEAM: "#ac6e38",
            Role.SCOOP: "#6b4119",
            Role.BALL: "#56b4e9",
            Role.BALL_EDGE: "#c6e6fa",
            Role.BALL_SHINE: "#ffffff",
            Role.FLAG_LIGHT: "#f5f7f9",
            Role.FLAG_DARK: "#20262d",
            Role.POLE: "#aab6c2",
            Role.GOAL: "#1fc596",
            Role.SPEEDUP: "#12a67b",
            Role.SLOWDOWN: "#e69f00",
            Role.GRAVITY: "#d383ad",
            Role.SPRING: "#f0e442",
            Role.TELEPORT: "#56b4e9",
            Role.BUTTON_EDGE: "#e3eaf1",
            Role.GLYPH: "#000000",
            Role.PATH: "#ff6a55",
            Role.GUIDE: "#5aa9ff",
            Role.PREDICTED: "#3fe0ad",
            Role.CONTACT: "#ffb3a6",
            Role.REGION: "#e8d4f7",
            Role.TARGET: "#e8d4f7",
            Role.MAIN: "#ffd24d",
            Role.SUPPORT: "#a994f5",
            Role.COST_0: "#f5f06a",
            Role.COST_1: "#8fd744",
            Role.COST_2: "#35b779",
            Role.COST_3: "#31688e",
            Role.COST_4: "#443983",
        }
    ),
)
