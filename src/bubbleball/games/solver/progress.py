"""How near a run came to its goal: a score to climb while no run has solved the puzzle."""

from __future__ import annotations

import math

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.distances import Grid, signed_distances
from bubbleball.game.geometry import Disc
from bubbleball.games.scene import HOLD, Scene, SceneBody
from bubbleball.games.solver.outlines import Outlines
from bubbleball.games.trial import PuzzleTrial

_HELD, _NEAREST, _FINAL = 2.0, 4.0, 0.8  # weights of contact time, least gap and last gap
_CELLS = 64  # of the grid of the cost-to-go, along each side
_RISE = 3.0  # weight of a rise against gravity
_FAR = 3.0  # widths of the scene; the cost where no path leads to the goal
_MOVES = [(dx, dy) for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2) if math.gcd(dx, dy) == 1]
_EVERY = 2  # frames between two measured gaps


class Progress:
    """Rates runs of one scene; a run that solves it rates highest.

    If a ball must reach a body that stands still, the gap is the length of the path around
    everything else that stands still, and rising counts more than falling: H-1's cost-to-go.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self._size = scene.rules.right - scene.rules.left
        first, second = scene.bodies[scene.goal.first], scene.bodies[scene.goal.second]
        if second.round and not first.round:
            first, second = second, first
        self._first, self._second = first, second
        self._outline = Outlines((*second.shapes, *second.sensors))
        self._points, self._radius = _points(first)
        self._field = _field(scene, self._radius) if first.round and not second.moves else None

    def rate(self, trial: PuzzleTrial) -> float:
        """Time in contact, less the least and the last gap between the goal's bodies."""
        gaps = self.gaps(trial)
        return (
            _HELD * trial.held / HOLD
            - _NEAREST * max(0.0, float(gaps.min())) / self._size
            - _FINAL * max(0.0, float(gaps[-1])) / self._size
        )

    def gaps(self, trial: PuzzleTrial) -> Array:
        """Distance between the goal's bodies, every few frames."""
        states = self._states(trial, self._first)
        if self._field is not None:
            grid, costs = self._field
            ways: Array = costs[grid.cells(states[:, 0], states[:, 1])]
            return ways
        points = _placed(self._points, states)
        states = self._states(trial, self._second)
        local = _into(points, states)
        distance = self._outline.distance(local.reshape(-1, 2)).reshape(local.shape[:2])
        gaps: Array = distance.min(axis=1) - self._radius
        return gaps

    def _states(self, trial: PuzzleTrial, body: SceneBody) -> Array:
        if body.moves:
            return trial.path(body.name)[::-_EVERY][::-1]  # the last frame is one of them
        frames = -(-len(trial.states) // _EVERY)
        return np.tile((body.x, body.y, body.angle), (frames, 1))


def _field(scene: Scene, radius: float) -> tuple[Grid, Array]:
    """The cost-to-go of a ball's centre to the goal's second body."""
    rules = scene.rules
    cell = (rules.right - rules.left) / _CELLS
    grid = Grid(rules.left, rules.bottom, cell, _CELLS, _CELLS)
    target = scene.bodies[scene.goal.second]
    walls = [
        shape
        for body in scene.bodies
        if not body.moves and body is not target
        for shape in body.at_start()
    ]
    xs, ys = grid.centres()
    away = np.min([signed_distances(xs, ys, shape) for shape in target.at_start()], axis=0)
    goal = away <= radius + cell / 2
    free = grid.free(walls, radius - cell)
    steps = {  # rows run upwards here
        (dx, dy): cell * math.hypot(dx, dy * (_RISE if dy > 0 else 1.0)) for dx, dy in _MOVES
    }
    costs = grid.shortest(goal & free, free, steps)
    return grid, np.minimum(costs, _FAR * (rules.right - rules.left))


def _points(body: SceneBody) -> tuple[Array, float]:
    """Points that stand for a body in its own frame, and the radius of a disc around each."""
    if body.round and isinstance(body.shapes[0], Disc):
        return np.zeros((1, 2)), body.shapes[0].radius
    points = []
    for shape in body.shapes:
        if isinstance(shape, Disc):
            points.append((shape.x, shape.y - shape.radius))
        else:
            corners = np.array(shape.corners)
            points += [*corners, *(corners + np.roll(corners, -1, axis=0)) / 2]
    return np.array(points), 0.0


def _placed(points: Array, states: Array) -> Array:
    """Points of a body (p x 2) where its states (f x 3) put them: f x p x 2."""
    cos, sin = np.cos(states[:, 2, None]), np.sin(states[:, 2, None])
    x, y = points.T
    return np.stack(
        [states[:, 0, None] + cos * x - sin * y, states[:, 1, None] + sin * x + cos * y], axis=-1
    )


def _into(points: Array, states: Array) -> Array:
    """Points of each frame (f x p x 2) as seen from a body with these states."""
    apart = points - states[:, None, :2]
    cos, sin = np.cos(states[:, 2, None]), np.sin(states[:, 2, None])
    x, y = apart[..., 0], apart[..., 1]
    return np.stack([cos * x + sin * y, cos * y - sin * x], axis=-1)
