"""The report as one page: what the solver tried, why, and with what result."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from bubbleball.files.disk import write_bytes
from bubbleball.game.level import Level
from bubbleball.game.physics import PHYSICS_KEYS
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.record import SolveRecord
from bubbleball.play.step import Step
from bubbleball.render.film import ENDS
from bubbleball.report.chapter import chapter_section
from bubbleball.report.figures import opening_figure, time_figure
from bubbleball.report.labels import PUZZLE, STAGES, count, seconds, sentence
from bubbleball.report.markup import Html, document, joined, mark, tag
from bubbleball.report.replay_commands import replay_section
from bubbleball.report.story import Chapter, Story, story_of
from bubbleball.report.style import style_sheet


def write_report(
    path: str | os.PathLike[str],
    level: Level,
    record: SolveRecord,
    events: Sequence[Thought | Step],
    file: str = "",
) -> None:
    """Write the page, whole or not at all.

    events: what `play.solve` yielded. file: of a level that is not shipped, as commands name it.
    """
    text = report_page(level, record, events, file)
    write_bytes(path, text.encode())


def report_page(
    level: Level, record: SolveRecord, events: Sequence[Thought | Step], file: str = ""
) -> str:
    """One self-contained page."""
    story = story_of(events)
    body = [
        _headline(level, record, story),
        _introduction(story),
        *_opening(level, story),
        *(chapter_section(level, chapter) for chapter in story.abridged().chapters),
        *_times(record, story),
        replay_section(level, record, file),
    ]
    title = f"{_verdict(record)}: {_level_name(level, record)}"
    return document(title, style_sheet(), [tag("main", joined(body, "\n"))])


def _headline(level: Level, record: SolveRecord, story: Story) -> Html:
    facts = {
        "level": record.level or "unnamed",
        "solver": record.solver,
        "seed": str(record.seed),
        "trials": str(record.trials),
        "local regions found": str(record.regions),
        "time": seconds(record.seconds),
        "physics of the game": f"{_physics(record.physics)} (unknown to the solver)"
        if record.physics
        else "as in the real game",
    }
    if record.world:
        facts["foreign world"] = f"{record.world} (unknown to the solver)"
    pairs = (tag("div", tag("dt", name), tag("dd", value)) for name, value in facts.items())
    verdict = f" {_verdict(record)}{f': {record.reason}' if record.trials else ''}."
    parts = [
        tag("h1", _level_name(level, record)),
        tag("p", mark(record.solved, "not solved"), verdict, class_="verdict"),
        tag("dl", *pairs, class_="facts"),
    ]
    if record.error is not None:
        lead = tag("strong", "The solver stopped with an error. ")
        parts.append(tag("p", lead, record.error, class_="note"))
    elif not record.solved:
        parts.append(tag("p", tag("strong", "Why it stopped. "), _why(story), class_="note"))
    if story.chapters:
        parts.append(tag("p", "In this report: ", joined(_contents(story), ", "), "."))
    return tag("header", *parts)


def _times(record: SolveRecord, story: Story) -> Iterator[Html]:
    if len(story.chapters) < 2:
        return  # the only chapter has shown it
    times = {
        STAGES[s][0]: record.stage_seconds[s] for s in MethodStage if s in record.stage_seconds
    }
    rest = record.seconds - sum(times.values())
    shown = {name: value for name, value in times.items() if value > 0} | {"Other": max(0.0, rest)}
    yield tag(
        "section",
        tag("h2", "Total time per stage"),
        tag("p", f"{seconds(record.seconds)} in total, including the runs of the game."),
        time_figure(shown),
    )


def _contents(story: Story) -> Iterator[Html]:
    if story.opening:
        yield tag("a", "the empty run", href="#run-0")
    shown = story.abridged().chapters
    left_out = len(story.chapters) - len(shown)
    for number, chapter in enumerate(shown):
        if left_out and number == len(shown) // 2:
            yield tag("em", f"{left_out} trials that are left out")
        if chapter.step is None:
            yield tag("a", "giving up", href="#end")
        else:
            trial, end = chapter.step.number, ENDS[chapter.step.trial.outcome]
            yield tag("a", f"trial {trial} ({end})", href=f"#run-{trial}")
    yield tag("a", "how to replay it", href="#replay")


def _introduction(story: Story) -> Html:
    parts = [tag("h2", "How to read this report"), *(tag("p", text) for text in PUZZLE)]
    seen = {t.stage for chapter in story.chapters for t in chapter.thoughts}
    if seen:
        parts.append(tag("p", "Before each trial the solver works in stages:"))
        entries = [
            tag("dt", name) + tag("dd", sentence(text))
            for stage, (name, text) in STAGES.items()
            if stage in seen
        ]
        parts.append(tag("dl", *map(Html, entries), class_="stages"))
    return tag("section", *parts)


def _opening(level: Level, story: Story) -> Iterator[Html]:
    if story.opening is None:
        return
    thoughts = story.chapters[0].thoughts if story.chapters else ()
    trial = story.opening.trial
    if any(t.region for t in thoughts):
        text = (
            "Blue is the guide path, which the ball should follow; red is the path that it takes "
            "with nothing placed. The dashed box shows where the unaided ball leaves the guide "
            "path, and the disc which point of the guide path it should reach from there."
        )
    else:
        text = "First the ball is released with nothing placed. This run does not count as a trial."
    yield tag(
        "section",
        tag("h2", "The empty run"),
        tag("p", sentence(trial.reason)),
        tag("p", text),
        tag("div", opening_figure(level, trial, thoughts), class_="alone"),
        id="run-0",
    )


def _why(story: Story) -> str:
    last: Chapter | None = story.chapters[-1] if story.chapters else None
    if last is None:
        return "The solver reported nothing and proposed nothing."
    if last.step is None:
        return last.thoughts[-1].text
    return "The last trial of the budget did not reach the flag."


def _verdict(record: SolveRecord) -> str:
    trials = count(record.trials, "trial")
    if record.solved:
        return f"Solved in {trials}"
    return f"Not solved after {trials}" if record.trials else "Not solved, without a trial"


def _level_name(level: Level, record: SolveRecord) -> str:
    names = dict.fromkeys(filter(None, (record.level, level.title)))
    return " · ".join(names) or "A level of Bubble Ball"


def _physics(text: str) -> str:
    """What `--physics` takes, with the names and units of the constants."""
    words = []
    for word in text.split(","):
        name, _, value = word.partition("=")
        key = PHYSICS_KEYS.get(name)
        words.append(f"{key.label} {value} {key.unit}".rstrip() if key and value else word)
    return ", ".join(words)
