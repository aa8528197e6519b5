"""Settings for all tests."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

# A shell that starts the tests in the background has them ignore Ctrl-C, which some of them send.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The same examples every time, and no clock: a slow machine is not a failure.
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")
