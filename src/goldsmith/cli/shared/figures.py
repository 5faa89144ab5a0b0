"""What the commands that print figures share: sides, options, ways to print tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.core import Schema
from goldsmith.project.agreement import tasks
from goldsmith.project.agreement.score import Side
from goldsmith.project.agreement.tasks import TASKS, Task
from goldsmith.project.corpus import schemas
from goldsmith.project.corpus.sources import Source
from goldsmith.rendering.table import Table, latex, markdown


class As(StrEnum):
    """How tables are printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"


class Numbers(StrEnum):
    """How values are written."""

    FRACTION = "fraction"
    PERCENT = "percent"


AS = typer.Option(As.TEXT, "--as-table", help="Print tables as text, Markdown or LaTeX.")
NUMBERS = typer.Option(Numbers.FRACTION, "--numbers", help="0.773 or 77.3.")
TASK = typer.Option("entities", "--task", help="One of: " + ", ".join(TASKS) + ".")
SCHEMA = typer.Option(
    None, "--schema", help="A built-in schema or a TOML file; each task has its own default."
)
CORPUS = typer.Option(
    None, "--corpus", help="The corpus that holds the sets; without it they are paths."
)
BY = typer.Option("", "--by", help="Also for each value of this metadata: type, subtype, batch …")
INTERVALS = typer.Option(False, "--intervals", help="Add 95 % bootstrap intervals.")


OPTION = typer.Option(
    [], "--option", help="An option of a metric, e.g. relations.found=lenient; may be repeated."
)


def task_of(name: str, options: Sequence[str]) -> Task:
    """The task of this name with options for its metrics."""
    return tasks.with_options(tasks.find(name), output.listed(options))


def side(name: str, corpus: str | None, fmt: str | None, set_name: str | None) -> Side:
    """A set of a corpus, or the documents at a path."""
    if corpus:
        return Side(name, lambda: Source(corpus, fmt), name)
    label = Path(name).name.removesuffix(".gz")
    return Side(label or name, lambda: Source(name, fmt), set_name or "")


def schema_for(task: Task, name: str | None) -> Schema | None:
    """The schema that was named, or the task's own."""
    chosen = name or task.schema
    return schemas.find(chosen) if chosen else None


def show(tables: Iterable[Table], how: As) -> None:
    """Prints tables one after the other."""
    for table in tables:
        if how is As.TEXT:
            output.table(table.title, table.columns, table.rows)
        else:
            typer.echo(markdown(table) if how is As.MARKDOWN else latex(table))


def tell(notices: Sequence[str]) -> None:
    """Says what a reader of the figures must know."""
    for notice in notices:
        output.say(f"note: {notice}")
