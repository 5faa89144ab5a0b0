"""Runners: they do work in this process, in several processes, on Spark, or inside spaCy."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from goldsmith.runners.base import Runner, Task
from goldsmith.runners.local import LocalRunner
from goldsmith.runners.processes import ProcessRunner

__all__ = [
    "LocalRunner",
    "ProcessRunner",
    "Runner",
    "Task",
    "choose_runner",
    "count_cores",
    "use_runner",
]

_chosen: ContextVar[Runner | None] = ContextVar("runner", default=None)


@contextmanager
def use_runner(runner: Runner) -> Iterator[None]:
    """Do all work of the block on a runner, ignoring any requested number of workers.

    Example:
        >>> with open_session("local[2,4]") as session, use_runner(SparkRunner(session)):
        ...     goldsmith.evaluate("corpus", folds=10)
    """
    token = _chosen.set(runner)
    try:
        yield
    finally:
        _chosen.reset(token)


def choose_runner(workers: int) -> Runner:
    """Return a runner in this process if `workers` is 1, else one that starts that many processes.

    Inside `use_runner`, return the runner of that block.

    Raises:
        InputError: `workers` is less than 1.
    """
    if (runner := _chosen.get()) is not None:
        return runner
    return LocalRunner() if workers == 1 else ProcessRunner(workers)


def count_cores() -> int:
    """Return the number of processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS or Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
