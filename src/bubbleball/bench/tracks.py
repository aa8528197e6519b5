"""The tracks: what a solver knows of the world that it plays in."""

from __future__ import annotations

from enum import StrEnum

from bubbleball.bench.runs import RunRecord


class Track(StrEnum):
    """What a result shows; results of different tracks are not compared."""

    COPY = "copy"  # a model with the game's own constants: shows the speed of search
    CONSTANTS = "constants"  # a model whose constants are off: shows learning of constants
    STRUCTURE = "structure"  # a world that the model cannot express: shows learning of structure
    MODEL_FREE = "model-free"  # no model at all: shows what trials alone teach
    UNDECLARED = "undeclared"  # the solver does not say what it uses


def track_of(run: RunRecord) -> Track:
    """The track of a run: what the solver declares to use, and the world that it met."""
    if run.effort.uses == "trials":
        return Track.MODEL_FREE
    if not run.effort.uses:
        return Track.UNDECLARED
    if run.solve.world is not None:
        return Track.STRUCTURE
    return Track.COPY if run.solve.physics is None else Track.CONSTANTS
