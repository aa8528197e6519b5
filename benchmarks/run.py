"""Run all benchmarks and print one table; `--write` also puts it into docs/performance.md.

`--markdown` prints what would be written instead, whatever the verdicts.

The exit code is 1 if a limit is not kept.
"""

from __future__ import annotations

import argparse
import platform
import sys
from importlib import import_module
from pathlib import Path

from rows import Row

from bubbleball.files.marked_part import write_part

MODULES = ("trial_speed", "memory", "startup", "events", "env_speed", "bench_speed", "studio")
DOCUMENT = Path(__file__).parents[1] / "docs" / "performance.md"


def text_table(rows: list[Row]) -> str:
    cells = [("WHAT", "FOUND", "LIMIT", ""), *map(_cells, rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(3)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)).rstrip()
        for row in cells
    )


def markdown_table(rows: list[Row]) -> str:
    lines = ["| what | found | limit |", "|---|---|---|"]
    marks = {"MISSED": " **missed**", "not judged": " (not judged: the machine was busy)"}
    lines += [f"| {r.what} | {r.value}{marks.get(_verdict(r), '')} | {r.limit} |" for r in rows]
    return "\n".join(lines)


def _cells(row: Row) -> tuple[str, str, str, str]:
    return row.what, row.value, row.limit, _verdict(row)


def _verdict(row: Row) -> str:
    if not row.limit:
        return ""
    if not row.judged:
        return "not judged"
    return "ok" if row.holds else "MISSED"


def write(rows: list[Row], *, whole: bool) -> None:
    """Replace the table in the document between its two marks, or only the rows given."""
    page = DOCUMENT.read_text(encoding="utf-8").partition("<!-- benchmarks: begin -->")[2]
    old = [line for line in page.partition("<!-- benchmarks: end -->")[0].splitlines() if line]
    kept = [] if whole else old[1:]
    lines = {line.split(" | ")[0]: line for line in [*kept, *markdown_table(rows).splitlines()]}
    table = "\n".join(lines.values())
    write_part(DOCUMENT, "benchmarks", f"{where()}\n\n{table}")


def where() -> str:
    """The machine, in a sentence."""
    return f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}."


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", metavar="BENCHMARK", help=", ".join(MODULES))
    parser.add_argument("--write", action="store_true", help=f"update {DOCUMENT.name}")
    parser.add_argument("--markdown", action="store_true", help="print the document's table")
    options = parser.parse_args()
    unknown = set(options.modules) - set(MODULES)
    if unknown:
        parser.error(
            f"no benchmark named {', '.join(sorted(unknown))}; known: {', '.join(MODULES)}"
        )
    rows: list[Row] = []
    for name in options.modules or MODULES:
        print(f"measuring {name} …", file=sys.stderr)
        rows += import_module(name).measure()
    if options.markdown:
        print(f"{where()}\n\n{markdown_table(rows)}")
        return 0
    print(text_table(rows))
    if options.write:
        write(rows, whole=not options.modules)
    return 0 if all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
