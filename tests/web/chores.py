"""Work for a crew under test: each task does one thing that real work might do."""

from __future__ import annotations

import os
import time

from bubbleball.errors import LevelError, Problem
from bubbleball.web.process_pool import Desk


def echo(desk: Desk, *, words: list[str]) -> None:
    for word in words:
        desk.send(word.encode())


def process(desk: Desk) -> None:
    desk.send(str(os.getpid()).encode())


def dawdle(desk: Desk, *, politely: bool) -> None:
    desk.send(str(os.getpid()).encode())
    while not (politely and desk.stopped):
        time.sleep(0.01)
    desk.send(b"stopped politely")


def die(_: Desk) -> None:
    os._exit(3)


def refuse(_: Desk) -> None:
    raise LevelError([Problem("ball.x", "is missing")], "a test")


def gorge(desk: Desk) -> None:
    hoard = []
    while True:
        hoard.append(bytes(10_000_000))


def flood(desk: Desk) -> None:
    while True:
        desk.send(bytes(1000))


TASKS = {
    "echo": echo,
    "process": process,
    "dawdle": dawdle,
    "die": die,
    "refuse": refuse,
    "gorge": gorge,
    "flood": flood,
}
