"""Memory of long work: settings of the garbage collector, and what is given back to the system."""

from __future__ import annotations

import ctypes
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

#: New objects after which the collector looks for cycles. Work makes many objects and few cycles:
#: the default of 700 costs chronicles 7 % of their time.
_COLLECT_AFTER: Final = 50_000


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
    trim_heap()


def trim_heap() -> None:
    """Return the memory that the C library of Linux has kept to the system; it takes no time."""
    if sys.platform == "linux":
        with suppress(AttributeError, OSError):  # some C libraries have no such function
            ctypes.CDLL(None).malloc_trim(0)
