"""Options and output shared by the commands that print figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import typer

from goldsmith import registry
from goldsmith.cli.shared import output
from goldsmith.errors import InputError
from goldsmith.project.agreement import tasks

if TYPE_CHECKING:
    from goldsmith.core import Schema
    from goldsmith.project.agreement.score import Side
    from goldsmith.project.agreement.tasks import Task
    from goldsmith.project.corpus.targets import Target
    from goldsmith.project.terms.hierarchy import ConceptHierarchy
    from goldsmith.rendering.table import Table


class TableFormat(StrEnum):
    """Output formats of tables."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"


class Numbers(StrEnum):
    """Notations of values."""

    FRACTION = "fraction"
    PERCENT = "percent"


_TASKS = "One of: " + ", ".join(tasks.TASKS) + "."

AS = typer.Option(TableFormat.TEXT, "--tables", help="Print tables as text, Markdown or LaTeX.")
NUMBERS = typer.Option(Numbers.FRACTION, "--numbers", help="0.773 or 77.3.")
TASK = typer.Option("entities", "--task", help=_TASKS)
AGREEMENT_TASK = typer.Option("clef", "--task", help=_TASKS)
METRIC = typer.Option(
    [],
    "--metric",
    help="Use this metric instead of a task; may be repeated. One of: "
    + ", ".join(registry.names("metrics"))
    + ".",
)
SCHEMA = typer.Option(
    None, "--schema", help="A built-in schema or a TOML file; each task has its own default."
)
CORPUS = typer.Option(
    None, "--corpus", help="The corpus with the sets; without it, the sets are paths."
)
BY = typer.Option(
    "",
    "--by",
    help="Add columns for each value of this metadata field: type, subtype, batch …; fields "
    "separated by commas are crossed.",
)
LEAVE_OUT = typer.Option(
    [],
    "--leave-out",
    help="Leave out the documents with this value of a metadata field; may be repeated.",
)
GOLD = typer.Option(
    ..., "--gold", help="The gold standard: a set or a path, on its own or as NAME=PATH."
)
GOLD_SET = typer.Option(None, "--gold-set", help="The set of the gold path.")
SYSTEM_SET = typer.Option(None, "--system-set", help="The set of the systems.")
MISSING = typer.Option(
    "refuse",
    "--missing",
    help="Documents that one side lacks or has not annotated: refuse, empty or skip.",
)
AGREEMENT_MISSING = typer.Option(
    "skip",
    "--missing",
    help="Documents that an annotator lacks or has not annotated: refuse, empty or skip.",
)
DIFFERING = typer.Option(
    "refuse",
    "--differing",
    help="Documents whose texts differ: refuse, skip, or realign where only white space differs.",
)
INTERVALS = typer.Option(False, "--intervals", help="Add 95 % bootstrap confidence intervals.")
OPTION = typer.Option(
    [], "--option", help="An option of a metric: relations.found=lenient; may be repeated."
)
TERMS = typer.Option(
    [],
    "--terms",
    help="Add agreement on codes by their distance in these terminologies: names on the shelf, "
    "`demo` or folders.",
)


def make_task(name: str, metrics: Sequence[str], options: Sequence[str]) -> Task:
    """Return the task of this name, or one made of metrics, with the options of its metrics."""
    names = output.split_values(metrics)
    task = tasks.make_metric_task(names) if names else tasks.find_task(name)
    return tasks.set_metric_options(task, output.split_values(options))


def add_distance(task: Task, terms: Sequence[str]) -> Task:
    """Add the distance of codes in these terminologies, if there are any, to a task."""
    hierarchy = open_hierarchy(terms)
    return task if hierarchy is None else tasks.add_concept_distance(task, hierarchy)


def open_hierarchy(terms: Sequence[str]) -> ConceptHierarchy | None:
    """Open the hierarchy of these terminologies; None if there are none."""
    if not terms:
        return None
    from goldsmith.project.terms.hierarchy import ConceptHierarchy
    from goldsmith.terminology.shelf import open_terminologies

    return ConceptHierarchy(open_terminologies(output.split_values(terms)))


def make_sides(
    gold: str,
    systems: Sequence[str],
    corpus: str | None,
    fmt: str | None,
    sets: tuple[str | None, str | None],
) -> tuple[Side, list[Side]]:
    """Return the gold standard and the systems: sets of a corpus, or the documents at paths.

    Args:
        gold: The gold standard, a set or a path, on its own or as NAME=SET or NAME=PATH.
        systems: The systems likewise.
        corpus: The corpus with the sets; without it, they are paths.
        fmt: The format; detected if None.
        sets: The set of the gold path and the set of the paths of the systems.
    """
    from goldsmith.project.corpus.targets import name_sides

    if corpus and any(sets):
        raise InputError(
            "--gold-set and --system-set name the sets of paths, and --corpus is the only path",
            expected="the sets of the corpus as --gold and --system",
        )
    first, rest = name_sides(gold, systems, are_paths=not corpus)
    return (
        _make_side(first, corpus, fmt, sets[0]),
        [_make_side(target, corpus, fmt, sets[1]) for target in rest],
    )


def _make_side(target: Target, corpus: str | None, fmt: str | None, set_name: str | None) -> Side:
    from goldsmith.project.agreement.score import Side
    from goldsmith.project.corpus.sources import Source

    if corpus:
        return Side(target.name, lambda: Source(corpus, fmt), target.place)
    return Side(target.name, lambda: Source(target.place, fmt), set_name or "")


def choose_schema(task: Task, name: str | None) -> Schema | None:
    """Return the schema of this name, or the default of the task."""
    from goldsmith.project.corpus.schemas import find_schema

    chosen = name or task.schema
    return find_schema(chosen) if chosen else None


def print_tables(tables: Iterable[Table], how: TableFormat) -> None:
    """Print tables one after the other."""
    from goldsmith.rendering.table import render_latex, render_markdown

    for table in tables:
        if how is TableFormat.TEXT:
            groups = [(group.label, group.size) for group in table.groups]
            output.print_table(table.title, table.columns, table.rows, groups)
        else:
            render = render_markdown if how is TableFormat.MARKDOWN else render_latex
            typer.echo(render(table))


def report_notices(notices: Sequence[str]) -> None:
    """Report the notes that readers of the figures need."""
    for notice in notices:
        output.report(f"note: {notice}")
