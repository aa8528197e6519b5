"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples every time, and no clock: a slow machine is not a failure.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
