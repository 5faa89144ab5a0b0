"""Runners follow the protocol, in this process and in others.

Tasks use functions of the standard library, because other processes cannot import test modules.
"""

import functools
import gc
import operator
import os
import pydoc
import subprocess
import sys
from typing import Any

import pytest

from goldsmith.errors import InputError
from goldsmith.runners import (
    LocalRunner,
    ProcessRunner,
    Runner,
    Task,
    choose_runner,
    use_runner,
)
from goldsmith.runners.processes import StartMethod
from goldsmith.testing import check_runner


@pytest.mark.parametrize(
    "runner",
    [
        LocalRunner(),
        ProcessRunner(1),
        ProcessRunner(2, start_method="spawn"),
        ProcessRunner(2, start_method="fork"),
    ],
    ids=["local", "1 process", "2 new processes", "2 forked processes"],
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


def test_last_items_go_to_the_free_worker() -> None:
    run: Any = functools.partial(subprocess.check_output, shell=True)
    task: Task[Any, str, Any] = Task(functools.partial, (run,), operator.call)
    items = ["sleep 2; echo $PPID", "echo $PPID", "echo $PPID"]
    slow, quick, last = ProcessRunner(2).run(task, items)
    assert slow != quick == last


def test_death_of_a_worker_is_reported() -> None:
    task: Task[Any, int, Any] = Task(pydoc.locate, ("os._exit",), operator.call)
    with pytest.raises(InputError, match="a worker process died"):
        list(ProcessRunner(2).run(task, [3]))


def test_number_of_workers_chooses_the_runner() -> None:
    assert isinstance(choose_runner(1), LocalRunner)
    assert isinstance(choose_runner(3), ProcessRunner)
    with pytest.raises(InputError, match="expected 1 or more"):
        choose_runner(0)


@pytest.mark.parametrize("start_method", ["fork", "spawn"])
def test_ready_state_is_shared_with_forked_processes_only(
    start_method: StartMethod,
) -> None:
    task: Task[int, int, int] = Task(int, ("10",), operator.add, ready=20)
    runner = ProcessRunner(2, start_method=start_method)
    assert list(runner.run(task, [1])) == [21 if start_method == "fork" else 11]


def test_large_items_and_results_do_not_block_each_other() -> None:
    task: Task[int, bytes, bytes] = Task(int, ("3",), operator.mul)
    items = [bytes([number]) * 2_000_000 for number in range(12)]
    results = list(ProcessRunner(2).run(task, items))
    assert [result[:1] * 3 for result in results] == [item[:1] * 3 for item in items]
    assert {len(result) for result in results} == {6_000_000}


def test_error_in_preparing_the_state_is_raised() -> None:
    task: Task[int, int, int] = Task(int, ("ten",), operator.add)
    with pytest.raises(ValueError, match="invalid literal"):
        list(ProcessRunner(2).run(task, [1]))


def test_process_with_threads_is_not_forked() -> None:
    code = (
        "import threading; from goldsmith.runners.processes import choose_start_method as choose;"
        "alone = choose(); wait = threading.Event(); thread = threading.Thread(target=wait.wait);"
        "thread.start(); print(alone, choose()); wait.set()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["fork" if sys.platform == "linux" else "spawn", "spawn"]


def test_runner_of_a_with_block_is_used() -> None:
    runner = LocalRunner()
    with use_runner(runner):
        assert choose_runner(3) is runner
    assert choose_runner(3) is not runner


def test_garbage_collector_runs_less_often_only_while_an_item_is_processed() -> None:
    before = gc.get_threshold()
    results = LocalRunner().run(Task(dict, (), _get_threshold), [1, 2])
    assert next(results)[0] > before[0]
    assert gc.get_threshold() == before
    assert len(list(results)) == 1


def _get_threshold(state: object, item: int) -> tuple[int, int, int]:
    del state, item
    return gc.get_threshold()
