"""Draw the learning curve of docs/gymnasium.md from what examples/train_on_generated.py prints.

python examples/train_on_generated.py 25 | python scripts/learning_curve.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from bubbleball.files.disk import write_bytes

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "learning-curve.svg"
WIDTH, HEIGHT, LEFT, BOTTOM = 480, 220, 52, 34


def curve(text: str) -> str:
    """The mean reward by generation as an SVG."""
    values = [float(value) for value in re.findall(r"mean ([+-][0-9.]+)", text)]
    if len(values) < 2:
        raise SystemExit("pipe the output of examples/train_on_generated.py in")
    low, high = min(values) - 0.01, max(values) + 0.01

    def at(number: int, value: float) -> tuple[float, float]:
        x = LEFT + number / (len(values) - 1) * (WIDTH - LEFT - 12)
        return x, 10 + (high - value) / (high - low) * (HEIGHT - BOTTOM - 10)

    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*each) for each in enumerate(values)))
    grid, texts = [], []
    for step in range(5):
        value = low + step / 4 * (high - low)
        y = at(0, value)[1]
        grid.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - 12}"/>')
        texts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.2f}</text>')
    for number in range(0, len(values), 4):
        x = at(number, low)[0]
        texts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - 18}" text-anchor="middle">{number + 1}</text>'
        )
    middle = (LEFT + WIDTH) / 2
    texts.append(f'<text x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">generation</text>')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'font-family="sans-serif" font-size="11"><rect width="{WIDTH}" height="{HEIGHT}" '
        f'fill="#fff"/><g stroke="#ddd">{"".join(grid)}</g><polyline points="{points}" '
        f'fill="none" stroke="#0072b2" stroke-width="2"/>{"".join(texts)}</svg>\n'
    )


if __name__ == "__main__":
    write_bytes(FILE, curve(sys.stdin.read()).encode())
