"""Runs tasks on Apache Spark (extra `spark`).

Items go to the executors in waves, each item a Spark task of its own. A Python worker of Spark
prepares the state of a task once and keeps it for later items. Spark repeats tasks whose worker or
executor died.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from goldsmith.runners.base import Item, Result, State, Task
from goldsmith.runners.spark.executor import work_on_items
from goldsmith.runners.worker import Failed

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["SparkRunner"]

#: Items of a wave for each core of the cluster.
_WAVE = 16


class SparkRunner:
    """A runner on Spark. The session belongs to the caller, who stops it.

    Args:
        session: The Spark session; see `open_session`.
        describe: Returns what Spark's pages show as the description of the next wave.

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
        """The number of cores that Spark counts for this session."""
        return int(self._context.defaultParallelism)

    def run(self, task: Task[State, Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of each item, in order (see `Runner.run`)."""
        content = pickle.dumps(task)
        key = hashlib.sha256(content).hexdigest()
        broadcast = self._context.broadcast(content)
        try:
            remaining = iter(items)
            while wave := [pickle.dumps(item) for item in islice(remaining, _WAVE * self.workers)]:
                for result in self._run_wave(wave, broadcast, key):
                    if isinstance(result, Failed):
                        raise result.error
                    yield result
        finally:
            broadcast.destroy()

    def _run_wave(self, wave: list[bytes], broadcast: Any, key: str) -> list[Any]:
        self._context.setJobDescription(self._describe())

        def work(partition: Iterable[bytes]) -> Iterator[bytes]:
            return work_on_items(broadcast.value, key, partition)

        parts = self._context.parallelize(wave, len(wave))
        return [pickle.loads(result) for result in parts.mapPartitions(work).collect()]
