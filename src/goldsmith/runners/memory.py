"""Memory of long work: settings of the garbage collector, and what is given back to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

#: New objects after which the collector looks for cycles. Work makes many objects and few cycles:
#: the default of 700 costs chronicles 7 % of their time.
_COLLECT_AFTER: Final = 50_000
#: Processor seconds of work after which Python returns its free memory.
_RELEASE_AFTER: Final = 0.5


@contextmanager
def collect_less_often() -> Iterator[None]:
    """Let the collector look for cycles less often while the block lasts."""
    before = gc.get_threshold()
    gc.set_threshold(max(_COLLECT_AFTER, before[0]) if before[0] else 0, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def pause_collector() -> Iterator[None]:
    """Pause the garbage collector: a batch makes many small objects and no cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def return_free_memory() -> None:
    """Return memory that has been freed to the system: Python and the C library keep some of it."""
    gc.collect()  # also empties Python's lists of free objects
    _trim_heap()


class MemoryKeeper:
    """Returns free memory to the system between pieces of work, at little cost.

    What a piece leaves behind is scattered: if it stays, the memory grows from piece to piece. A
    look at every object of Python takes 30 ms, so it is done after half a second of work.
    """

    def __init__(self) -> None:
        self._last = time.process_time()

    def tidy(self) -> None:
        """Return free memory; that of Python only if there was enough work since the last time."""
        if time.process_time() - self._last < _RELEASE_AFTER:
            _trim_heap()
            return
        return_free_memory()
        self._last = time.process_time()


def _trim_heap() -> None:
    """Return memory that the C library of Linux has kept; it takes hardly any time."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # some C libraries have no such function
            ctypes.CDLL(None).malloc_trim(0)
