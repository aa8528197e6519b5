"""Worlds that differ from the game in more than constants, to test what a solver can learn."""
