"""Draw the pictures of README and docs/agents.md: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from bubbleball import Game, Placement, annotated_png, find, make_solver, solve, write_picture
from bubbleball.method.explanation import MethodStage, Thought
from bubbleball.play.step import Step
from bubbleball.render import Overlay, draw, to_gif
from bubbleball.render.film import film_of_trials

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
FPS = 20
PLAN = 3.0  # s for which the plan is shown
SCALE = 1.25  # pixels per px of the screen


def example() -> None:
    """The trial that README plays on the command line."""
    level = find("2").level
    placements = [Placement("AO6G", 217, 247.5)]
    trial = Game(level).play(placements)
    write_picture(PICTURES / "level-2.svg", level, placements, trial=trial)


def film(level_name: str) -> None:
    """A solve from the empty run to the flag: what happens alone, the plan, and the first trial."""
    level = find(level_name).level
    events = list(solve(Game(level), make_solver("hierarchical", level), max_trials=1))
    empty, trial = (event for event in events if isinstance(event, Step))
    if not trial.trial.solved:
        raise SystemExit(f"{level_name} is not solved by the first trial: choose another level")
    [choice] = [e for e in events if isinstance(e, Thought) and e.stage is MethodStage.CHOOSE]
    captions = (
        "Nothing placed: the ball drops and stays where it is.",
        "The plan before the first trial: a falling crate tips a lever, which throws the ball.",
        "The first trial in the game; green is the prediction.",
    )
    plan, seen = (Overlay.of([choice], caption=caption) for caption in captions[1:])
    alone = film_of_trials([(level, (), empty.trial, Overlay(caption=captions[0]))], fps=FPS)
    played = film_of_trials([(level, trial.placements, trial.trial, seen)], fps=FPS)
    drawings = (*alone.drawings, draw(level, trial.placements, overlay=plan), *played.drawings)
    seconds = (*alone.seconds, PLAN, *played.seconds)
    (PICTURES / "solve.gif").write_bytes(to_gif(drawings, seconds, scale=SCALE))


def annotated(level_name: str) -> None:
    """What a vision model sees, for docs/agents.md."""
    picture = annotated_png(find(level_name).level, scale=1.5)
    (PICTURES / f"annotated-{level_name}.png").write_bytes(picture)


def main() -> None:
    """Write the pictures of README and docs/agents.md; other pages have scripts of their own."""
    PICTURES.mkdir(exist_ok=True)
    example()
    film("21")
    annotated("21")


if __name__ == "__main__":
    main()
