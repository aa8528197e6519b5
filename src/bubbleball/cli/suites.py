"""`suites`: what a benchmark can be run on, and the splits for learning."""

from __future__ import annotations

import dataclasses

import click

from bubbleball.cli.output import echo_json, echo_table


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def suites(as_json: bool) -> None:
    """List the suites of a benchmark and the splits for learning.

    A split is what a learner may train on, choose settings by, or report on. Generated levels are
    the same for everybody: they depend on family, seed and number alone.
    """
    from bubbleball.bench.splits import SPLITS
    from bubbleball.bench.suites import suite_names

    if as_json:
        splits = [dataclasses.asdict(split) for split in SPLITS]
        echo_json({"suites": suite_names(), "splits": splits})
        return
    click.echo(f"Suites: {', '.join(suite_names())}\n")
    echo_table(
        ["GROUP", "SPLIT", "SUITES", "USE"],
        [[split.group, split.name, " ".join(split.suites), split.use] for split in SPLITS],
        "llll",
    )
