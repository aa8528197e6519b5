"""Distances from many points to many shapes at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bubbleball.game.arrays import Array
from bubbleball.game.geometry import Disc, Hull, Shape


class Outlines:
    """Convex shapes in one frame, as arrays."""

    def __init__(self, shapes: Sequence[Shape]) -> None:
        discs = [(s.x, s.y, s.radius) for s in shapes if isinstance(s, Disc)]
        self._discs = np.array(discs, float).reshape(-1, 3)
        hulls = [np.array(s.corners, float) for s in shapes if isinstance(s, Hull)]
        hulls = [hull if _area(hull) > 0 else hull[::-1] for hull in hulls]
        self._count = len(hulls)
        self._first = np.cumsum([0, *map(len, hulls)])[:-1]  # edge at which each hull begins
        empty = np.zeros((0, 2))
        self._start = np.concatenate([*hulls, empty])
        ends = [np.roll(hull, -1, axis=0) for hull in hulls]
        self._edge = np.concatenate([*ends, empty]) - self._start
        self._length = np.einsum("ij,ij->i", self._edge, self._edge)

    def distance(self, points: Array) -> Array:
        """Signed distance from each point (n x 2) to the nearest shape; negative inside one."""
        nearest = np.full(len(points), np.inf)
        if len(self._discs):
            apart = points[:, None] - self._discs[:, :2]
            nearest = (np.hypot(apart[..., 0], apart[..., 1]) - self._discs[:, 2]).min(axis=1)
        if self._count:
            dx = points[:, :1] - self._start[:, 0]
            dy = points[:, 1:] - self._start[:, 1]
            ex, ey = self._edge.T
            along = np.clip((dx * ex + dy * ey) / self._length, 0.0, 1.0)
            away = np.hypot(dx - along * ex, dy - along * ey)
            inside = np.logical_and.reduceat(ex * dy >= ey * dx, self._first, axis=1)
            hulls = np.minimum.reduceat(away, self._first, axis=1)
            nearest = np.minimum(nearest, np.where(inside, -hulls, hulls).min(axis=1))
        return nearest


def _area(corners: Array) -> float:
    """Twice the signed area: positive if the corners run counter-clockwise."""
    ahead = np.roll(corners, -1, axis=0)
    return float(np.sum(corners[:, 0] * ahead[:, 1] - ahead[:, 0] * corners[:, 1]))
