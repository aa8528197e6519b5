"""The studio: the game, the solvers and a level builder in the browser; no rules of its own."""
