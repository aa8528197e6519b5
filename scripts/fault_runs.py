"""Benchmarks that are killed, run out of disk, or run solvers that misbehave."""

from __future__ import annotations

import os
import random
import resource
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bubbleball.bench.record_file import Records, read_records
from bubbleball.errors import BubbleBallError

SOLVERS_FILE = Path(__file__).parents[1] / "tests" / "solvers_gone_wrong.py"
MARKS = "BUBBLEBALL_TEST_MARKS"  # as in that file
MARKED = "BUBBLEBALL_FAULTS"  # environment: whose process this is
# Kinds of solvers in that file -> what they do.
MISBEHAVING = {
    "Raises": "raises an exception",
    "Exits": "calls sys.exit",
    "Interrupts": "raises KeyboardInterrupt",
    "Illegal": "places a piece that does not exist",
    "Loops": "never returns (every second seed)",
    "Dies": "kills its process (every second seed)",
    "DiesOnce": "kills its process once (every second seed)",
    "Prints": "prints to stdout",
    "Forks": "forks a child that holds its pipes",
    "ForksAway": "forks a child that leaves its process group",
    "Forges": "writes records of its own",
    "Boasts": "makes every trial look solved",
    "Floods": "writes 10 MB to stderr",
    "Hoards": "takes 20 GB of memory",
    "SaysNothing": "closes its pipes",
    "SpeaksInTongues": "raises a message that is not text",
}
LIMIT = 3.0  # s, of a run
GRACE = 5.0  # s in which processes of a killed benchmark must end


def bench_command(levels: str, solver: str, seeds: int, output: Path) -> list[str]:
    """A benchmark of a solver in the file of those that misbehave."""
    return [
        *(sys.executable, "-m", "bubbleball", "bench", levels),
        *("--solver", f"{SOLVERS_FILE}:{solver}", "--seeds", str(seeds), "--max-trials", "2"),
        *("--time-limit", f"{LIMIT:g}", "--workers", "2", "-o", str(output)),
    ]


def start(
    command: Sequence[str], stdout: int = subprocess.DEVNULL
) -> tuple[subprocess.Popen[bytes], str]:
    """Start a command under a mark by which all its processes can be found."""
    mark = secrets.token_hex(8)
    environment = {**os.environ, MARKED: mark}
    process = subprocess.Popen(command, env=environment, stdout=stdout, stderr=subprocess.DEVNULL)
    return process, mark


