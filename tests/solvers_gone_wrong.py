"""Solvers that misbehave, each in its own way. Named on the command line by this file."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import Thought
from bubbleball.solvers.random import RandomLegal

FILE = Path(__file__).resolve()
MARKS = "BUBBLEBALL_TEST_MARKS"  # environment: a folder in which a solver leaves marks


class Raises(RandomLegal):
    """Raises at the third trial."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed)
        self._told = 0

    def tell(self, trial: Trial) -> None:
        self._told += 1
        if self._told == 3:
            raise ZeroDivisionError("three is too many")


class Exits(RandomLegal):
    """Wants to end the program."""

    def think(self) -> Iterator[Thought]:
        raise SystemExit("enough")


class Interrupts(RandomLegal):
    """Raises what Ctrl-C raises."""

    def think(self) -> Iterator[Thought]:
        raise KeyboardInterrupt


class Illegal(RandomLegal):
    """Asks for what the level does not have."""

    def ask(self) -> tuple[Placement, ...]:
        return (Placement("rock", 1, 1),)


class Loops(RandomLegal):
    """Never comes to an end with odd seeds."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed)
        self._loops = seed % 2 == 1

    def think(self) -> Iterator[Thought]:
        while self._loops:
            time.sleep(0.01)
        yield from super().think()


class Dies(RandomLegal):
    """Takes its process down with odd seeds, and leaves a mark each time."""

    times = 1_000_000

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed)
        marks = Path(os.environ[MARKS])
        before = len(list(marks.glob(f"{type(self).__name__}-{seed}-*")))
        if seed % 2 == 1 and before < self.times:
            (marks / f"{type(self).__name__}-{seed}-{before}").touch()
            os.kill(os.getpid(), signal.SIGKILL)


class DiesOnce(Dies):
    """The same, but is well the second time."""

    times = 1


class Prints(RandomLegal):
    """Writes where answers go."""

    def think(self) -> Iterator[Thought]:
        os.write(1, b"noise without an end of line")
        print("more noise", flush=True)  # noqa: T201 - noise is what this solver is for
        yield from super().think()


class Slow(RandomLegal):
    """Takes ten milliseconds a trial."""

    def think(self) -> Iterator[Thought]:
        time.sleep(0.01)
        yield from super().think()


class Forks(RandomLegal):
    """Leaves a child that holds every pipe open, and sleeps itself."""

    leaves_group = False

    def think(self) -> Iterator[Thought]:
        if os.fork() == 0:
            if self.leaves_group:
                os.setsid()
            time.sleep(20)
            os._exit(0)
        time.sleep(20)
        yield from super().think()


class ForksAway(Forks):
    """The same, with a child that leaves the group of its parent."""

    leaves_group = True


class Forges(RandomLegal):
    """Writes an answer of its own into the pipe of answers."""

    answer = b'{"run":0}\n'

    def think(self) -> Iterator[Thought]:
        for descriptor in range(3, 20):
            try:
                os.write(descriptor, self.answer)
            except OSError:
                continue
        yield from super().think()


class Boasts(RandomLegal):
    """Makes every trial of its process look solved."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        super().__init__(level, seed=seed)
        Trial.solved = property(lambda trial: True)  # type: ignore[method-assign,assignment]  # a cheat


class Floods(RandomLegal):
    """Writes ten megabytes to stderr."""

    def think(self) -> Iterator[Thought]:
        os.write(2, b"x" * 10_000_000)
        yield from super().think()


class Hoards(RandomLegal):
    """Takes more memory than a worker gets."""

    def think(self) -> Iterator[Thought]:
        self.hoard = bytearray(20 << 30)
        yield from super().think()


class SaysNothing(RandomLegal):
    """Closes every pipe."""

    def think(self) -> Iterator[Thought]:
        os.closerange(0, 50)
        yield from super().think()


class SpeaksInTongues(RandomLegal):
    """Raises a message that is not text."""

    def think(self) -> Iterator[Thought]:
        raise ValueError("\udcff")
