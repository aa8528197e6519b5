"""What is learnt from logs of whole numbers: `python benchmarks/whole_numbers.py`.

Each draw is a random physics in a classic level: the empty run and one trial of a stored solution,
observed in whole px, px/s and degrees. Prints the table of
docs/learning.md.
"""

from __future__ import annotations

import argparse
import statistics
from collections import defaultdict
from collections.abc import Iterable, Iterator

from bubbleball.files.packs import find, pack
from bubbleball.game.foreign.foreign_game import ForeignGame
from bubbleball.game.physics import random_physics
from bubbleball.method.learn import learn

FIRST_DRAW = 4000  # seeds from here on are used nowhere else
Finding = tuple[str, bool, bool, float]  # parameter, near, in the band, error
NEAR = {"gravity": 0.01, "restitution": 0.03, "ball_friction": 0.05}  # of gravity a share


def findings(draws: Iterable[int]) -> Iterator[Finding]:
    """For each parameter with evidence: name, whether near, whether in the band, and the error."""
    names = pack("classic")
    for draw in draws:
        document, physics = find(names[draw % len(names)]), random_physics(FIRST_DRAW + draw)
        game = ForeignGame(document.level, "whole", physics)
        belief = learn([game.play(), game.play(document.solutions[0])])
        for estimate in belief.estimates():
            if estimate.name in NEAR and estimate.evidence:
                truth = getattr(physics, estimate.name)
                error = abs(estimate.mean - truth)
                allowed = NEAR[estimate.name] * (truth if estimate.name == "gravity" else 1.0)
                covered = estimate.low <= truth <= estimate.high
                yield estimate.name, error <= allowed, covered, error


def table(made: Iterable[Finding]) -> str:
    """A line for each parameter."""
    found = defaultdict(list)
    for name, *rest in made:
        found[name].append(rest)
    lines = [
        "| parameter | with evidence | allowed | near the truth | in the band | median error |",
        "|---|---|---|---|---|---|",
    ]
    for name, allowed in NEAR.items():
        near, covered, error = zip(*found[name], strict=True)
        limit = f"{100 * allowed:g} %" if name == "gravity" else f"{allowed:g}"
        lines.append(
            f"| `{name}` | {len(near)} | {limit} | {100 * statistics.mean(near):.1f} % "
            f"| {100 * statistics.mean(covered):.1f} % | {statistics.median(error):.1e} |"
        )
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=200)
    given = parser.parse_args()
    print(table(findings(range(given.draws))))


if __name__ == "__main__":
    main()
