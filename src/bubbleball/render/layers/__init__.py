"""What each thing looks like, and the order in which it is drawn: a module for every layer."""
