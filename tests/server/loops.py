"""Coroutines of tests, in a thread with an event loop of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Outcome = TypeVar("Outcome")


def run_apart(work: Coroutine[Any, Any, Outcome]) -> Outcome:
    """Run a coroutine in a thread: after a browser test, this one has a running event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()
