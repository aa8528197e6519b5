"""Geometry against shapely, which is another implementation, and against hand-made cases."""

from __future__ import annotations

import math

import pytest
import shapely
import shapely.affinity
from hypothesis import given
from hypothesis import strategies as st

from bubbleball.game.geometry import (
    Disc,
    Hull,
    Shape,
    area,
    bounds,
    moved,
    overlap,
    rectangle,
    right_triangle,
    signed_distance,
)

coordinates = st.floats(-600, 600)
sizes = st.floats(1, 200)
angles = st.floats(-720, 720)


@st.composite
def hulls(draw: st.DrawFn) -> Hull:
    make = draw(st.sampled_from([rectangle, right_triangle]))
    outline = make(draw(sizes), draw(sizes))
    shape = moved(outline, draw(coordinates), draw(coordinates), draw(angles))
    assert isinstance(shape, Hull)
    return shape


discs = st.builds(Disc, coordinates, coordinates, sizes)
shapes: st.SearchStrategy[Shape] = st.one_of(hulls(), discs)


@given(hulls())
def test_area_and_bounds_agree_with_shapely(hull: Hull) -> None:
    other = shapely.Polygon(hull.corners)
    assert area(hull) == pytest.approx(other.area, rel=1e-9)
    assert bounds(hull) == pytest.approx(other.bounds, abs=1e-9)


@given(hulls(), coordinates, coordinates)
def test_distance_to_a_polygon_agrees_with_shapely(hull: Hull, x: float, y: float) -> None:
    polygon, point = shapely.Polygon(hull.corners), shapely.Point(x, y)
    edge = polygon.exterior.distance(point)
    expected = -edge if polygon.contains(point) else edge
    assert signed_distance(x, y, hull) == pytest.approx(expected, abs=1e-7)


@given(hulls(), coordinates, coordinates, angles)
def test_turning_and_carrying_agree_with_shapely(
    hull: Hull, x: float, y: float, angle: float
) -> None:
    turned = shapely.affinity.rotate(shapely.Polygon(hull.corners), angle, origin=(0, 0))
    expected = shapely.affinity.translate(turned, x, y).exterior.coords[:-1]
    result = moved(hull, x, y, angle)
    assert isinstance(result, Hull)
    for corner, other in zip(result.corners, expected, strict=True):
        assert corner == pytest.approx(other, abs=1e-7)


@given(hulls(), hulls())
def test_overlap_of_polygons_is_the_depth_of_the_origin_in_their_minkowski_difference(
    a: Hull, b: Hull
) -> None:
    points = [(ax - bx, ay - by) for ax, ay in a.corners for bx, by in b.corners]
    difference = shapely.MultiPoint(points).convex_hull
    origin = shapely.Point(0, 0)
    depth = difference.exterior.distance(origin) if difference.contains(origin) else 0.0
    assert overlap(a, b) == pytest.approx(depth, abs=1e-7)


@given(hulls(), discs)
def test_overlap_with_a_disc_is_its_radius_less_the_distance(hull: Hull, disc: Disc) -> None:
    polygon, centre = shapely.Polygon(hull.corners), shapely.Point(disc.x, disc.y)
    edge = polygon.exterior.distance(centre)
    expected = disc.radius + (edge if polygon.contains(centre) else -edge)
    assert overlap(hull, disc) == pytest.approx(max(0.0, expected), abs=1e-7)


@given(shapes, shapes)
def test_overlap_does_not_depend_on_the_order(a: Shape, b: Shape) -> None:
    assert overlap(a, b) == pytest.approx(overlap(b, a), abs=1e-9)


@given(shapes, shapes)
def test_no_push_shorter_than_the_overlap_parts_two_shapes(a: Shape, b: Shape) -> None:
    depth = overlap(a, b)
    directions = [
        (math.cos(turn), math.sin(turn)) for turn in (k * math.tau / 24 for k in range(24))
    ]
    for dx, dy in directions:
        assert overlap(a, moved(b, 0.9 * depth * dx, 0.9 * depth * dy)) >= 0.1 * depth - 1e-6


@given(discs, discs)
def test_two_discs_overlap_by_their_radii_less_the_distance_of_the_centres(
    a: Disc, b: Disc
) -> None:
    apart = math.dist((a.x, a.y), (b.x, b.y))
    assert overlap(a, b) == pytest.approx(max(0.0, a.radius + b.radius - apart), abs=1e-9)


def test_a_quarter_turn_is_clockwise_on_the_screen() -> None:
    quarter = moved(Hull(((10.0, 0.0), (0.0, 5.0), (0.0, 0.0))), 100, 100, 90)
    assert isinstance(quarter, Hull)
    assert quarter.corners[0] == pytest.approx((100, 110))  # right became down


def test_a_right_triangle_has_its_right_angle_at_the_bottom_left() -> None:
    triangle = right_triangle(75, 75)
    assert set(triangle.corners) == {(-37.5, -37.5), (-37.5, 37.5), (37.5, 37.5)}
    assert area(triangle) == 75 * 75 / 2


@given(shapes)
def test_whole_turns_change_nothing(shape: Shape) -> None:
    assert moved(shape, 0, 0, 360) == moved(shape, 0, 0, -720) == moved(shape, 0, 0, 0)


def test_a_disc_is_inside_and_outside_where_it_should_be() -> None:
    disc = Disc(10, 20, 5)
    assert signed_distance(10, 20, disc) == -5
    assert signed_distance(10, 30, disc) == 5
    assert bounds(disc) == (5, 15, 15, 25)
    assert area(disc) == pytest.approx(math.pi * 25)
