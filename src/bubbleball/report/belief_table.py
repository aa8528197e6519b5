"""The believed physics before and after a run, as a table."""

from __future__ import annotations

from bubbleball.method.explanation import Thought
from bubbleball.model.belief import key_of
from bubbleball.model.estimate import Estimate
from bubbleball.report.figures import belief_figure
from bubbleball.report.labels import count, number
from bubbleball.report.markup import Html, table, tag, two_lines

_SHOWN = 1e-4  # half widths of a band below this are not written out
_SAME = 1e-3  # relative difference below which nothing has changed


def belief_table(thought: Thought) -> Html:
    """A row for each parameter that a run gave evidence of; one sentence for all the others."""
    before = {estimate.name: estimate for estimate in thought.belief_before}
    moved = [e for e in thought.belief if _changed(before.get(e.name), e)]
    still = [e for e in thought.belief if e not in moved]
    parts = []
    if moved:
        parts.append(
            table(
                ["believed", "before", "after", "change"],
                [_row(before.get(e.name), e) for e in moved],
            )
        )
        text = "Small numbers and bars are 95 % bands: grey before the run, blue after it."
        parts.append(tag("p", text, class_="soft"))
    if still:
        values = ", ".join(f"{key_of(e.name).label} {_value(e)}" for e in still)
        lead = "Unchanged:" if moved else "The belief is unchanged:"
        parts.append(tag("p", f"{lead} {values}.", class_="soft"))
    return tag("div", *parts)


def _row(before: Estimate | None, after: Estimate) -> list[str]:
    key = key_of(after.name)
    about = f"{key.label}: {_value(after)}"
    return [
        tag("div", two_lines(key.label, key.unit), belief_figure(before, after, about)),
        two_lines(number(before.mean), _band(before)) if before else "–",
        two_lines(number(after.mean), _band(after)),
        two_lines(_change(before, after), f"from {count(after.evidence, 'observation')}"),
    ]


def _value(estimate: Estimate) -> str:
    return f"{number(estimate.mean)} ({_band(estimate)})"


def _band(estimate: Estimate) -> str:
    low, high = number(estimate.low), number(estimate.high)
    if low != high:
        return f"{low} to {high}"
    half = (estimate.high - estimate.low) / 2
    return f"± {half:.4f}" if half >= _SHOWN else f"± less than {_SHOWN}"


def _changed(before: Estimate | None, after: Estimate) -> bool:
    if before is None:
        return True
    return before.evidence != after.evidence or any(
        abs(new - old) > _SAME * max(abs(old), 1e-3)
        for old, new in (
            (before.mean, after.mean),
            (before.low, after.low),
            (before.high, after.high),
        )
    )


def _change(before: Estimate | None, after: Estimate) -> str:
    if before is None:
        return "new"
    width, was = after.high - after.low, before.high - before.low
    surer = "surer" if width < 0.9 * was else "less sure" if width > 1.1 * was else "as sure"
    difference = after.mean - before.mean
    if abs(difference) <= max(_SAME * abs(before.mean), 5e-4):
        return f"same value, {surer}"
    return f"{'+' if difference > 0 else '−'}{number(abs(difference))}, {surer}"
