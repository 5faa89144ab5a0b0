"""Work spread over processes: results in the order of the work, only so much of it in memory.

Processes are started afresh, not forked: what they need is sent to each of them once.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import Any, Generic, TypeVar

from goldsmith.errors import InputError

Setting = TypeVar("Setting")
Item = TypeVar("Item")
Answer = TypeVar("Answer")
#: Pieces of work under way or waiting, for each process.
_AHEAD = 3

_setting: Any = None


class Workers(Generic[Setting, Item, Answer]):
    """Does `work(setting, item)`; the setting is made once for each process by `prepare(*given)`.

    With one worker everything happens in this process, and nothing is sent anywhere. `prepare` and
    `work` must be functions of a module.
    """

    def __init__(
        self,
        prepare: Callable[..., Setting],
        given: tuple[Any, ...],
        work: Callable[[Setting, Item], Answer],
        *,
        workers: int = 1,
    ) -> None:
        if workers < 1:
            raise InputError(f"{workers} workers cannot work", expected="1 or more")
        self.prepare, self.given, self.work, self.workers = prepare, given, work, workers

    def map(self, items: Iterable[Item]) -> Iterator[Answer]:
        """The answers, in the order of the items, which are taken up as they are needed."""
        if self.workers == 1:
            setting = self.prepare(*self.given)
            yield from (self.work(setting, item) for item in items)
            return
        pool = ProcessPoolExecutor(
            self.workers,
            mp_context=get_context("spawn"),
            initializer=_begin,
            initargs=(self.prepare, self.given),
        )
        try:
            yield from self._through(pool, items)
        except BrokenProcessPool:
            raise InputError(
                "a worker process died",
                expected="enough memory for every worker",
                remedy="Try fewer workers",
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _through(self, pool: ProcessPoolExecutor, items: Iterable[Item]) -> Iterator[Answer]:
        waiting: deque[Future[Answer]] = deque()
        for item in items:
            waiting.append(pool.submit(_do, self.work, item))
            if len(waiting) >= _AHEAD * self.workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _begin(prepare: Callable[..., Any], given: tuple[Any, ...]) -> None:
    global _setting
    threading.Thread(target=_follow_parent, daemon=True).start()
    _setting = prepare(*given)


def _follow_parent() -> None:
    """End with the process that started this one: if it is killed, nobody else would end us."""
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _do(work: Callable[[Any, Any], Any], item: Any) -> Any:
    return work(_setting, item)
