"""`certify`: search for solutions with the game itself, and report what is found."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bubbleball.cli import NOT_SOLVED, STOPPED
from bubbleball.cli.options import SECONDS, every, levels_argument, workers_option
from bubbleball.cli.output import echo_json, point
from bubbleball.cli.verbosity import quiet, say

if TYPE_CHECKING:
    from bubbleball.certify.certificate import Certificate, KnownSolution
    from bubbleball.certify.findings import Findings
    from bubbleball.files.document import Document


@click.command()
@levels_argument()
@click.option(
    "--time-limit",
    "seconds",
    type=SECONDS,
    default=60.0,
    show_default=True,
    help="Time limit of the search per level; measuring may take up to a quarter more.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@workers_option()
@click.option("--json", "as_json", is_flag=True, help="Print the certificates as JSON.")
@click.option(
    "--store",
    is_flag=True,
    help="Write the solutions and the difficulty into the level file, which must be in our format.",
)
@click.pass_context
def certify(
    ctx: click.Context,
    levels: tuple[str, ...],
    *,
    seconds: float,
    seed: int,
    workers: int | None,
    as_json: bool,
    store: bool,
) -> None:
    """Find out by plain search whether a level can be solved, how, and how hard it is.

    Ctrl-C ends the search and prints what was found. Exit code 0 if every level is solvable and
    none of them without placing a piece, 1 if not, 2 if the input is wrong.
    """
    from bubbleball.certify.certificate import Verdict
    from bubbleball.certify.judge import certify as judge

    documents = {name: _document(name, store=store) for name in every(levels)}
    certificates = []
    for name, document in documents.items():
        with _progress(document.level.name or name) as progress:
            certificate = judge(
                document.level, seconds=seconds, seed=seed, workers=workers, progress=progress
            )
        certificates.append(certificate)
        if not as_json:
            _echo(document, certificate)
        if store:
            _store(name, document, certificate)
        if certificate.interrupted:
            break
    if as_json:
        echo_json([certificate.as_data() for certificate in certificates])
    if certificates[-1].interrupted:
        ctx.exit(STOPPED)
    if any(certificate.verdict is not Verdict.SOLVABLE for certificate in certificates):
        ctx.exit(NOT_SOLVED)


def _document(name: str, *, store: bool) -> Document:
    from bubbleball.files import packs
    from bubbleball.files.document import LevelFormat

    document = packs.find(name)
    if store and document.level.name in packs.names():
        raise click.UsageError(f"--store changes files; {name} is a shipped level")
    if store and document.format is LevelFormat.ORIGINAL:
        raise click.UsageError(f"--store writes our format; {name} is in the original game's")
    return document


@contextmanager
def _progress(name: str) -> Iterator[Callable[[Findings], None]]:
    """A status line on a terminal; nothing elsewhere."""
    if quiet():
        yield lambda findings: None
        return
    from rich.console import Console

    began = time.monotonic()
    with Console(stderr=True, highlight=False, markup=False).status(name) as status:

        def show(findings: Findings) -> None:
            state = (
                f"{len(findings.solutions)} solutions"
                if findings.solutions
                else f"{findings.nearest:.0f} px from the flag"
            )
            spent = time.monotonic() - began
            status.update(f"{name}: {findings.trials} trials, {state}, {spent:.0f} s")

        yield show


def _store(name: str, document: Document, certificate: Certificate) -> None:
    from bubbleball.files.levels import write_level

    if not certificate.solutions:
        click.echo("  nothing to store", err=True)
        return
    changed = dataclasses.replace(
        document,
        solutions=tuple(solution.placements for solution in certificate.solutions),
        difficulty=certificate.difficulty,
    )
    write_level(Path(name), changed)
    say(f"  stored in {name}", err=True)


def _echo(document: Document, certificate: Certificate) -> None:
    title = f"  {document.level.title}" if document.level.title else ""
    click.echo(f"{document.level.name or 'level'}{title}")
    sure = "No solution exists. " if certificate.verdict == "impossible" else ""
    click.echo(f"  {sure}{certificate.reason}")
    if certificate.difficulty is not None:
        click.echo(f"  difficulty {certificate.difficulty:g} of 10")
    luck = certificate.luck
    if luck.trials:
        low, high = luck.interval
        click.echo(
            f"  {luck.solved} of {luck.trials} random placements solve it "
            f"(95 %: {low:.3%} to {high:.3%})"
        )
    for number, solution in enumerate(certificate.solutions, start=1):
        click.echo(f"  {number}. {_words(solution)}")
    if certificate.idle:
        click.echo(f"  no known solution needs {', '.join(certificate.idle)}")
    for advice in certificate.advice:
        if advice.text != certificate.reason:
            click.echo(f"  warning: {advice.text}")


def _words(solution: KnownSolution) -> str:
    places = [
        f"{p.piece} at {point(round(p.x, 1), round(p.y, 1))}"
        + (f" turned {round(p.angle, 1):g}" if p.angle else "")
        for p in solution.placements
    ]
    forgives = (
        f"{solution.robustness:.0%} of ±1 px, ±1° jitters win"
        if solution.jitters.trials
        else "no time left for jitters"
    )
    return f"{'; '.join(places)} ({solution.seconds:.2f} s; {forgives})"
