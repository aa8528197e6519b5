"""Language and vision models as solvers: what they read, what they answer, and the adapter."""
