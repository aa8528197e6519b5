"""Load a level, put a piece down, press Start, look at what happened."""

from bubbleball import Game, Placement, load_level, write_picture

level = load_level("classic/2")
trial = Game(level).play([Placement("AO6G", x=217, y=247.5)])
print(trial.outcome, trial.reason)
write_picture("trial.svg", level, trial.placements, trial=trial)
