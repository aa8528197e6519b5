"""How many placements of level 2 a core plays and predicts in a second of its own time.

And how many two cores play in a second by the clock, processes started included; that is worth
something on an idle machine only.

python benchmarks/batch_speed.py [--count 10000]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from bubbleball import Game, load_level, predict_many


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    count = parser.parse_args().count
    level, rng = load_level("2"), np.random.default_rng(0)
    poses = rng.uniform((100, 180, -20), (330, 280, 20), (count, 3))
    predict_many(level, poses[:1], "AO6G")  # loads the compiled model
    clock = time.perf_counter()
    together = Game(level).play_many(poses, "AO6G", workers=2)
    clock = time.perf_counter() - clock
    began = time.process_time()
    played = Game(level).play_many(poses, "AO6G")
    middle = time.process_time()
    predicted = predict_many(level, np.tile(poses, (4, 1)), "AO6G")
    end = time.process_time()
    assert (together.solved == played.solved).all()
    same = (played.solved == predicted.solved[:count])[played.legal].mean()
    print(f"played: {count / (middle - began):,.0f} placements/s a core")
    print(f"played by two cores: {count / clock:,.0f} placements/s by the clock")
    print(f"predicted: {4 * count / (end - middle):,.0f} placements/s a core")
    print(f"the model agrees with the game in {same:.2%}")


if __name__ == "__main__":
    main()
