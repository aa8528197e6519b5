"""What to change in a failed attempt, and why that helps, in words for the player."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bubbleball.game.kinds import BALL_RADIUS
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.change import Change, changes, turn_between
from bubbleball.play.account import named

SMALL = 2.0  # px or degrees; smaller moves and turns are not mentioned


@dataclass(frozen=True, slots=True, eq=False)
class Repaired:
    """A repaired attempt that the game has confirmed.

    placements: all pieces of it.
    changes: what differs from the attempt.
    trial: how it plays.
    reason: what to change, and why that helps.
    look: where the ball first leaves its path in the attempt: x, y, px.
    trials: runs of the game used.
    seconds: time taken.
    """

    placements: tuple[Placement, ...]
    changes: tuple[Change, ...]
    trial: Trial
    reason: str
    look: tuple[float, float]
    trials: int
    seconds: float


def reason(attempt: Trial, repaired: Trial) -> str:
    """What was changed, and what the ball does differently because of it."""
    level = attempt.level
    steps = [step_text(level, c) for c in changes(level, attempt.placements, repaired.placements)]
    what = "; ".join(steps) or "leave everything where it is"
    return f"{what[0].upper()}{what[1:]}: {_because(attempt, repaired)}."


def step_text(level: Level, change: Change) -> str:
    """One change as an instruction, without its exact pose."""
    name = named(level, change.piece)
    if change.before is None:
        return f"take {name} from the tray"
    if change.after is None:
        return f"put {name} back into the tray"
    dx, dy = change.after.x - change.before.x, change.after.y - change.before.y
    piece = level.piece(change.piece)
    turn = turn_between(piece, change.before.angle, change.after.angle) if piece else 0.0
    parts = []
    if max(abs(dx), abs(dy)) >= SMALL or abs(turn) < SMALL:
        parts.append(f"move {name} {_way(dx, dy)}")
    if abs(turn) >= SMALL:
        clock = "clockwise" if turn > 0 else "anticlockwise"
        parts.append(f"turn {'it' if parts else name} {abs(turn):.0f}° {clock}")
    return ", and ".join(parts) if " and " in parts[0] else " and ".join(parts)


def _way(dx: float, dy: float) -> str:
    """A move in words, such as 20 px to the left and 27 px up; less than SMALL is left out."""
    across = f"{abs(dx):.0f} px to the {'right' if dx > 0 else 'left'}"
    along = f"{abs(dy):.0f} px {'down' if dy > 0 else 'up'}"
    if min(abs(dx), abs(dy)) >= SMALL:
        return f"{across} and {along}"
    return across if abs(dx) > abs(dy) else along


def _because(attempt: Trial, repaired: Trial) -> str:
    """The first part that the ball meets only now, or no longer meets."""
    level, old, new = attempt.level, attempt.parts_met, repaired.parts_met
    gained = next((part for part in new if part not in old), None)
    lost = next((part for part in old if part not in new), None)
    if gained is not None:
        return f"the ball then meets {named(level, gained)}, which it missed, and reaches the flag"
    if lost is not None:
        return f"the ball then passes {named(level, lost)} and reaches the flag"
    return "the ball meets the same parts, leaves them in another direction and reaches the flag"


def parting(attempt: Trial, repaired: Trial) -> tuple[float, float]:
    """Where the ball's new path first differs from the old one by its radius."""
    frames = min(len(attempt.ball), len(repaired.ball))
    apart = np.hypot(*(attempt.ball[:frames, :2] - repaired.ball[:frames, :2]).T)
    away = np.flatnonzero(apart > BALL_RADIUS)
    x, y = repaired.ball[int(away[0]) if len(away) else frames - 1, :2].tolist()
    return x, y
