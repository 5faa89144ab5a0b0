"""The option that brings a hierarchy of concepts to commands that compare codes."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from goldsmith.cli.shared import output
from goldsmith.project.agreement.tasks import Task, with_hierarchy

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
    from goldsmith.project.terms.hierarchy import hierarchy
    from goldsmith.terminology.shelf import opened

    return with_hierarchy(task, hierarchy(opened(output.listed(names))))
