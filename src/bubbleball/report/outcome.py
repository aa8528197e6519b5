"""The end of a chapter: the plan beside what happened, and what the two have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bubbleball.game.level import Level
from bubbleball.method.explanation import Thought
from bubbleball.play.loop import Step
from bubbleball.report.compare import (
    Happening,
    Pair,
    actual_happenings,
    deviation,
    nearest_to_flag,
    paired,
    predicted_happenings,
)
from bubbleball.report.figures import plan_figure, trial_figure
from bubbleball.report.labels import part_name, place
from bubbleball.report.markup import Html, table, tag, two_lines
from bubbleball.report.replay import placement_table
from bubbleball.report.story import Chapter

_ROWS = 24  # of a table of events


def outcome_parts(level: Level, chapter: Chapter, step: Step) -> Iterator[Html]:
    """Pictures, placement and events of a trial."""
    plan, trial = plan_figure(level, chapter, step.placements), trial_figure(level, chapter, step)
    yield tag("h3", "The plan, and what happened" if plan else "What happened")
    yield tag("div", *([plan, trial] if plan else [trial]), class_="pair" if plan else "alone")
    if step.placements:
        yield placement_table(level, step.placements, _roles(chapter, step))
    told = chapter.prediction
    predicted = predicted_happenings(told.events) if told else []
    pairs = paired(predicted, actual_happenings(step.trial))
    yield tag("h3", "What the ball met")
    yield tag("p", " ".join(_comparison(level, told, step)))
    yield _event_table(level, told if predicted else None, pairs, step)
    if not step.trial.solved:
        why = _shortfall(level, step, pairs, foretold=bool(predicted))
        yield tag("p", tag("strong", "Why this was not enough. "), why, class_="note")


def _roles(chapter: Chapter, step: Step) -> dict[str, str]:
    told = chapter.prediction
    if told is None:
        return {}
    roles = {support.piece: "support" for support in told.supports}
    if told.main:
        roles[told.main.piece] = "main block"
    return {p.piece: roles.get(p.piece, "") for p in step.placements} if roles else {}


def _comparison(level: Level, told: Thought | None, step: Step) -> Iterator[str]:
    if told is None:
        yield "The solver made no prediction; this is what happened:"
        return
    off = None if told.predicted is None else deviation(told.predicted, step.trial)
    if off is None:
        yield "The solver did not predict the ball's path."
    elif off.seconds is None:
        yield f"The ball stayed within {max(0.1, off.largest):.1f} px of the predicted path."
    else:
        before = [h for h in actual_happenings(step.trial) if h.seconds <= off.seconds]
        after = f", after it met {part_name(level, before[-1].part)}" if before else ""
        yield (
            f"The ball kept to the predicted path for {off.seconds:.2f} s and left it at "
            f"{place(off.x, off.y)}{after}; it went up to {off.largest:.0f} px astray."
        )
    if not told.events:
        yield "Which parts it should meet was not said; these it met:"


def _shortfall(level: Level, step: Step, pairs: Sequence[Pair], *, foretold: bool) -> str:
    gap, when = nearest_to_flag(step.trial)
    text = f"The ball came no nearer to the flag than {gap:.0f} px, at {when:.2f} s."
    missed = next((p for p in pairs if p.predicted is None or p.actual is None), None)
    if foretold and missed and missed.predicted:
        part, seconds = part_name(level, missed.predicted.part), missed.predicted.seconds
        return f"{text} It should have met {part} at {seconds:.2f} s, and did not."
    if foretold and missed and missed.actual:
        part, seconds = part_name(level, missed.actual.part), missed.actual.seconds
        return f"{text} It met {part} at {seconds:.2f} s, which was not foreseen."
    return text


def _event_table(level: Level, told: Thought | None, pairs: Sequence[Pair], step: Step) -> Html:
    rows: list[list[str]] = []
    for pair in pairs[:_ROWS]:
        met = pair.actual or pair.predicted
        foreseen = [_when_and_where(pair.predicted, "not foreseen")] if told else []
        actual = _when_and_where(pair.actual, "did not happen")
        rows.append([part_name(level, met.part) if met else "", *foreseen, actual])
    if len(pairs) > _ROWS:
        rows.append([f"… and {len(pairs) - _ROWS} more", *([""] if told else []), ""])
    x, y = step.trial.ball[-1, :2].tolist()
    end = [_predicted_end(told)] if told else []
    actual_end = two_lines(f"{step.trial.seconds:.2f} s", f"ball at {place(x, y)}")
    rows.append(["end of the run", *end, actual_end])
    return table(["the ball meets", *(["predicted"] if told else []), "actually"], rows)


def _predicted_end(thought: Thought) -> str:
    path = thought.predicted
    if path is None or not len(path):
        return ""
    return tag("small", f"ball at {place(*path[-1].tolist())}")


def _when_and_where(happening: Happening | None, missing: str) -> str:
    if happening is None:
        return missing
    often = f", {happening.times} times" if happening.times > 1 else ""
    return two_lines(
        f"{happening.seconds:.2f} s{often}", f"ball at {place(happening.x, happening.y)}"
    )
