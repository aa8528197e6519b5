"""Where a block rests: moment equilibrium from geometry alone, without a step of any engine.

A block is lowered with its centre of mass on a vertical line, at every angle. Its first contact
lies left or right of that line, and the weight turns the block towards the other side. It rests
at an angle where the contact changes sides: there it has a contact on either side of its centre
of mass, and two forces within the cones of friction must carry the weight (eq. 7).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from bubbleball.game.arrays import Array, Indices
from bubbleball.model.compiling import compiled, inlined

# columns of a rest: the centre of mass (px), the angle (radians), how far the contacts lie to the
# left and to the right of the centre of mass (px), and the row of the support, -1 for none
REST_X, REST_Y, REST_ANGLE, LEFT, RIGHT, SUPPORT = range(6)
REST = 6

# columns of a contact: height of the centre of mass (px, y down), place of the contact relative to
# the centre of mass, normal towards the block, row of the solid
_HEIGHT, _X, _Y, _NORMAL_X, _NORMAL_Y, _SOLID = range(6)
_CONTACT = 6

STEP = math.radians(4.0)  # between the angles that are looked at
HALVINGS = 14  # of that step about an angle of rest
TOUCH = 0.5  # px by which a block may overlap where it is let go
LEDGE = 1.5  # px; a block that rests on less tips at a touch
SLIPS = 4  # shares of the friction on either side of the normal that are tried
_EDGE = 1e-9  # px that rounding may cost at the end of a side
_GONE = 1e9  # px; a height below everything


class Solids(NamedTuple):
    """Convex polygons that do not move; the last row is kept free for a support.

    corners: solids x corners x 2, px. sizes: corners of each. left, top, right, low: the box around
    each, px.
    """

    corners: Array
    sizes: Indices
    left: Array
    top: Array
    right: Array
    low: Array


class Block(NamedTuple):
    """The block that is lowered.

    corners: n x 2 about its centre of mass, px. first, last: angles to look between, radians.
    friction: between it and what it rests on.
    """

    corners: Array
    first: float
    last: float
    friction: float


@inlined
def boundary(corners: Array, size: int, x: float, side: float, normal: Array) -> float:
    """The lowest (side 1) or highest (side -1) point of a polygon at abscissa `x`, y down.

    Fills the outward normal of the side that it lies on.
    """
    best = -_GONE
    for i in range(size):
        j = i + 1 if i + 1 < size else 0
        x0, y0, x1, y1 = corners[i, 0], corners[i, 1], corners[j, 0], corners[j, 1]
        if x < min(x0, x1) - _EDGE or x > max(x0, x1) + _EDGE:
            continue
        upright = abs(x1 - x0) < _EDGE
        y = max(side * y0, side * y1) if upright else side * (y0 + (y1 - y0) * (x - x0) / (x1 - x0))
        if y > best + _EDGE:
            best = y
            length = math.hypot(x1 - x0, y1 - y0)
            normal[0], normal[1] = (y1 - y0) / length, (x0 - x1) / length
            if normal[1] * side < 0.0:
                normal[0], normal[1] = -normal[0], -normal[1]
    return side * best


@inlined
def _reach(corners: Array, size: int, x: float, side: float) -> float:
    """The same height without the normal: most of them are only compared."""
    best = -_GONE
    for i in range(size):
        j = i + 1 if i + 1 < size else 0
        x0, y0, x1, y1 = corners[i, 0], corners[i, 1], corners[j, 0], corners[j, 1]
        if x < min(x0, x1) - _EDGE or x > max(x0, x1) + _EDGE:
            continue
        upright = abs(x1 - x0) < _EDGE
        y = max(side * y0, side * y1) if upright else side * (y0 + (y1 - y0) * (x - x0) / (x1 - x0))
        best = max(best, y)
    return side * best


@inlined
def _copy(source: Array, target: Array) -> None:
    for i in range(len(source)):
        target[i] = source[i]


@inlined
def _touch(block: Array, x: float, solid: Array, size: int, contact: Array, work: Array) -> None:
    """Fill where a block that is lowered at `x` meets one solid.

    The gap between them is convex along x and changes its slope only at corners: those of the solid
    below the block, and those of the block above the solid. The others are farther apart.
    """
    normal, count = work[0], len(block)
    contact[_HEIGHT] = _GONE
    for k in range(size):
        u, top = solid[k, 0] - x, solid[k, 1]
        bottom = _reach(block, count, u, 1.0)
        if bottom > -_GONE / 2 and top - bottom < contact[_HEIGHT] - _EDGE:
            boundary(block, count, u, 1.0, normal)
            contact[_HEIGHT], contact[_X], contact[_Y] = top - bottom, u, bottom
            contact[_NORMAL_X], contact[_NORMAL_Y] = -normal[0], -normal[1]
    for k in range(count):
        u, bottom = block[k, 0], block[k, 1]
        top = _reach(solid, size, x + u, -1.0)
        if top < _GONE / 2 and top - bottom < contact[_HEIGHT] - _EDGE:
            boundary(solid, size, x + u, -1.0, normal)
            contact[_HEIGHT], contact[_X], contact[_Y] = top - bottom, u, bottom
            contact[_NORMAL_X], contact[_NORMAL_Y] = normal[0], normal[1]


@inlined
def _clearance(block: Array, x: float, solid: Array, size: int) -> float:
    """The height from which a block at `x` would clear one solid below it."""
    clear, count = -_GONE, len(block)
    for k in range(size):
        top = _reach(block, count, solid[k, 0] - x, -1.0)
        if top < _GONE / 2:
            clear = max(clear, solid[k, 1] - top)
    for k in range(count):
        low = _reach(solid, size, x + block[k, 0], 1.0)
        if low > -_GONE / 2:
            clear = max(clear, low - block[k, 1])
    return clear


@inlined
def _lower(
    block: Array, x: float, ceiling: float, solids: Solids, best: Array, work: Array
) -> bool:
    """Lower a turned block from below `ceiling`; False if it overlaps there or meets nothing."""
    left, right, top, bottom = block[0, 0], block[0, 0], block[0, 1], block[0, 1]
    for i in range(1, len(block)):
        left, right = min(left, block[i, 0]), max(right, block[i, 0])
        top, bottom = min(top, block[i, 1]), max(bottom, block[i, 1])
    start, contact = ceiling - top, work[1]
    best[_HEIGHT] = _GONE
    for s in range(len(solids.sizes)):
        if min(solids.right[s], x + right) - max(solids.left[s], x + left) < 1e-6:
            continue
        if solids.low[s] <= ceiling or solids.top[s] - bottom >= best[_HEIGHT]:
            continue  # above the ceiling, or below what is met already
        corners, size = solids.corners[s], solids.sizes[s]
        _touch(block, x, corners, size, contact, work)
        if start > contact[_HEIGHT] + TOUCH:
            if start < _clearance(block, x, corners, size) - TOUCH:
                return False
        elif contact[_HEIGHT] < best[_HEIGHT]:
            _copy(contact, best)
            best[_SOLID] = s
    return bool(best[_HEIGHT] < _GONE / 2)


@inlined
def _carried(a: Array, b: Array, friction: float) -> bool:
    """Whether two contacts with friction carry the weight: forces and moments balance (eq. 7)."""
    for share in range(-SLIPS, SLIPS + 1):
        slip = friction * share / SLIPS
        ax = a[_NORMAL_X] - slip * a[_NORMAL_Y]
        ay = a[_NORMAL_Y] + slip * a[_NORMAL_X]
        arm = (a[_X] - b[_X]) * ay - (a[_Y] - b[_Y]) * ax  # moment of a's force about b
        if abs(arm) < _EDGE:
            continue
        force = b[_X] / arm  # the moment of the weight about b, per unit of weight
        bx, by = -force * ax, -1.0 - force * ay
        push = bx * b[_NORMAL_X] + by * b[_NORMAL_Y]
        slide = by * b[_NORMAL_X] - bx * b[_NORMAL_Y]
        if force >= 0.0 and push >= -_EDGE and abs(slide) <= friction * push + _EDGE:
            return True
    return False


@inlined
def _turn(corners: Array, angle: float, turned: Array) -> None:
    cos, sin = math.cos(angle), math.sin(angle)
    for i in range(len(corners)):
        turned[i, 0] = cos * corners[i, 0] - sin * corners[i, 1]
        turned[i, 1] = sin * corners[i, 0] + cos * corners[i, 1]


@inlined
def _rests_at(
    block: Block, x: float, ceiling: float, solids: Solids, rests: Array, found: int, work: Array
) -> int:
    """Add the angles at which a block rests with its centre of mass above or below `x`."""
    before, after, middle, turned = work[2], work[3], work[4], work[5:, :2]
    steps = max(1, math.ceil((block.last - block.first) / STEP))
    step = (block.last - block.first) / steps
    known = False
    for k in range(steps + 1):
        high = block.first + k * step
        _turn(block.corners, high, turned)
        if not _lower(turned, x, ceiling, solids, after, work):
            known = False
            continue
        # left of the centre before, right of it after: the weight turns the block back
        if known and before[_X] <= 0.0 < after[_X]:
            low, ok = high - step, True
            _copy(after, middle)
            for _ in range(HALVINGS):
                half = (low + high) / 2
                _turn(block.corners, half, turned)
                ok = _lower(turned, x, ceiling, solids, middle, work)
                if not ok:
                    break
                if middle[_X] <= 0.0:
                    low = half
                    _copy(middle, before)
                else:
                    high = half
                    _copy(middle, after)
            ok = ok and abs(before[_HEIGHT] - after[_HEIGHT]) < 0.2
            ok = ok and min(-before[_X], after[_X]) > LEDGE and found < len(rests)
            if ok and _carried(before, after, block.friction):
                row = rests[found]
                row[REST_X], row[REST_Y] = x, min(before[_HEIGHT], after[_HEIGHT])
                row[REST_ANGLE], row[LEFT], row[RIGHT] = (low + high) / 2, -before[_X], after[_X]
                last = len(solids.sizes) - 1
                row[SUPPORT] = 1.0 if before[_SOLID] == last or after[_SOLID] == last else 0.0
                found += 1
            _turn(block.corners, block.first + k * step, turned)
            _lower(turned, x, ceiling, solids, after, work)
        _copy(after, before)
        known = True
    return found


@compiled
def rests(
    block: Block, supports: Array, places: Array, solids: Solids, found_rests: Array, work: Array
) -> int:
    """Find the rests of a block at many places; returns how many there are.

    supports: n x corners x 2, px: the poses of a support, which stands at one of them at a time.
    places: abscissa and ceiling (px), and the row of the support; -1 without one. Where there is
        one, rests that do not touch it are left out.
    """
    found, stands = 0, -1
    for p in range(len(places)):
        support = int(places[p, 2])
        if support >= 0 and support != stands:
            _put(supports[support], solids)
            stands = support
        start = found
        found = _rests_at(block, places[p, 0], places[p, 1], solids, found_rests, found, work)
        for row in range(start, found):
            if support < 0 or found_rests[row, SUPPORT] > 0.5:
                _copy(found_rests[row], found_rests[start])
                found_rests[start, SUPPORT] = support
                start += 1
        found = start
    return found


@inlined
def _put(shape: Array, solids: Solids) -> None:
    """Let the last of the solids stand at `shape`."""
    last = len(solids.sizes) - 1
    solids.left[last], solids.right[last] = shape[0, 0], shape[0, 0]
    solids.top[last], solids.low[last] = shape[0, 1], shape[0, 1]
    for i in range(len(shape)):
        _copy(shape[i], solids.corners[last, i])
        solids.left[last] = min(solids.left[last], shape[i, 0])
        solids.right[last] = max(solids.right[last], shape[i, 0])
        solids.top[last] = min(solids.top[last], shape[i, 1])
        solids.low[last] = max(solids.low[last], shape[i, 1])


def workspace(block: Block) -> Array:
    """Make the memory that the search for rests works in."""
    return np.zeros((5 + len(block.corners), _CONTACT))
