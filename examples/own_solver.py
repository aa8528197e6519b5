"""A solver of your own in 30 lines: try random placements, then nudge the one that came nearest."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bubbleball import Level, MethodStage, Placement, Placer, Thought, Trial


class Nudge:
    """Half of its placements are random, the other half small changes of the best."""

    def __init__(self, level: Level, *, seed: int = 0) -> None:
        self.placer = Placer(level)
        self.rng = np.random.default_rng(seed)
        self.best: tuple[Placement, ...] = ()
        self.gap = np.inf

    def think(self) -> Iterator[Thought]:
        """Yield a thought for people to follow."""
        yield Thought(
            MethodStage.CHOOSE, f"The best so far came within {self.gap:.0f} px of the flag."
        )

    def ask(self) -> tuple[Placement, ...]:
        """The next placements; None would give up."""
        if self.best and self.rng.random() < 0.5:
            for _ in range(100):
                dx, dy = self.rng.normal(0, 10, 2)
                nudged = tuple(Placement(p.piece, p.x + dx, p.y + dy, p.angle) for p in self.best)
                if self.placer.legal(nudged):
                    return nudged
        return self.placer.draw(self.rng)

    def tell(self, trial: Trial) -> None:
        """Learn from a trial; the first is the empty run."""
        gap = trial.closest_approach
        if gap < self.gap:
            self.best, self.gap = trial.placements, gap


if __name__ == "__main__":
    from bubbleball import Game, Step, load_level, solve

    level = load_level("classic/1")
    for event in solve(Game(level), Nudge(level, seed=0), max_trials=100):
        if isinstance(event, Step):
            print(f"trial {event.number}: {event.trial.reason}")
