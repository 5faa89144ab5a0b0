"""The main loop of a worker process: prepare a state, then work on the items that arrive."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import threading
import traceback
from collections.abc import Iterator
from multiprocessing import connection, parent_process
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from goldsmith.runners.base import Task
from goldsmith.runners.memory import collect_less_often


class TaskFailure:
    """The error that the work raised, sent in place of a result."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def serve(task: Task[Any, Any, Any], pipe: Connection, shares_memory: bool) -> None:
    """Work on items from a pipe until None arrives; send each result with the item's number.

    Args:
        task: The task.
        pipe: Delivers pairs of number and item, and accepts pairs of number and result.
        shares_memory: Whether this process was forked, so that it can use its parent's state.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent is interrupted too, and stops us
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    try:
        state = task.make_state(shares_memory=shares_memory)
    except Exception as error:
        _send(pipe, None, describe_error(error))
        return
    gc.freeze()  # the state is permanent, so the collector need not scan it
    with collect_less_often():
        for number, item in _receive(pipe):
            try:
                result = task.work(state, item)
            except Exception as error:
                result = describe_error(error)
            _send(pipe, number, result)


def _exit_with_parent() -> None:
    """Exit when the parent process dies: if it was killed, nothing else would stop this one."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _receive(pipe: Connection) -> Iterator[tuple[int, Any]]:
    """Yield the items from a pipe; a thread drains it, so that the parent never blocks on send."""
    queue: SimpleQueue[bytes] = SimpleQueue()

    def read() -> None:
        try:
            while True:
                queue.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(1)  # the parent is gone

    threading.Thread(target=read, daemon=True).start()
    while (message := pickle.loads(queue.get())) is not None:
        yield message


def _send(pipe: Connection, number: int | None, result: Any) -> None:
    try:
        pipe.send((number, result))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        pipe.send((number, describe_error(error)))
    except OSError:
        os._exit(1)  # nobody waits for the result


def describe_error(error: Exception) -> TaskFailure:
    """Return an error with the traceback of its process as a note."""
    error.add_note("In a worker process:\n" + "".join(traceback.format_tb(error.__traceback__)))
    return TaskFailure(error)
