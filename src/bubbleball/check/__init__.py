"""What a designer should know about a level before anyone plays it."""
