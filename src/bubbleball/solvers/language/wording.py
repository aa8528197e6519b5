"""A level and a trial in words that a language model can reason about; exact, no physics given."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from bubbleball.errors import expect
from bubbleball.game.contact import Contact, Effect
from bubbleball.game.geometry import Disc, Point, Shape, bounds
from bubbleball.game.kinds import (
    BALL_RADIUS,
    MARGIN,
    SCREEN_HEIGHT,
    SCREEN_WIDTH,
    TRAY_HEIGHT,
    Form,
    Kind,
)
from bubbleball.game.level import Level, Part
from bubbleball.game.physics import SECONDS_PER_STEP, STEPS_PER_SECOND
from bubbleball.game.placement import Placement
from bubbleball.game.rules import Rule
from bubbleball.game.trial import Trial

MAX_EVENTS = 40  # meetings of a trial that its text lists; a rolling ball can have hundreds
_EVERY = STEPS_PER_SECOND // 4  # frames from row to row of a trace
_MOVED = 1.0  # px or degrees by which a part has to move to be mentioned

_BEHAVIOUR = {
    Kind.GROUND: "fixed",
    Kind.METAL: "stays exactly where it is put, also in mid-air; may overlap ground and metal",
    Kind.WOOD: "falls, slides and topples once the run starts; may overlap nothing solid",
    Kind.CATAPULT: "a wooden beam that falls and tips; may overlap nothing solid",
    Kind.SPEEDUP_UP: "pushes the ball up each time the ball enters it",
    Kind.SPEEDUP_DOWN: "pushes the ball down each time the ball enters it",
    Kind.SPEEDUP_LEFT: "pushes the ball to the left each time the ball enters it",
    Kind.SPEEDUP_RIGHT: "pushes the ball to the right each time the ball enters it",
    Kind.SLOWDOWN: "takes most of the ball's speed each time the ball enters it",
    Kind.GRAVITY_UP: "turns gravity upwards for everything when the ball enters it",
    Kind.GRAVITY_DOWN: "turns gravity downwards again when the ball enters it",
    Kind.SPRING: "throws the ball along its own up-axis; it may be turned",
    Kind.TELEPORT: "moves the ball to its partner, which keeps the ball's velocity",
}


def rules_text() -> str:
    """The frame, and the rules of placing."""
    return "\n".join(
        [
            f"The screen is {SCREEN_WIDTH:g} px wide and {SCREEN_HEIGHT:g} px high. x grows to the "
            "right, y grows DOWN, so gravity pulls towards larger y. Angles are in degrees, "
            "clockwise. A position is the centre of a part.",
            "Rules of placing, each of which must hold before the run starts:",
            *(f"- {rule}" for rule in Rule),
            f"The tray is y < {TRAY_HEIGHT:g}. Pieces may reach {MARGIN:g} px beyond the other "
            "edges. Any subset of the pieces may be placed, each at most once.",
        ]
    )


def level_text(level: Level) -> str:
    """What stands where, and which pieces there are to place."""
    expect(level, Level, "level_text", "load_level('2') gives one")
    ball, flag = level.ball, level.flag
    turned = f", turned {flag.angle:g}°" if flag.angle else ""
    lines = [
        f"Ball: a disc of radius {BALL_RADIUS:g}, centre ({ball.x:g}, {ball.y:g}).",
        f"Flag: {flag.width:g} x {flag.height:g}, centre ({flag.x:g}, {flag.y:g}){turned}. "
        f"The ball wins by touching {_extent(flag.sensor)}.",
        "Scenery:",
        *([_standing(part) for part in level.scenery] or ["- none"]),
        "Pieces to place:",
        *([f"- {part_name(piece)}" for piece in level.pieces] or ["- none"]),
    ]
    lines += [f"Teleport {a} leads to {b} and back." for a, b in level.teleports]
    kinds = dict.fromkeys(part.kind for part in level.parts)
    lines += ["What the kinds do:", *(f"- {kind}: {_BEHAVIOUR[kind]}" for kind in kinds)]
    return "\n".join(lines)


def trial_text(trial: Trial) -> str:
    """What was placed, what happened, what the ball met, and how near it came to the flag."""
    expect(trial, Trial, "trial_text", "play('2') gives one")
    gaps = trial.flag_gaps
    nearest = int(gaps.argmin())
    x, y = trial.ball[nearest, :2]
    lines = [f"Placed: {placements_text(trial.placements)}."]
    lines.append(f"Result: {'SOLVED' if trial.solved else 'not solved'}; {trial.reason}.")
    if not trial.solved:
        lines.append(
            f"Nearest to the flag: {max(0.0, gaps[nearest]):.0f} px away at {_time(nearest)}, "
            f"with the ball's centre at ({x:.0f}, {y:.0f})."
        )
    met = trial.meetings()
    lines += ["What the ball met:", *(_met(each) for each in met[:MAX_EVENTS])]
    if len(met) > MAX_EVENTS:
        lines.append(f"- and {len(met) - MAX_EVENTS} more")
    if not met:
        lines.append("- nothing")
    lines += _moved(trial)
    return "\n".join([*lines, "The ball's centre (px) and velocity (px/s):", trace_text(trial)])


def trace_text(trial: Trial, every: int = _EVERY, first: int = 0, last: int | None = None) -> str:
    """The ball's states as a table, a row every `every` frames and one for the last."""
    end = trial.steps if last is None else min(last, trial.steps)
    frames = [*range(first, end, every), end]
    rows = [f"{'s':>5} {'x':>6} {'y':>6} {'vx':>6} {'vy':>6}"]
    for frame in frames:
        x, y, vx, vy = trial.ball[frame]
        rows.append(f"{frame * SECONDS_PER_STEP:5.2f} {x:6.0f} {y:6.0f} {vx:6.0f} {vy:6.0f}")
    return "\n".join(rows)


