"""The tables of a paper as plain tables, for text, Markdown and LaTeX."""

from __future__ import annotations

from goldsmith.project.tables.model import PaperTable, TablePart
from goldsmith.rendering.blocks import ColumnGroup
from goldsmith.rendering.table import Table


def lay_out(table: PaperTable) -> list[Table]:
    """Return a plain table for each part of a table."""
    return [_lay_out_part(table, part, number) for number, part in enumerate(table.parts)]


def _lay_out_part(table: PaperTable, part: TablePart, number: int) -> Table:
    title = table.title if not number else f"Table {table.number} (continued)"
    if part.title:
        title = f"{title}: {part.title}"
    groups = part.groups
    if groups and len(part.stubs) > 1:
        groups = (ColumnGroup("", len(part.stubs) - 1), *groups)
    rows = []
    previous = ""
    for row in part.rows:
        labels = row.labels
        if len(labels) > 1 and labels[0] == previous:
            labels = ("", *labels[1:])
        previous = row.labels[0]
        rows.append((*labels, *(cell.text for cell in row.cells)))
    return Table(title, (*part.stubs, *part.columns), tuple(rows), groups)


def describe_missing(table: PaperTable) -> str:
    """Return a line on the data that a corpus lacks for a table; "" if nothing is missing."""
    return f"{table.title} needs: {'; '.join(table.missing)}" if table.missing else ""
