"""The runs of a solve, one after the other, as a film."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bubbleball.game.level import Level
from bubbleball.method.explanation import Thought
from bubbleball.play.step import Step
from bubbleball.render.files import write_film
from bubbleball.render.overlay import Overlay
from bubbleball.report.figures import opening_overlay, overlay_of
from bubbleball.report.story import Chapter, Story, story_of

FPS = 20


def write_gif(path: str | os.PathLike[str], level: Level, events: Sequence[Thought | Step]) -> None:
    """Write a film of the empty run and the trials, whole or not at all.

    Of more than 40 trials it shows the first and the last 20.
    """
    runs = _runs(story_of(events))
    write_film(path, [(level, run.placements, run.trial, seen) for run, seen in runs], fps=FPS)


def _runs(story: Story) -> Iterator[tuple[Step, Overlay]]:
    if story.opening is not None:
        thoughts = story.chapters[0].thoughts if story.chapters else ()
        text = "The empty run: nothing is placed."
        yield story.opening, replace(opening_overlay(thoughts), caption=text)
    count = len(story.trials)
    for chapter in story.abridged().trials:
        if chapter.step is not None:
            seen = replace(overlay_of(chapter), candidates=None)
            yield chapter.step, replace(seen, caption=_caption(chapter, chapter.step, count))


def _caption(chapter: Chapter, step: Step, trials: int) -> str:
    words = f" {chapter.decisions[-1].text}" if chapter.decisions else ""
    return f"Trial {step.number} of {trials}.{words}"
