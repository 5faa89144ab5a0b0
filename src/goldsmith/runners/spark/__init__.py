"""Runs tasks on Apache Spark (extra `spark`).

Items go to the executors in waves, and each item is a separate Spark task. The next wave starts
before the current one ends, so that no core waits for the last items of a wave. A Spark Python
worker prepares the state of a task once and keeps it for later items. Spark retries tasks whose
worker or executor died.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, Any

from goldsmith.runners.base import Item, Result, State, Task
from goldsmith.runners.spark.executor import work_on_items
from goldsmith.runners.worker import TaskFailure

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["SparkRunner"]

#: Items in a wave for each core of the cluster, and the number of waves at once.
_WAVE, _WAVES = 8, 2


class SparkRunner:
    """A runner on Spark. The session belongs to the caller, who stops it.

    Args:
        session: The Spark session; see `open_session`.
        describe: Returns the description of the next wave for Spark's web interface.

    Example:
        >>> with open_session("local[2,4]") as session:
        ...     results = list(SparkRunner(session).run(task, items))
    """

    def __init__(
        self, session: SparkSession, *, describe: Callable[[], str] = lambda: "goldsmith"
    ) -> None:
        self._context = session.sparkContext
        self._describe = describe

    @property
    def workers(self) -> int:
        """The number of cores that Spark reports for this session."""
        return int(self._context.defaultParallelism)

    def run(self, task: Task[State, Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of each item, in order (see `Runner.run`)."""
        content = pickle.dumps(task)
        key = hashlib.sha256(content).hexdigest()
        broadcast = self._context.broadcast(content)
        threads = ThreadPoolExecutor(_WAVES)
        try:
            for wave in self._start_waves(threads, items, broadcast, key):
                for result in wave.result():
                    if isinstance(result, TaskFailure):
                        raise result.error
                    yield result
        finally:
            self._context.cancelJobGroup(key)
            threads.shutdown(cancel_futures=True)
            broadcast.destroy()

    def _start_waves(
        self, threads: ThreadPoolExecutor, items: Iterable[Item], broadcast: Any, key: str
    ) -> Iterator[Future[list[Any]]]:
        """Start waves, and yield each once the following waves have started."""
        remaining, size = iter(items), _WAVE * self.workers
        started: deque[Future[list[Any]]] = deque()
        while wave := [pickle.dumps(item) for item in islice(remaining, size)]:
            title = self._describe()
            started.append(threads.submit(self._run_wave, wave, broadcast, key, title))
            if len(started) == _WAVES:
                yield started.popleft()
        yield from started

    def _run_wave(self, wave: list[bytes], broadcast: Any, key: str, title: str) -> list[Any]:
        self._context.setJobGroup(key, title)

        def work(partition: Iterable[bytes]) -> Iterator[bytes]:
            return work_on_items(broadcast.value, key, partition)

        parts = self._context.parallelize(wave, len(wave))
        return [pickle.loads(result) for result in parts.mapPartitions(work).collect()]
