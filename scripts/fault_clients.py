"""A studio whose clients vanish in the middle of a request, or never finish one."""

from __future__ import annotations

import json
import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path

from bubbleball.files import packs
from bubbleball.files.levels import dump_level
from fault_runs import left_behind, start

PINGS = 20
PATIENCE = 60.0  # s for an honest answer
_RESET = struct.pack("ii", 1, 0)  # closing sends a reset instead of a farewell


@dataclass(frozen=True, slots=True)
class Visits:
    """What honest clients saw beside those that misbehave.

    clients: that misbehaved.
    answered: pings that were answered while they did.
    slowest: ping, s.
    solved: whether a solve that was asked for afterwards came to its end.
    wait: s until then.
    more_files: file descriptors that the server had more than before.
    """

    clients: int
    answered: int
    slowest: float
    solved: bool
    wait: float
    more_files: int


class Studio:
    """A studio of its own on this machine, as the command line starts it."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "bubbleball", "studio", "--port", "0", "--no-browser"]
        self.process, self.mark = start(command, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        found = re.search(rb"http://127\.0\.0\.1:(\d+)", self.process.stdout.readline())
        if found is None:
            raise RuntimeError("the studio did not print its address")
        self.port = int(found[1])

    def files(self) -> int:
        """How many file descriptors are open; 0 where that cannot be looked up."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        return len(list(folder.iterdir())) if folder.is_dir() else 0

    def connect(self) -> socket.socket:
        """A connection to it."""
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)

    def ask(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def stop(self) -> int:
        """End it; the number of processes that stay behind."""
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return left_behind(self.mark)


@contextmanager
def studio() -> Iterator[Studio]:
    """A studio that is ended in any case."""
    running = Studio()
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.stop()


def _solve_body(trials: int) -> bytes:
    level = json.loads(dump_level(packs.find("classic/2")))
    return json.dumps({"level": level, "solver": "random", "max_trials": trials}).encode()


def vanish(server: Studio, clients: int) -> Visits:
    """Clients that ask for a solve and hang up, every second one with a reset."""
    before, body = server.files(), _solve_body(100)
    head = (
        f"POST /api/solve HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    request = head.encode() + body
    pings = []
    for number in range(clients):
        with server.connect() as connection:
            if number % 2:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            connection.sendall(request[: None if number % 3 else len(request) // 2])
        if number % max(1, clients // PINGS) == 0:
            pings.append(_ping(server))
    return _seen(server, clients, pings, before)


def half_open(server: Studio, clients: int) -> Visits:
    """Clients that send half a header, or nothing, and stay."""
    before = server.files()
    with ExitStack() as open_ones:
        for number in range(clients):
            connection = open_ones.enter_context(server.connect())
            if number % 2:
                connection.sendall(b"GET /api/ping HTTP/1.1\r\nHost: 127")
        pings = [_ping(server) for _ in range(PINGS)]
    return _seen(server, clients, pings, before)


def _ping(server: Studio) -> float | None:
    """Seconds that an answer took; None if there was none."""
    began = time.perf_counter()
    try:
        status, _ = server.ask("GET", "/api/ping")
    except OSError:
        return None
    return time.perf_counter() - began if status == 200 else None


def _seen(server: Studio, clients: int, pings: list[float | None], before: int) -> Visits:
    began = time.monotonic()
    solved = False
    while not solved and time.monotonic() - began < PATIENCE:
        status, text = server.ask("POST", "/api/solve", _solve_body(1))
        solved = status == 200 and b'"type":"end"' in text
        if not solved:
            time.sleep(0.2)
    wait = time.monotonic() - began
    answered = [ping for ping in pings if ping is not None]
    time.sleep(1.0)  # connections that were hung up are closed
    return Visits(
        clients=clients,
        answered=len(answered),
        slowest=max(answered, default=PATIENCE),
        solved=solved,
        wait=wait,
        more_files=max(0, server.files() - before),
    )
