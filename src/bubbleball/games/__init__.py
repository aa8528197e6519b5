"""Other people's games, played and solved with the same engine and the same method."""
