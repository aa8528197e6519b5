"""Draw what a trial recorded: path, contacts, ghosts of what moved, power-ups that acted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import pairwise

import numpy as np

from bubbleball.game.contact import Effect
from bubbleball.game.geometry import Point, moved
from bubbleball.game.kinds import BUTTON_RADIUS, Kind
from bubbleball.game.level import Part
from bubbleball.game.trial import Trial
from bubbleball.render.drawing import PATH, Circle, Mark, Polyline, Style, arrow, shape_mark
from bubbleball.render.layers.ball_and_flag import ball_ghost
from bubbleball.render.layers.buttons import FACES
from bubbleball.render.theme import Role

_JUMP = Style(line=Role.TELEPORT, width=1.3, dash=(1.0, 3.0))
_GHOSTS = 3
_LEAST_MOTION = 4.0  # px plus degrees of travel; no ghost is drawn for less
_SPEED_SCALE, _LONGEST_ARROW = 0.1, 34.0  # px of arrow per px/s; px


def path_marks(trial: Trial, start: int = 0, until: int | None = None) -> Iterator[Mark]:
    """Draw the ball's path from one frame to another, with a dotted line for a teleport."""
    last = trial.steps if until is None else until
    jumps = [e for e in trial.effects if e.position_before != e.position_after]
    jumps = [jump for jump in jumps if start <= jump.frame < last]
    for jump in jumps:
        yield Polyline((jump.position_before, jump.position_after), _JUMP)
    ends = [start, *(jump.frame + 1 for jump in jumps), last + 1]
    for first, end in pairwise(ends):
        points = tuple((x, y) for x, y in trial.ball[first:end, :2].tolist())
        if len(points) > 1:
            yield Polyline(points, PATH)


def contact_marks(trial: Trial) -> Iterator[Mark]:
    """Draw a dot where the ball touched something and an arrow along the normal."""
    drawn: list[tuple[float, float, float, float]] = []
    for contact in trial.contacts:
        (x, y), (nx, ny) = contact.point, contact.normal
        if any(math.hypot(x - a, y - b) < 4 and nx * c + ny * d > 0.95 for a, b, c, d in drawn):
            continue  # rolling over a seam touches the same place repeatedly
        drawn.append((x, y, nx, ny))
        yield from arrow((x, y), (x + 13 * nx, y + 13 * ny), Role.CONTACT, 1.1, 4.0)
        yield Circle(x, y, 1.9, Style(fill=Role.CONTACT))


def ghost_marks(trial: Trial, parts: Mapping[str, Part]) -> Iterator[Mark]:
    """Draw outlines of the moving parts where they started and at moments in between."""
    faint, edge = Style(Role.WOOD, opacity=0.16), Style(line=Role.WOOD_EDGE, width=0.8, opacity=0.5)
    for column, mover in enumerate(trial.movers):
        poses = trial.moves[:, column, :3]
        travel = np.concatenate(([0.0], np.cumsum(np.abs(np.diff(poses, axis=0)).sum(axis=1))))
        if travel[-1] < _LEAST_MOTION:
            continue
        frames = np.searchsorted(travel, travel[-1] * np.arange(_GHOSTS) / _GHOSTS)
        for x, y, angle in poses[frames].tolist():
            shape = moved(parts[mover].outline, x, y, angle)
            yield shape_mark(shape, faint)
            yield shape_mark(shape, edge)


def effect_marks(
    trial: Trial, parts: Mapping[str, Part], centres: Mapping[str, Point], until: int | None = None
) -> Iterator[Mark]:
    """Draw a halo around every power-up that acted, the ball before and its velocity after."""
    for effect in trial.effects:
        if until is not None and effect.frame > until:
            return
        x, y = centres[effect.part]
        face = FACES[parts[effect.part].kind]
        yield Circle(x, y, BUTTON_RADIUS + 2.0, Style(line=face, width=2.0, opacity=0.75))
        if until is None:
            yield ball_ghost(*effect.position_before)
            yield from arrow(effect.position_after, _tip(effect, parts), Role.CONTACT, 1.5, 5.0)


def _tip(effect: Effect, parts: Mapping[str, Part]) -> Point:
    """Where the arrow of an effect ends: along the new velocity, or along gravity."""
    x, y = effect.position_after
    if parts[effect.part].kind in (Kind.GRAVITY_UP, Kind.GRAVITY_DOWN):
        return x, y + (-22.0 if effect.gravity_up else 22.0)
    vx, vy = effect.velocity_after
    speed = math.hypot(vx, vy)
    length = min(_SPEED_SCALE * speed, _LONGEST_ARROW)
    return (x + length * vx / speed, y + length * vy / speed) if speed > 1e-9 else (x, y)
