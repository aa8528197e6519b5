"""Certifying levels by plain search with the game itself. Solvers must not use this.

It is brute force on purpose: an independent measure of what the solvers achieve.
"""
