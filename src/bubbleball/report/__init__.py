"""Reports of a solve for people: one self-contained page, or a film of the trials."""
