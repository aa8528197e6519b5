"""Benchmarks: suites of levels, solvers and seeds, run anywhere and recorded line by line."""
