"""Solving installs what solving needs; the second lock adds the rest and repeats nothing."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from itertools import product

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from repository import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def locked(name: str) -> list[Requirement]:
    return [Requirement(entry.partition("--hash")[0]) for entry in entries(name)]


def entries(name: str) -> list[str]:
    """Each requirement with its hashes, on one line."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return text.replace("\\\n", "").splitlines()


def names(lock: str) -> set[str]:
    return {canonicalize_name(requirement.name) for requirement in locked(lock)}


def needed(todo: list[str]) -> set[str]:
    """Everything that these requirements bring along on this machine."""
    seen: dict[str, set[str]] = {}
    while todo:
        requirement = Requirement(todo.pop())
        name = canonicalize_name(requirement.name)
        asked = {"", *requirement.extras}
        applies = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if not applies or asked <= seen.get(name, set()):
            continue
        seen[name] = seen.get(name, set()) | asked
        try:
            further = [Requirement(text) for text in requires(name) or ()]
        except PackageNotFoundError:
            pytest.skip(f"{name} is not installed: the locks cannot be compared")
        todo += [
            f"{one.name}{'[' + ','.join(one.extras) + ']' if one.extras else ''}"
            for one in further
            if one.marker is None or any(one.marker.evaluate({"extra": e}) for e in asked)
        ]
    return set(seen)


def test_the_first_lock_holds_what_the_package_and_its_installation_need_and_no_more() -> None:
    wanted = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["build"]
    here = {
        canonicalize_name(one.name)
        for one in locked("requirements.lock")
        if one.marker is None or one.marker.evaluate()
    }
    assert here == needed(list(wanted))


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_locked_package_has_hashes(lock: str) -> None:
    for entry in entries(lock):
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.split()[0]


def test_exactly_one_package_brings_the_engine_whatever_the_machine() -> None:
    wanted = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    engines = [one for one in wanted if one.name.startswith("box2d")]
    for python, system, machine in product(
        PYTHONS, ("linux", "darwin", "win32"), ("x86_64", "aarch64", "arm64", "AMD64")
    ):
        surroundings = {
            "python_version": python,
            "sys_platform": system,
            "platform_machine": machine,
        }
        chosen = [one for one in engines if one.marker and one.marker.evaluate(surroundings)]
        assert len(chosen) == 1, surroundings


def test_nothing_is_locked_twice() -> None:
    assert not names("requirements.lock") & names("requirements-dev.lock")


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_every_package_has_one_exact_version_for_each_python(lock: str, python: str) -> None:
    environment = {"python_full_version": f"{python}.0", "python_version": python}
    chosen = [one for one in locked(lock) if one.marker is None or one.marker.evaluate(environment)]
    assert len(chosen) == len({canonicalize_name(one.name) for one in chosen})
    assert all(re.fullmatch(r"==[\w.]+", str(one.specifier)) for one in chosen)


def test_every_extra_but_the_one_with_torch_is_locked() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    wanted = [text for name, group in extras.items() if name != "sb3" for text in group]
    direct = {canonicalize_name(Requirement(text).name) for text in wanted} - {"bubbleball"}
    assert direct <= names("requirements.lock") | names("requirements-dev.lock")
