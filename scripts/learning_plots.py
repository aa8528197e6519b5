"""Draw the plots of docs/learning.md: `make pictures`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")

import numpy as np
from matplotlib import pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from bubbleball.files.packs import find
from bubbleball.game.geometry import Disc
from bubbleball.game.level import Level
from bubbleball.game.physics import PHYSICS_KEYS, Physics, parse_physics
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.game.world import simulate
from bubbleball.method.learn import learn
from bubbleball.model.belief import Belief

PICTURES = Path(__file__).parents[1] / "docs" / "pictures" / "learning"

# Okabe and Ito's colours, which colour-blind people can distinguish, on white and on black.
TRUTH, BEFORE, AFTER, INK = "#009E73", "#D55E00", "#56A0D8", "#808080"
STYLE: dict[Any, Any] = {
    "svg.hashsalt": "bubbleball",  # the same ids every time
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    **dict.fromkeys(
        ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK
    ),
}
CURVES = (
    ("2", "random:1", ("gravity", "restitution", "ball_friction", "speedup")),
    ("10", "strong,gravity=6", ("gravity", "restitution", "ball_friction", "speedup")),
    ("5", "oak,restitution=0.7", ("gravity", "restitution", "ball_friction", "wood_friction")),
)
RUNS = (("2", "random:1"), ("2", "restitution=0.7,gravity=6"))


def beliefs(level: Level, solution: Sequence[Placement], physics: Physics) -> list[Belief]:
    """The prior, and the belief after the empty run and after the first trial."""
    runs = [simulate(level, placed, physics) for placed in ((), tuple(solution))]
    return [Belief.prior(), learn(runs[:1]), learn(runs)]


def draw_belief(axes: Axes, name: str, history: Sequence[Belief], truth: float) -> None:
    """Plot one parameter with its band after each run."""
    for k, belief in enumerate(history):
        now = next(estimate for estimate in belief.estimates() if estimate.name == name)
        colour, marker = (AFTER, "o") if now.evidence else (BEFORE, "s")
        axes.plot([k, k], [now.low, now.high], color=colour, linewidth=2.5, alpha=0.7)
        axes.plot(k, now.mean, marker, color=colour, markersize=6)
    axes.axhline(truth, color=TRUTH, linewidth=1.4, linestyle="--")
    key = PHYSICS_KEYS[name]
    axes.set_title(", ".join(filter(None, (key.label, key.unit))), fontsize=9)
    axes.set_xticks(range(3), ["prior", "empty\nrun", "first\ntrial"])
    axes.set_xlim(-0.5, 2.5)
    axes.locator_params(axis="y", nbins=4)


def plot_curves() -> Figure:
    """Plot how the belief changes, for a few levels and physics."""
    figure, rows = plt.subplots(len(CURVES), len(CURVES[0][2]), figsize=(9, 6.4))
    for row, (number, text, shown) in zip(rows, CURVES, strict=True):
        document, physics = find(number), parse_physics(text)
        history = beliefs(document.level, document.solutions[0], physics)
        for axes, name in zip(row, shown, strict=True):
            draw_belief(axes, name, history, getattr(physics, name))
        row[0].set_ylabel(f"level {number}\n{text.replace(',', ', ')}", fontsize=8)
    keys = [
        Line2D([], [], color=BEFORE, marker="s", label="without evidence, 95 % band"),
        Line2D([], [], color=AFTER, marker="o", label="learned, 95 % band"),
        Line2D([], [], color=TRUTH, linestyle="--", label="true value"),
    ]
    figure.legend(handles=keys, loc="lower center", ncols=3, frameon=False)
    tidy(figure, bottom=0.05)
    return figure


def draw_level(axes: Axes, level: Level, placements: Sequence[Placement]) -> None:
    """Draw solid parts in grey, the flag in the colour of the truth."""
    placed = {placement.piece: placement for placement in placements}
    parts = [*level.scenery, *(part for part in level.pieces if part.id in placed)]
    for part in parts:
        at = placed.get(part.id, part)
        if isinstance(part.outline, Disc):
            continue
        turn = np.radians(at.angle)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        corners = np.array(part.outline.corners) @ spin.T + (at.x, at.y)
        axes.add_patch(Polygon(corners, facecolor=INK, alpha=0.45, linewidth=0))
    axes.add_patch(Polygon(np.array(level.flag.sensor.corners), facecolor=TRUTH, alpha=0.5))
    axes.set(xlim=(0, 480), ylim=(320, 100), aspect="equal", xticks=(), yticks=())
    axes.spines[["left", "bottom"]].set_visible(False)


def draw_paths(axes: Axes, number: str, text: str) -> None:
    """Draw predicted and actual paths of the ball for a stored solution."""
    document, physics = find(number), parse_physics(text)
    solution = document.solutions[0]
    _, learned, _ = beliefs(document.level, solution, physics)
    draw_level(axes, document.level, solution)
    runs: list[tuple[str, Physics, str, str, float]] = [
        ("actual", physics, TRUTH, "-", 5.0),
        ("predicted before learning", Belief.prior().mean, BEFORE, "--", 1.8),
        ("predicted after the empty run", learned.mean, AFTER, "-", 1.6),
    ]
    for label, world, colour, line, width in runs:
        run: Trial = simulate(document.level, solution, world)
        axes.plot(*run.ball[:, :2].T, line, color=colour, linewidth=width, label=label)
    axes.set_title(f"level {number}, {text.replace(',', ', ')}", fontsize=9)


def plot_paths() -> Figure:
    """Draw the same trial as predicted before and after learning, and as it happened."""
    figure, row = plt.subplots(1, len(RUNS), figsize=(9, 2.9))
    for axes, (number, text) in zip(row, RUNS, strict=True):
        draw_paths(axes, number, text)
    handles, labels = row[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="lower center", ncols=3, frameon=False)
    tidy(figure, bottom=0.1)
    return figure


def tidy(figure: Figure, bottom: float = 0.0) -> None:
    """Remove the background, so that the plot is readable on light and dark pages."""
    figure.patch.set_alpha(0)
    for axes in figure.axes:
        axes.patch.set_alpha(0)
        axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout(rect=(0, bottom, 1, 1))


def main(folder: Path = PICTURES) -> None:
    """Write both plots."""
    folder.mkdir(parents=True, exist_ok=True)
    matplotlib.rcdefaults()  # not what a person's own matplotlibrc says
    with plt.rc_context(STYLE):
        for name, figure in (("beliefs", plot_curves()), ("paths", plot_paths())):
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
            plt.close(figure)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
