"""Plain tables of text, and their forms as Markdown, LaTeX and HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from goldsmith.rendering.blocks import Cell, Column, ColumnGroup, DataTable
from goldsmith.rendering.environment import render

#: Names of rows that summarise the others.
_TOTALS = frozenset(("Overall", "micro", "macro", "all", "total"))
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
    groups: tuple[ColumnGroup, ...] = ()
    """The groups of all columns after the first; none if the columns are not grouped."""

    def flatten_columns(self) -> tuple[str, ...]:
        """Return the columns with the headings of their groups, for forms without groups.

        Example:
            >>> groups = (ColumnGroup("cc1", 2), ColumnGroup("cc2", 1))
            >>> Table("", ("type", "tp", "fp", "tp"), (), groups).flatten_columns()
            ('type', 'cc1: tp', 'cc1: fp', 'cc2: tp')
        """
        labels = [group.label for group in self.groups for _ in range(group.size)]
        if not labels:
            return self.columns
        named = zip(labels, self.columns[1:], strict=True)
        return (self.columns[0], *(": ".join(filter(None, pair)) for pair in named))


def render_markdown(table: Table) -> str:
    """Render a table in Markdown, with its title as a line above it."""
    columns = table.flatten_columns()
    lines = [columns, tuple("---" for _ in columns), *table.rows]
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
            *_render_latex_groups(table),
            head,
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _render_latex_groups(table: Table) -> list[str]:
    """Render the headings of groups of columns, with a rule below each."""
    cells, rules, column = [], [], 2
    for group in table.groups:
        cells.append(rf" & \multicolumn{{{group.size}}}{{c}}{{{group.label.translate(_LATEX)}}}")
        rules.append(rf"\cmidrule(lr){{{column}-{column + group.size - 1}}}")
        column += group.size
    return ["".join(cells) + r" \\", " ".join(rules)] if cells else []


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
        table: The table; a cell such as `0.5 [0.4, 0.6]` is a number with its interval, and one
            such as `7 (3.5 %)` a number with its share.
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
        sortable=bool(table.columns[0]),  # rows without a heading are figures of several kinds
        groups=table.groups,
    )


def _make_cell(value: str) -> Cell:
    text, detail = _split_detail(value)
    return Cell(text, detail, _parse_number(text))


def _split_detail(value: str) -> tuple[str, str]:
    """Split a number from its interval or from its share of a total."""
    for opening, end in ((" [", "]"), (" (", "%)")):
        text, bracket, rest = value.partition(opening)
        if bracket and rest.endswith(end):
            return text, opening[1:] + rest
    return value, ""


def _parse_number(text: str) -> float | None:
    match = _NUMBER.match(text)
    return float(match.group().replace(",", "")) if match else None


def _is_number(text: str) -> bool:
    """Return whether a cell is a number, a range of numbers, or empty instead of one."""
    ends = _split_detail(text)[0].split("–")
    return text in ("", "–") or all(_NUMBER.match(end) for end in ends)
