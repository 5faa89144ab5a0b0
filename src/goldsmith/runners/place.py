"""Where a command does its work: in processes on this machine or on Spark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import msgspec

from goldsmith.errors import InputError, UnknownName
from goldsmith.runners import Runner, choose_runner, use_runner

PROCESSES, SPARK = "processes", "spark"
RUNNERS: Final = (PROCESSES, SPARK)
#: Makes a runner from a function that describes the state of the work.
MakeRunner = Callable[[Callable[[], str]], Runner]


class Place(msgspec.Struct, frozen=True):
    """The name of a runner and its settings."""

    runner: str = PROCESSES
    workers: int = 1
    """The number of processes; on Spark the master determines it."""
    master: str = ""
    """The address of Spark's cluster manager; by default this machine."""
    settings: Mapping[str, str] = {}
    """Spark settings."""

    def check(self) -> None:
        """Raise an error if the settings contradict each other.

        Raises:
            UnknownName: There is no such runner.
            InputError: A setting does not apply to this runner.
        """
        if self.runner not in RUNNERS:
            raise UnknownName("runner", self.runner, RUNNERS)
        if self.runner == SPARK and self.workers > 1:
            raise InputError(
                "on Spark, the master sets the number of workers",
                expected="the address local[N,4] for N workers on this machine",
            )
        if self.runner != SPARK and (self.master or self.settings):
            raise InputError(
                "a master and Spark settings apply to Spark only", expected="the runner spark"
            )


@contextmanager
def open_place(place: Place, *, ship: Path | None = None) -> Iterator[MakeRunner]:
    """Yield a function that makes runners at a place; a Spark session lasts for the block.

    Args:
        place: The place.
        ship: A folder that every Spark executor needs, such as a model.

    Raises:
        UnknownName: There is no such runner.
        InputError: The settings do not suit the runner, or Spark cannot start.
        MissingExtra: Spark is not installed.
    """
    place.check()
    if place.runner == PROCESSES:
        yield lambda _: choose_runner(place.workers)
        return
    from goldsmith.runners.spark import SparkRunner
    from goldsmith.runners.spark.session import LOCAL, open_session
    from goldsmith.runners.spark.shipping import ship_folder

    with ExitStack() as stack:
        session = stack.enter_context(open_session(place.master or LOCAL, settings=place.settings))
        if ship is not None:
            stack.enter_context(ship_folder(session, ship))
        yield lambda describe: SparkRunner(session, describe=describe)


@contextmanager
def use_place(place: Place, *, what: str = "goldsmith") -> Iterator[None]:
    """Do all work of the block at a place.

    Args:
        place: The place.
        what: The name of the work in Spark's web interface.

    Raises:
        GoldsmithError: The place cannot be opened (see `open_place`).
    """
    with open_place(place) as make_runner:
        if place.runner == PROCESSES:
            yield  # the work itself chooses the number of processes
            return
        with use_runner(make_runner(lambda: what)):
            yield
