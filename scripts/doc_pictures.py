"""Draw the pictures of the documentation anew: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from bubbleball import Game, find, write_picture

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def main() -> None:
    """Write every picture that README and docs show."""
    PICTURES.mkdir(exist_ok=True)
    for name, theme in (("2", "light"), ("4", "dark")):
        document = find(name)
        placements = document.solutions[0]
        trial = Game(document.level).play(placements)
        target = PICTURES / f"level-{name}.svg"
        write_picture(target, document.level, placements, trial=trial, theme=theme)
    write_picture(PICTURES / "level-10.svg", find("10").level)


if __name__ == "__main__":
    main()
