"""Checks of a level before anyone plays it: what its designer should know."""
