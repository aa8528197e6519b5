"""The method on puzzles with balls to place: aim at moving bodies, search, choose, learn."""
