"""Coroutines in tests that share their thread with a browser."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def finish(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end in a thread of its own: the browser's loop may run in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, coroutine).result()
