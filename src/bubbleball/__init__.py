"""Bubble Ball: levels, rules, a faithful simulator, and solvers that plan, predict and learn.

>>> import bubbleball
>>> bubbleball.play("2", AO6G=(217, 247.5)).solved
True
>>> bubbleball.solve_level("2").placements  # what the default solver finds

Names are imported when they are first used, so that `import bubbleball` stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from bubbleball.game import drawable

if TYPE_CHECKING:
    from bubbleball.errors import (
        ArgumentError,
        BenchError,
        BubbleBallError,
        DataError,
        FileFormatError,
        FileWriteError,
        GameError,
        GenerateError,
        LevelError,
        PhysicsError,
        PictureError,
        PlacementError,
        Problem,
        ReplyError,
        SolverError,
        UnknownNameError,
        WorkerError,
    )
    from bubbleball.files.document import Document, LevelFormat
    from bubbleball.files.levels import parse_level, read_level, write_level
    from bubbleball.files.packs import find, load_level, names, pack, packs
    from bubbleball.files.trial_file import read_trial, write_trial
    from bubbleball.game.batch import TrialBatch
    from bubbleball.game.contact import Contact, Effect
    from bubbleball.game.foreign.foreign_game import ForeignGame
    from bubbleball.game.game import Game
    from bubbleball.game.kinds import Form, Kind
    from bubbleball.game.level import Ball, Flag, Level, Origin, Part
    from bubbleball.game.physics import PRESETS, REAL, Physics, parse_physics, random_physics
    from bubbleball.game.placement import Placement
    from bubbleball.game.placing import Placer, nearest_legal
    from bubbleball.game.rules import Breach, Rule, breaches, check_placements
    from bubbleball.game.trial import Outcome, Trial
    from bubbleball.method.explanation import MethodStage, Thought
    from bubbleball.method.forecast import predict_many
    from bubbleball.model.codes import Status
    from bubbleball.model.prediction import Forecasts
    from bubbleball.play.account import Account, account
    from bubbleball.play.coach import repair
    from bubbleball.play.executable import ExecutableGame
    from bubbleball.play.loop import Opponent, solve
    from bubbleball.play.quick import play
    from bubbleball.play.record import SolveRecord
    from bubbleball.play.recorded_solve import RecordedSolve, SolveTask, solve_and_record
    from bubbleball.play.repaired import Repaired
    from bubbleball.play.step import Step
    from bubbleball.render import draw, to_svg, write_picture
    from bubbleball.render.annotated import annotated_png
    from bubbleball.report.result import SolveResult, solve_level
    from bubbleball.solvers import SOLVERS, Solver, make_solver
    from bubbleball.solvers.language.agent import LanguageAgent
    from bubbleball.solvers.language.replies import Answer, answer_schema, read_reply
    from bubbleball.solvers.language.wording import level_text, trial_text

    __version__: str

__all__ = [
    "PRESETS",
    "REAL",
    "SOLVERS",
    "Account",
    "Answer",
    "ArgumentError",
    "Ball",
    "BenchError",
    "Breach",
    "BubbleBallError",
    "Contact",
    "DataError",
    "Document",
    "Effect",
    "ExecutableGame",
    "FileFormatError",
    "FileWriteError",
    "Flag",
    "Forecasts",
    "ForeignGame",
    "Form",
    "Game",
    "GameError",
    "GenerateError",
    "Kind",
    "LanguageAgent",
    "Level",
    "LevelError",
    "LevelFormat",
    "MethodStage",
    "Opponent",
    "Origin",
    "Outcome",
    "Part",
    "Physics",
    "PhysicsError",
    "PictureError",
    "Placement",
    "PlacementError",
    "Placer",
    "Problem",
    "RecordedSolve",
    "Repaired",
    "ReplyError",
    "Rule",
    "SolveRecord",
    "SolveResult",
    "SolveTask",
    "Solver",
    "SolverError",
    "Status",
    "Step",
    "Thought",
    "Trial",
    "TrialBatch",
    "UnknownNameError",
    "WorkerError",
    "account",
    "annotated_png",
    "answer_schema",
    "breaches",
    "check_placements",
    "draw",
    "find",
    "level_text",
    "load_level",
    "make_solver",
    "names",
    "nearest_legal",
    "pack",
    "packs",
    "parse_level",
    "parse_physics",
    "play",
    "predict_many",
    "random_physics",
    "read_level",
    "read_reply",
    "read_trial",
    "repair",
    "solve",
    "solve_and_record",
    "solve_level",
    "to_svg",
    "trial_text",
    "write_level",
    "write_picture",
    "write_trial",
]

# module -> names that live there; a test holds it to the imports above and to __all__
_HOMES = {
    "errors": (
        "ArgumentError",
        "BenchError",
        "BubbleBallError",
        "DataError",
        "FileFormatError",
        "FileWriteError",
        "GameError",
        "GenerateError",
        "LevelError",
        "PhysicsError",
        "PictureError",
        "PlacementError",
        "Problem",
        "ReplyError",
        "SolverError",
        "UnknownNameError",
        "WorkerError",
    ),
    "game.foreign.foreign_game": ("ForeignGame",),
    "game.game": ("Game",),
    "game.kinds": ("Form", "Kind"),
    "game.level": ("Ball", "Flag", "Level", "Origin", "Part"),
    "files.document": ("Document", "LevelFormat"),
    "files.levels": ("parse_level", "read_level", "write_level"),
    "files.packs": ("find", "load_level", "names", "pack", "packs"),
    "game.physics": ("PRESETS", "REAL", "Physics", "parse_physics", "random_physics"),
    "game.placement": ("Placement",),
    "game.rules": ("Breach", "Rule", "breaches", "check_placements"),
    "game.placing": ("Placer", "nearest_legal"),
    "play.executable": ("ExecutableGame",),
    "play.account": ("Account", "account"),
    "play.repaired": ("Repaired",),
    "play.coach": ("repair",),
    "play.loop": ("Opponent", "solve"),
    "play.step": ("Step",),
    "play.record": ("SolveRecord",),
    "play.recorded_solve": ("RecordedSolve", "SolveTask", "solve_and_record"),
    "render": ("draw", "to_svg", "write_picture"),
    "render.annotated": ("annotated_png",),
    "solvers": ("SOLVERS", "Solver", "make_solver"),
    "solvers.language.agent": ("LanguageAgent",),
    "solvers.language.replies": ("Answer", "answer_schema", "read_reply"),
    "solvers.language.wording": ("level_text", "trial_text"),
    "method.explanation": ("MethodStage", "Thought"),
    "game.contact": ("Contact", "Effect"),
    "game.trial": ("Outcome", "Trial"),
    "files.trial_file": ("read_trial", "write_trial"),
    "game.batch": ("TrialBatch",),
    "play.quick": ("play",),
    "report.result": ("SolveResult", "solve_level"),
    "method.forecast": ("predict_many",),
    "model.prediction": ("Forecasts",),
    "model.codes": ("Status",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


if not TYPE_CHECKING:  # to a type checker, an unknown name stays an error

    def __getattr__(name: str) -> object:
        if name == "__version__":
            return import_module("importlib.metadata").version(__name__)
        if name == "play":
            return import_module(f"{__name__}.play")  # a package that can be called
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _draw(value: object) -> str:
    """Draw a level, a trial or a drawing for a notebook."""
    svg: str = import_module(f"{__name__}.render.picture").notebook_svg(value)
    return svg


drawable.pen = _draw
