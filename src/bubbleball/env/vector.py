"""Many environments in one: a step plays a batch of trials, on one core or on all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Unpack

import gymnasium
import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bubbleball.env.codec import Codec, Observation
from bubbleball.env.options import ILLEGAL_REWARD, EnvOptions, EpisodePhysics, LevelsLike, set_up
from bubbleball.env.player import LocalPlayer, ProcessPlayer, Try, TryResult
from bubbleball.errors import BubbleBallError
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placing import Placer
from bubbleball.game.trial import Outcome
from bubbleball.game.workers import cores

_TRIAL_KEYS = ("placed", "path", "outcome")  # of an observation, which a trial changes


class BubbleBallVectorEnv(VectorEnv[Any, Any, Any]):
    """Plays the same episodes as `num_envs` separate `BubbleBallEnv`s, in batches.

    An episode that ends is reset in the same step (`AutoresetMode.SAME_STEP`): the observation
    is the first of the next episode, and `infos["final_obs"]` holds the last of the one that ended.

    num_envs: environments; each takes `seed` plus its number.
    levels, physics, tries, options: as in `BubbleBallEnv`; observations are objects, not images.
    workers: processes; None for one per core. A script that asks for several needs
        `if __name__ == "__main__":`.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the base class lacks ClassVar
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        levels: LevelsLike = "classic/2",
        *,
        physics: EpisodePhysics = REAL,
        tries: int = 1,
        workers: int | None = 1,
        **options: Unpack[EnvOptions],
    ) -> None:
        self._setup = setup = set_up(levels, physics, tries, options)
        if setup.picked["observation"] != "objects":
            raise BubbleBallError("the vector environment shows objects; images need `sync` mode")
        self.num_envs = num_envs
        self.levels, self.tries = setup.levels, setup.tries
        self._draw, self._codec = setup.draw, setup.codec
        self.single_action_space = self._codec.action_space
        self.single_observation_space = self._codec.observation_space
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._seen = {
            name: np.zeros(space.shape, space.dtype)
            for name, space in self.observation_space.spaces.items()  # type: ignore[attr-defined]  # a Dict
        }
        self._player = _player(self.levels, self._codec, setup.picked["illegal"], workers)
        self._rngs = [np.random.default_rng() for _ in range(num_envs)]
        self._level = np.zeros(num_envs, np.intp)
        self._physics: list[Physics] = [REAL] * num_envs
        self._tried = np.zeros(num_envs, np.intp)
        self._views: dict[int, Observation] = {}
        self._empty: dict[tuple[int, Physics], TryResult] = {}

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all episodes; `options={"level": name}` selects the level of all of them."""
        if seed is not None:
            seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int) else seed
            self._rngs = [
                rng if each is None else seeding.np_random(each)[0]
                for rng, each in zip(self._rngs, seeds, strict=True)
            ]
        wanted = (options or {}).get("level")
        level = None if wanted is None else self._setup.number_of(wanted)
        everyone = np.arange(self.num_envs)
        self._begin(everyone, level)
        return self._copied(), self._infos({"level": self._names()}, everyone)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play a try of every environment."""
        everyone = np.arange(self.num_envs)
        each = gymnasium.vector.utils.iterate(self.action_space, actions)
        tries = [
            Try(int(level), physics, action)
            for level, physics, action in zip(self._level, self._physics, each, strict=True)
        ]
        tried = self._player.play(tries)
        self._tried += 1
        for number, one in enumerate(tried):
            if one.view is not None:
                self._show(number, one)
        self._seen["tries_left"][:, 0] = (self.tries - self._tried) / self.tries
        solved = np.array([one.outcome == Outcome.REACHED_FLAG for one in tried])
        rewards = np.array([self._reward(one) for one in tried])
        done = solved | (self._tried >= self.tries)
        facts = {
            "level": self._names(),
            "outcome": np.array([one.outcome for one in tried], object),
            "legal": np.array([one.view is not None for one in tried]),
            "distance": np.array([one.distance for one in tried]),
        }
        infos = self._infos(facts, everyone)
        ended = np.flatnonzero(done)
        if len(ended):
            infos |= {"final_obs": self._copied(), "_final_obs": done.copy()}
            infos |= {"final_info": self._infos(facts, ended), "_final_info": done.copy()}
            self._begin(ended, None)
        return self._copied(), rewards, done, np.zeros(self.num_envs, bool), infos

    def close_extras(self, **_: Any) -> None:
        """End the processes."""
        self._player.close()

    def _begin(self, numbers: NDArray[np.intp], level: int | None) -> None:
        """Draw the levels and physics of new episodes, and show their empty runs."""
        for number in numbers:
            rng = self._rngs[number]
            drawn = int(rng.integers(len(self.levels))) if level is None else level
            self._level[number], self._physics[number] = drawn, self._draw.draw(rng)
            self._tried[number] = 0
        keys = {(int(self._level[n]), self._physics[n]) for n in numbers}
        missing = [key for key in keys if key not in self._empty]
        played = self._player.play([Try(*key) for key in missing]) if missing else []
        empty = self._empty | dict(zip(missing, played, strict=True))
        if not self._draw.endless:
            self._empty = empty
        for number in numbers:
            chosen_level, physics = int(self._level[number]), self._physics[number]
            if chosen_level not in self._views:
                placer = Placer(self.levels[chosen_level])
                self._views[chosen_level] = self._codec.level_view(placer)
            view = self._views[chosen_level] | self._codec.physics_view(physics)
            for name, array in view.items():
                self._seen[name][number] = array
            self._show(number, empty[chosen_level, physics])
            self._seen["tries_left"][number] = 1.0

    def _show(self, number: int, one: TryResult) -> None:
        assert one.view is not None
        for name in _TRIAL_KEYS:
            self._seen[name][number] = one.view[name]

    def _reward(self, one: TryResult) -> float:
        if one.view is None:
            return ILLEGAL_REWARD
        solved = one.outcome == Outcome.REACHED_FLAG
        return self._setup.reward(solved=solved, distance=one.distance)

    def _names(self) -> NDArray[Any]:
        return np.array([self.levels[number].name for number in self._level], object)

    def _infos(self, facts: dict[str, NDArray[Any]], numbers: NDArray[np.intp]) -> dict[str, Any]:
        """Infos as Gymnasium has them: an array per key, and a mask of the entries that count."""
        counts = np.zeros(self.num_envs, bool)
        counts[numbers] = True
        return facts | {f"_{name}": counts.copy() for name in facts}

    def _copied(self) -> Observation:
        return {name: array.copy() for name, array in self._seen.items()}


def _player(
    levels: Sequence[Level], codec: Codec, illegal: str, workers: int | None
) -> LocalPlayer | ProcessPlayer:
    count = workers or cores()
    if count == 1:
        return LocalPlayer(levels, codec, illegal)
    return ProcessPlayer(levels, codec, illegal, count)
