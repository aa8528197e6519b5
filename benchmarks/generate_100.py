"""How long a hundred certified levels of all families take, and whether they are repeatable."""

from __future__ import annotations

import time

from rows import Row

from bubbleball.files.document import Document
from bubbleball.files.level_file import dump_document
from bubbleball.game.game import Game
from bubbleball.game.workers import cores
from bubbleball.generate.generator import FAMILIES, generate_many, orders

COUNT = 100
LIMIT = 600.0  # s, on two cores
AGAIN = 10  # of them are made again with one worker


def measure(count: int = COUNT, workers: int = 2) -> list[Row]:
    wanted = orders(tuple(FAMILIES), count, seed=100)
    began = time.perf_counter()
    made = dict(generate_many(wanted, workers))
    seconds = time.perf_counter() - began
    documents = [result for result in made.values() if isinstance(result, Document)]
    solved = sum(Game(d.level).play(d.solutions[0]).solved for d in documents)
    again = dict(generate_many(wanted[:AGAIN], 1))
    same = sum(_text(again[order]) == _text(made[order]) for order in again)
    return [
        Row(
            f"{count} levels of {len(FAMILIES)} families, {workers} of {cores()} cores",
            f"{seconds:.0f} s",
            f"{LIMIT:.0f} s",
            seconds <= LIMIT,
        ),
        Row("of them solved by their stored solution", str(solved), str(count), solved == count),
        Row(
            f"the first {AGAIN} made again by one worker, the same bytes",
            str(same),
            str(len(again)),
            same == len(again),
        ),
    ]


def _text(result: object) -> str:
    return dump_document(result) if isinstance(result, Document) else str(result)


if __name__ == "__main__":
    for row in measure():
        print(f"{row.what}: {row.value} (limit {row.limit}){'' if row.holds else ' MISSED'}")
