"""Bring the tables in docs that repeat the code up to date with it: `make tables`."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from pathlib import Path

from bubbleball.files.marked_part import with_part
from bubbleball.game.foreign.world_changes import CHANGE_KEYS
from bubbleball.game.kinds import Kind
from bubbleball.game.physics import PHYSICS_KEYS, PRESETS, REAL
from bubbleball.game.rules import Rule
from bubbleball.model.belief import BAND, PRIORS

DOCUMENT = Path(__file__).parents[1] / "docs" / "physics.md"
LEARNING = Path(__file__).parents[1] / "docs" / "learning.md"
FOREIGN = Path(__file__).parents[1] / "docs" / "foreign-worlds.md"


def keys_table() -> str:
    """Every key with its value in the real game, its unit, its range and its source."""
    lines = ["| key | real | range | unit | meaning | source |", "|---|---|---|---|---|---|"]
    for name, key in PHYSICS_KEYS.items():
        value = getattr(REAL, name)
        lines.append(
            f"| `{name}` | {value:g} | {key.low:g} to {key.high:g} | {key.unit} "
            f"| {key.meaning} | {key.source} |"
        )
    return "\n".join(lines)


def presets_table() -> str:
    """Every preset by what differs from the real game."""
    lines = ["| preset | differs from real in |", "|---|---|"]
    real = dataclasses.asdict(REAL)
    for name, table in PRESETS.items():
        changed = [
            f"`{key}={value:g}`"
            for key, value in dataclasses.asdict(table).items()
            if value != real[key]
        ]
        lines.append(f"| `{name}` | {', '.join(changed) or 'nothing'} |")
    return "\n".join(lines)


def kinds_table() -> str:
    """Every kind of part by what it does."""
    lines = ["| kind | solid | moves when placed | power-up |", "|---|---|---|---|"]
    for kind in Kind:
        marks = ["yes" if flag else "" for flag in (kind.solid, kind.wooden, kind.button)]
        lines.append(f"| `{kind}` | {' | '.join(marks)} |")
    return "\n".join(lines)


def rules_list() -> str:
    """Every rule of placing in the words of the messages."""
    return "\n".join(f"- {rule[0].upper()}{rule[1:]}." for rule in map(str, Rule))


def priors_table() -> str:
    """Every parameter that is learnt with its prior, the band of that, and its bounds."""
    lines = [
        "| parameter | prior | 95 % band | bounds | unit | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for name, prior in PRIORS.items():
        key = PHYSICS_KEYS[name]
        low = max(prior.low, prior.mean - BAND * prior.sd)
        high = min(prior.high, prior.mean + BAND * prior.sd)
        lines.append(
            f"| `{name}` | {prior.mean:g} ± {prior.sd:g} | {low:.3g} to {high:.3g} "
            f"| {prior.low:g} to {prior.high:g} | {key.unit} | {key.meaning} |"
        )
    return "\n".join(lines)


def worlds_table() -> str:
    """Every foreign world with its usual amount and its range."""
    lines = ["| world | amount | range | unit | what is changed |", "|---|---|---|---|---|"]
    for name, key in CHANGE_KEYS.items():
        lines.append(
            f"| `{name}` | {key.usual:g} | {key.low:g} to {key.high:g} | {key.unit} "
            f"| {key.meaning} |"
        )
    return "\n".join(lines)


FOREIGN_TABLES: dict[str, Callable[[], str]] = {"worlds": worlds_table}
LEARNING_TABLES: dict[str, Callable[[], str]] = {"priors": priors_table}
TABLES: dict[str, Callable[[], str]] = {
    "keys": keys_table,
    "presets": presets_table,
    "kinds": kinds_table,
    "rules": rules_list,
}


def updated(text: str, tables: Mapping[str, Callable[[], str]] = TABLES) -> str:
    """Return a document with every marked table brought up to date."""
    for name, table in tables.items():
        text = with_part(text, name, table())
    return text


if __name__ == "__main__":
    for document, tables in (
        (DOCUMENT, TABLES),
        (LEARNING, LEARNING_TABLES),
        (FOREIGN, FOREIGN_TABLES),
    ):
        document.write_text(updated(document.read_text(encoding="utf-8"), tables), encoding="utf-8")
