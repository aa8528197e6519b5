"""The real game's formats: levels, movable objects, automation and log."""
