"""H-2: what the solver believes about the world; priors at first, corrected by trials."""
