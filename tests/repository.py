"""Where the files of the repository are, whichever folder a test lies in."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
