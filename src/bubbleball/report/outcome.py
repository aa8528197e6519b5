"""The end of a chapter: the plan beside the trial, and how well the two agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bubbleball.game.level import Level
from bubbleball.method.explanation import Thought
from bubbleball.play.step import Step
from bubbleball.report.encounters import (
    Encounter,
    Pair,
    actual_encounters,
    deviation,
    nearest_to_flag,
    paired,
    predicted_encounters,
)
from bubbleball.report.figures import plan_figure, trial_figure
from bubbleball.report.labels import part_name, place
from bubbleball.report.markup import Html, table, tag, two_lines
from bubbleball.report.replay_commands import placement_table
from bubbleball.report.story import Chapter

_ROWS = 24  # of the table of events


def outcome_parts(level: Level, chapter: Chapter, step: Step) -> Iterator[Html]:
    """Pictures, placement and events of a trial."""
    plan, trial = plan_figure(level, chapter, step.placements), trial_figure(level, chapter, step)
    yield tag("h3", "The plan and the trial" if plan else "The trial")
    yield tag("div", *([plan, trial] if plan else [trial]), class_="pair" if plan else "alone")
    if step.placements:
        yield placement_table(level, step.placements, _roles(chapter, step))
    prediction = chapter.prediction
    predicted = predicted_encounters(prediction.events) if prediction else []
    pairs = paired(predicted, actual_encounters(step.trial))
    yield tag("h3", "What the ball met")
    yield tag("p", " ".join(_comparison(level, prediction, step)))
    yield _event_table(level, prediction if predicted else None, pairs, step)
    if not step.trial.solved:
        why = _shortfall(level, step, pairs, predicted=bool(predicted))
        yield tag("p", tag("strong", "Why it failed. "), why, class_="note")


def _roles(chapter: Chapter, step: Step) -> dict[str, str]:
    prediction = chapter.prediction
    if prediction is None:
        return {}
    roles = {support.piece: "support" for support in prediction.supports}
    if prediction.main:
        roles[prediction.main.piece] = "main block"
    return {p.piece: roles.get(p.piece, "") for p in step.placements} if roles else {}


def _comparison(level: Level, prediction: Thought | None, step: Step) -> Iterator[str]:
    if prediction is None:
        yield "The solver made no prediction. This is what happened:"
        return
    off = None if prediction.predicted is None else deviation(prediction.predicted, step.trial)
    if off is None:
        yield "The solver did not predict the ball's path."
    elif off.seconds is None:
        yield f"The ball stayed within {max(0.1, off.largest):.1f} px of the predicted path."
    else:
        before = [h for h in actual_encounters(step.trial) if h.seconds <= off.seconds]
        after = f", after it met {part_name(level, before[-1].part)}" if before else ""
        yield (
            f"The ball followed the predicted path for {off.seconds:.2f} s and left it at "
            f"{place(off.x, off.y)}{after}; its largest distance from the path was "
            f"{off.largest:.0f} px."
        )
    if not prediction.events:
        yield "The solver did not predict which parts the ball would meet. It met these:"


def _shortfall(level: Level, step: Step, pairs: Sequence[Pair], *, predicted: bool) -> str:
    gap, when = nearest_to_flag(step.trial)
    text = f"The ball came within {gap:.0f} px of the flag, at {when:.2f} s, but no nearer."
    missed = next((p for p in pairs if p.predicted is None or p.actual is None), None)
    met = missed and (missed.predicted or missed.actual)
    if not (predicted and missed and met):
        return text
    part = part_name(level, met.part)
    if missed.predicted:
        return f"{text} It was predicted to meet {part} at {met.seconds:.2f} s and did not."
    return f"{text} It met {part} at {met.seconds:.2f} s, which was not predicted."


def _event_table(
    level: Level, prediction: Thought | None, pairs: Sequence[Pair], step: Step
) -> Html:
    rows: list[list[str]] = []
    for pair in pairs[:_ROWS]:
        met = pair.actual or pair.predicted
        expected = [_when_and_where(pair.predicted, "not predicted")] if prediction else []
        actual = _when_and_where(pair.actual, "did not happen")
        rows.append([part_name(level, met.part) if met else "", *expected, actual])
    if len(pairs) > _ROWS:
        rows.append([f"… and {len(pairs) - _ROWS} more", *([""] if prediction else []), ""])
    x, y = step.trial.ball[-1, :2].tolist()
    end = [_predicted_end(prediction)] if prediction else []
    actual_end = two_lines(f"{step.trial.seconds:.2f} s", f"ball at {place(x, y)}")
    rows.append(["end of the trial", *end, actual_end])
    return table(["the ball meets", *(["predicted"] if prediction else []), "actual"], rows)


def _predicted_end(thought: Thought) -> str:
    path = thought.predicted
    if path is None or not len(path):
        return ""
    return tag("small", f"ball at {place(*path[-1].tolist())}")


def _when_and_where(encounter: Encounter | None, missing: str) -> str:
    if encounter is None:
        return missing
    often = f", {encounter.times} times" if encounter.times > 1 else ""
    return two_lines(
        f"{encounter.seconds:.2f} s{often}", f"ball at {place(encounter.x, encounter.y)}"
    )
