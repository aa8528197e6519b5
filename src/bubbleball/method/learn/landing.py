"""Where pieces really stood in a trial, which need not be where the solver put them.

Wood shows it in its first frame. A solid piece shows it where the ball touches one of its sides:
the normal is that of the side, and a ball that stays there is as far away as its radius. A power-up
acts in the first frame in which the ball is near enough.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence

import numpy as np

from bubbleball.game.contact import Contact, Effect
from bubbleball.game.geometry import Hull, moved, nearest_on_edge, signed_distance
from bubbleball.game.kinds import BALL_RADIUS, BUTTON_RADIUS
from bubbleball.game.physics import POLYGON_SKIN
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.learn.noise import observation_noise
from bubbleball.model.belief import Scatter

ROUNDED = 0.6  # px or degrees by which a rounded pose may seem to be off
EXACT = 0.02  # the same where the observation is exact
SUNK = 0.4  # px by which a ball that stays on a side may seem to be off
STAYS = 6  # frames of such a contact
REACH = BUTTON_RADIUS + BALL_RADIUS  # px; nearer, a power-up acts
FACE = 6.0  # px from a corner beyond which the normal is that of a side
FARTHEST = 12.0  # px or degrees; what is farther off has another cause
LATE = 4.0  # px; a power-up that acts farther off its reach acts late, wherever it stands
FARTHER = 1.5  # times the farthest error so far: the greater of two even draws is 2/3 of the range


def landed(trial: Trial, slack: float, *, late: bool = False) -> Trial:
    """The trial with each piece where it seems to have stood.

    slack: what the observation of a pose may be off by, px or degrees.
    late: whether power-ups act late, so that their effects do not show where they stood.
    """
    found = tuple(_landed(trial, placement, slack, late) for placement in trial.placements)
    return trial if found == trial.placements else dataclasses.replace(trial, placements=found)


def pose_slack(trials: Sequence[Trial]) -> float:
    """What the observation of a pose may be off by, px or degrees."""
    return EXACT if observation_noise(trials).exact else ROUNDED


def landing_scatter(trials: Sequence[Trial], slack: float, *, late: bool = False) -> Scatter:
    """How far the next piece may land from where it is put, by what trials have shown."""
    shift, turn = 0.0, 0.0
    for trial in trials:
        for asked, stood in zip(
            trial.placements, landed(trial, slack, late=late).placements, strict=True
        ):
            shift = max(shift, abs(stood.x - asked.x), abs(stood.y - asked.y))
            turn = max(turn, abs(stood.angle - asked.angle))
    # Who is off in one is off in the other, though nothing may have shown it yet.
    return Scatter(FARTHER * max(shift, turn / 2), FARTHER * max(turn, shift / 2))


def _landed(trial: Trial, asked: Placement, slack: float, late: bool) -> Placement:
    if asked.piece in trial.movers:
        x, y, angle = trial.moves[0, trial.movers.index(asked.piece), :3].tolist()
        turn = (angle - asked.angle + 180.0) % 360.0 - 180.0
        off = max(abs(x - asked.x), abs(y - asked.y), abs(turn))
        seen = Placement(asked.piece, x, y, asked.angle + turn)
        return seen if slack < off < FARTHEST else asked
    for contact in trial.contacts:
        if contact.part == asked.piece:
            asked = _touched(trial, asked, contact, slack)
    for effect in trial.effects:
        if effect.part == asked.piece:
            asked = asked if late else _entered(trial, asked, effect, slack)
        elif effect.position_after != effect.position_before and (
            trial.level.partner(effect.part) == asked.piece
        ):
            asked = _near(asked, *effect.position_after, slack)
    return asked


def _near(asked: Placement, x: float, y: float, slack: float) -> Placement:
    """The same piece at another place, if that is farther off than it may seem, and not too far."""
    off = max(abs(x - asked.x), abs(y - asked.y))
    return dataclasses.replace(asked, x=x, y=y) if slack < off < FARTHEST else asked


def _entered(trial: Trial, at: Placement, effect: Effect, slack: float) -> Placement:
    """The place of a power-up that the ball has entered in this frame and not in the one before."""
    others = [other for other in trial.effects if other is not effect]
    if effect.frame < 2 or any(effect.frame - other.frame in (0, 1) for other in others):
        return at
    for (x, y), inside in (
        (trial.ball[effect.frame - 1, :2], False),
        (effect.position_before, True),
    ):
        dx, dy = x - at.x, y - at.y
        away = math.hypot(dx, dy)
        short = away - REACH if inside else REACH - away  # px by which it must have stood elsewhere
        if 0.0 < short < LATE:
            share = math.copysign((short + EXACT) / max(away, 1.0), 1.0 if inside else -1.0)
            at = _near(at, at.x + share * dx, at.y + share * dy, slack)
    return at


def _touched(trial: Trial, at: Placement, contact: Contact, slack: float) -> Placement:
    """The pose of a solid piece, corrected by one contact."""
    part = trial.level.piece(at.piece)
    shape = None if part is None else moved(part.outline, at.x, at.y, at.angle)
    if part is None or not isinstance(shape, Hull):
        return at
    x, y = contact.point
    if min(math.hypot(x - cx, y - cy) for cx, cy in shape.corners) < FACE:
        return at
    _, (nx, ny) = nearest_on_edge(x, y, shape)
    ox, oy = contact.normal
    turn = math.degrees(math.atan2(nx * oy - ny * ox, nx * ox + ny * oy))
    if slack < abs(turn) < FARTHEST:
        at = dataclasses.replace(at, angle=at.angle + turn)
        shape = moved(part.outline, at.x, at.y, at.angle)
    until = len(trial.ball) if contact.until is None else contact.until
    if until - contact.frame < STAYS:
        return at
    places = trial.ball[contact.frame + STAYS // 2 : until, :2].tolist()
    gaps = [signed_distance(x, y, shape) - BALL_RADIUS - POLYGON_SKIN for x, y in places]
    gap = float(np.median(gaps))
    if not SUNK + slack < abs(gap) < FARTHEST:
        return at
    return dataclasses.replace(at, x=at.x + gap * ox, y=at.y + gap * oy)
