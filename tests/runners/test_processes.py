"""Work in several processes: the order of the items, one setting each, errors passed on.

The work is done by functions of the standard library: other processes cannot import test modules.
"""

import itertools
import operator
import os
import pydoc
from typing import Any

import pytest

from goldsmith.errors import InputError
from goldsmith.runners.processes import Workers


def test_one_worker_works_here() -> None:
    work: Workers[int, int, int] = Workers(os.getpid, (), max)
    assert list(work.map(range(3))) == [os.getpid()] * 3


def test_answers_come_in_order() -> None:
    work: Workers[int, int, int] = Workers(int, ("10",), operator.add, workers=2)
    assert list(work.map(range(12))) == list(range(10, 22))


def test_the_work_is_done_elsewhere() -> None:
    work: Workers[int, int, int] = Workers(os.getpid, (), max, workers=2)
    places = set(work.map([0] * 8))
    assert os.getpid() not in places and 1 <= len(places) <= 2


def test_items_are_taken_as_they_are_needed() -> None:
    work: Workers[int, int, int] = Workers(int, ("10",), operator.add, workers=2)
    endless = work.map(itertools.repeat(1))
    assert list(itertools.islice(endless, 5)) == [11] * 5
    endless.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_of_the_work_is_raised_here(workers: int) -> None:
    work: Workers[int, int, Any] = Workers(int, ("10",), operator.floordiv, workers=workers)
    answers = work.map([5, 0])
    assert next(answers) == 2
    with pytest.raises(ZeroDivisionError):
        next(answers)


def test_a_process_that_dies_is_said() -> None:
    work: Workers[Any, int, Any] = Workers(pydoc.locate, ("os._exit",), operator.call, workers=2)
    with pytest.raises(InputError, match="a worker process died"):
        list(work.map([3]))


def test_no_workers_are_refused() -> None:
    with pytest.raises(InputError, match="expected 1 or more"):
        Workers(int, ("1",), operator.add, workers=0)
