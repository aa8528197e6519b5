"""New levels by family and seed, each with a solution that has been played.

A family sketches scenery together with the placement that is meant to solve it. The ball is
released, and the flag is put where it arrives. A sketch that fails a check is thrown away, and the
next one is tried.
"""