def alive(mark: str) -> int:
    """How many processes carry a mark; 0 where processes cannot be looked into."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            found += f"{MARKED}={mark}".encode() in (process / "environ").read_bytes()
        except OSError:
            continue
    return found


def left_behind(mark: str) -> int:
    """How many processes carry a mark after a time of grace."""
    deadline = time.monotonic() + GRACE
    while alive(mark) and time.monotonic() < deadline:
        time.sleep(0.05)
    return alive(mark)


def killed(command: Sequence[str], file: Path, draw: random.Random) -> tuple[bool, int]:
    """Start a benchmark and kill it at a random moment.

    The moment is drawn half the time from its whole life, half the time from when it writes.
    Returns whether it was killed before it was done, and how many of its processes stayed behind.
    """
    size = file.stat().st_size if file.exists() else 0
    process, mark = start(command)
    if draw.random() < 0.5:
        while process.poll() is None and (not file.exists() or file.stat().st_size == size):
            time.sleep(0.001)
    time.sleep(draw.uniform(0.0, 0.4))
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL, left_behind(mark)


@dataclass(frozen=True, slots=True)
class Kills:
    """What `kill -9` did to a benchmark.

    times: that it was killed in the middle.
    runs: of the whole benchmark.
    lost: runs whose record is missing in the end.
    changed: runs whose record differs from that of a benchmark that was left alone.
    rewritten: times that a whole line was not there any more afterwards.
    left: processes that outlived the benchmark by more than the time of grace.
    """

    times: int
    runs: int
    lost: int
    changed: int
    rewritten: int
    left: int


def kill_repeatedly(folder: Path, times: int, seeds: int) -> Kills:
    """Kill a benchmark many times, let it finish, and compare it with one that was left alone."""
    draw = random.Random(6)
    file = folder / "killed" / "records.jsonl"
    command = bench_command("classic/2", "Slow", seeds, file.parent)
    done, rewritten, left = 0, 0, 0
    whole = b""
    for _ in range(times):
        hit, stayed = killed(command, file, draw)
        content = file.read_bytes() if file.exists() else b""
        rewritten += not content.startswith(whole)
        whole = content[: content.rfind(b"\n") + 1]
        done, left = done + hit, left + stayed
    alone = folder / "alone"
    for each in (command, bench_command("classic/2", "Slow", seeds, alone)):
        subprocess.run(each, check=True, capture_output=True)
    found, expected = _by_run(read_records(file)), _by_run(read_records(alone / "records.jsonl"))
    return Kills(
        times=done,
        runs=seeds,
        lost=len(expected.keys() - found.keys()),
        changed=sum(found.get(run, wanted) != wanted for run, wanted in expected.items()),
        rewritten=rewritten,
        left=left,
    )


def _by_run(records: Records) -> dict[int, object]:
    """What was found in each run, apart from times."""
    return {run.number: run.solve.without_times() for run in records.runs}


@dataclass(frozen=True, slots=True)
class Refused:
    """A command whose output did not fit on the disk.

    clear: whether it ended with exit code 2 and a message that names the file.
    torn: whether a part of the file was left under its name.
    """

    clear: bool
    torn: bool


OUTPUTS = {  # what is written -> the command
    "report of a solve": "solve 2 -o {folder}/report.html",
    "film of a solve": "solve 2 -o {folder}/film.gif",
    "record of a solve": "solve 2 -o {folder}/solve.json",
    "trial": "play 2 --solution -o {folder}/run.trial.json",
    "picture": "show 2 -o {folder}/level.png",
    "level": "convert 2 {folder}/level.json",
}


def _limited(command: Sequence[str], most: int) -> subprocess.CompletedProcess[str]:
    """Run a command that may write no file of more than `most` bytes."""
    return subprocess.run(
        command,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)),
        capture_output=True,
        text=True,
        check=False,
    )


def without_room(line: str, folder: Path, most: int = 100) -> Refused:
    """Run a command that may write no file of more than `most` bytes."""
    folder.mkdir()
    done = _limited([sys.executable, "-m", "bubbleball", *line.format(folder=folder).split()], most)
    clear = done.returncode == 2 and str(folder) in done.stderr and "Traceback" not in done.stderr
    return Refused(clear, torn=any(folder.iterdir()))


@dataclass(frozen=True, slots=True)
class FullDisk:
    """What a full disk did to a benchmark.

    times: that the disk was full.
    clear: times that it ended with exit code 2 and a message that names the file.
    lost: runs whose record is missing once there was room again.
    changed: runs whose record differs from that of a benchmark that was left alone.
    """

    times: int
    clear: int
    lost: int
    changed: int


def fill_repeatedly(folder: Path, sizes: Sequence[int], seeds: int) -> FullDisk:
    """Let a benchmark run into ever larger limits, then give it room."""
    output = folder / "full"
    command = bench_command("classic/2", "Slow", seeds, output)
    clear = 0
    for size in sizes:
        done = _limited(command, size)
        named = str(output) in done.stderr and "Traceback" not in done.stderr
        clear += done.returncode == 2 and named
    alone = folder / "roomy"
    for each in (command, bench_command("classic/2", "Slow", seeds, alone)):
        subprocess.run(each, check=True, capture_output=True)
    found = _by_run(read_records(output / "records.jsonl"))
    expected = _by_run(read_records(alone / "records.jsonl"))
    return FullDisk(
        times=len(sizes),
        clear=clear,
        lost=len(expected.keys() - found.keys()),
        changed=sum(found.get(run, wanted) != wanted for run, wanted in expected.items()),
    )


@dataclass(frozen=True, slots=True)
class Misbehaved:
    """A benchmark of a solver that misbehaves.

    recorded: runs with a record.
    runs: of the whole benchmark.
    says: what the last record with an error says; empty if none does.
    false: runs that count as solved although the game does not confirm it.
    left: processes that stayed behind.
    """

    recorded: int
    runs: int
    says: str
    false: int
    left: int


def misbehave(solver: str, folder: Path, runs: int = 2) -> Misbehaved:
    """Benchmark one kind of solver that misbehaves."""
    output = folder / solver
    output.mkdir()
    command = bench_command("classic/2", solver, runs, output / "bench")
    os.environ[MARKS] = str(output)
    process, mark = start(command)
    process.wait()
    try:
        found = read_records(output / "bench" / "records.jsonl").runs
    except BubbleBallError as error:
        return Misbehaved(0, runs, str(error), 0, left_behind(mark))
    errors = [run.solve.error for run in found if run.solve.error]
    false = sum(run.solve.solved for run in found) if solver == "Boasts" else 0
    return Misbehaved(len(found), runs, errors[-1] if errors else "", false, left_behind(mark))
