"""Limits on the time and memory that a piece of code may take, for fuzzing."""

from __future__ import annotations

import logging
import resource
import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class TimeLimitExceeded(BaseException):
    """The time limit was exceeded; not an Exception, so that no reader catches it."""


@contextmanager
def limit_time(seconds: float) -> Iterator[None]:
    """Raise TimeLimitExceeded after some seconds; a library waiting for a lock goes on."""

    def stop(*_: Any) -> None:
        raise TimeLimitExceeded(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def limit_memory(size: int) -> Iterator[None]:
    """Limit the memory of the process to its present size, read from /proc, plus this much."""
    status = Path("/proc/self/statm")
    if not status.exists():
        yield
        return
    present = int(status.read_text().split()[0]) * resource.getpagesize()
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (present + size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def silence_logs() -> Iterator[None]:
    """Suppress warnings and log messages below CRITICAL."""
    log = logging.getLogger("goldsmith")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        log.setLevel(level)
