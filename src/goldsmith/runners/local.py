"""Runs tasks in this process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goldsmith.runners.base import Item, Result, State, Task
from goldsmith.runners.memory import collect_less_often


class LocalRunner:
    """A runner that works in this process; nothing is pickled."""

    workers = 1

    def run(self, task: Task[State, Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of each item, in order (see `Runner.run`)."""
        state = task.make_state(shares_memory=True)
        for item in items:
            with collect_less_often():
                result = task.work(state, item)
            yield result
