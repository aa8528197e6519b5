"""Runs on a Dask cluster, sent as batches of runs; needs the extra `cluster`."""

from __future__ import annotations

import atexit
import logging
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from importlib import import_module
from typing import Any, TypeVar

from bubbleball.bench.executors import Chunks
from bubbleball.bench.provenance import versions
from bubbleball.bench.runs import Run, failed_run
from bubbleball.bench.supervisor import Supervisor
from bubbleball.errors import BenchError
from bubbleball.game.workers import cores

_Item = TypeVar("_Item")
_Done = TypeVar("_Done")

_BATCH_SECONDS = 2.0  # of work in one task, which costs the scheduler a few milliseconds
_AHEAD = 2  # batches in progress per worker, so that no worker waits
_CONNECT_SECONDS = 5.0
# packages that determine the bytes of a record
_MUST_AGREE = ("bubbleball", "engine", "numpy", "numba", "scipy", "shapely", "cmaes")

_here = threading.local()  # on a Dask worker: one supervisor per thread


def cluster_of(address: str | None, workers: int | None) -> AbstractContextManager[Dask | None]:
    """The cluster at an address; None without one."""
    return nullcontext() if address is None else closing(Dask(address, workers))


class Dask:
    """The workers of a Dask cluster.

    address: of a running scheduler, such as `tcp://host:8786`, or `local` for a cluster on this
        machine that lives as long as the benchmark.
    workers: processes of a local cluster; all workers of a running one are used.

    Every Dask worker passes its runs to a process of its own, so that a solver that hangs or
    crashes costs one failed record and not the worker. If a Dask worker itself is lost, the
    scheduler gives its batches to others.
    """

    name = "dask"

    def __init__(self, address: str, workers: int | None = None) -> None:
        self._address = address
        self._dask = _distributed()
        with ExitStack() as stack:
            self._client = self._connect(stack, workers or cores())
            self.workers = sum(self._client.nthreads().values())
            self._check()
            self._open = stack.pop_all()

    def execute(self, runs: Sequence[Run], time_limit: float) -> Generator[list[str], None, None]:
        """As in `Executor`."""
        chunks = Chunks(runs, _AHEAD * self.workers, _BATCH_SECONDS)
        under_way: dict[Any, list[Run]] = {}
        finished = self._dask.as_completed([])

        def send() -> None:
            chunk = chunks.take()
            if chunk:
                future = self._client.submit(run_batch, chunk, time_limit, pure=False)
                under_way[future] = chunk
                finished.add(future)

        try:
            for _ in range(_AHEAD * self.workers):
                send()
            for future in finished:
                chunk = under_way.pop(future)
                lines, seconds = self._result(future, chunk)
                chunks.took(len(chunk), seconds)
                send()
                yield lines
        finally:
            self._client.cancel(list(under_way))

    def each(self, work: Callable[[_Item], _Done], items: Sequence[_Item]) -> Iterator[_Done]:
        """The result of a function for each item, in the order in which the cluster finishes."""
        futures = self._client.map(work, items, pure=False)
        try:
            for future in self._dask.as_completed(futures):
                try:
                    yield future.result()
                except (CancelledError, OSError, TimeoutError) as error:
                    raise self._gone(error) from None
        finally:
            self._client.cancel(futures)

    def close(self) -> None:
        """Leave the cluster; a local one is shut down."""
        self._open.close()

    def _connect(self, stack: ExitStack, workers: int) -> Any:
        address: Any = self._address
        if address == "local":
            address = stack.enter_context(
                self._dask.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None
                )
            )
        try:
            return stack.enter_context(self._dask.Client(address, timeout=_CONNECT_SECONDS))
        except (OSError, ValueError) as error:
            raise BenchError(
                f"cannot reach a Dask scheduler at {self._address!r}: {error}; start one with "
                "`dask scheduler` and give its address, such as tcp://host:8786, or use "
                "--cluster local"
            ) from error

    def _check(self) -> None:
        """Check that there are workers, and that they would produce the same records as here."""
        if not self.workers:
            raise BenchError(
                f"the Dask scheduler at {self._address} has no workers; start some with "
                f"`dask worker {self._address}`"
            )
        ours = versions()
        for worker, theirs in self._client.run(versions).items():
            differing = [
                f"{name} {theirs.get(name, 'missing')} there, {ours[name]} here"
                for name in _MUST_AGREE
                if theirs.get(name) != ours[name]
            ]
            if differing:
                raise BenchError(
                    f"the Dask worker {worker} would produce other records: {'; '.join(differing)}"
                )

    def _result(self, future: Any, chunk: list[Run]) -> tuple[list[str], float]:
        try:
            result: tuple[list[str], float] = future.result()
        except self._dask.KilledWorker:
            error = "the Dask workers that tried it died"
            return [failed_run(run, error, 0.0).line() for run in chunk], 0.0
        except (CancelledError, OSError, TimeoutError) as error:
            raise self._gone(error) from None
        return result

    def _gone(self, error: BaseException) -> BenchError:
        for name in ("distributed", "distributed.client"):  # they would print tracebacks of it
            logging.getLogger(name).setLevel(logging.CRITICAL)
        return BenchError(
            f"the Dask scheduler at {self._address} is gone ({type(error).__name__}); "
            "finished runs are kept, and the same command continues"
        )


def run_batch(runs: Sequence[Run], time_limit: float) -> tuple[list[str], float]:
    """On a Dask worker: the record lines of a batch, and the seconds that it took."""
    if not hasattr(_here, "supervisor"):
        _here.supervisor = Supervisor()
        atexit.register(_here.supervisor.close)
    began = time.perf_counter()
    lines = list(_here.supervisor.run(runs, time_limit))
    return lines, time.perf_counter() - began


def _distributed() -> Any:
    """The package, imported when needed, because it is large and belongs to an extra."""
    try:
        return import_module("distributed")
    except ImportError:
        raise BenchError(
            "--cluster needs Dask; install it with `pip install 'bubbleball[cluster]'`"
        ) from None
