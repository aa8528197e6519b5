"""The studio's tasks, with a solver that is still at work when somebody stops it."""

from __future__ import annotations

import time
from typing import Any

from bubbleball.web import tasks
from bubbleball.web.worker import Channel


class _SlowChannel(Channel):
    def send(self, content: bytes) -> None:
        if not self.stopped:
            time.sleep(0.5)
        super().send(content)


def slow_solve(channel: Channel, **arguments: Any) -> None:
    tasks.run_solver(_SlowChannel(channel._connection), **arguments)


TASKS = tasks.TASKS | {"solve": slow_solve}
