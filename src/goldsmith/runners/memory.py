"""Memory of long runs: garbage collector settings, and returning free memory to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

#: New objects after which the collector searches for cycles. Our work creates many objects and few
#: cycles: the default of 700 costs chronicles 7 % of their time.
_COLLECT_AFTER: Final = 50_000
#: Processor seconds of work between two returns of Python's free memory.
_RELEASE_AFTER: Final = 0.5


@contextmanager
def collect_less_often() -> Iterator[None]:
    """Make the garbage collector run less often inside the block."""
    before = gc.get_threshold()
    gc.set_threshold(max(_COLLECT_AFTER, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def pause_collector() -> Iterator[None]:
    """Pause the garbage collector: a batch creates many small objects and no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def return_free_memory() -> None:
    """Return freed memory to the system: Python and the C library retain some of it."""
    gc.collect()  # also empties Python's lists of free objects
    _trim_heap()


class MemoryKeeper:
    """Returns free memory to the system between work items, at little cost.

    An item leaves fragments of free memory behind; without cleanup, memory grows from item to item.
    A full collection takes 30 ms, so it runs only after half a second of work.
    """

    def __init__(self) -> None:
        self._last = time.process_time()

    def tidy(self) -> None:
        """Trim the heap; also collect Python's garbage if enough work was done since last time."""
        if time.process_time() - self._last < _RELEASE_AFTER:
            _trim_heap()
            return
        return_free_memory()
        self._last = time.process_time()


def _trim_heap() -> None:
    """Return memory retained by the Linux C library; this takes very little time."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # some C libraries have no such function
            ctypes.CDLL(None).malloc_trim(0)
