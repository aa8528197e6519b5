"""Plays by the thousand as a data set: sharded Parquet, a card, and the levels beside them.

Row i depends on the seed and on i alone, so shards can be made in any order, on any number of
processes. A stopped data set continues where it stopped: a shard is written whole or not at all.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from bubbleball.errors import BenchError
from bubbleball.files.disk import write_bytes
from bubbleball.files.document import Document, placements_data
from bubbleball.files.level_file import dump_document
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics, physics_text
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Trial
from bubbleball.game.workers import Workers
from bubbleball.solvers import make_solver

RANDOM = "random"
LEVELS, SETTINGS, CARD = "levels.jsonl", "settings.json", "README.md"

_Shard = tuple[int, bytes]  # its number and its file
_Each = Callable[[Callable[[int], _Shard], Sequence[int]], Iterator[_Shard]]


@dataclass(frozen=True, slots=True)
class DatasetPlan:
    """What to make.

    levels: played in turn.
    rows: plays.
    seed: of all draws.
    solver: whose first placements are played; `random` for random legal ones.
    mixed: whether every other row is random.
    physics: of the game.
    shard: rows per file.
    every: frames between two points of a stored path.
    """

    levels: tuple[Level, ...]
    rows: int
    seed: int = 0
    solver: str = RANDOM
    mixed: bool = False
    physics: Physics = REAL
    shard: int = 10_000
    every: int = 6

    @property
    def shards(self) -> int:
        """Number of files."""
        return -(-self.rows // self.shard)

    def settings(self) -> dict[str, Any]:
        """What identifies the data set, as JSON values."""
        names = [level.name for level in self.levels]
        given = {name: getattr(self, name) for name in ("rows", "seed", "solver", "mixed")}
        given |= {"shard": self.shard, "every": self.every}
        return {"levels": names, **given, "physics": physics_text(self.physics)}


def make_dataset(
    plan: DatasetPlan,
    folder: Path,
    workers: int | None = 1,
    watch: Callable[[int], None] = lambda done: None,
    elsewhere: _Each | None = None,
) -> list[Path]:
    """Write the missing shards and the card; returns all shards.

    watch: called with the number of shards done. elsewhere: maps the work over the shards, for
    instance on a cluster, instead of workers here.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _check_settings(plan, folder)
    paths = [folder / f"plays-{n:05}-of-{plan.shards:05}.parquet" for n in range(plan.shards)]
    missing = [number for number, path in enumerate(paths) if not path.exists()]
    done = plan.shards - len(missing)
    for number, data in _shards(plan, missing, workers, elsewhere):
        write_bytes(paths[number], data)
        done += 1
        watch(done)
    texts = [dump_document(Document(level)) for level in plan.levels]
    lines = (json.dumps(json.loads(text), ensure_ascii=False) for text in texts)
    write_bytes(folder / LEVELS, ("\n".join(lines) + "\n").encode())
    write_bytes(folder / CARD, _card(plan, sum(path.stat().st_size for path in paths)).encode())
    return paths


