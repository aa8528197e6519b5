"""H-2: make the chosen configuration plain: nothing idle, few digits, angles within half a turn.

Every change is run in the believed worlds again and kept only if the configuration is robust
enough. Rounding may cost no robustness. A piece that the solution does not need may only stay if it
adds robustness that is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bubbleball.game.placement import Placement
from bubbleball.method.candidates import Choice

DECIMALS = (0, 1, 2, 3, 6)  # of px and degrees, tried in this order; all choices have the last
PRINTED = (2, 3, 6)  # the same where nothing says how much rounding matters
EPSILON = 1e-9

Confirm = Callable[[tuple[Placement, ...], float], Choice | None]


def tidied(choice: Choice, confirm: Confirm, enough: float = 1.0) -> Choice:
    """The same configuration without idle pieces and with poses rounded as far as possible.

    enough: robustness of which no more is needed.
    confirm: runs a configuration in the believed worlds; None if it is no solution. It may stop as
        soon as the robustness cannot exceed the second argument.
    """
    choice = without_idle(choice, confirm, enough)
    for decimals in DECIMALS[:-1]:
        plain = _still(rounded(choice.placements, decimals), choice.robustness, confirm)
        if plain is not None:
            return replace(plain, spare=choice.spare)
    return choice


def without_idle(choice: Choice, confirm: Confirm, enough: float = 1.0) -> Choice:
    """The same configuration without the pieces that it does not need.

    What it needs for its robustness alone is `spare`.
    """
    spare = []
    for piece in [p.piece for p in choice.placements]:
        rest = tuple(p for p in choice.placements if p.piece != piece)
        least = min(enough, choice.robustness) - EPSILON
        found = confirm(rest, least) if rest else None
        if found is not None and found.robustness >= least:
            choice = found
        elif found is not None:
            spare.append(piece)
    return replace(choice, spare=tuple(spare)) if spare else choice


def rounded(placements: Sequence[Placement], decimals: int) -> tuple[Placement, ...]:
    """Poses with a number of decimals, and angles in (-180, 180]."""
    return tuple(
        replace(p, x=round(p.x, decimals), y=round(p.y, decimals), angle=_turn(p.angle, decimals))
        for p in placements
    )


def _turn(angle: float, decimals: int) -> float:
    turn = round(180.0 - (180.0 - angle) % 360.0, decimals) + 0.0  # no negative zero
    return 180.0 if turn == -180.0 else turn


def presentable(
    placements: Sequence[Placement], legal: Callable[[Sequence[Placement]], bool]
) -> tuple[Placement, ...]:
    """A configuration that is no known solution, with as few digits as the rules allow."""
    few = (rounded(placements, decimals) for decimals in PRINTED)
    return next(filter(legal, few), tuple(placements))


def _still(placements: tuple[Placement, ...], robust: float, confirm: Confirm) -> Choice | None:
    """A configuration if it is at least that robust."""
    found = confirm(placements, robust - EPSILON)
    return None if found is None or found.robustness < robust - EPSILON else found
