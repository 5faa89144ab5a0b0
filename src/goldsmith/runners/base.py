"""The Runner protocol: one task over many items, wherever the work is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

State = TypeVar("State")
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Task(Generic[State, Item, Result]):
    """Work on single items, with a state that each worker prepares once.

    Runners that use other processes pickle all of it: `prepare` and `work` must be functions of a
    module, and `arguments`, items and results must be picklable.

    Example:
        >>> task = Task(int, ("10",), operator.add)      # state is int("10")
        >>> list(LocalRunner().run(task, [1, 2]))
        [11, 12]
    """

    #: Makes the state of a worker: a loaded model, for example.
    prepare: Callable[..., State]
    #: The arguments of `prepare`.
    arguments: tuple[Any, ...]
    #: Returns the result for one item.
    work: Callable[[State, Item], Result]


class Runner(Protocol):
    """Runs tasks. `goldsmith.testing.check_runner` states what every runner guarantees."""

    @property
    def workers(self) -> int:
        """The number of workers."""

    def run(self, task: Task[State, Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of each item, in the order of the items.

        Items are taken as they are needed, so that the input may be endless. What `work` raises is
        raised here, after the results of all items before it.
        """
