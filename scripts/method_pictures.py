"""Draw the pictures of docs/method.md: `make pictures`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bubbleball.files.packs import load_level
from bubbleball.game.game import Game
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.method.guide_path import plan
from bubbleball.method.local_region import local_region
from bubbleball.play.loop import solve
from bubbleball.play.step import Step
from bubbleball.render import Overlay, write_picture
from bubbleball.solvers import make_solver

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def draw_guides(level_name: str) -> None:
    """Draw Guide Paths of different homotopy classes."""
    level = load_level(level_name)
    guides = plan(level, paths=4)
    caption = (
        "Guide Paths that pass the obstacles on different sides; the shortest one is followed."
    )
    write_picture(
        PICTURES / "method-guides.svg", level, overlay=Overlay(guides=guides, caption=caption)
    )


def draw_region(level_name: str) -> None:
    """Draw the recorded path, the Guide Path, the Local Region and its target."""
    level = load_level(level_name)
    recorded = Game(level).play().ball[:, :2]
    guides = plan(level)
    local = local_region(recorded, guides[0])
    overlay = Overlay(
        guides=guides,
        recorded=recorded,
        region=None if local is None else local.region,
        caption="Where the empty run leaves the Guide Path, and the point that it should reach.",
    )
    write_picture(PICTURES / "method-region.svg", level, overlay=overlay)


def draw_search(level_name: str) -> None:
    """Draw the coarse gridding of the solver `paper`, and the trial that it leads to."""
    level = load_level(level_name)
    thoughts: list[Thought] = []
    recorded = None
    for event in solve(Game(level), make_solver("paper", level), max_trials=1):
        if not isinstance(event, Step):
            thoughts.append(event)
        elif event.number == 0:
            recorded = event.trial.ball[:, :2]
        else:
            coarse = [
                t
                for t in thoughts
                if t.stage in (MethodStage.GUIDE, MethodStage.REGION, MethodStage.COARSE)
            ]
            caption = "Coarse gridding: candidate centres of the block; the darker, the better."
            overlay = replace(Overlay.of(coarse, recorded=recorded, caption=caption), main=None)
            write_picture(PICTURES / "method-coarse.svg", level, overlay=overlay)
            caption = "Main Block, Supporting Block, the predicted path and the actual one."
            chosen = [t for t in thoughts if t.stage in (MethodStage.REGION, MethodStage.CHOOSE)]
            write_picture(
                PICTURES / "method-trial.svg",
                level,
                event.placements,
                trial=event.trial,
                overlay=Overlay.of(chosen, caption=caption),
            )


def main() -> None:
    """Write every picture."""
    PICTURES.mkdir(exist_ok=True)
    draw_guides("classic/10")
    draw_region("classic/2")
    draw_search("classic/4")


if __name__ == "__main__":
    main()
