"""The tables of adjudication: queues, rules, and the summary of a queue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from goldsmith import metrics
from goldsmith.adjudication import Rules
from goldsmith.adjudication.units import KINDS
from goldsmith.project.adjudication.choices import Choice
from goldsmith.project.adjudication.make import QueueResult
from goldsmith.project.adjudication.summary import Summary
from goldsmith.project.agreement.agreement_tables import make_contribution_tables
from goldsmith.project.agreement.matrices import make_matrix
from goldsmith.project.agreement.tables import Style, format_number
from goldsmith.project.agreement.tasks import Task
from goldsmith.rendering.table import Table

#: How many reasons and pages of guidelines are listed.
_MOST_REASONS = 20


def make_queue_table(made: QueueResult) -> Table:
    """Make the table of settled annotations and units to decide."""
    rows = [
        (kind, f"{made.settled.get(kind, 0):,}", f"{made.units.get(kind, 0):,}")
        for kind in KINDS
        if made.settled.get(kind) or made.units.get(kind)
    ]
    total = ("total", f"{sum(made.settled.values()):,}", f"{sum(made.units.values()):,}")
    title = f"{made.documents:,} documents of {', '.join(made.annotators)} under {made.rules}"
    return Table(title, ("kind", "settled", "units to decide"), (*rows, total))


def make_rules_table(rules: Sequence[Rules]) -> Table:
    """Make a table with a column for each set of rules and a row for each key."""
    fields = [
        field.name
        for field in msgspec.structs.fields(Rules)
        if field.name not in ("name", "description")
    ]
    rows = tuple((name, *(_format(getattr(entry, name)) for entry in rules)) for name in fields)
    return Table("Rules", ("key", *(entry.name for entry in rules)), rows)


def _format(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def make_summary_tables(summary: Summary, task: Task, style: Style) -> list[Table]:
    """Make the tables of a summary, with the matrices of agreement."""
    tables = make_adjudication_tables(summary, style)
    if summary.agreement is not None:
        tables += [make_matrix(summary.agreement, view, style) for view in task.views]
    return tables


def make_adjudication_tables(summary: Summary, style: Style) -> list[Table]:
    """Make the tables of progress, choices, contributions and disagreement."""
    tables = [_make_progress_table(summary), *_make_choice_tables(summary)]
    tables += _make_count_tables(summary)
    if summary.agreement is not None:
        tables += make_contribution_tables(summary.agreement, style)
    if summary.reductions:
        tables.append(_make_reduction_table(summary, style))
    return tables


def _make_progress_table(summary: Summary) -> Table:
    rows = tuple(
        (entry.kind, f"{entry.units:,}", f"{entry.decided:,}", f"{entry.open:,}")
        for entry in summary.progress
    )
    title = (
        f"{summary.finished:,} of {summary.documents:,} documents are finished, under "
        f"{summary.rules}"
    )
    return Table(title, ("kind", "units", "decided", "open now"), rows)


def _make_choice_tables(summary: Summary) -> Iterator[Table]:
    if not summary.choices:
        return
    columns = (
        "class of difference",
        "units",
        *(f"as {name}" for name in summary.annotators),
        "joined",
        "dropped",
        "combined",
    )
    rows = tuple(_make_choice_row(choice, summary.annotators) for choice in summary.choices)
    yield Table("What the adjudicator chose", columns, rows)


def _make_choice_row(choice: Choice, annotators: Sequence[str]) -> tuple[str, ...]:
    label = f"{choice.kind}: {choice.difference}" if choice.difference else choice.kind
    counts = [*(choice.taken[name] for name in annotators)]
    counts += [choice.joined, choice.dropped, choice.combined]
    return (label, f"{choice.units:,}", *(f"{count:,}" for count in counts))


def _make_count_tables(summary: Summary) -> Iterator[Table]:
    tables: Mapping[str, Mapping[str, int]] = {
        "Who decided": summary.people,
        "Reasons": summary.reasons,
        "Pages of the guidelines": summary.guidelines,
    }
    for title, counts in tables.items():
        if counts:
            listed = list(counts.items())[:_MOST_REASONS]
            rows = tuple((name, f"{count:,}") for name, count in listed)
            yield Table(title, ("", "decisions"), rows)


def _make_reduction_table(summary: Summary, style: Style) -> Table:
    rows = tuple(
        (
            f"{metrics.get(entry.metric).title} ({entry.value})",
            entry.group or "all",
            *(format_number(value, style) for value in (entry.before, entry.after)),
            format_number(entry.reduction, style),
        )
        for entry in summary.reductions
        if entry.group in ("", "micro", "all")
    )
    columns = ("metric", "group", "with each other", "with the consensus", "less disagreement")
    return Table("Agreement of annotators with each other and with the consensus", columns, rows)
