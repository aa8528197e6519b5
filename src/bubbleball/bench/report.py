"""Reports of a benchmark: Markdown, CSV, and one HTML page that needs nothing else."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from bubbleball.bench.csv_files import csv_files
from bubbleball.bench.plots import heat_map, solved_at_plot, stage_plot
from bubbleball.bench.record_file import Records
from bubbleball.bench.runs import RunRecord
from bubbleball.bench.scores import grouped, score
from bubbleball.bench.tables import Table, all_tables
from bubbleball.files.disk import write_bytes
from bubbleball.report import markup
from bubbleball.report.markup import Html, joined, tag

RUNS_SHOWN = 200  # rows of a table in Markdown and HTML; the CSV files have them all


def write_reports(records: Records, folder: Path) -> tuple[Path, ...]:
    """Write every form of the report into a folder; returns the files."""
    texts = {
        "report.md": markdown(records),
        "report.html": html(records),
        **csv_files(records),
    }
    for name, text in texts.items():
        write_bytes(folder / name, text.encode())
    return tuple(folder / name for name in texts)


def markdown(records: Records) -> str:
    """The whole report as Markdown."""
    parts = [f"# Benchmark: {', '.join(records.settings.suites)}\n"]
    for table in all_tables(records):
        parts += [f"## {table.title}\n", f"{table.note}\n", markdown_table(table)]
    parts += ["## How it was made\n", *(f"- {line}" for line in provenance_lines(records)), ""]
    return "\n".join(parts)


def markdown_table(table: Table) -> str:
    """One table; a long one is cut, with a note."""

    def row(cells: Iterable[str]) -> str:
        clean = (" ".join(cell.split()).replace("|", "\\|") for cell in cells)
        return f"| {' | '.join(clean)} |"

    lines = [row(table.header), row("---" for _ in table.header)]
    lines += [row(cells) for cells in table.rows[:RUNS_SHOWN]]
    return "\n".join([*lines, "", *_cut_note(table)])


def html(records: Records) -> str:
    """The whole report as one page, plots included."""
    summary, *others = (_html_table(table) for table in all_tables(records))
    made = [tag("li", line.replace("`", "")) for line in provenance_lines(records)]
    body = [
        tag("h1", f"Benchmark: {', '.join(records.settings.suites)}"),
        summary,
        tag("h2", "Plots"),
        *(tag("figure", plot) for plot in _plots(records)),
        *others,
        tag("h2", "How it was made"),
        tag("ul", *made),
    ]
    return markup.document("Benchmark", _STYLE, body)


def as_text(table: Table) -> str:
    """One table in columns of plain text."""
    rows = [table.header, *table.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def as_csv(table: Table) -> str:
    """One table as CSV, as it is shown."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.header)
    writer.writerows(table.rows)
    return text.getvalue()


def provenance_lines(records: Records) -> list[str]:
    """Settings, and for each session its command, machine and versions."""
    settings = records.settings
    seeds = ", ".join(map(str, settings.seeds))
    limit = f" and {settings.time_limit:g} s" if settings.time_limit else ""
    lines = [
        f"{len(records.runs)} of {settings.runs} runs; suites {', '.join(settings.suites)}; "
        f"solvers {', '.join(settings.solvers)}; seeds {seeds}",
        f"at most {settings.max_trials} trials{limit} a run; physics "
        f"{settings.physics or 'of the suite'}; levels {settings.levels}; "
        f"bubbleball {settings.version}",
    ]
    for session in records.sessions:
        machine = session.get("machine", {})
        versions = ", ".join(f"{k} {v}" for k, v in session.get("versions", {}).items())
        lines.append(
            f"`{session.get('command', '?')}`, started {session.get('started', '?')}, "
            f"{session.get('workers', '?')} workers ({session.get('executor', '?')}) on "
            f"{machine.get('processor', '?')}, {machine.get('cores', '?')} cores, "
            f"{machine.get('system', '?')}; {versions}"
        )
    return lines


def _plots(records: Records) -> list[Html]:
    plots = []
    for suite, runs in grouped(records.runs, lambda run: run.suite).items():
        solvers = grouped(runs, lambda run: run.solve.solver)
        scores = {name: score(group) for name, group in solvers.items()}
        plots.append(
            solved_at_plot(
                {name: s.solved_at for name, s in scores.items()},
                f"{suite}: solved within k trials",
            )
        )
        cells = {key: score(group).median_trials for key, group in grouped(runs, _cell_key).items()}
        limit = records.settings.max_trials
        plots.append(
            heat_map(cells, list(solvers), limit, f"{suite}: median trials over the seeds")
        )
        stages = {name: s.stage_seconds for name, s in scores.items() if s.stage_seconds}
        if stages:
            plots.append(stage_plot(stages, f"{suite}: mean seconds of thinking per run"))
    return plots


def _cell_key(run: RunRecord) -> tuple[str, str]:
    physics = f" ({run.solve.physics})" if run.solve.physics else ""
    return f"{run.solve.level}{physics}", run.solve.solver


def _html_table(table: Table) -> Html:
    rows = markup.table(table.header, table.rows[:RUNS_SHOWN])
    notes = (tag("p", note) for note in _cut_note(table))
    return joined([tag("h2", table.title), tag("p", table.note), rows, *notes])


def _cut_note(table: Table) -> list[str]:
    more = len(table.rows) - RUNS_SHOWN
    return [f"{more} more rows are in the CSV files.\n"] if more > 0 else []


_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; max-width: 84rem;
  margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; }
figure { margin: 1.5rem 0; overflow-x: auto; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px; }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid #e3e3e3;
  white-space: nowrap; }
th:nth-child(-n+2), td:nth-child(-n+2) { text-align: left; }
th { border-bottom: 2px solid #888; white-space: normal; vertical-align: bottom; }
"""
