"""Run the coroutines of tests in a thread with its own event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Outcome = TypeVar("Outcome")


def run_in_thread(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run a coroutine in a new thread: browser tests leave an event loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
