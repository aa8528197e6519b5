"""The game as a Gymnasium environment; a step is a whole trial.

>>> import gymnasium, bubbleball.env
>>> env = gymnasium.make("BubbleBall-v0", levels="classic/2")
"""

from __future__ import annotations

import gymnasium

from bubbleball.env.codec import OBJECT_FEATURES
from bubbleball.env.minari_export import minari_dataset
from bubbleball.env.policy import PolicySolver
from bubbleball.env.single import BubbleBallEnv
from bubbleball.env.vector import BubbleBallVectorEnv
from bubbleball.files import packs

__all__ = [
    "OBJECT_FEATURES",
    "BubbleBallEnv",
    "BubbleBallVectorEnv",
    "PolicySolver",
    "minari_dataset",
    "register",
]

PACK_SIZES = {"max_pieces": 12, "max_parts": 40}  # for every pack's id, so that shapes agree


def register() -> None:
    """Register the ids with Gymnasium: `BubbleBall-v0`, and one for every pack."""
    by_pack = {f"BubbleBall-{name}-v0": {"levels": name, **PACK_SIZES} for name in packs.packs()}
    for name, kwargs in {"BubbleBall-v0": {}, **by_pack}.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="bubbleball.env:BubbleBallEnv",
                vector_entry_point="bubbleball.env:BubbleBallVectorEnv",
                kwargs=kwargs,
            )


register()
