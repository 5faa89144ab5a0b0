"""Runners: what the protocol promises, in this process and in others.

The work is done by functions of the standard library: other processes cannot import test modules.
"""

import operator
import os
import pydoc
from typing import Any

import pytest

from goldsmith.errors import InputError
from goldsmith.runners import LocalRunner, ProcessRunner, Runner, Task, choose_runner
from goldsmith.testing import check_runner


@pytest.mark.parametrize(
    "runner",
    [LocalRunner(), ProcessRunner(1), ProcessRunner(2)],
    ids=["local", "1 process", "2 processes"],
)
def test_every_runner_conforms(runner: Runner) -> None:
    check_runner(runner)


def test_conformance_suite_rejects_a_runner_that_changes_the_order() -> None:
    class Backwards(LocalRunner):
        def run(self, task: Any, items: Any) -> Any:
            return iter(list(super().run(task, items))[::-1])

    with pytest.raises(AssertionError, match="order of the items"):
        check_runner(Backwards())


def test_local_runner_works_in_this_process() -> None:
    task: Task[int, int, int] = Task(os.getpid, (), max)
    assert list(LocalRunner().run(task, range(3))) == [os.getpid()] * 3


def test_process_runner_works_in_other_processes() -> None:
    task: Task[int, int, int] = Task(os.getpid, (), max)
    workers = set(ProcessRunner(2).run(task, [0] * 8))
    assert os.getpid() not in workers and 1 <= len(workers) <= 2


def test_death_of_a_worker_is_reported() -> None:
    task: Task[Any, int, Any] = Task(pydoc.locate, ("os._exit",), operator.call)
    with pytest.raises(InputError, match="a worker process died"):
        list(ProcessRunner(2).run(task, [3]))


def test_number_of_workers_chooses_the_runner() -> None:
    assert isinstance(choose_runner(1), LocalRunner)
    assert isinstance(choose_runner(3), ProcessRunner)
    with pytest.raises(InputError, match="expected 1 or more"):
        choose_runner(0)
