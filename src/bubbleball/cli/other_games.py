"""The commands that `phyre` and `interphyre` share: levels, show, play, solve."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bubbleball.cli import NOT_SOLVED, SOLVED
from bubbleball.cli.options import theme_option
from bubbleball.cli.output import check_writable, counted, echo_json, echo_table
from bubbleball.errors import BubbleBallError

if TYPE_CHECKING:
    from bubbleball.games.library import Library, Puzzle
    from bubbleball.games.play import Attempt
    from bubbleball.games.scene import PlacedBall, Scene
    from bubbleball.games.trial import PuzzleTrial
    from bubbleball.method.explanation import Thought


def _library(game: str) -> Library:
    from bubbleball.games.library import library

    return library(game)


def _placing(command: Callable[..., Any]) -> Callable[..., Any]:
    command = click.option(
        "--solution", type=click.IntRange(1), help="Place the Nth stored solution."
    )(command)
    return click.option(
        "--ball",
        "balls",
        multiple=True,
        metavar="x,y,radius",
        help="Put a ball there, in the game's own unit; y points up. Twice for two balls.",
    )(command)


_output = click.option(
    "-o", "--output", type=click.Path(), help="Write a picture: .svg, .png or .gif."
)
_json = click.option("--json", "as_json", is_flag=True, help="For other programs.")


@click.command()
@click.argument("group", required=False)
@_json
@click.pass_obj
def levels(game: str, group: str | None, *, as_json: bool) -> None:
    """List the groups of puzzles, or the puzzles of a GROUP."""
    found = _library(game)
    if group is not None:
        names = list(found.names(group))
        click.echo("\n".join(names)) if not as_json else echo_json(names)
    elif as_json:
        echo_json(dict(found.groups()))
    else:
        echo_table(["group", "puzzles"], [[n, str(c)] for n, c in found.groups().items()], "lr")


@click.command()
@click.argument("name")
@_placing
@_output
@theme_option
@click.pass_obj
def show(
    game: str,
    name: str,
    balls: tuple[str, ...],
    solution: int | None,
    output: str | None,
    theme: str,
) -> None:
    """Describe a puzzle, and draw it with -o."""
    source = _library(game)
    puzzle = source.puzzle(name)
    placed = _chosen(source, puzzle, balls, solution)
    _echo_puzzle(puzzle)
    if output is not None:
        _write(output, puzzle.scene, placed, None, theme)


@click.command()
@click.argument("name")
@_placing
@_output
@theme_option
@_json
@click.pass_obj
def play(
    game: str,
    name: str,
    balls: tuple[str, ...],
    solution: int | None,
    output: str | None,
    theme: str,
    *,
    as_json: bool,
) -> int:
    """Run one attempt."""
    from bubbleball.games.arena import Arena

    source = _library(game)
    puzzle = source.puzzle(name)
    placed = _chosen(source, puzzle, balls, solution)
    trial = Arena(puzzle.scene).run(placed, meetings=True)
    if output is not None:
        _write(output, puzzle.scene, placed, trial, theme)
    if as_json:
        echo_json(_trial_data(trial))
    else:
        click.echo(_outcome(trial))
        for met in trial.meetings:
            if any("ball " in who for who in (met.first, met.second)):
                click.echo(f"  {met.step / 60:5.2f} s  {met.first} meets {met.second}")
    return SOLVED if trial.solved else NOT_SOLVED


@click.command()
@click.argument("name")
@click.option("--track", type=click.Choice(["copy", "constants"]), default="copy")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option("--max-attempts", type=click.IntRange(1), default=10, show_default=True)
@_output
@theme_option
@_json
@click.pass_obj
def solve(
    game: str,
    name: str,
    track: str,
    seed: int,
    max_attempts: int,
    output: str | None,
    theme: str,
    *,
    as_json: bool,
) -> int:
    """Let the solver attempt a puzzle.

    In the track `copy` it knows the game's constants; in `constants` gravity, friction and
    bounce are each off by a factor between a half and two, and it learns them. -o writes the
    last attempt as a picture, or an .html page with all thoughts and attempts.
    """
    from bubbleball.games.bench import belief_of
    from bubbleball.games.play import Attempt
    from bubbleball.games.play import solve as attempts
    from bubbleball.games.report import write_report
    from bubbleball.games.solver.solver import BallSolver

    _check_output(output)
    puzzle = _library(game).puzzle(name)
    solver = BallSolver(puzzle.scene, belief=belief_of(puzzle.scene.name, track, seed), seed=seed)
    events: list[Thought | Attempt] = []
    if not as_json:
        _echo_puzzle(puzzle)
    for step in attempts(solver, max_attempts=max_attempts):
        events.append(step)
        if not as_json:
            said = _attempt_text(step) if isinstance(step, Attempt) else f"  {step.text}"
            click.echo(said)
    made = [event for event in events if isinstance(event, Attempt)]
    if output is not None and output.endswith(".html"):
        write_report(Path(output), puzzle, events)
        click.echo(output, err=True)
    elif output is not None and made:
        _write(output, puzzle.scene, (), made[-1].trial, theme)
    if as_json:
        echo_json([{"simulations": a.simulations, **_trial_data(a.trial)} for a in made])
    return SOLVED if made and made[-1].trial.solved else NOT_SOLVED


def add_commands(group: click.Group, game: str) -> None:
    """Give a game's group the commands that every game has."""
    group.context_settings["obj"] = game
    for command in (levels, show, play, solve):
        group.add_command(command)


