"""Options that select where a command runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.runners.place import Place

WORKERS = typer.Option(1, "--workers", help="Number of processes.")
RUNNER = typer.Option("processes", "--runner", help="Where to run: processes, or spark.")
MASTER = typer.Option("", "--master", help="The address of Spark's cluster manager (local[*,4]).")
SPARK_CONF = typer.Option(
    [], "--spark-conf", metavar="NAME=VALUE", help="A setting of Spark; repeatable."
)


def make_place(runner: str, workers: int, master: str, spark_conf: Sequence[str]) -> Place:
    """Make the runner that the options name.

    Raises:
        UnknownName: There is no such runner.
        InputError: The options contradict each other.
    """
    from goldsmith.runners.place import Place

    place = Place(runner, workers, master, parse_settings(spark_conf))
    place.check()
    return place


def parse_settings(values: Sequence[str]) -> dict[str, str]:
    """Parse settings of Spark, each NAME=VALUE.

    Raises:
        InputError: A setting does not have this form.
    """
    settings = {}
    for value in values:
        name, equals, content = value.partition("=")
        if not (name and equals):
            raise InputError("this is not a setting of Spark", expected="--spark-conf NAME=VALUE")
        settings[name] = content
    return settings
