"""The error of every contact model as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from bubbleball.bench.tables import Table

Error = tuple[float, float]  # px and px/s


def contact_table(measured: Mapping[str, Sequence[tuple[Error, Error]]]) -> Table:
    """Median and worst error of every contact model, by its contact type.

    measured: errors against the closed form and against the game.
    """
    rows = []
    for kind, errors in measured.items():
        closed = [closed for closed, _ in errors]
        game = [game for _, game in errors]
        rows.append((kind, str(len(errors)), *_cells(closed), *_cells(game)))
    return Table(
        "Errors of the contact models",
        "Median (worst) error a few frames after the contact over random states, in px and "
        "px/s: the model against the closed form of the same contact, and against the game. For "
        "the moving line: one strike against the closed form, a whole throw against the game, when "
        "the ball leaves the lever.",
        ("contact type", "states", "closed form: px", "px/s", "game: px", "px/s"),
        tuple(rows),
    )


def _cells(errors: list[Error]) -> tuple[str, str]:
    px, speed = np.array(errors).T
    return (
        f"{np.median(px):.2f} ({px.max():.2f})",
        f"{np.median(speed):.2f} ({speed.max():.2f})",
    )
