"""The stepping model: one ball, stepped as Box2D steps it."""
