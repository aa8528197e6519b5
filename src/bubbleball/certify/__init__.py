"""Certifying levels by plain search with the game itself. Solvers must not use this.

It is brute force on purpose: an independent measure of what the solvers achieve.
"""

from bubbleball.certify.certificate import Certificate, KnownSolution, Share, Verdict
from bubbleball.certify.judge import certify
from bubbleball.certify.robust import jittered, robustness, simplified
from bubbleball.certify.search import find_solutions

__all__ = [
    "Certificate",
    "KnownSolution",
    "Share",
    "Verdict",
    "certify",
    "find_solutions",
    "jittered",
    "robustness",
    "simplified",
]
