"""What the game is: levels, placements, the engine and one trial. No files, no solver."""
