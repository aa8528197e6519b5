"""The paper's method, in its order and in its words."""
