"""Draw README's picture: `make pictures`."""

from __future__ import annotations

from pathlib import Path

from bubbleball import Game, find, write_picture

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def main() -> None:
    """Write the picture that README shows; those of other pages have scripts of their own."""
    PICTURES.mkdir(exist_ok=True)
    document = find("2")
    placements = document.solutions[0]
    trial = Game(document.level).play(placements)
    write_picture(PICTURES / "level-2.svg", document.level, placements, trial=trial)


if __name__ == "__main__":
    main()
