"""The same placement under every physics preset: where does the ball end?"""

from bubbleball import PRESETS, Game, Placement, load_level

level = load_level("classic/2")
bridge = [Placement("AO6G", x=217, y=247.5)]
for name, physics in PRESETS.items():
    trial = Game(level, physics).play(bridge)
    print(f"{name:10}{trial.outcome:14}{trial.reason}")
