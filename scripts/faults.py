"""Break everything around the program on purpose: `make faults` writes docs/reliability.md.

Benchmarks are killed, run out of disk and run solvers that misbehave, bits are flipped in files,
and clients of a studio on this machine vanish or never finish a request. Takes some minutes.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from bubbleball.bench.effort import commit
from bubbleball.files.marked_part import write_part
from fault_clients import PINGS, half_open, studio, vanish
from fault_files import KINDS, flip
from fault_runs import (
    MISBEHAVING,
    OUTPUTS,
    fill_repeatedly,
    kill_repeatedly,
    misbehave,
    without_room,
)
from fuzz_corpus import corpus

PAGE = Path(__file__).parents[1] / "docs" / "reliability.md"
SEEDS = 300  # runs of a benchmark that is killed or has no room
SIZES = (0, 300, 1000, 3000, 10_000, 30_000, 60_000)  # bytes


class Findings:
    """The lines of the page, and what is wrong."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.wrong: list[str] = []

    def table(self, title: str, head: str, rows: list[str]) -> None:
        """Add a table under a title."""
        rule = "|" + "---|" * (head.count("|") - 1)
        self.lines += ["", f"### {title}", "", head, rule, *rows]

    def check(self, what: str, good: object) -> None:
        """Note what is wrong if it is not good."""
        if not good:
            self.wrong.append(what)


def say(text: str) -> None:
    """Show what is being done."""
    sys.stderr.write(f"faults: {text}\n")


def kills(found: Findings, folder: Path, times: int) -> None:
    """Killed benchmarks."""
    say(f"a benchmark killed {times} times")
    done = kill_repeatedly(folder, times, SEEDS)
    bad = (done.lost, done.changed, done.rewritten, done.left)
    found.check(f"killed benchmarks: {done}", not any(bad))
    found.table(
        "Benchmarks killed with `kill -9` at random moments, and continued",
        "| kills | runs | lost | changed | finished lines rewritten | processes left behind |",
        [f"| {done.times} | {done.runs} | {' | '.join(map(str, bad))} |"],
    )


def full_disks(found: Findings, folder: Path) -> None:
    """Outputs that do not fit on the disk."""
    say("files that do not fit on the disk")
    full = fill_repeatedly(folder, SIZES, SEEDS)
    found.check(f"full disk: {full}", full.clear == full.times and not full.lost + full.changed)
    rows = [
        f"| records of a benchmark, then continued with room | {full.times} | {full.clear} "
        f"| {full.lost} lost, {full.changed} changed |"
    ]
    for number, (what, line) in enumerate(OUTPUTS.items()):
        done = without_room(line, folder / f"output{number}")
        found.check(f"full disk, {what}: {done}", done.clear and not done.torn)
        rows.append(f"| {what} | 1 | {done.clear:d} | {done.torn:d} torn files |")
    found.table(
        "No room on the disk (a limit on the size of files)",
        "| file | tries | ended with a message that names it | damage |",
        rows,
    )


def flips(found: Findings, folder: Path, times: int) -> None:
    """Flipped bits."""
    say(f"files with flipped bits, {times} of each kind")
    readers = corpus(folder)
    rows = []
    for kind in KINDS:
        came = flip(readers, kind, times)
        found.check(f"flipped bits, {kind}: {came}", not came["other exception"])
        found.check(f"flipped bits, {kind}: {came}", kind != "records" or not came["other data"])
        rows.append(
            f"| {kind} | {times:,} | {came['refused']:,} | {came['the same']:,} "
            f"| {came['unfinished']:,} | {came['other data']:,} | {came['other exception']:,} |"
        )
    found.table(
        "One flipped bit",
        "| file | flips | refused with a message | read as before | last line taken as unfinished "
        "| read as other data | any other exception |",
        rows,
    )
    found.lines += [
        "",
        "Lines of a record file end in a checksum; a run whose line looks unfinished is repeated.",
        "The other files are also written by people and other programs and have no checksum: a",
        "digit that became another digit makes another level.",
    ]


def solvers(found: Findings, folder: Path) -> None:
    """Solvers that misbehave."""
    rows = []
    for solver, does in MISBEHAVING.items():
        say(f"a solver that {does}")
        done = misbehave(solver, folder)
        good = done.recorded == done.runs and not done.false and not done.left
        found.check(f"{solver}: {done}", good)
        says = done.says.replace("|", "\\|")[:90] or "nothing: the runs ended as usual"
        rows.append(f"| {does} | {done.recorded} of {done.runs} | {says} | {done.left} |")
    found.table(
        "Solvers that misbehave, under the supervisor of a benchmark",
        "| the solver | runs recorded | the record says | processes left behind |",
        rows,
    )


def clients(found: Findings, count: int) -> None:
    """Clients of a studio that misbehave."""
    rows = []
    with studio() as server:
        for title, act in (("vanish in mid-request", vanish), ("half a request", half_open)):
            say(f"{count} clients: {title}")
            done = act(server, count)
            good = done.answered >= PINGS and done.solved and done.more_files <= PINGS
            found.check(f"clients, {title}: {done}", good)
            rows.append(
                f"| {title} | {done.clients} | {done.answered} | {done.slowest:.2f} "
                f"| {done.wait:.1f} | {done.more_files} |"
            )
        left = server.stop()
    found.check(f"the studio left {left} processes behind", not left)
    found.table(
        "Clients of a studio that misbehave",
        "| clients | how many | pings of others answered meanwhile | slowest ping, s "
        "| an honest solve afterwards, s | files left open |",
        rows,
    )


def main() -> None:
    """Do it all and write the page; exit code 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--flips", type=int, default=3000)
    parser.add_argument("--clients", type=int, default=300)
    parser.add_argument("-o", "--output", type=Path, default=PAGE)
    options = parser.parse_args()
    found = Findings()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        kills(found, folder, options.kills)
        full_disks(found, folder)
        flips(found, folder, options.flips)
        solvers(found, folder)
    clients(found, options.clients)
    by = f"By `make faults` on commit {commit()}."
    write_part(options.output, "faults", "\n".join([by, *found.lines]))
    for line in found.wrong:
        sys.stdout.write(f"{line}\n")
    raise SystemExit(bool(found.wrong))


if __name__ == "__main__":
    main()
