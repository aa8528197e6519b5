"""PHYRE's tasks: converted once from the wheel, then read one template at a time."""

from __future__ import annotations

import difflib
import importlib.util
import json
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from bubbleball.errors import DataError, unknown_name
from bubbleball.files.disk import VARIABLE, data_folder, write_bytes
from bubbleball.game.geometry import Disc, Hull, Shape
from bubbleball.games.phyre.rules import TIERS, goal, rules
from bubbleball.games.phyre.thrift import Fields
from bubbleball.games.phyre.wheel import ADVICE, COMMAND, VERSION, Wheel
from bubbleball.games.scene import BodyRole, Scene, SceneBody

_FORMAT = 1  # of the converted files
_ROLES = {  # PHYRE's colours
    2: BodyRole.SUBJECT,  # green
    3: BodyRole.TARGET,  # blue, moves
    4: BodyRole.TARGET,  # purple, does not
    5: BodyRole.OBSTACLE,  # gray
    6: BodyRole.STATIC,  # black
}
_WALLS = ("bottom wall", "left wall", "top wall", "right wall")
_DYNAMIC = 2


@dataclass(frozen=True, slots=True)
class Task:
    """One task.

    goal: PHYRE's own sentence.
    scene: the puzzle; its name is template and number, such as 00012:034.
    stable, unstable: actions that solve it in PHYRE's own engine; around an unstable one some
        neighbour fails.
    chance: share of all valid actions that solve it, counted by PHYRE's own engine.
    """

    goal: str
    scene: Scene
    stable: tuple[tuple[float, ...], ...]
    unstable: tuple[tuple[float, ...], ...]
    chance: float


def fetch(wheel: Path | None = None) -> int:
    """Convert a wheel, downloaded with pip unless given; return the number of tasks."""
    if wheel is not None:
        return _convert(Wheel(wheel))
    with tempfile.TemporaryDirectory() as folder:
        words = [*_pip(), *COMMAND.split()[1:], "--dest", folder, "--quiet"]
        run = subprocess.run(words, capture_output=True, text=True, check=False)
        found = list(Path(folder).glob("phyre-*.whl"))
        if run.returncode or not found:
            reason = (run.stderr.strip().splitlines() or ["pip said nothing"])[-1]
            raise DataError(f"cannot download PHYRE: {reason}; {ADVICE}")
        return _convert(Wheel(found[0]))


def _pip() -> list[str]:
    """This Python's pip, or the one on the path: an environment made by uv has none of its own."""
    if importlib.util.find_spec("pip") is None and (found := shutil.which("pip")):
        return [found]
    return [sys.executable, "-m", "pip"]


def names(tier: str) -> tuple[str, ...]:
    """The names of all tasks of a tier, sorted."""
    tiers = _index()
    if tier not in tiers:
        raise unknown_name("tier", tier, tiers)
    return tuple(tiers[tier])


def template_of(name: str) -> str:
    """The first half of a task's name."""
    return name.partition(":")[0]


def find(name: str) -> Task:
    """The task of a name; PHYRE's data must have been fetched."""
    known = [task for tasks in _index().values() for task in tasks]
    if name not in known:
        near = difflib.get_close_matches(name, known, n=8, cutoff=0.0)
        raise unknown_name("task", name, near)
    return _task(name, _template(template_of(name)))


def _convert(wheel: Wheel) -> int:
    templates: dict[str, dict[str, Any]] = {}
    tiers: dict[str, list[str]] = {tier: [] for tier in TIERS}
    for fields in wheel.tasks():
        tier = fields[9].lower()
        if tier in TIERS:
            name: str = fields[1]
            template = templates.setdefault(name[:5], {"tier": tier, "tasks": {}})
            template["tasks"][name] = _plain(fields)
            tiers[tier].append(name)
    folder = data_folder("phyre")
    folder.mkdir(parents=True, exist_ok=True)
    for template_name, template in templates.items():
        evaluations = wheel.evaluations(template_name)
        tier = "two_balls" if template["tier"] == "two_balls" else "ball"
        for name, task in template["tasks"].items():
            known = evaluations[name][tier]
            task["stable"], task["unstable"] = known["solutions"], known["unstable_solutions"]
            task["counts"] = {str(key): count for key, count in known["status_counts"].items()}
        write_bytes(folder / f"{template_name}.json", json.dumps(template).encode())
    index = {
        "format": _FORMAT,
        "version": VERSION,
        "tiers": {tier: sorted(tasks) for tier, tasks in tiers.items()},
    }
    write_bytes(folder / "index.json", json.dumps(index).encode())
    _index.cache_clear()
    _template.cache_clear()
    return sum(map(len, tiers.values()))


def _plain(fields: Fields) -> dict[str, Any]:
    """A Thrift task as JSON."""
    bodies = [
        {
            "at": [body[1][1], body[1][2], body.get(3, 0.0)],
            "moves": body[2] == _DYNAMIC,
            "colour": body[5],
            "shapes": [
                [[point[1], point[2]] for point in shape[1][1]] if 1 in shape else shape[2][1]
                for shape in body[4]
            ],
        }
        for body in fields[2][1]
    ]
    return {"bodies": bodies, "goal": [fields[3], fields[4]], "text": fields.get(6, "")}


@lru_cache(maxsize=1)
def _index() -> dict[str, list[str]]:
    content = _read(data_folder("phyre") / "index.json")
    if content.get("format") != _FORMAT:
        raise DataError("PHYRE's data were converted by another version; run `phyre fetch` again")
    tiers: dict[str, list[str]] = content["tiers"]
    return tiers


@lru_cache(maxsize=64)
def _template(name: str) -> dict[str, Any]:
    return _read(data_folder("phyre") / f"{name}.json")


def _read(path: Path) -> dict[str, Any]:
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
    except FileNotFoundError:
        raise DataError(
            f"PHYRE's data are not in {path.parent} (${VARIABLE} moves it); "
            "run `bubbleball phyre fetch`"
        ) from None
    except (OSError, ValueError) as fault:
        raise DataError(f"{path} is damaged: {fault}; run `bubbleball phyre fetch`") from None
    return content


def _task(name: str, template: dict[str, Any]) -> Task:
    content = template["tasks"][name]
    counts = content["counts"]
    solved = counts["2"] + counts["3"]
    bodies = tuple(_body(number, body) for number, body in enumerate(content["bodies"]))
    return Task(
        goal=content["text"],
        scene=Scene(name, bodies, goal(*content["goal"]), rules(template["tier"])),
        stable=tuple(map(tuple, content["stable"])),
        unstable=tuple(map(tuple, content["unstable"])),
        chance=solved / (solved + counts["-1"]),
    )


def _body(number: int, content: dict[str, Any]) -> SceneBody:
    x, y, angle = content["at"]
    role = _ROLES[content["colour"]]
    return SceneBody(
        name=_WALLS[number] if number < len(_WALLS) else f"{role} {number}",
        x=x,
        y=y,
        angle=angle,
        shapes=tuple(map(_shape, content["shapes"])),
        moves=content["moves"],
        role=role,
    )


def _shape(content: Any) -> Shape:
    if isinstance(content, list):
        return Hull(tuple((x, y) for x, y in content))
    return Disc(0.0, 0.0, content)
