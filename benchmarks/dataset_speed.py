"""Rate and size of a data set of random plays of the classic pack, and what a million would take.

python benchmarks/dataset_speed.py [--rows 100000] [--workers 1] [--check] [--write]
"""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path

from bubbleball.bench.dataset import DatasetPlan, make_dataset
from bubbleball.bench.dataset_replay import replay_dataset
from bubbleball.bench.effort import commit
from bubbleball.files.marked_part import write_part
from bubbleball.files.packs import load_level, pack

DOCUMENT = Path(__file__).parents[1] / "docs" / "cli.md"
MILLION = 1_000_000


def processor_seconds() -> float:
    """Of this process and of the children that have ended."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="play every row again")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    levels = tuple(load_level(name) for name in pack("classic"))
    plan = DatasetPlan(levels, given.rows, shard=min(10_000, -(-given.rows // given.workers)))
    with tempfile.TemporaryDirectory() as folder:
        used = processor_seconds()
        paths = make_dataset(plan, Path(folder), given.workers)
        processor = processor_seconds() - used
        size = sum(path.stat().st_size for path in paths)
        replayed = replay_dataset(Path(folder), given.workers) if given.check else 0
    scale = MILLION / given.rows
    lines = [
        f"| | {given.rows:,} plays, measured | {MILLION:,} plays, projected |",
        "|---|---|---|",
        f"| processor time | {processor:,.0f} s | {processor * scale / 60:,.0f} minutes |",
        f"| plays per second of processor time | {given.rows / processor:,.0f} | |",
        f"| size | {size / 1e6:.1f} MB | {size * scale / 1e6:,.0f} MB |",
        *([f"| rows that play to the stored trial again | {replayed:,} | |"] if replayed else []),
        "",
        f"Commit {commit() or 'unknown'}.",
    ]
    table = "\n".join(lines)
    print(table)
    if given.write:
        write_part(DOCUMENT, "dataset", table)


if __name__ == "__main__":
    main()
