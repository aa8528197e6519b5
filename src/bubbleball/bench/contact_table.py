"""The error of every contact model as a table."""

from __future__ import annotations

import numpy as np

from bubbleball.bench.tables import Table
from bubbleball.method.contact_errors import AHEAD, SAMPLES, contact_errors
from bubbleball.method.event_states import ContactType


def contact_table(samples: int = SAMPLES, seed: int = 0) -> Table:
    """Median and worst error of every contact model."""
    rows = []
    for kind in ContactType:
        errors = contact_errors(kind, samples, seed)
        closed = [error.closed for error in errors if error.closed is not None]
        game = [error.game for error in errors]
        rows.append((str(kind), str(len(errors)), *_cells(closed), *_cells(game)))
    return Table(
        "Errors of the contact models",
        f"Median (worst) error {AHEAD} frames after the contact over random states, in px and "
        "px/s: the model against the closed form of the same contact, and against the game. For "
        "the moving line: when the ball leaves the lever.",
        ("contact type", "states", "closed form: px", "px/s", "game: px", "px/s"),
        tuple(rows),
    )


def _cells(errors: list[tuple[float, float]]) -> tuple[str, str]:
    if not errors:
        return "–", "–"
    px, speed = np.array(errors).T
    return (
        f"{np.median(px):.2f} ({px.max():.2f})",
        f"{np.median(speed):.2f} ({speed.max():.2f})",
    )