def plays(plan: DatasetPlan, rows: range) -> Iterator[dict[str, Any]]:
    """The rows of a data set as Python values."""
    placers = {number: Placer(level) for number, level in enumerate(plan.levels)}
    for row in rows:
        number = row % len(plan.levels)
        rng = np.random.default_rng([plan.seed, row])
        game = Game(plan.levels[number], plan.physics)
        random = plan.solver == RANDOM or (plan.mixed and (row // len(plan.levels)) % 2 == 1)
        placements = placers[number].draw(rng) if random else _solvers_answer(plan, game, row)
        trial = game.play(placements)
        yield {
            "row": row,
            "source": RANDOM if random else plan.solver,
            **row_values(trial, plan.every),
        }


def _solvers_answer(plan: DatasetPlan, game: Game, row: int) -> Sequence[Placement]:
    solver = make_solver(plan.solver, game.level, seed=plan.seed + row)
    solver.tell(game.play())
    for _ in solver.think():
        pass
    return solver.ask() or ()


def row_values(trial: Trial, every: int) -> dict[str, Any]:
    """What a row stores of a trial; the path has a point each `every` frames."""
    path = trial.ball[::every].astype(np.float32)
    return {
        "level": trial.level.name,
        "placements": placements_data(trial.placements),
        "outcome": trial.outcome.value,
        "solved": trial.solved,
        "seconds": trial.seconds,
        "closest_approach": trial.closest_approach,
        "explanation": trial.reason,
        "path": path.ravel().tolist(),
        "contacts": [
            {"part": c.part, "frame": c.frame, "x": c.point[0], "y": c.point[1]}
            for c in trial.contacts
        ],
    }


def _shards(
    plan: DatasetPlan, numbers: list[int], workers: int | None, elsewhere: _Each | None
) -> Iterator[_Shard]:
    """Make shards, in any order."""
    work = partial(_shard, plan)
    if elsewhere is not None:
        yield from elsewhere(work, numbers)
        return
    with Workers(workers if len(numbers) > 1 else 1) as crew:
        yield from crew.as_ready(work, numbers)


def _shard(plan: DatasetPlan, number: int) -> _Shard:
    pyarrow, parquet = arrow()
    rows = range(number * plan.shard, min(plan.rows, (number + 1) * plan.shard))
    table = pyarrow.Table.from_pylist(list(plays(plan, rows)), schema=_schema(pyarrow))
    out = io.BytesIO()
    parquet.write_table(table, out, compression="zstd")
    return number, out.getvalue()


def _schema(pyarrow: Any) -> Any:
    pose = [
        ("piece", pyarrow.string()),
        *((name, pyarrow.float64()) for name in ("x", "y", "angle")),
    ]
    touch = [
        *(("part", pyarrow.string()), ("frame", pyarrow.int32())),
        *((name, pyarrow.float32()) for name in ("x", "y")),
    ]
    return pyarrow.schema(
        [
            ("row", pyarrow.int64()),
            ("source", pyarrow.string()),
            ("level", pyarrow.string()),
            ("placements", pyarrow.list_(pyarrow.struct(pose))),
            ("outcome", pyarrow.string()),
            ("solved", pyarrow.bool_()),
            ("seconds", pyarrow.float32()),
            ("closest_approach", pyarrow.float32()),
            ("explanation", pyarrow.string()),
            ("path", pyarrow.list_(pyarrow.float32())),
            ("contacts", pyarrow.list_(pyarrow.struct(touch))),
        ]
    )


def arrow() -> tuple[Any, Any]:
    """The modules that read and write Parquet."""
    try:
        import pyarrow  # noqa: PLC0415  # an extra
        import pyarrow.parquet  # noqa: PLC0415  # the same
    except ImportError as error:
        raise BenchError("a data set needs pyarrow; pip install 'bubbleball[data]'") from error
    return pyarrow, pyarrow.parquet


def _check_settings(plan: DatasetPlan, folder: Path) -> None:
    file = folder / SETTINGS
    wanted = json.dumps(plan.settings(), indent=2)
    if file.exists() and file.read_text(encoding="utf-8") != wanted:
        raise BenchError(f"{folder} holds a data set with other settings; choose another folder")
    write_bytes(file, wanted.encode())


def _card(plan: DatasetPlan, size: int) -> str:
    source = "random legal placements" if plan.solver == RANDOM else f"placements of {plan.solver}"
    if plan.mixed:
        source += ", every other round of the levels at random"
    return f"""---
license: mit
pretty_name: Bubble Ball plays
configs:
- config_name: default
  data_files: "plays-*.parquet"
---
# Bubble Ball plays

{plan.rows} plays of {len(plan.levels)} levels: {source}, seed {plan.seed}, physics
{physics_text(plan.physics)}. {plan.shards} shards, {size:,} bytes. Made by `bubbleball dataset`;
row i depends on the seed and i alone. Licence: MIT. `{LEVELS}` holds the levels, `{SETTINGS}` the
settings.

| column | meaning |
|---|---|
| `row` | its number; the level is row modulo the number of levels |
| `source` | what chose the placements: `random`, or a solver |
| `level` | name, as in `{LEVELS}` |
| `placements` | piece, x, y (centre, px, y down), angle (degrees clockwise); exact |
| `outcome`, `solved` | how it ended |
| `seconds` | of game time |
| `closest_approach` | the least gap between ball and flag, px |
| `explanation` | the outcome in a sentence |
| `path` | x, y, vx, vy (px, px/s) of the ball every {plan.every} frames of 1/60 s, flattened |
| `contacts` | what the ball touched: part, frame, point |
"""
