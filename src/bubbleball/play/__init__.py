"""Playing: the one loop that lets a solver play, and the record of it."""
