"""The layers: a module imports only what stands before it, and the two walls hold."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from import_graph import MODULES, direct, imported, package_of

# Package -> the packages that it may import; `errors` is open to all.
PACKAGES: dict[str, set[str]] = {
    "game": set(),
    "files": {"game"},
    "check": {"game"},
    "model": {"game"},
    "method": {"game", "model"},
    "render": {"game", "files", "method", "model"},
    "certify": {"game", "files", "check"},
    "generate": {"game", "files", "check", "certify"},
    "solvers": {"game", "model", "method"},
    "play": {"game", "files", "model", "method", "solvers"},
    "env": {"game", "files", "generate", "render"},
    "report": {"game", "files", "model", "method", "solvers", "render", "play"},
    "bench": {
        *("game", "files", "method", "solvers", "play"),
        *("certify", "generate", "render", "report"),
    },
    "games": {"game", "files", "method", "render", "env", "report", "bench"},
    "web": {
        *("game", "files", "check", "model", "method", "solvers"),
        *("play", "render", "report", "certify", "generate", "games"),
    },
}
ABOVE_ALL = {"cli", "__main__", "__init__", "errors"}  # may import everything, or is open to all

# Within the packages that the walk passes through, in its order: a module imports only modules of
# its package that stand before it.
ORDER: dict[str, list[str]] = {
    "game": [
        *(
            "arrays",
            "drawable",
            "geometry",
            "distances",
            "passages",
            "kinds",
            "residual",
            "physics",
            "level",
            "placement",
            "rules",
            "placing",
            "whole_poses",
        ),
        *(
            "contact",
            "power_ups",
            "flag_sensor",
            "trial",
            "trial_effort",
            "engine",
            "materials",
            "recorder",
            "world",
        ),
        *("arguments", "workers", "batch", "game"),
        *("foreign.world_changes", "foreign.touch", "foreign.chipmunk", "foreign.fast_clock"),
        "foreign.foreign_game",
    ],
    "files": [
        *(
            "json_text",
            "disk",
            "marked_part",
            "document",
            "schema",
            "level_faults",
            "level_file",
        ),
        *("original.movable_objects", "original.rows", "original.level", "levels", "packs"),
        *("trial_file", "original.log", "original.automation", "original.drop_in"),
        *("original.log_frames", "original.log_meetings", "original.log_trial"),
        "original.run_pack",
    ],
    "check": ["advice", "chance", "reachability", "seams", "warnings"],
    "model": [
        *("limits", "codes", "columns", "beta", "compiling", "prediction", "estimate", "belief"),
        *("rows", "board", "candidate_rows", "trace", "clearance", "power_ups", "statics"),
        *("simplex", "shortest_paths"),
        *("stepper.work", "stepper.free_flight", "stepper.contact_solver", "stepper.kernel"),
        *("stepper.restarts", "stepper.predict"),
        *("events.impulse", "events.flight", "events.chain_state", "events.collision"),
        *("events.sliding", "events.chain", "events.predict", "events.struck"),
    ],
    "method": [
        *("guide_path.space", "guide_path.roadmap", "guide_path.shorten", "guide_path.prm"),
        *("guide_path.trees", "guide_path.visibility", "guide_path"),
        "guide_path.cuts",
        "guide_path.classes",
        *("local_region", "cost_to_go", "change", "candidates", "contact_sampling", "legality"),
        "demonstrations",
        *(
            "resting",
            "stacks",
            "plank_rows",
            "constructions",
            "supporting_blocks",
            "stability",
            "tried",
            "main_block",
            "throw_plan",
            "moving_block",
            "catapult",
        ),
        *(
            "event_states",
            "failure",
            "exits",
            "recorded_start",
            "region_focus",
            "event_sieve",
            "falling_frame",
            "beam",
            "throws",
            "continuation",
            "decision",
            "tidying",
            "robust_choice",
            "hardening",
        ),
        *(
            "learn.fit",
            "learn.scenes",
            "learn.noise",
            "learn.goal",
            "learn.landing",
            "learn.replay",
            "learn.stretches",
            "learn.zone",
            "learn.flight",
        ),
        *("learn.effects", "learn.one_frame", "learn.windows", "learn.contacts", "learn.bounces"),
        *("learn.wood", "learn.simpler", "learn"),
        "learn.event_models",
        *("region_plan", "repair", "heat_map"),
        *("explanation", "narration", "learning_narration", "paper_narration", "contact_errors"),
        *("precompile", "forecast", "surprises", "persistence", "shortlist"),
        *("search_settings", "search_rounds"),
    ],
    "play": [
        *(
            "belief_file",
            "step",
            "deadline",
            "loop",
            "record",
            "tally",
            "recorded_solve",
            "quick",
        ),
        *("sitting", "account", "repaired", "coach"),
        *("game_process", "executable", "attempt_table", "demonstration_files"),
    ],
}
# What no solver may reach: the game itself and everything that plays it.
REAL_THING = {
    *("game.game", "game.foreign.foreign_game", "play", "certify", "generate"),
    *("files", "web", "cli", "bench", "env"),
}
SOLVING = {"model", "method", "solvers"}


@cache
def reach(module: str) -> frozenset[str]:
    """Everything that a module imports, directly or through others."""
    seen: set[str] = set()
    todo = [module]
    while todo:
        for other in direct(todo.pop()) - seen:
            seen.add(other)
            todo.append(other)
    return frozenset(seen)


@cache
def ladder(module: str) -> int:
    """The length of the longest chain of imports that ends in a module."""
    return 1 + max(map(ladder, direct(module)), default=0)


def test_the_table_itself_points_one_way() -> None:
    before: set[str] = set()
    for package, allowed in PACKAGES.items():
        assert allowed <= before, f"{package} may import what stands after it"
        before.add(package)


def test_every_package_stands_in_the_table() -> None:
    unknown = {package_of(module) for module in MODULES} - PACKAGES.keys() - ABOVE_ALL
    assert not unknown, f"add a line to the table of packages for {sorted(unknown)}"


@pytest.mark.parametrize("package", PACKAGES)
def test_a_package_imports_only_what_stands_before_it(package: str) -> None:
    wrong = {
        module: sorted(extra)
        for module in MODULES
        if package_of(module) == package
        and (
            extra := {package_of(other) for other in direct(module)}
            - {package, "errors"}
            - PACKAGES[package]
        )
    }
    assert wrong == {}


@pytest.mark.parametrize("package", ORDER)
def test_a_module_imports_only_its_elders(package: str) -> None:
    order = [f"{package}.{name}" for name in ORDER[package]]
    bare = {  # packages whose __init__ holds a docstring and nothing else
        module for module, path in MODULES.items() if path.name == "__init__.py"
    } - set(order)
    ours = {module for module in MODULES if package_of(module) == package} - bare
    assert ours == set(order), "the list of modules is not up to date"
    for number, module in enumerate(order):
        younger = {other for other in direct(module) if package_of(other) == package}
        assert younger - bare <= set(order[:number]), f"{module} imports what stands after it"


def test_no_chain_of_imports_is_long() -> None:
    deepest = max(MODULES, key=ladder)
    assert ladder(deepest) <= 12, deepest


@pytest.mark.parametrize("package", sorted(SOLVING))
def test_no_solver_can_reach_the_game(package: str) -> None:
    for module in MODULES:
        if package_of(module) == package:
            met = {other for other in reach(module) if {other, package_of(other)} & REAL_THING}
            assert not met, f"{module} reaches {sorted(met)}"


@pytest.mark.parametrize(
    ("engine", "home"), [("Box2D", "game.engine"), ("pymunk", "game.foreign.chipmunk")]
)
def test_only_one_module_imports_an_engine(engine: str, home: str) -> None:
    knowing = {
        module for module, path in MODULES.items() if any(engine in name for name in imported(path))
    }
    assert knowing == {home}


def test_pictures_need_no_engine() -> None:
    drawn = {m for module in MODULES if package_of(module) == "render" for m in reach(module)}
    assert not drawn & {"game.engine", "game.world", "game.game"}


def test_no_module_of_the_method_names_the_game_in_a_string() -> None:
    # A dynamic import would get round the wall unseen.
    for module, path in MODULES.items():
        if package_of(module) in SOLVING:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    assert not node.value.startswith(
                        tuple(f"bubbleball.{name}" for name in REAL_THING)
                    ), path
