"""A page about one solve of another game: what the solver thought, tried and learned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bubbleball.files.disk import write_bytes
from bubbleball.games.library import Puzzle
from bubbleball.games.picture import draw
from bubbleball.games.play import Attempt
from bubbleball.games.scene import STEPS_PER_SECOND
from bubbleball.method.explanation import Thought
from bubbleball.render.svg import to_svg
from bubbleball.report.markup import Html, document, mark, tag
from bubbleball.report.style import style_sheet


def write_report(path: Path, puzzle: Puzzle, events: Sequence[Thought | Attempt]) -> None:
    """Write the page, whole or not at all."""
    write_bytes(path, report_page(puzzle, events).encode())


def report_page(puzzle: Puzzle, events: Sequence[Thought | Attempt]) -> str:
    """The page, which needs no other file. events: what `games.play.solve` yielded."""
    name = puzzle.scene.name
    made = [event for event in events if isinstance(event, Attempt)]
    body = tag("main", _headline(puzzle, made), _opening(puzzle), *_chapters(events))
    return document(f"{name}, solved step by step", style_sheet(), [body])


def _headline(puzzle: Puzzle, made: Sequence[Attempt]) -> Html:
    solved = bool(made) and made[-1].trial.solved
    spent = made[-1].simulations if made else 0
    attempts = f"{len(made)} attempt{'s' * (len(made) != 1)}"
    verdict = f" {puzzle.goal} {attempts}, {spent} simulations."
    lead = tag("p", mark(solved, "not solved"), verdict, class_="verdict")
    return tag("header", tag("h1", puzzle.scene.name), lead)


def _opening(puzzle: Puzzle) -> Html:
    return tag("section", tag("h2", "The puzzle"), Html(to_svg(draw(puzzle.scene), embed=True)))


def _chapters(events: Sequence[Thought | Attempt]) -> Iterator[Html]:
    thoughts: list[Html] = []
    for event in events:
        if isinstance(event, Thought):
            thoughts.append(tag("p", f"{str(event.stage).capitalize()}: {event.text}"))
            continue
        trial = event.trial
        picture = draw(trial.scene, trial=trial, frame=len(trial.states) - 1)
        held = f" The goal's bodies stayed in contact for {trial.held / STEPS_PER_SECOND:.2f} s."
        yield tag(
            "section",
            tag("h2", f"Attempt {event.number}"),
            *thoughts,
            Html(to_svg(picture, embed=True)),
            tag("p", mark(trial.solved, "failed"), held),
        )
        thoughts = []
    if thoughts:
        yield tag("section", tag("h2", "After the last attempt"), *thoughts)
