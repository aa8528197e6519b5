"""What happened in a trial, in words for the player."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bubbleball.errors import expect
from bubbleball.game.contact import Contact
from bubbleball.game.kinds import BALL_RADIUS, SCREEN_HEIGHT, SCREEN_WIDTH
from bubbleball.game.level import Level
from bubbleball.game.physics import STEPS_PER_SECOND
from bubbleball.game.trial import Outcome, Trial

ROLLING = STEPS_PER_SECOND // 4  # frames of contact; from here on the ball counts as rolling
FALLEN = 2 * BALL_RADIUS  # px; wood that moves farther counts as not having stayed


@dataclass(frozen=True, slots=True)
class Account:
    """A trial in words. Parts are named by kind and id, such as wood 'ED30'.

    text: one sentence.
    notes: what else may explain it, a sentence each.
    frame: when the ball was nearest to the flag.
    x, y: its centre then, px.
    gap: between ball and flag then, px; 0 at a touch.
    """

    text: str
    notes: tuple[str, ...]
    frame: int
    x: float
    y: float
    gap: float


def account(trial: Trial) -> Account:
    """Describe a trial: what the ball did last, and how near it came to the flag."""
    expect(trial, Trial, "account", "play('2') gives one")
    frame = int(trial.flag_gaps.argmin())
    x, y = trial.ball[frame, :2].tolist()
    if trial.solved:
        text = f"The ball touched the flag after {trial.seconds:.1f} s."
    else:
        text = f"The ball {_ending(trial)}; {_nearest(trial, frame)}."
    return Account(text, tuple(_notes(trial)), frame, x, y, trial.closest_approach)


def named(level: Level, part_id: str) -> str:
    """Kind and id of a part, such as wood 'ED30'."""
    found = next((part for part in level.parts if part.id == part_id), None)
    return f"part '{part_id}'" if found is None else f"{found.kind} '{part_id}'"


def _ending(trial: Trial) -> str:
    last = max(trial.contacts, key=lambda c: (c.until or math.inf, c.frame), default=None)
    if trial.outcome is Outcome.CAME_TO_REST:
        return f"came to rest on {named(trial.level, last.part)}" if last else "came to rest"
    left = _left(trial, last) if last and last.until is not None else ""
    if trial.outcome is Outcome.TIMED_OUT:
        return "was still moving when time ran out"
    return f"{left} and {_exit(trial)}" if left else _exit(trial)


def _left(trial: Trial, contact: Contact) -> str:
    """How the ball left a part: off one of its ends, or with a bounce."""
    until = contact.until or contact.frame
    name = named(trial.level, contact.part)
    if until - contact.frame < ROLLING:
        return f"bounced off {name}"
    end = "right" if trial.ball[until, 2] > 0 else "left"
    return f"rolled off the {end} end of {name}"


def _exit(trial: Trial) -> str:
    x, y = trial.ball[-1, :2]
    if y > SCREEN_HEIGHT:
        return "fell out of the screen"
    if x < 0 or x > SCREEN_WIDTH:
        return f"left the screen on the {'left' if x < 0 else 'right'}"
    return "left the screen at the top"


def _nearest(trial: Trial, frame: int) -> str:
    gap = trial.closest_approach
    if trial.flag_gaps[0] - gap < BALL_RADIUS:
        return f"it came no nearer to the flag than at the start, {gap:.0f} px"
    flag = trial.level.flag
    x, y = trial.ball[frame, :2]
    where = _side(x - flag.x, y - flag.y)
    return f"at its nearest it was {gap:.0f} px {where} the flag"


def _side(dx: float, dy: float) -> str:
    """Where something lies that is dx, dy px away, y down."""
    if abs(dx) > abs(dy):
        return "to the right of" if dx > 0 else "to the left of"
    return "below" if dy > 0 else "above"


def _notes(trial: Trial) -> Iterator[str]:
    """Pieces that did not stay, or that the ball never touched."""
    met = set(trial.parts_met)
    for placement in trial.placements:
        if placement.piece not in trial.movers:
            continue
        column = trial.movers.index(placement.piece)
        away = np.hypot(*(trial.moves[:, column, :2] - (placement.x, placement.y)).T)
        if away.max() > FALLEN and placement.piece not in met:
            name = named(trial.level, placement.piece)
            yield f"It never met {name}, which did not stay in place."
    placed = {placement.piece for placement in trial.placements}
    if placed and not placed & met:
        yield "It touched none of the pieces that you placed."
