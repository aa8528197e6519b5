"""The other games as Gymnasium environments; a step is one attempt.

>>> import gymnasium, bubbleball.games.env
>>> env = gymnasium.make("BubbleBall-PHYRE-v0", tasks="00000:000")
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bubbleball.env.options import ILLEGAL_REWARD
from bubbleball.env.view import half_blocks
from bubbleball.errors import BubbleBallError, PlacementError, unknown_name
from bubbleball.games import picture
from bubbleball.games.arena import Arena
from bubbleball.games.library import library
from bubbleball.games.scene import BodyRole, PlacedBall, Scene
from bubbleball.games.solver.progress import Progress
from bubbleball.games.trial import PuzzleTrial

MAX_BODIES = 80  # rows of an observation; the largest scene has 65 and two placed balls
COLUMNS = 9  # of a row
_ROLES = tuple(BodyRole)
_CHOICES = {
    "observation": ("objects", "image"),
    "reward": ("sparse", "distance"),
    "illegal": ("penalise", "raise"),
}
_IMAGE_SCALE = 0.4

Action = NDArray[np.float32]
Place = Callable[[Scene, Sequence[float]], tuple[PlacedBall, ...]]


class BallsEnv(gymnasium.Env[Any, Any]):
    """Place balls, see the attempt, place better.

    scenes: what can be played; one is drawn at each reset.
    place: from an action in the unit cube to balls; an invalid one raises a PlacementError.
    tries: attempts per episode.
    observation: `objects` (a dict of arrays) or `image` (135 x 128 x 3, uint8).
    reward: `sparse` (1 when solved, else 0) or `distance` (1 when solved, else minus the least
        distance between the goal's bodies in widths of the scene).
    illegal: what an invalid action does: `penalise` (a reward of -1, the try is used up) or
        `raise`.
    trajectory: whether `info["trial"]` holds the whole trial, with all states and contacts.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # the base class lacks ClassVar
        "render_modes": ["human", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(
        self,
        scenes: Sequence[Scene],
        place: Place,
        *,
        tries: int = 1,
        observation: str = "objects",
        reward: str = "sparse",
        illegal: str = "penalise",
        trajectory: bool = False,
        render_mode: str | None = None,
    ) -> None:
        for name, value in zip(_CHOICES, (observation, reward, illegal), strict=True):
            if value not in _CHOICES[name]:
                raise unknown_name(name, value, _CHOICES[name])
        if tries < 1 or not scenes:
            raise BubbleBallError(f"an environment needs a try and a scene, not {tries} tries")
        self.scenes = tuple(scenes)
        self.tries = tries
        self.render_mode = render_mode
        self._place, self._illegal = place, illegal
        self._image, self._shaped = observation == "image", reward == "distance"
        self._trajectory = trajectory
        balls = self.scenes[0].rules.balls
        self.action_space = spaces.Box(0.0, 1.0, (3 * balls,), np.float32)
        self.observation_space = self._observation_space()
        self._tried = 0
        self._begin(self.scenes[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; `options={"task": name}` chooses the scene instead of drawing it."""
        super().reset(seed=seed)
        wanted = (options or {}).get("task")
        named = {scene.name: scene for scene in self.scenes}
        if wanted is None:
            scene = self.scenes[int(self.np_random.integers(len(self.scenes)))]
        elif wanted in named:
            scene = named[wanted]
        else:
            raise unknown_name("task in this environment", str(wanted), named)
        self._tried = 0
        self._begin(scene)
        self._show()
        return self._observation(), {"task": self.scene.name}

    def step(self, action: Action) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One attempt. The episode ends when it is solved or the tries are used up."""
        info: dict[str, Any] = {"task": self.scene.name}
        solved, reward = False, ILLEGAL_REWARD
        try:
            balls = self._place(self.scene, [float(value) for value in action])
        except PlacementError as error:
            if self._illegal == "raise":
                raise
            info |= {"legal": False, "reason": str(error)}
        else:
            self._last = self._arena.run(balls, meetings=True)
            solved = self._last.solved
            reward = self._reward(self._last, info)
        self._tried += 1
        self._show()
        return self._observation(), reward, solved or self._tried >= self.tries, False, info

    def render(self) -> Any:
        """The last attempt as pixels for `rgb_array`; `human` draws at each step."""
        if self.render_mode != "rgb_array":
            self._show()
            return None
        return self._pixels(1.0)

    def _begin(self, scene: Scene) -> None:
        self.scene = scene
        self._arena = Arena(scene)
        self._progress = Progress(scene)
        self._last = self._arena.run()

    def _reward(self, trial: PuzzleTrial, info: dict[str, Any]) -> float:
        size = self.scene.rules.right - self.scene.rules.left
        distance = 0.0 if trial.solved else max(0.0, float(self._progress.gaps(trial).min()))
        info |= {
            "legal": True,
            "solved": trial.solved,
            "distance": distance,
            "seconds": trial.seconds,
            "contacts": trial.meetings,
        }
        if self._trajectory:
            info["trial"] = trial
        if trial.solved:
            return 1.0
        return -min(1.0, distance / size) if self._shaped else 0.0

    def _show(self) -> None:
        if self.render_mode == "human":
            sys.stdout.write(half_blocks(self._pixels(1.0)))
            sys.stdout.flush()

    def _pixels(self, scale: float) -> NDArray[np.uint8]:
        from bubbleball.render.raster import to_image  # noqa: PLC0415  # Pillow loads slowly

        last = len(self._last.states) - 1
        drawing = picture.draw(self.scene, trial=self._last, frame=last)
        return np.array(to_image(drawing, scale), dtype=np.uint8)

    def _observation(self) -> Any:
        if self._image:
            return self._pixels(_IMAGE_SCALE)
        scale = self.scene.rules.right - self.scene.rules.left
        rows = np.zeros((MAX_BODIES, COLUMNS), np.float32)
        states = dict(zip(self._last.names, self._last.states[-1], strict=True))
        for row, body in zip(rows, self.scene.bodies, strict=False):
            end = states.get(body.name, (body.x, body.y, body.angle))
            start = (body.x, body.y, body.angle)
            role = _ROLES.index(body.role)
            row[:] = 1.0, role, body.moves, *(_unit(start, scale)), *(_unit(end, scale))
        left = np.array([(self.tries - self._tried) / self.tries], np.float32)
        goal = np.array([self.scene.goal.first, self.scene.goal.second], np.int64)
        return {"bodies": rows, "goal": goal, "tries_left": left}

    def _observation_space(self) -> spaces.Space[Any]:
        if self._image:
            height = round((picture.SIDE + 18) * _IMAGE_SCALE / 2) * 2
            return spaces.Box(0, 255, (height, round(picture.SIDE * _IMAGE_SCALE), 3), np.uint8)
        return spaces.Dict(
            {
                "bodies": spaces.Box(-1e6, 1e6, (MAX_BODIES, COLUMNS), np.float32),
                "goal": spaces.MultiDiscrete([MAX_BODIES, MAX_BODIES]),
                "tries_left": spaces.Box(0.0, 1.0, (1,), np.float32),
            }
        )


def _unit(pose: Sequence[float], scale: float) -> tuple[float, float, float]:
    x, y, angle = pose
    return x / scale, y / scale, angle


def make(game: str, tasks: str | Sequence[str], **options: Any) -> BallsEnv:
    """An environment of one game: `tasks` is a group, a puzzle's name, or several names."""
    source = library(game)
    if isinstance(tasks, str):
        tasks = [tasks] if ":" in tasks else source.names(tasks)
    return BallsEnv([source.puzzle(name).scene for name in tasks], source.from_action, **options)


def register() -> None:
    """Register the ids with Gymnasium."""
    ids = {
        "BubbleBall-PHYRE-v0": {"game": "phyre", "tasks": "00000"},
        "BubbleBall-PHYRE-2B-v0": {"game": "phyre", "tasks": "00100"},
        "BubbleBall-Interphyre-v0": {"game": "interphyre", "tasks": "keyhole"},
    }
    for name, kwargs in ids.items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point="bubbleball.games.env:make", kwargs=kwargs)


register()
