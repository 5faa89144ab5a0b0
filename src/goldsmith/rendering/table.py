"""Plain tables of text, and their forms as Markdown, LaTeX and HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from goldsmith.rendering.blocks import Cell, Column, DataTable
from goldsmith.rendering.environment import render

#: Names of rows that summarise the others.
_TOTALS = frozenset(("Overall", "micro", "macro", "all"))
_NUMBER = re.compile(r"[+-]?[0-9,]*\.?[0-9]+(?= ?%?$)")
_LATEX = str.maketrans(
    {
        "&": r"\&",
        "%": r"\%",
        "$": r"\$",
        "#": r"\#",
        "_": r"\_",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\\": r"\textbackslash{}",
    }
)


class Table(msgspec.Struct, frozen=True):
    """A table of text; every row has as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def render_markdown(table: Table) -> str:
    """Render a table in Markdown, with its title as a line above it."""
    lines = [table.columns, tuple("---" for _ in table.columns), *table.rows]
    body = "\n".join(
        f"| {' | '.join(_escape_markdown(value) for value in line)} |" for line in lines
    )
    return f"**{table.title}**\n\n{body}\n"


def render_latex(table: Table) -> str:
    """Render a table in LaTeX with booktabs rules."""
    head, *rows = (
        " & ".join(value.translate(_LATEX) for value in line) + r" \\"
        for line in (table.columns, *table.rows)
    )
    columns = "l" + "r" * (len(table.columns) - 1)
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{table.title.translate(_LATEX)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            r"\toprule",
            head,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _escape_markdown(value: str) -> str:
    return value.replace("|", r"\|").replace("\n", "<br>")


def render_html(table: Table, table_id: str) -> str:
    """Render a table in HTML, to sort and to download; the page has its style and script."""
    return str(render("blocks.html", blocks=(make_data_table(table, table_id),)))


def make_data_table(
    table: Table,
    table_id: str,
    *,
    labels: Mapping[str, str] = {},
    explanations: Mapping[str, str] = {},
) -> DataTable:
    """Make the table of a page from a plain table.

    Args:
        table: The table; a cell such as `0.5 [0.4, 0.6]` is a number with its interval.
        table_id: The id of the element, by which links reach it.
        labels: Column -> what the page calls it.
        explanations: Column -> what it means.
    """
    body = [row for row in table.rows if row[0] not in _TOTALS]
    columns = tuple(
        Column(
            labels.get(name, name),
            explanations.get(name, ""),
            numeric=index > 0 and all(_is_number(row[index]) for row in table.rows),
        )
        for index, name in enumerate(table.columns)
    )
    return DataTable(
        table_id,
        table.title,
        columns,
        tuple(tuple(map(_make_cell, row)) for row in body),
        tuple(tuple(map(_make_cell, row)) for row in table.rows if row[0] in _TOTALS),
    )


def _make_cell(value: str) -> Cell:
    text, bracket, rest = value.partition(" [")
    if not bracket or not rest.endswith("]"):
        return Cell(value, value=_parse_number(value))
    return Cell(text, f"[{rest}", _parse_number(text))


def _parse_number(text: str) -> float | None:
    match = _NUMBER.match(text)
    return float(match.group().replace(",", "")) if match else None


def _is_number(text: str) -> bool:
    return text in ("", "–") or _NUMBER.match(text.partition(" [")[0]) is not None
