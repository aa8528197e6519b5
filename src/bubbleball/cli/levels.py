"""`levels`, `show` and `check`: list levels, draw them, check them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli import BAD_INPUT
from bubbleball.cli.options import LEVELS, chosen, every, levels_argument, placing, theme_option
from bubbleball.cli.output import counted, echo_json, echo_table, point, size, what
from bubbleball.cli.verbosity import say

if TYPE_CHECKING:
    from bubbleball.files.document import Document
    from bubbleball.game.level import Level, Part
    from bubbleball.game.placement import Placement


@click.command()
@levels_argument("wanted", required=False, metavar=f"[{LEVELS}]")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def levels(wanted: tuple[str, ...], as_json: bool) -> None:
    """List the levels of all packs, or the levels, packs and folders given."""
    from bubbleball.files import packs

    documents = [packs.find(name) for name in every(wanted or packs.packs())]
    if as_json:
        echo_json([_level_data(document) for document in documents])
        return
    echo_table(
        ["LEVEL", "TITLE", "PIECES", "ORIGIN", "DIFFICULTY"],
        [
            [
                document.level.name,
                document.level.title,
                _pieces(document.level.pieces),
                str(document.level.origin),
                "" if document.difficulty is None else f"{document.difficulty:.2f}",
            ]
            for document in documents
        ],
        "llllr",
    )


@click.command()
@levels_argument()
@click.option(
    "-o",
    "--output",
    metavar="FILE|FOLDER",
    help="Draw into a file (.svg .png .gif), or several levels into a folder, as .svg.",
)
@theme_option
def show(levels: tuple[str, ...], output: str | None, theme: str) -> None:
    """Draw levels, or describe them in words if no file is named."""
    from bubbleball.files import packs

    documents = [packs.find(name) for name in every(levels)]
    if output is None:
        for number, document in enumerate(documents):
            click.echo("\n" * bool(number), nl=False)
            _describe(document)
        return
    from bubbleball.render import write_picture
    from bubbleball.render.files import STILLS, check_suffix

    folder = Path(output)
    if len(documents) > 1 and folder.suffix.lower() in STILLS and not folder.is_dir():
        raise click.UsageError(f"{output} is one file; several levels are drawn into a folder")
    if len(documents) > 1 or folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        stems = [(document.level.name or "level").replace("/", "-") for document in documents]
        paths = [str(folder / f"{stem}.svg") for stem in stems]
    else:
        check_suffix(output, STILLS)
        paths = [output]
    for path, document in zip(paths, documents, strict=True):
        write_picture(path, document.level, theme=theme)
        say(f"wrote {path}")


@click.command()
@levels_argument()
@placing
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.pass_context
def check(
    ctx: click.Context,
    levels: tuple[str, ...],
    *,
    placed: tuple[Placement, ...],
    solution: int | None,
    as_json: bool,
) -> None:
    """Check levels and their stored solutions, or a placement in one level.

    Reports all faults, and warns of what a designer may not have intended. Exit code 2 if a rule is
    broken or a stored solution does not reach the flag; 0 if there are only warnings.
    """
    from bubbleball.errors import LevelError
    from bubbleball.files import packs

    names = every(levels)
    alone = len(names) == 1
    if not alone and (placed or solution is not None):
        raise click.UsageError("--place and --solution go with one level")
    reports, broken = [], False
    for name in names:
        try:
            document = packs.find(name)
        except LevelError as error:
            if alone:
                raise
            broken = True
            reports.append({"level": name, "problems": [{"text": str(error)}], "warnings": []})
            if not as_json:
                click.echo(f"bubbleball: {error}", err=True)
            continue
        report = _checked(document, placed, solution, echo=not as_json)
        broken = broken or bool(report["problems"])
        reports.append(report)
    if as_json:
        echo_json(reports[0] if alone else reports)
    if broken:
        ctx.exit(BAD_INPUT)


def _checked(
    document: Document, placed: tuple[Placement, ...], solution: int | None, *, echo: bool
) -> dict[str, Any]:
    """The findings and warnings of one level."""
    placements = chosen(document, placed, solution)
    if placed or solution is not None:
        tried = {"": placements}
    else:
        tried = {f"solution {n}": each for n, each in enumerate(document.solutions, 1)}
    findings = [each for where, them in tried.items() for each in _findings(document, where, them)]
    warnings = list(_warnings(document.level))
    if echo:
        _echo(document, tried, findings, warnings)
    return {"level": document.level.name, "problems": findings, "warnings": warnings}


def _warnings(level: Level) -> Iterator[str]:
    """What a designer may not have intended: from geometry, and from playing."""
    from bubbleball.check.chance import DRAWS, ENOUGH, solved_by_chance
    from bubbleball.check.warnings import warnings
    from bubbleball.game.game import Game

    yield from map(str, warnings(level))
    if Game(level).play().solved:
        yield "Doing nothing wins: the ball reaches the flag with no piece placed."
    elif (lucky := solved_by_chance(level)) >= ENOUGH * DRAWS:
        yield f"Chance is enough: {lucky} of {DRAWS} random placements reach the flag."


def _level_data(document: Document) -> dict[str, object]:
    level = document.level
    return {
        "id": level.name,
        "title": level.title,
        "author": level.author,
        "origin": str(level.origin),
        "pack": level.name.partition("/")[0],
        "family": document.family,
        "difficulty": document.difficulty,
        "solutions": len(document.solutions),
        "pieces": [
            {
                "id": piece.id,
                "kind": str(piece.kind),
                "form": str(piece.form),
                "width": piece.width,
                "height": piece.height,
            }
            for piece in level.pieces
        ],
    }


def _pieces(pieces: Sequence[Part]) -> str:
    """Such as `2 metal, speedup-right`."""
    counts = Counter(what(piece) for piece in pieces)
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in counts.items())


def _describe(document: Document) -> None:
    level = document.level
    click.echo(f"{level.name or 'level'}  {level.title}".rstrip())
    facts = [f"origin {level.origin}"]
    facts += [f"by {level.author}"] if level.author else []
    facts += [f"family {document.family}"] if document.family else []
    facts += [] if document.difficulty is None else [f"difficulty {document.difficulty:g}"]
    facts.append(f"{len(document.solutions)} stored solutions")
    click.echo(", ".join(facts))
    click.echo(f"\nball  {point(level.ball.x, level.ball.y)}")
    flag = level.flag
    turned = f", turned {flag.angle:g}°" if flag.angle else ""
    click.echo(f"flag  {point(flag.x, flag.y)}, {flag.width:g} × {flag.height:g}{turned}")
    for title, parts in (("SCENERY", level.scenery), ("PIECES", level.pieces)):
        if parts:
            click.echo()
            rows = [
                [part.id, what(part), point(part.x, part.y), size(part), f"{part.angle:g}°"]
                for part in parts
            ]
            echo_table([title, "WHAT", "CENTRE", "SIZE", "ANGLE"], rows, "llrrr")
    for a, b in level.teleports:
        click.echo(f"\nteleport {a} leads to {b} and back")


def _findings(
    document: Document, where: str, placements: Sequence[Placement]
) -> Iterator[dict[str, Any]]:
    """Broken rules, and stored solutions that fail."""
    from bubbleball.game.game import Game
    from bubbleball.game.rules import breaches

    found = list(breaches(document.level, placements))
    for breach in found:
        yield {
            "where": where,
            "piece": breach.piece,
            "rule": str(breach.rule),
            "amount": round(breach.amount, 3),
            "other": breach.other,
            "text": breach.detail,
        }
    if where and not found:
        trial = Game(document.level).play(placements)
        if not trial.solved:
            text = f"does not reach the flag: {trial.reason}"
            yield {"where": where, "piece": None, "rule": None, "amount": None, "text": text}


def _echo(
    document: Document,
    tried: dict[str, tuple[Placement, ...]],
    findings: Sequence[dict[str, Any]],
    warnings: Sequence[str],
) -> None:
    for finding in findings:
        at = f"{finding['where']}: " if finding["where"] else ""
        rule = f" (rule: {finding['rule']})" if finding["rule"] else ""
        click.echo(f"bubbleball: {at}{finding['text']}{rule}", err=True)
    for warning in warnings:
        click.echo(f"warning: {warning}")
    if not findings:
        count = counted(len(warnings), "warning")
        verdict = f"can be read and played, with {count}" if warnings else "is in order"
        click.echo(f"{document.level.name or 'the level'} {verdict}{_tried(tried)}")


def _tried(tried: dict[str, tuple[Placement, ...]]) -> str:
    if "" in tried:
        return "; the placement breaks no rule"
    if not tried:
        return ""
    reach = "stored solution reaches" if len(tried) == 1 else f"{len(tried)} stored solutions reach"
    return f"; its {reach} the flag"
