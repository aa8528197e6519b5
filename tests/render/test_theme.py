"""Every role has its colour, and the colours differ for people who see fewer of them."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from bubbleball.errors import UnknownNameError
from bubbleball.render import draw, to_svg
from bubbleball.render.theme import COSTS, LIGHT, Role
from bubbleball.render.themes import THEMES
from pictures import EVERYTHING, TWO_BARS


def test_themes_differ_in_colours_alone() -> None:
    light, dark = (draw(EVERYTHING, theme=theme) for theme in ("light", "dark"))
    assert light.groups == dark.groups
    assert to_svg(light) != to_svg(dark)


def test_every_theme_has_a_colour_for_every_role() -> None:
    for theme in THEMES.values():
        assert set(theme.colours) == set(Role)
        assert all(len(c) == 7 and int(c[1:], 16) >= 0 for c in theme.colours.values())


def test_an_unknown_theme_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError, match="no theme named 'drak'; did you mean 'dark'"):
        draw(TWO_BARS, theme="drak")


def test_the_light_sky_is_light_and_the_ground_dark() -> None:
    assert int(LIGHT[Role.SKY][1:3], 16) > 220 > 80 > int(LIGHT[Role.GROUND][1:3], 16)


Array = NDArray[np.float64]


SIGHT = {
    "trichromacy": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}


XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


WHITE = np.array([0.95047, 1.0, 1.08883])


SOLIDS = (Role.SKY, Role.GROUND, Role.METAL, Role.WOOD, Role.BALL)


LINES = (Role.PATH, Role.GUIDE, Role.PREDICTED, Role.REGION, Role.SKY)


FACES = (Role.SPEEDUP, Role.SLOWDOWN, Role.GRAVITY, Role.SPRING, Role.TELEPORT)


BLOCKS = (Role.MAIN, Role.SUPPORT)


def linear(colour: str) -> Array:
    value = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(colour: str, sight: Array) -> Array:
    """CIE L*a*b* of a colour as it is seen."""
    xyz = XYZ @ np.clip(sight @ linear(colour), 0, 1) / WHITE
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def distance(a: str, b: str, sight: Array) -> float:
    """CIE 1976; about 2 can just be seen side by side, 10 at a glance."""
    return float(np.linalg.norm(lab(a, sight) - lab(b, sight)))


def contrast(a: str, b: str) -> float:
    """As the web's accessibility guidelines define it; they ask for 4.5 of small text."""
    dark, light = sorted(float(XYZ[1] @ linear(colour)) for colour in (a, b))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("roles", "least"), [(SOLIDS, 20), (LINES, 20), (FACES, 12), (BLOCKS, 20)])
def test_colours_that_must_be_distinguished_look_different(
    roles: tuple[Role, ...], least: float, theme: str, sight: str
) -> None:
    for a, b in combinations(roles, 2):
        assert distance(THEMES[theme][a], THEMES[theme][b], SIGHT[sight]) >= least, (a, b)


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", THEMES)
def test_neighbours_on_the_scale_of_costs_look_different(theme: str, sight: str) -> None:
    for a, b in pairwise(COSTS):
        assert distance(THEMES[theme][a], THEMES[theme][b], SIGHT[sight]) >= 12, (a, b)


@pytest.mark.parametrize("theme", THEMES)
def test_writing_and_glyphs_are_readable(theme: str) -> None:
    colours = THEMES[theme]
    written = [(Role.INK, Role.PAPER), (Role.INK_SOFT, Role.PAPER), (Role.INK, Role.TRAY)]
    written += [(Role.GLYPH, face) for face in (*FACES, Role.WOOD, Role.METAL, Role.BEAM)]
    for ink, paper in written:
        assert contrast(colours[ink], colours[paper]) >= 4.5, (ink, paper)


def test_the_measures_agree_with_known_values() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab("#ffffff", np.eye(3)) == pytest.approx([100, 0, 0], abs=0.01)
    assert lab("#ff0000", np.eye(3)) == pytest.approx([53.24, 80.09, 67.20], abs=0.05)
    red, green = "#c07000", "#8b8b00"  # a pair that deuteranopes confuse
    normal, deutan = SIGHT["trichromacy"], SIGHT["deuteranopia"]
    assert distance(red, green, deutan) < distance(red, green, normal) / 2
