"""A trained policy as a solver, so that `solve` and `bench` run it like any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Unpack

from bubbleball.env.codec import Action, Codec, Observation, Sizes
from bubbleball.errors import BubbleBallError
from bubbleball.game.level import Level
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.game.trial import Trial

Policy = Callable[[Observation], Action]


class PolicySolver:
    """Shows a policy the last trial and plays its action; illegal placements are repaired.

    level: the puzzle.
    policy: takes an observation of `BubbleBallEnv`, returns an action.
    seed: for the policy's own use.
    tries: trials that the policy thinks it has, as in training.
    as_dict, vector_angle, sizes: the spaces, as in training.
    """

    uses = "trials"

    def __init__(
        self,
        level: Level,
        *,
        policy: Policy,
        seed: int = 0,
        tries: int = 1,
        as_dict: bool = False,
        vector_angle: bool = False,
        **sizes: Unpack[Sizes],
    ) -> None:
        if sizes.get("show_physics"):
            raise BubbleBallError("a solver does not see the physics; train without show_physics")
        self.seed = seed
        self._level, self._policy, self._tries = level, policy, tries
        self._placer = Placer(level)
        self._codec = Codec([level], as_dict=as_dict, vector_angle=vector_angle, **sizes)
        self._view = self._codec.level_view(self._placer)
        self._last: Trial | None = None
        self._tried = 0

    def think(self) -> Iterator[Any]:
        """A policy has nothing to explain."""
        return iter(())

    def ask(self) -> tuple[Placement, ...]:
        """The placements of the policy's action, moved as little as the rules require."""
        if self._last is None:
            raise BubbleBallError("a policy acts on an observation: tell it the empty run first")
        left = max(0.0, (self._tries - self._tried) / self._tries)
        seen = self._codec.observation(self._view, self._last, left)
        placements = self._codec.placements(self._level, self._policy(seen))
        self._tried += 1
        return nearest_legal(self._placer, placements)

    def tell(self, trial: Trial) -> None:
        """Keep the trial for the next observation."""
        self._last = trial
