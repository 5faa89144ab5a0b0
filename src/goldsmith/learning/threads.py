"""Limit linear algebra to one thread."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache
from typing import Any


def use_one_thread() -> AbstractContextManager[Any]:
    """Limit matrix products to one thread while the context is open.

    Our matrices are so small that more threads cost more than they save, and sums over several
    threads depend on the number of threads.
    """
    limits: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limits


@cache
def _controller() -> Any:
    from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

    return ThreadpoolController()
