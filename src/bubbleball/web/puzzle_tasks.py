"""The studio's work on the puzzles of other games, for its worker processes."""

from __future__ import annotations

from bubbleball.errors import DataError
from bubbleball.game.geometry import Disc, Shape
from bubbleball.games.arena import Arena
from bubbleball.games.bench import belief_of
from bubbleball.games.library import GAMES, library
from bubbleball.games.play import Attempt, solve
from bubbleball.games.scene import HOLD, STEPS_PER_SECOND, PlacedBall, SceneBody
from bubbleball.games.solver.solver import BallSolver
from bubbleball.games.trial import PuzzleTrial
from bubbleball.web import requests
from bubbleball.web.contract.events import BeganEvent
from bubbleball.web.contract.puzzles import (
    AttemptEvent,
    OutlineData,
    PuzzleBody,
    PuzzleGame,
    PuzzleGroup,
    PuzzleNamesReply,
    PuzzleReply,
    PuzzleRun,
    PuzzlesReply,
    PuzzleThoughtEvent,
)
from bubbleball.web.encoding import encoded, event
from bubbleball.web.limits import Limits
from bubbleball.web.worker import Channel

TITLES = {"phyre": "PHYRE", "interphyre": "Interphyre"}
MOST_NAMES = 100
STRIDE = 2  # steps between two frames that the page shows


def games(channel: Channel, body: requests.NoBody, limits: Limits) -> None:
    """The other games, and what to do where the data of one are missing."""
    channel.send(encoded(PuzzlesReply(tuple(map(_game, GAMES)))))


def _game(name: str) -> PuzzleGame:
    try:
        groups = library(name).groups()
    except DataError as missing:
        return PuzzleGame(name, TITLES[name], (), str(missing))
    found = tuple(PuzzleGroup(group, count) for group, count in groups.items())
    return PuzzleGame(name, TITLES[name], found, "")


def names(channel: Channel, body: requests.PuzzleNameBody, limits: Limits) -> None:
    """The first puzzles of a group."""
    found = library(body.game).names(body.name)
    channel.send(encoded(PuzzleNamesReply(tuple(found[:MOST_NAMES]))))


def look(channel: Channel, body: requests.PuzzleNameBody, limits: Limits) -> None:
    """A puzzle as the page draws it."""
    puzzle = library(body.game).puzzle(body.name)
    rules = puzzle.scene.rules
    reply = PuzzleReply(
        puzzle.scene.name,
        puzzle.goal,
        (rules.left, rules.bottom, rules.right, rules.top),
        tuple(map(_body, puzzle.scene.bodies)),
        rules.balls,
        (rules.least_radius, rules.most_radius),
    )
    channel.send(encoded(reply))


def play(channel: Channel, body: requests.PuzzlePlayBody, limits: Limits) -> None:
    """One run with the visitor's balls."""
    source = library(body.game)
    scene = source.puzzle(body.name).scene
    given = [PlacedBall(ball.x, ball.y, ball.radius) for ball in body.balls]
    balls = source.place(scene, given) if given else ()
    channel.send(encoded(_run(Arena(scene).run(balls, stride=STRIDE))))


def run_solver(channel: Channel, body: requests.PuzzleSolveBody, limits: Limits) -> None:
    """The solver at work, thought by thought and attempt by attempt."""
    scene = library(body.game).puzzle(body.name).scene
    belief = belief_of(scene.name, body.track, body.seed)
    solver = BallSolver(scene, belief=belief, seed=body.seed)
    arena = Arena(scene)
    channel.send(event(BeganEvent("")))
    steps = solve(
        solver, lambda balls: arena.run(balls, stride=STRIDE), max_attempts=body.max_attempts
    )
    for step in steps:
        if channel.stopped:
            return
        if isinstance(step, Attempt):
            channel.send(event(AttemptEvent(step.number, _run(step.trial), step.simulations)))
        else:
            channel.send(event(PuzzleThoughtEvent(step.stage, step.text)))


def _body(body: SceneBody) -> PuzzleBody:
    outlines = tuple(_outline(shape) for shape in (*body.shapes, *body.sensors))
    return PuzzleBody(body.name, body.role, body.moves, (body.x, body.y, body.angle), outlines)


def _outline(shape: Shape) -> OutlineData:
    if isinstance(shape, Disc):
        return OutlineData((), (shape.x, shape.y), shape.radius)
    return OutlineData(shape.corners, (0.0, 0.0), 0.0)


def _run(trial: PuzzleTrial) -> PuzzleRun:
    held = trial.held / STEPS_PER_SECOND
    text = (
        f"Solved after {trial.seconds:.1f} s."
        if trial.solved
        else f"Not solved: the longest contact took {held:.1f} s of {HOLD / STEPS_PER_SECOND:g} s."
    )
    return PuzzleRun(
        trial.solved,
        text,
        trial.balls,
        trial.names,
        STEPS_PER_SECOND / trial.stride,
        trial.states.tolist(),
    )


PUZZLE_TASKS = {
    "puzzles": games,
    "puzzle-names": names,
    "puzzle": look,
    "puzzle-play": play,
    "puzzle-solve": run_solver,
}
