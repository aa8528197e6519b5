"""The reproduction as a page: the paper's table, and a picture of every Local Region solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bubbleball.bench.paper_table import PAPER, paper_table
from bubbleball.bench.record_file import Records
from bubbleball.files import packs
from bubbleball.game.arrays import Array
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.trial import Trial
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.render import Overlay, draw, to_svg
from bubbleball.report.markup import Html, document, table, tag
from bubbleball.report.story import story_of
from bubbleball.solvers import make_solver

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; }
table { border-collapse: collapse; } td, th { border-bottom: 1px solid #ccc; padding: .3rem .6rem; }
td.number, th.number { text-align: right; } .table { overflow-x: auto; }
.regions { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(22rem, 1fr)); }
figure { margin: 0; } figcaption { font-size: .9rem; } svg { height: auto; width: 100%; }
"""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedRegion:
    """What the method did in one Local Region of a solved level.

    thought: the decision, with guide path, region and blocks. recorded: n x 2, the path before.
    placements: everything in place after it.
    """

    thought: Thought
    recorded: Array
    placements: tuple[Placement, ...]


def solved_regions(level: Level, seed: int, max_trials: int) -> tuple[list[SolvedRegion], Trial]:
    """Solve a level by the paper's method and keep the regions of the last trial."""
    solver = make_solver("paper", level, seed=seed)
    story = story_of(solve(Game(level), solver, max_trials=max_trials))
    last = story.trials[-1] if story.trials else None
    if last is None or last.step is None:
        assert story.opening is not None
        return [], story.opening.trial
    return list(_regions(last.thoughts, last.before, last.step)), last.step.trial


def page(records: Records) -> str:
    """The whole page, which needs nothing else."""
    result = paper_table(records)
    rows = table(result.header, result.rows, numbers=range(4, len(result.header)))
    parts: list[str] = [
        tag("h1", "The paper’s table, reproduced"),
        tag("p", result.note),
        tag("div", rows, class_="table"),
    ]
    played = {run.solve.level for run in records.runs}
    for name in PAPER:
        if name in played:
            parts += _level(name, records)
    return document("The paper’s table, reproduced", _STYLE, parts)


def _regions(
    thoughts: Sequence[Thought], before: Trial | None, event: Step
) -> Iterator[SolvedRegion]:
    """The decisions behind a trial; the path that a region changes is recorded or predicted."""
    decided = [t for t in thoughts if t.stage is MethodStage.CHOOSE and t.main is not None]
    path = None if before is None else before.ball[:, :2]
    new = {p.piece for t in decided if t.main for p in (*t.supports, t.main)}
    standing = [p for p in event.placements if p.piece not in new]
    for thought in decided:
        assert thought.main is not None
        standing += [*thought.supports, thought.main]
        if path is not None:
            yield SolvedRegion(thought, path, tuple(standing))
        path = thought.predicted


def _level(name: str, records: Records) -> Iterator[Html]:
    document = packs.find(name)
    settings = records.settings
    regions, trial = solved_regions(document.level, settings.seeds[0], settings.max_trials)
    yield tag("h2", f"{name}: {document.level.title}")
    pictures = [_figure(document.level, number, each) for number, each in enumerate(regions, 1)]
    outcome = draw(document.level, trial.placements, trial=trial, show_caption=False)
    pictures.append(
        tag(
            "figure",
            Html(to_svg(outcome)),
            tag("figcaption", f"{trial.reason[0].upper()}{trial.reason[1:]}."),
        )
    )
    yield tag("div", *pictures, class_="regions")


def _figure(level: Level, number: int, region: SolvedRegion) -> Html:
    thought = region.thought
    overlay = Overlay(
        guides=thought.guides,
        recorded=region.recorded,
        region=thought.region,
        predicted=thought.predicted,
        main=thought.main.piece if thought.main else None,
        supports=tuple(p.piece for p in thought.supports),
    )
    drawing = draw(level, region.placements, overlay=overlay, show_caption=False)
    events = tag("ul", *(tag("li", line) for line in thought.details)) if thought.details else ""
    caption = tag("figcaption", f"Local Region {number}. {thought.text}", events)
    return tag("figure", Html(to_svg(drawing)), caption)
