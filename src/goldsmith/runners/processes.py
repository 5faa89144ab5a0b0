"""Runs tasks in several processes on this machine.

Where it is safe, processes are forked: they share the memory of this process, including a state
that is ready. Otherwise they are spawned, and each prepares its own state. This process uses no
threads; it sends items through pipes and waits for results.
"""

from __future__ import annotations

import gc
import sys
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing import connection, get_all_start_methods, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Literal

from goldsmith.errors import InputError
from goldsmith.runners.base import Item, Result, State, Task
from goldsmith.runners.worker import TaskFailure, serve

StartMethod = Literal["fork", "spawn"]
#: The number of items that a process holds at once: the one it is working on and the next.
_IN_HAND = 2
#: Items per process that are queued, in progress, or finished ahead of an earlier one.
_LOOKAHEAD = 8
#: Libraries whose threads do not survive a fork.
_NOT_FORKABLE = ("torch",)


class ProcessRunner:
    """A runner that keeps several processes busy and only a few items in memory.

    Args:
        workers: The number of processes.
        start_method: How to start them; by default, fork where that is safe.
    """

    def __init__(self, workers: int, *, start_method: StartMethod | None = None) -> None:
        if workers < 1:
            raise InputError(f"cannot run with {workers} workers", expected="1 or more")
        self.workers, self._start_method = workers, start_method

    def run(self, task: Task[State, Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of each item, in order (see `Runner.run`).

        Raises:
            InputError: A worker process died.
        """
        pool = _Pool(task, self.workers, self._start_method or choose_start_method())
        try:
            yield from _deliver(pool, items)
            pool.close()
        finally:
            pool.stop()


def choose_start_method() -> StartMethod:
    """Return "fork" if this process has no other threads, which a fork would not copy."""
    alone = len(sys._current_frames()) == 1
    forkable = not any(name in sys.modules for name in _NOT_FORKABLE)
    return "fork" if alone and forkable and "fork" in get_all_start_methods() else "spawn"


def _deliver(pool: _Pool, items: Iterable[Item]) -> Iterator[Any]:
    """Yield the results in the order of the items, while later items are in progress."""
    sent = next_number = 0
    results: dict[int, Any] = {}
    remaining = iter(items)
    waiting = deque(islice(remaining, pool.size))
    while True:
        while waiting and sent - next_number < _LOOKAHEAD * pool.size:
            # The last items wait for a free process, so that none is queued while another is idle.
            if not pool.has_room(_IN_HAND if len(waiting) == pool.size else 1):
                break
            pool.send(sent, waiting.popleft())
            waiting.extend(islice(remaining, 1))
            sent += 1
        if next_number == sent:
            return
        if next_number not in results:
            results.update(pool.receive())
        while next_number in results:
            result = results.pop(next_number)
            next_number += 1
            if isinstance(result, TaskFailure):
                raise result.error
            yield result


class _Pool:
    """Processes, each with a pipe and the numbers of the items it holds."""

    def __init__(self, task: Task[Any, Any, Any], size: int, start_method: StartMethod) -> None:
        self.size = size
        self._processes: list[BaseProcess] = []
        self._in_hand: dict[Connection, deque[int]] = {}
        gc.collect()
        gc.freeze()  # the collector would write to the memory that forked processes share
        try:
            for _ in range(size):
                self._start(task, start_method)
        finally:
            gc.unfreeze()

    def _start(self, task: Task[Any, Any, Any], start_method: StartMethod) -> None:
        context = get_context(start_method)
        ours, theirs = context.Pipe()
        process = context.Process(  # type: ignore[attr-defined]
            target=serve, args=(task, theirs, start_method == "fork"), daemon=True
        )
        with warnings.catch_warnings():
            # Python 3.12 counts the threads of BLAS, which end before a fork and start again after.
            warnings.filterwarnings("ignore", ".*multi-threaded.*", DeprecationWarning)
            process.start()
        theirs.close()
        self._processes.append(process)
        self._in_hand[ours] = deque()

    def has_room(self, limit: int) -> bool:
        """Return whether some process holds fewer items than a limit."""
        return any(len(numbers) < limit for numbers in self._in_hand.values())

    def send(self, number: int, item: Any) -> None:
        """Send an item to the process that holds the fewest."""
        pipe = min(self._in_hand, key=lambda pipe: len(self._in_hand[pipe]))
        try:
            pipe.send((number, item))
        except OSError:
            raise _make_death_error() from None
        self._in_hand[pipe].append(number)

    def receive(self) -> Iterator[tuple[int, Any]]:
        """Wait for results and yield those that have arrived, with the numbers of their items."""
        for pipe in connection.wait(list(self._in_hand)):
            assert isinstance(pipe, Connection)
            try:
                number, result = pipe.recv()
            except (EOFError, OSError):
                raise _make_death_error() from None
            if number is None:
                raise result.error
            self._in_hand[pipe].remove(number)
            yield number, result

    def close(self) -> None:
        """Tell the processes to exit, since there are no more items."""
        for pipe in self._in_hand:
            with suppress(OSError):
                pipe.send(None)  # closing is not enough: forked processes hold its other end
        for process in self._processes:
            process.join()

    def stop(self) -> None:
        """Terminate the processes immediately."""
        for process in self._processes:
            if process.is_alive():
                process.terminate()
            process.join()
        for pipe in self._in_hand:
            pipe.close()


def _make_death_error() -> InputError:
    return InputError(
        "a worker process died",
        expected="enough memory for every worker",
        remedy="Try fewer workers",
    )
