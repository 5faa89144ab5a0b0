"""The work of a Spark Python worker on the items of a partition."""

from __future__ import annotations

import gc
import pickle
from collections.abc import Iterable, Iterator
from typing import Any

from goldsmith.runners.base import Task
from goldsmith.runners.worker import TaskFailure, describe_error

#: The task of this worker: its key, and the task with its state.
_current: tuple[str, Task[Any, Any, Any], Any] | None = None


def work_on_items(content: bytes, key: str, items: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the pickled result, or error, of each pickled item.

    Args:
        content: The pickled task.
        key: Identifies the task.
        items: Pickled items.
    """
    for item in items:
        yield pickle.dumps(_work(content, key, item))


def _work(content: bytes, key: str, item: bytes) -> Any:
    try:
        task, state = _prepare(content, key)
        return task.work(state, pickle.loads(item))
    except Exception as error:  # raised again where the results are read
        return _make_picklable(describe_error(error))


def _prepare(content: bytes, key: str) -> tuple[Task[Any, Any, Any], Any]:
    """Return the task with its state; prepare it if this worker last ran another task."""
    global _current
    if _current is None or _current[0] != key:
        _current = None  # frees the memory of the earlier state first
        gc.unfreeze()
        task: Task[Any, Any, Any] = pickle.loads(content)
        _current = key, task, task.make_state(shares_memory=False)
        gc.collect()
        gc.freeze()  # Spark's worker collects after each task: spare it the model
    return _current[1], _current[2]


def _make_picklable(failed: TaskFailure) -> TaskFailure:
    try:
        pickle.dumps(failed)
    except Exception:
        return TaskFailure(RuntimeError(type(failed.error).__name__))
    return failed
