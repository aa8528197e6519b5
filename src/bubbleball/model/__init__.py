"""H-2: what the solver believes about the world. It starts from priors and is corrected by trials."""
