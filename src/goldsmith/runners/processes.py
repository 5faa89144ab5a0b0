"""Runs tasks in several processes on this machine.

Processes are started afresh, not forked; each receives the task once.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import Any

from goldsmith.errors import InputError
from goldsmith.runners.base import Item, Result, State, Task

#: Items under way or waiting, for each process.
_LOOKAHEAD = 3

_state: Any = None


class ProcessRunner:
    """A runner that keeps several processes busy and only a few items in memory."""

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise InputError(f"cannot run with {workers} workers", expected="1 or more")
        self.workers = workers

    def run(self, task: Task[State, Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of each item, in order (see `Runner.run`).

        Raises:
            InputError: A worker process died.
        """
        pool = ProcessPoolExecutor(
            self.workers,
            mp_context=get_context("spawn"),
            initializer=_start,
            initargs=(task.prepare, task.arguments),
        )
        try:
            yield from self._feed(pool, task.work, items)
        except BrokenProcessPool:
            raise InputError(
                "a worker process died",
                expected="enough memory for every worker",
                remedy="Try fewer workers",
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _feed(
        self,
        pool: ProcessPoolExecutor,
        work: Callable[[State, Item], Result],
        items: Iterable[Item],
    ) -> Iterator[Result]:
        pending: deque[Future[Result]] = deque()
        for item in items:
            pending.append(pool.submit(_work, work, item))
            if len(pending) >= _LOOKAHEAD * self.workers:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


def _start(prepare: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    global _state
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    _state = prepare(*arguments)


def _exit_with_parent() -> None:
    """Exit when the parent process is gone: if it is killed, nobody else ends this one."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _work(work: Callable[[Any, Any], Any], item: Any) -> Any:
    return work(_state, item)
