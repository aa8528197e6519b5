"""The README's five lines: play a trial, then let the solver learn on the Moon."""

import bubbleball

trial = bubbleball.play("2", AO6G=(217, 247.5))
result = bubbleball.solve_level("2", physics="moon")
print(trial.reason, result.solved, result.trials, result.placements)
result.report("report.html")
