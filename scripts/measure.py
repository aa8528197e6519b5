"""Measure everything that the pages report, on one commit, and write the pages: `make measure`.

python scripts/measure.py plan                 the parts, in order, with their cost and state
python scripts/measure.py run [NAME…]          do what is left, two parts at a time, then the pages
python scripts/measure.py pages                write what is measured into docs/

The parts are those of scripts/measurements.py. What they make is kept in out/measure/COMMIT, with a
log of processor seconds; a part that is done is not repeated, and one that was stopped goes on
where its command can. Sources must be committed. A name may be the beginning of several.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import click

from bubbleball.bench.effort import commit as commit_of_source
from bubbleball.files.disk import write_bytes
from bubbleball.files.marked_part import write_part
from measurements import PARTS, WRITTEN, Part, Written

ROOT = Path(__file__).parents[1]
OUTPUT = Path("out", "measure")
MEASURED = ROOT / "docs" / "records" / "measured.json"  # what was measured, and what it cost
SOURCES = ("src", "benchmarks", "scripts")
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"), "1")


@dataclass(frozen=True, slots=True)
class Attempt:
    """One start of a part.

    command: what was run. code: its exit code. processor, clock: seconds, children included.
    """

    part: str
    command: str
    code: int
    processor: float
    clock: float


class Measurement:
    """What is kept of one commit."""

    def __init__(self, commit: str, output: Path = ROOT / OUTPUT) -> None:
        self.commit, self.folder = commit, output / commit
        self._log = self.folder / "log.jsonl"
        self._lock = threading.Lock()
        self._running: set[int] = set()
        self._stopped = False

    def attempts(self, part: str = "") -> list[Attempt]:
        """What the log has, of one part or of all."""
        if not self._log.exists():
            return []
        lines = self._log.read_text(encoding="utf-8").splitlines()
        found = [Attempt(**json.loads(line)) for line in lines]
        return [one for one in found if part in ("", one.part)]

    def done(self, part: Part) -> bool:
        """Whether the part, with this very command, has come to its end."""
        line = " ".join(self._command(part))
        return any(a.code == 0 and a.command == line for a in self.attempts(part.name))

    def processor(self, part: str) -> float:
        """Seconds over all attempts."""
        return sum(attempt.processor for attempt in self.attempts(part))

    def run(self, parts: Sequence[Part], workers: int, deadline: float) -> None:
        """Do what is left of the parts, in order; those that want the machine alone come first."""
        left = [part for part in parts if not self.done(part)]
        shared = iter([part for part in left if not part.alone])
        threads = [
            threading.Thread(target=self._work, args=(shared, deadline)) for _ in range(workers)
        ]
        timer = threading.Timer(max(0.0, deadline - time.monotonic()), self.stop)
        timer.start()
        try:
            self._work(iter([part for part in left if part.alone]), deadline)
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            timer.cancel()
            self.stop()

    def stop(self) -> None:
        """Interrupt what runs; its finished work is kept."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                os.killpg(process, signal.SIGINT)

    def _work(self, parts: Iterable[Part], deadline: float) -> None:
        while not self._stopped and time.monotonic() < deadline:
            with self._lock:
                part = next(iter(parts), None)
            if part is None:
                return
            self._attempt(part)

    def _attempt(self, part: Part) -> None:
        """Run the command of a part and log what it cost; its output becomes a file."""
        folder = self.folder / part.name
        folder.mkdir(parents=True, exist_ok=True)
        command, began = self._command(part), time.monotonic()
        new = folder / "output.new"
        with new.open("wb") as output, (folder / "errors.txt").open("ab") as errors:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                env=os.environ | ONE_THREAD,
                start_new_session=True,  # an interruption reaches all of it, and nothing else
            )
            with self._lock:
                self._running.add(process.pid)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            with self._lock:
                self._running.discard(process.pid)
        if process.returncode == 0:
            new.replace(folder / "output.md")
        used = round(usage.ru_utime + usage.ru_stime, 3)
        clock = round(time.monotonic() - began, 1)
        self._note(Attempt(part.name, " ".join(command), process.returncode, used, clock))

    def _note(self, attempt: Attempt) -> None:
        with self._lock, self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(attempt)) + "\n")
        state = "done" if attempt.code == 0 else f"exit code {attempt.code}, see errors.txt"
        used = f"{attempt.processor:.0f} s of a processor, {attempt.clock:.0f} s"
        click.echo(f"{attempt.part}: {state}, {used}", err=True)

    def _command(self, part: Part) -> list[str]:
        return [word.replace("{folder}", self._place(part.name)) for word in part.command]

    def _place(self, part: str) -> str:
        """The folder of a part, as a command in the checkout names it."""
        folder = self.folder / part
        return str(folder.relative_to(ROOT) if folder.is_relative_to(ROOT) else folder)

    def write(self, pages: Sequence[Written], docs: Path = ROOT) -> list[Written]:
        """Write every part of a page whose measurements are done; return the others."""
        missing, parts = [], {part.name: part for part in PARTS}
        for written in pages:
            if not all(self.done(parts[name]) for name in written.parts[: written.needed]):
                missing.append(written)
                continue
            try:
                text = self._text(written)
            except subprocess.CalledProcessError:  # it has said why; other pages can be written
                missing.append(written)
                continue
            if written.mark:
                stated = f"Measured on commit {self.commit}.\n\n{text}"
                write_part(docs / written.page, written.mark, stated)
        return missing

    def _text(self, written: Written) -> str:
        """The words of a part: what its command prints, or its parts' own tables, joined."""
        if written.command:
            words = [word.replace("{all}", self._place("")) for word in written.command]
            done = subprocess.run(
                [sys.executable, *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
            )
            return done.stdout
        files = [self.folder / name / written.file for name in written.parts]
        return joined([file.read_text(encoding="utf-8") for file in files if file.exists()])

    def summary(self) -> str:
        """What was measured, for the repository."""
        parts = {
            part.name: {
                "command": "python " + " ".join(self._command(part)),
                "processor_seconds": round(self.processor(part.name)),
            }
            for part in PARTS
            if self.done(part)
        }
        return json.dumps({"commit": self.commit, "parts": parts}, indent=1) + "\n"


def joined(tables: Sequence[str]) -> str:
    """Tables of one header as one; the others' lines before their header are left out."""
    first, *others = [table.strip() for table in tables]
    for other in others:
        lines = other.splitlines()
        rule = next(number for number, line in enumerate(lines) if line.startswith("|---"))
        first = "\n".join([first, *lines[rule + 1 :]])
    return first


def chosen(names: Sequence[str]) -> list[Part]:
    """The parts whose names begin like one of the names, in the names' order; all without one."""
    unknown = [name for name in names if not any(p.name.startswith(name) for p in PARTS)]
    if unknown:
        raise click.BadParameter(f"no part begins with {', '.join(unknown)}; see `plan`")
    named = [part for name in names or [""] for part in PARTS if part.name.startswith(name)]
    return [*dict.fromkeys(named)]


def committed() -> str:
    """The commit of the sources; changes that are not committed are an error."""
    commit = commit_of_source()
    command = ["git", "--no-optional-locks", "status", "--porcelain", "--", *SOURCES]
    changed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    if not commit or changed:
        raise click.ClickException(f"commit first: {', '.join(changed.split()[1::2]) or ROOT}")
    return commit


@click.group()
def main() -> None:
    """Measure what the pages report, on one commit."""


@main.command()
def plan() -> None:
    """Print the parts in order: estimated and measured processor seconds, and whether done."""
    measurement = Measurement(commit_of_source().rstrip("+"))
    total = 0.0
    for part in PARTS:
        state = "done" if measurement.done(part) else ("alone" if part.alone else "")
        used = measurement.processor(part.name)
        total += part.seconds
        click.echo(f"{part.name:28}{part.seconds:7}{used:9.0f}  {total:7.0f}  {state}")


@main.command()
@click.argument("names", nargs=-1)
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True)
@click.option("--minutes", type=float, default=1e6, help="Stop after this time.")
def run(*, names: tuple[str, ...], workers: int, minutes: float) -> None:
    """Do what is left of the parts, then write the pages."""
    measurement = Measurement(committed())
    measurement.folder.mkdir(parents=True, exist_ok=True)
    precompile = [sys.executable, "-m", "bubbleball.method.precompile"]
    subprocess.run(precompile, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    measurement.run(chosen(names), workers, time.monotonic() + 60 * minutes)
    write_pages(measurement)


@main.command()
@click.option("--commit", help="Of the measurements; that of the checkout by default.")
def pages(*, commit: str | None) -> None:
    """Write what is measured into docs/; what is not stays as it is."""
    write_pages(Measurement(commit or committed()))


def write_pages(measurement: Measurement) -> None:
    """Write all parts of pages that can be, and say which cannot."""
    missing = [f"{written.page} {written.mark}".strip() for written in measurement.write(WRITTEN)]
    left = [part.name for part in PARTS if not measurement.done(part)]
    if left:
        click.echo(f"not measured: {', '.join(left)}\nas they were: {', '.join(missing)}", err=True)
    write_bytes(MEASURED, measurement.summary().encode())


if __name__ == "__main__":
    main()
