"""The life of a worker process, and the messages that it exchanges with the server."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

from bubbleball.errors import BubbleBallError, Problem
from bubbleball.game.workers import limit_memory


@dataclass(frozen=True, slots=True)
class Assignment:
    """Server to worker: run a task.

    task: its name in the table TASKS of the worker's module.
    arguments: passed by keyword.
    """

    task: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Stop:
    """Server to worker: end the current task soon."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Worker to server: the process can take work."""


@dataclass(frozen=True, slots=True)
class Result:
    """Worker to server: what the server keeps for later requests; not part of the response.

    content: readable for the worker's tasks only.
    """

    content: bytes


@dataclass(frozen=True, slots=True)
class Refused:
    """Worker to server: the task ended with an error of the caller.

    message: for a person.
    problems: each fault with its place.
    """

    message: str
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """Worker to server: the task is finished."""


Reply = bytes | Result | Refused | Done  # bytes are a part of the response, passed on as they are


class Channel:
    """A task's connection to the server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._stopped = False

    def send(self, content: bytes) -> None:
        """Send a part of the response."""
        self._connection.send(content)

    def keep(self, content: bytes) -> None:
        """Give the server something to keep for later requests."""
        self._connection.send(Result(content))

    @property
    def stopped(self) -> bool:
        """Whether the server has asked the task to end."""
        if not self._stopped and self._connection.poll():
            self._connection.recv()
            self._stopped = True
        return self._stopped


Task = Callable[..., None]


def serve(connection: Connection, tasks: str, memory: int) -> None:
    """Run assignments one after another until the connection closes.

    A bug in a task ends the process with its traceback on stderr; the pool starts another.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's to handle
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # one job, one core
    limit_memory(memory)
    table: dict[str, Task] = import_module(tasks).TASKS
    try:
        connection.send(Ready())
        while True:
            message = connection.recv()
            if isinstance(message, Assignment):  # a Stop here came after its task had ended
                reply = _run(table[message.task], message.arguments, Channel(connection))
                connection.send(reply)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the server is gone


def _run(task: Task, arguments: dict[str, Any], channel: Channel) -> Reply:
    try:
        task(channel, **arguments)
    except BubbleBallError as error:
        return Refused(str(error), tuple(getattr(error, "problems", ())))
    except MemoryError:
        return Refused("this needs more memory than the studio gives to one job")
    return Done()
