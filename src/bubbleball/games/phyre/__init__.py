"""PHYRE (Bakhtin et al., 2019): its tasks, rules, folds and metric, on today's Python."""
