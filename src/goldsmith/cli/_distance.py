"""The option that brings a hierarchy of concepts to commands that compare codes."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from goldsmith.cli import _output
from goldsmith.project.tasks import Task, with_hierarchy

TERMS = typer.Option(
    [],
    "--terms",
    help="Also agreement on codes by their distance in these terminologies: names on the shelf, "
    "`demo` or folders.",
)


def with_distance(task: Task, names: Sequence[str]) -> Task:
    """The task with the distance of codes in these terminologies, if any are named."""
    if not names:
        return task
    # Comparing without a terminology does not load what reads them.
    from goldsmith.project.terms import opened
    from goldsmith.project.terms_hierarchy import hierarchy

    return with_hierarchy(task, hierarchy(opened(_output.listed(names))))
