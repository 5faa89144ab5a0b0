"""The conformance suite of runners: order, laziness, one state per worker, errors propagated."""

from __future__ import annotations

import itertools
import operator
import os
from collections.abc import Iterator

from goldsmith.runners.base import Runner, Task

_LOOKAHEAD = 100


def check_runner(runner: Runner) -> None:
    """Check that a runner follows the protocol.

    The tasks use functions of the standard library, which every process can import.

    Raises:
        AssertionError: The runner breaks a rule; the message names it.

    Example:
        >>> check_runner(LocalRunner())
    """
    assert runner.workers >= 1, "a runner has at least one worker"
    _check_order(runner)
    _check_laziness(runner)
    _check_state(runner)
    _check_errors(runner)


def _check_order(runner: Runner) -> None:
    task: Task[int, int, int] = Task(int, ("10",), operator.add)
    assert list(runner.run(task, [])) == [], "an empty input gives no results"
    items = range(3 * runner.workers + 5)
    results = list(runner.run(task, items))
    assert results == [item + 10 for item in items], "results come in the order of the items"
    again = list(runner.run(task, items))
    assert again == results, "a runner can be used again"


def _check_laziness(runner: Runner) -> None:
    taken: list[int] = []

    def endless() -> Iterator[int]:
        for number in itertools.count(1):
            taken.append(number)
            yield number

    task: Task[int, int, int] = Task(int, ("0",), operator.add)
    results = runner.run(task, endless())
    assert list(itertools.islice(results, 3)) == [1, 2, 3], "endless input is processed"
    close = getattr(results, "close", None)
    if close:
        close()
    assert len(taken) <= 3 + _LOOKAHEAD * runner.workers, "items are taken as they are needed"


def _check_state(runner: Runner) -> None:
    task: Task[int, int, int] = Task(os.getpid, (), max)
    states = set(runner.run(task, [0] * (4 * runner.workers)))
    assert len(states) <= runner.workers, "each worker prepares its state once"


def _check_errors(runner: Runner) -> None:
    task: Task[int, int, int] = Task(int, ("10",), operator.floordiv)
    results = runner.run(task, [5, 0, 2])
    assert next(results) == 2, "results before an error are delivered"
    try:
        next(results)
    except ZeroDivisionError:
        return
    raise AssertionError("an error of the work reaches the caller")
