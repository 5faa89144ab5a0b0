"""Tables to print: as Markdown and LaTeX, or drawn by whoever shows them."""

from __future__ import annotations

import msgspec

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
    """A table to print: every row has as many cells as there are columns."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def markdown(table: Table) -> str:
    """The table in Markdown, its title as a line of its own above it."""
    lines = [table.columns, tuple("---" for _ in table.columns), *table.rows]
    body = "\n".join(f"| {' | '.join(_cell(value) for value in line)} |" for line in lines)
    return f"**{table.title}**\n\n{body}\n"


def latex(table: Table) -> str:
    """The table in LaTeX with booktabs rules."""
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


def _cell(value: str) -> str:
    return value.replace("|", r"\|").replace("\n", "<br>")
