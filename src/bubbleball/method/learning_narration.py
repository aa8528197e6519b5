"""What the default solver says of H-3: what the last run has changed, and what it leaves open."""

from __future__ import annotations

from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.model.belief import Belief, key_of

UNEXPLAINED = 3.0  # px; a run that differs more does not agree with the belief


def learned(
    before: Belief, after: Belief, unexplained: float, seconds: float, uncounted: float = 0.0
) -> Thought:
    """H-3 has fitted β.

    unexplained: px by which the last run still differs from the belief.
    uncounted: px by which its ball was in the flag, though the game did not count it.
    """
    old = {estimate.name: estimate.mean for estimate in before.estimates()}
    changed = [
        _change(new.name, old.get(new.name), new.mean)
        for new in after.estimates()
        if abs(old.get(new.name, 0.0) - new.mean) > max(1e-3, 5e-3 * abs(old.get(new.name, 0.0)))
    ]
    text = "The last run changes nothing in my belief about the physics."
    if changed:
        text = f"The last run changes my belief: {', '.join(changed)}."
    elif unexplained <= UNEXPLAINED and not uncounted:
        text = "The last run agrees with my belief about the physics."
    if unexplained > UNEXPLAINED:
        text += f" The ball was up to {unexplained:.0f} px from where the belief puts it."
    if uncounted:
        text += f" The ball was {uncounted:.1f} px in the flag, which did not count: I aim deeper."
    if after.scatter != before.scatter:
        shift, turn = after.scatter
        text += f" Pieces may land up to {shift:.1f} px and {turn:.1f}° from where I put them."
    return Thought(
        MethodStage.LEARN, text, seconds, belief_before=before.estimates(), belief=after.estimates()
    )


def _change(name: str, old: float | None, new: float) -> str:
    """What has changed, in words; the side of a zone is nowhere before it is found."""
    key = key_of(name)
    if old is None and key.unit == "m":
        return f"{key.label} at {new:.3g} m"
    return f"{key.label} {old or 0.0:.3g} to {new:.3g}"
