"""Write the results of the other games into docs/other-games.md, from the records of their benches.

python scripts/other_games_tables.py phyre=RECORDS… interphyre=RECORDS…

RECORDS are files that `bubbleball phyre bench -o` and `bubbleball interphyre bench -o` have made.
PHYRE's data must be there: the folds say which tasks an AUCCESS is about.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bubbleball.bench.scores import grouped
from bubbleball.files.marked_part import write_part
from bubbleball.games.bench import over_folds, summary
from bubbleball.games.phyre.folds import all_tests, baselines
from bubbleball.games.phyre.library import names
from bubbleball.games.records import Record, read_records

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "other-games.md"
HEAD = (
    "| game | track or baseline | tasks | AUCCESS within | cross | solved at attempt 1 | within 3 "
    "| simulations, mean | median | processor s | commit |\n" + 11 * "|---" + "|"
)
TIERS = {"ball": "PHYRE, one ball", "two_balls": "PHYRE, two balls"}


def row(game: str, track: str, records: list[Record], folds: tuple[str, str]) -> str:
    """One line of the table."""
    one = summary(records)
    cells = [
        *(game, track, f"{one.tasks}", *folds),
        *(f"{100 * one.first:.1f} %", f"{100 * one.third:.1f} %"),
        *(f"{one.simulations:.0f}", f"{one.median_simulations:.0f}", f"{one.seconds:.2f}"),
        ", ".join(sorted({record.commit[:7] or "unknown" for record in records})),
    ]
    return f"| {' | '.join(cells)} |"


def by_folds(tier: str, records: list[Record]) -> tuple[str, str]:
    """AUCCESS within and across templates: mean and standard deviation over PHYRE's ten folds."""
    within, cross = (over_folds(records, tests) for tests in all_tests(tier).values())
    return f"{100 * within[0]:.1f} ± {100 * within[1]:.1f}", (
        f"{100 * cross[0]:.1f} ± {100 * cross[1]:.1f}"
    )


def expected(tier: str, game: str) -> list[str]:
    """Lines of what random actions and uniform search reach, from PHYRE's own counts."""
    return [
        f"| {game} | *{name}*, expected | {len(names(tier))} "
        f"| {' | '.join(f'{100 * score:.1f}' for score in scores)} | | | | | | |"
        for name, scores in baselines(tier).items()
    ]


def table(phyre: list[Record], interphyre: list[Record]) -> str:
    """All games and tracks that have records."""
    rows = [HEAD]
    for tier, game in TIERS.items():
        tasks = set(names(tier))
        found = [record for record in phyre if record.task in tasks]
        for track, some in grouped(found, lambda record: record.track).items():
            rows.append(row(game, track, some, by_folds(tier, some)))
        rows += expected(tier, game)
    for track, some in grouped(interphyre, lambda record: record.track).items():
        rows.append(row("Interphyre", track, some, ("", "")))
    return "\n".join(rows)


def write(text: str) -> None:
    """Replace what stands between the two marks of the document."""
    write_part(DOCUMENT, "results", text)


def main() -> None:
    """Read the files that are named, and write the table."""
    files: dict[str, list[Record]] = {"phyre": [], "interphyre": []}
    for argument in sys.argv[1:]:
        game, _, path = argument.partition("=")
        if game not in files or not Path(path).is_file():
            raise SystemExit(f"{argument!r} is not phyre=FILE or interphyre=FILE")
        files[game] += read_records(Path(path))
    changed = {
        record.commit for found in files.values() for record in found if "+" in record.commit
    }
    if changed:
        raise SystemExit(f"records of changed source ({', '.join(changed)}) are not published")
    write(table(**files))


if __name__ == "__main__":
    main()