def _attempt_text(step: Attempt) -> str:
    balls = "  ".join(f"({b.x:g}, {b.y:g}, r {b.radius:g})" for b in step.trial.balls)
    return (
        f"attempt {step.number}: {balls}: {_outcome(step.trial)} "
        f"({step.simulations} simulations, {step.seconds:.2f} s)"
    )


def _echo_puzzle(puzzle: Puzzle) -> None:
    scene = puzzle.scene
    moving = sum(body.moves for body in scene.bodies)
    balls = counted(scene.rules.balls, "ball")
    stored = counted(len(puzzle.solutions), "stored solution")
    click.echo(f"{scene.name}  {puzzle.goal}")
    click.echo(
        f"  {len(scene.bodies)} bodies, {moving} of which can move; {balls} to place; {stored}"
    )


def _outcome(trial: PuzzleTrial) -> str:
    if trial.solved:
        return f"solved after {trial.seconds:.2f} s"
    return f"not solved; longest contact {trial.held / 60:.2f} s of 3 s"


def _trial_data(trial: PuzzleTrial) -> dict[str, Any]:
    return {
        "task": trial.scene.name,
        "balls": [[ball.x, ball.y, ball.radius] for ball in trial.balls],
        "solved": trial.solved,
        "seconds": trial.seconds,
        "contacts": [[met.first, met.second, met.step, met.until] for met in trial.meetings],
    }


def _chosen(
    source: Library, puzzle: Puzzle, texts: tuple[str, ...], solution: int | None
) -> tuple[PlacedBall, ...]:
    if solution is not None:
        if texts:
            raise click.UsageError("--ball and --solution exclude each other")
        stored = len(puzzle.solutions)
        if solution > stored:
            raise BubbleBallError(f"no solution {solution}: {puzzle.scene.name} has {stored}")
        return puzzle.solutions[solution - 1]
    return source.place(puzzle.scene, [_ball(text) for text in texts]) if texts else ()


def _ball(text: str) -> PlacedBall:
    from bubbleball.games.scene import PlacedBall

    try:
        x, y, radius = map(float, text.split(","))
    except ValueError:
        raise click.BadParameter(f"{text!r} is not x,y,radius, such as 120,200,10") from None
    return PlacedBall(x, y, radius)


def _check_output(output: str | None) -> None:
    """Refuse a name that nothing can be written to, before the solver has worked for it."""
    from bubbleball.render.files import check_suffix

    if output is not None:
        check_suffix(output, (".svg", ".png", ".gif", ".html"))
        check_writable(output)


def _write(
    output: str, scene: Scene, balls: tuple[PlacedBall, ...], trial: PuzzleTrial | None, theme: str
) -> None:
    from bubbleball.games.picture import write_picture

    check_writable(output)
    caption = scene.name if trial is None else f"{scene.name}: {_outcome(trial)}"
    write_picture(Path(output), scene, balls, trial=trial, caption=caption, theme=theme)
    click.echo(output, err=True)
