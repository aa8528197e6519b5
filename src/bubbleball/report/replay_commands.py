"""The commands that repeat a solve."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterable

from bubbleball.files import packs
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.play.record import SolveRecord
from bubbleball.report.markup import Html, table, tag


def replay_section(level: Level, record: SolveRecord, file: str = "") -> Html:
    """The placement in numbers, and the commands that play it and find it again.

    file: of a level that is not shipped, if it is known.
    """
    shipped = record.level in packs.names()
    name = file or (record.level if shipped else f"{record.level or 'LEVEL'}.json")
    what = "solution" if record.solved else "placement that brought the ball nearest to the flag"
    parts = [tag("h2", "How to replay it")]
    if record.placements:
        parts += [tag("p", f"The {what}:"), placement_table(level, record.placements)]
    parts += [
        tag("p", "Play it again exactly:" if record.placements else "Play the run again:"),
        tag("pre", play_command(name, record)),
        tag("p", "Solve the level again with the same seed:"),
        tag("pre", solve_command(name, record)),
    ]
    if not (shipped or file):
        text = f"The level is not shipped: replace {name} by the path of its file."
        parts.append(tag("p", text, class_="soft"))
    return tag("section", *parts, id="replay")


def exact(value: float) -> str:
    """A number with all its digits, so that what is printed is what was played."""
    return repr(value + 0.0).removesuffix(".0")


def play_command(level: str, record: SolveRecord) -> str:
    """The command that plays the record's placements exactly."""
    words = ["bubbleball", "play", level]
    for p in record.placements:
        words += ["--place", f"{p.piece}:{','.join(map(exact, (p.x, p.y, p.angle)))}"]
    if record.world and record.solved:  # chance depends on the seed and on the trial's number
        words += ["--seed", str(record.seed), "--trial", str(record.trials)]
    return shlex.join([*words, *_physics(record)])


def solve_command(level: str, record: SolveRecord) -> str:
    """The command that solves the level with the same solver and seed."""
    words = ["bubbleball", "solve", level, "--solver", record.solver, "--seed", str(record.seed)]
    return shlex.join([*words, *_physics(record)])


def placement_table(
    level: Level, placements: Iterable[Placement], roles: dict[str, str] | None = None
) -> Html:
    """A row for each piece; `roles` says what it is for."""
    rows = []
    for p in placements:
        piece = level.piece(p.piece)
        kind = "unknown"
        if piece:
            kind = f"{piece.kind.named(piece.form)} {piece.width:g} × {piece.height:g}"
        role = [roles.get(p.piece, "")] if roles else []
        rows.append(
            [p.piece, kind, *role, f"{p.x:.2f}, {p.y:.2f}", f"{math.remainder(p.angle, 360):.2f}°"]
        )
    head = ["piece", "what", *(["role"] if roles else []), "centre, px", "angle"]
    return table(head, rows, numbers=[len(head) - 2, len(head) - 1])


def _physics(record: SolveRecord) -> list[str]:
    given = {"--physics": record.physics, "--world": record.world}
    return [word for option, value in given.items() if value for word in (option, value)]
