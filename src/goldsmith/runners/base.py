"""The Runner protocol: run one task over many items, in this process, in others or on Spark."""

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

    Runners that use other processes pickle it: `prepare` and `work` must be module-level functions,
    and `arguments`, items and results must be picklable. A `ready` state is never pickled: this
    process and its forks use it; other processes call `prepare`.

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
    #: A state that this process already has, equal to the result of `prepare`.
    ready: State | None = None

    def make_state(self, *, shares_memory: bool) -> State:
        """Return the state for a worker.

        Args:
            shares_memory: Whether the worker has the memory of the process that made the task.
        """
        if shares_memory and self.ready is not None:
            return self.ready
        return self.prepare(*self.arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return Task, (self.prepare, self.arguments, self.work)


class Runner(Protocol):
    """Runs tasks. `goldsmith.testing.check_runner` states what every runner guarantees."""

    @property
    def workers(self) -> int:
        """The number of workers."""

    def run(self, task: Task[State, Item, Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield the result of each item, in the order of the items.

        Items are consumed on demand, so the input may be endless. An exception from `work` is
        raised here, after the results of all earlier items.
        """