def placements_text(placements: Iterable[Placement]) -> str:
    """Placements in a sentence."""
    placed = [f"{p.piece} at ({p.x:g}, {p.y:g}) turned {p.angle:g}°" for p in placements]
    return "; ".join(placed) or "nothing"


def part_name(part: Part) -> str:
    """Id, kind, form and size of a part."""
    if part.kind.button or part.form is Form.CIRCLE:
        return f"{part.id}: {part.kind}, a disc of diameter {part.width:g}"
    where = {
        Form.TRIANGLE: ", right angle at its lower left corner before turning",
        Form.BEAM: ", the beam fills the lower part of that box",
    }.get(part.form, "")
    return f"{part.id}: {part.kind}, {part.form} {part.width:g} x {part.height:g}{where}"


def _standing(part: Part) -> str:
    loose = " LOOSE (it falls)" if part.loose else ""
    turned = f", turned {part.angle:g}°" if part.angle % 360 else ""
    at = f"centre ({part.x:g}, {part.y:g}){turned}"
    return f"- {part_name(part)}{loose}, {at}: {_extent(part.shape)}"


def _extent(shape: Shape) -> str:
    """The box of an upright shape, or the corners of any other."""
    if not isinstance(shape, Disc):
        upright = all(
            min(abs(ax - bx), abs(ay - by)) < 1e-6
            for (ax, ay), (bx, by) in zip(
                shape.corners, shape.corners[1:] + shape.corners[:1], strict=True
            )
        )
        if not upright:
            return "corners " + " ".join(f"({x:.0f}, {y:.0f})" for x, y in shape.corners)
    left, top, right, bottom = bounds(shape)
    return f"x {left:g} to {right:g}, y {top:g} to {bottom:g}"


def _met(met: Contact | Effect) -> str:
    speeds = f"velocity {_vector(met.velocity_before)} to {_vector(met.velocity_after)}"
    if isinstance(met, Contact):
        until = "the end" if met.until is None else _time(met.until)
        x, y = met.point
        touch = f"touches {met.part} at ({x:.0f}, {y:.0f})"
        return f"- {_time(met.frame)}: {touch}, {speeds}, until {until}"
    (ax, ay), (bx, by) = met.position_before, met.position_after
    jump = math.hypot(bx - ax, by - ay) > _MOVED
    moved = f", moves to ({bx:.0f}, {by:.0f})" if jump else ""
    up = ", gravity now points up" if met.gravity_up else ""
    return f"- {_time(met.frame)}: enters {met.part} at ({ax:.0f}, {ay:.0f}){moved}, {speeds}{up}"


def _moved(trial: Trial) -> Iterator[str]:
    """Wood that ended elsewhere than it started."""
    for number, part in enumerate(trial.movers):
        start, end = trial.moves[0, number, :3], trial.moves[-1, number, :3]
        if abs(end - start).max() > _MOVED:
            yield (
                f"{part} moved from ({start[0]:.0f}, {start[1]:.0f}) to ({end[0]:.0f}, "
                f"{end[1]:.0f}), turned by {end[2] - start[2]:.0f}°."
            )


def _vector(velocity: Point) -> str:
    return f"({velocity[0]:.0f}, {velocity[1]:.0f})"


def _time(frame: int) -> str:
    return f"{frame * SECONDS_PER_STEP:.2f} s"
