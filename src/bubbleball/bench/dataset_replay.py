"""Replay a data set: every trial must equal the stored one, bit for bit.

Only the folder is used: the levels and the physics are those beside the shards.
"""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from bubbleball.bench.dataset import LEVELS, SETTINGS, arrow, row_values
from bubbleball.errors import BenchError
from bubbleball.files.document import placements_from
from bubbleball.files.levels import parse_level
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import parse_physics
from bubbleball.game.workers import Workers

_SHOWN = 3  # differing rows that an error names


def replay_dataset(folder: Path, workers: int | None = 1) -> int:
    """Replay every row of a data set; returns their number, raises if one differs."""
    try:
        settings = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
        levels = _levels(folder, settings["levels"])
    except (OSError, ValueError, KeyError) as error:
        raise BenchError(f"{folder} is not a data set of `bubbleball dataset`: {error}") from error
    shards = sorted(folder.glob("plays-*.parquet"))
    different: list[int] = []
    total = 0
    with Workers(workers if len(shards) > 1 else 1) as crew:
        for rows, wrong in crew.map(partial(_replay, levels, settings), shards):
            total += rows
            different += wrong
    if different:
        some = ", ".join(map(str, different[:_SHOWN]))
        raise BenchError(
            f"{len(different)} of {total} rows of {folder} play to another trial now, such as row "
            f"{some}; it was made with another version or has been changed"
        )
    return total


def _levels(folder: Path, names: list[str]) -> dict[str, Level]:
    texts = (folder / LEVELS).read_text(encoding="utf-8").splitlines()
    return {
        name: parse_level(text, f"{LEVELS}, line {number}", name=name).level
        for number, (name, text) in enumerate(zip(names, texts, strict=True), start=1)
    }


def _replay(
    levels: dict[str, Level], settings: dict[str, Any], shard: Path
) -> tuple[int, list[int]]:
    """Rows of a shard, and the numbers of those that differ."""
    pyarrow, parquet = arrow()
    stored = parquet.read_table(shard)
    physics = parse_physics(settings["physics"])
    games = {name: Game(level, physics) for name, level in levels.items()}
    played = []
    for row in stored.select(["row", "source", "level", "placements"]).to_pylist():
        trial = games[row["level"]].play(placements_from(row["placements"]))
        values = row_values(trial, settings["every"])
        played.append({"row": row["row"], "source": row["source"], **values})
    # A table has the stored types, so that numbers are compared as they are stored.
    again = pyarrow.Table.from_pylist(played, schema=stored.schema)
    if again.equals(stored):
        return len(played), []
    pairs = zip(again.to_pylist(), stored.to_pylist(), strict=True)
    return len(played), [old["row"] for new, old in pairs if new != old]
