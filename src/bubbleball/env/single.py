"""One environment; a step is a whole trial."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bubbleball.env.codec import Action, Observation
from bubbleball.env.options import ILLEGAL_REWARD, EnvOptions, EpisodePhysics, LevelsLike, set_up
from bubbleball.env.view import OBSERVED_SCALE, SHOWN_SCALE, half_blocks, observed_shape, picture
from bubbleball.errors import PlacementError, unknown_name
from bubbleball.game.game import Game
from bubbleball.game.level import Level
from bubbleball.game.physics import REAL, Physics
from bubbleball.game.placement import Placement
from bubbleball.game.placing import Placer, nearest_legal
from bubbleball.game.rules import Breach, breaches
from bubbleball.game.trial import Trial


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A level ready to be played.

    game: plays it.
    placer: knows the rules of placing.
    view: the part of an observation that no trial changes.
    empty: the run with nothing placed, which the first observation shows; it is not a trial.
    """

    game: Game
    placer: Placer
    view: Observation
    empty: Trial


class BubbleBallEnv(gymnasium.Env[Any, Any]):
    """Place pieces, watch the trial, place them better.

    levels: a pack, a folder, `generated:FAMILY:N:SEED`, a level's name or file, a Level, or several
        of them; one is drawn at each reset.
    physics: of the game, as on the command line, or a Physics; from several, one is drawn at each
        reset; `random` draws any, as `random_physics` does.
    tries: placements per episode; 1 is a one-shot episode.
    observation: `objects` (a dict of arrays) or `image` (80 x 120 x 3, uint8).
    action: `box` (one row of choice, x, y, angle per piece) or `dict` (choice and pose).
    angle: `number` (-1 to 1 for -180 to 180 degrees) or `vector` (sine and cosine).
    reward: `sparse` (1 when solved, else 0) or `distance` (1 when solved, else minus the least
        distance between ball and flag in screen diagonals).
    illegal: what an illegal placement does: `penalise` (a reward of -1, no trial, the try is used
        up), `repair` (the nearest legal placement is played) or `raise` (a PlacementError).
    trajectory: whether `info["trial"]` holds the whole trial, with all states and events.
    options: the choices above, and the sizes of `Sizes`.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the base class lacks ClassVar
        "render_modes": ["human", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        levels: LevelsLike = "classic/2",
        *,
        physics: EpisodePhysics = REAL,
        tries: int = 1,
        trajectory: bool = False,
        render_mode: str | None = None,
        **options: Unpack[EnvOptions],
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise unknown_name("render mode", render_mode, self.metadata["render_modes"])
        self._setup = setup = set_up(levels, physics, tries, options)
        self.levels, self.tries = setup.levels, setup.tries
        self.render_mode = render_mode
        self._trajectory = trajectory
        self._draw, self._codec = setup.draw, setup.codec
        self._illegal = setup.picked["illegal"]
        self._image = setup.picked["observation"] == "image"
        self.action_space = self._codec.action_space
        self.observation_space = self._observation_space()
        self._placers: dict[int, tuple[Placer, Observation]] = {}
        self._loaded: dict[tuple[int, Physics], _Loaded] = {}
        self._now = self._load(0, self._draw.draw(np.random.default_rng(0)))
        self._last = self._now.empty
        self._tried = 0

    @property
    def level(self) -> Level:
        """The level being played."""
        return self._now.game.level

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; `options={"level": name}` selects the level instead of drawing it."""
        super().reset(seed=seed)
        wanted = (options or {}).get("level")
        if wanted is None:
            number = int(self.np_random.integers(len(self.levels)))
        else:
            number = self._setup.number_of(wanted)
        self._now = self._load(number, self._draw.draw(self.np_random))
        self._last, self._tried = self._now.empty, 0
        self._show()
        return self._observation(), {"level": self.level.name}

    def step(self, action: Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play one try; the episode terminates when it is solved or the tries are used up."""
        placements = self.placements(action)
        if self._illegal == "repair":
            placements = nearest_legal(self._now.placer, placements)
        info: dict[str, Any] = {"level": self.level.name, "placements": placements}
        try:
            self._last = trial = self._now.game.play(placements)
        except PlacementError as error:
            if self._illegal == "raise":
                raise
            solved, reward = False, ILLEGAL_REWARD
            info |= {"legal": False, "outcome": "not-played", "reason": str(error)}
        else:
            solved, reward = trial.solved, self._reward(trial, info)
        self._tried += 1
        self._show()
        done = solved or self._tried >= self.tries
        return self._observation(), reward, done, False, info

    def placements(self, action: Action) -> tuple[Placement, ...]:
        """What an action places in the level being played."""
        return self._codec.placements(self.level, action)

    def action(self, placements: Sequence[Placement]) -> Action:
        """The action for placements in the level being played."""
        return self._codec.action(self.level, placements)

    def breaches(self, action: Action) -> tuple[Breach, ...]:
        """The rules that an action breaks; none for a legal one."""
        return tuple(breaches(self.level, self.placements(action)))

    def legal_action(self, rng: np.random.Generator | None = None) -> Action:
        """A random legal action; drawn from the environment's own generator by default."""
        draw = self.np_random if rng is None else rng
        while True:
            action = self.action(self._now.placer.draw(draw))
            if self._now.placer.legal(self.placements(action)):  # rounding may have broken a rule
                return action

    def render(self) -> Any:
        """The last trial as pixels for `rgb_array`; `human` draws on the terminal at each step."""
        if self.render_mode != "rgb_array":
            self._show()
            return None
        return picture(self.level, self._last, SHOWN_SCALE)

    def _show(self) -> None:
        if self.render_mode == "human":
            sys.stdout.write(half_blocks(picture(self.level, self._last, 1.0)))
            sys.stdout.flush()

    def _reward(self, trial: Trial, info: dict[str, Any]) -> float:
        """The reward of a trial; adds everything known about the trial to `info`."""
        distance = 0.0 if trial.solved else trial.closest_approach
        info |= {
            "legal": True,
            "outcome": str(trial.outcome),
            "reason": trial.reason,
            "distance": distance,
            "seconds": trial.seconds,
            "contacts": trial.contacts,
            "effects": trial.effects,
        }
        if self._trajectory:
            info["trial"] = trial
        return self._setup.reward(solved=trial.solved, distance=distance)

    def _observation(self) -> Observation | NDArray[np.uint8]:
        if self._image:
            return picture(self.level, self._last, OBSERVED_SCALE)
        left = (self.tries - self._tried) / self.tries
        return self._codec.observation(self._now.view, self._last, left)

    def _observation_space(self) -> spaces.Space[Any]:
        if self._image:
            return spaces.Box(0, 255, observed_shape(), np.uint8)
        return self._codec.observation_space

    def _load(self, number: int, physics: Physics) -> _Loaded:
        if number not in self._placers:
            placer = Placer(self.levels[number])
            self._placers[number] = placer, self._codec.level_view(placer)
        key = number, physics
        if key in self._loaded:
            return self._loaded[key]
        placer, view = self._placers[number]
        game = Game(placer.level, physics)
        loaded = _Loaded(game, placer, view | self._codec.physics_view(physics), game.play())
        if not self._draw.endless:
            self._loaded[key] = loaded
        return loaded
