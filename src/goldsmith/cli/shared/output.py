"""Output of commands: results to stdout, messages and progress to stderr, JSON on request."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

if TYPE_CHECKING:
    from rich.table import Table

    from goldsmith.cli.shared.table_layout import Block, Column

Item = TypeVar("Item")
#: Piped tables are wide, unless COLUMNS is set: downstream tools can wrap or cut them.
_PIPE_WIDTH = 160
#: A number, also as a range or with its share of a total: 37–260, 1,639 (28.2 %).
_NUMBER = re.compile(r"-?[\d,.]*\d(?:–[\d,.]*\d| %| \([\d.]+ %\))?")


def print_json(value: object) -> None:
    """Print a value as JSON."""
    import msgspec

    encoded = msgspec.json.encode(value)
    sys.stdout.write(msgspec.json.format(encoded, indent=2).decode() + "\n")


def report(message: str) -> None:
    """Print a message on stderr."""
    sys.stderr.write(message + "\n")


def report_progress(message: str) -> None:
    """Print a message about the progress of a long run, only on a terminal."""
    if sys.stderr.isatty():
        report(message)


def report_dropped(dropped: Mapping[str, int]) -> None:
    """Report the information that was dropped with the user's permission."""
    for name, count in sorted(dropped.items()):
        report(f"  dropped, as allowed: {name} ({count:,})")


def print_table(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    groups: Sequence[tuple[str, int]] = (),
) -> None:
    """Print a table; columns of numbers are aligned to the right.

    A table that is too wide is printed in blocks, each with the first column.

    Args:
        title: The title.
        columns: The headings.
        rows: The rows.
        groups: The common heading and the size of each group of columns after the first.
    """
    from rich.console import Console

    from goldsmith.cli.shared.table_layout import Column, draw_groups, lay_out, widen_groups

    body = [[_format_cell(value) for value in row] for row in rows]
    cells = [[row[index] for row in body] for index in range(len(columns))]
    content = [
        Column(heading, cells[index], bool(body) and all(map(_is_numeric, cells[index])))
        for index, heading in enumerate(columns)
    ]
    console = Console(width=console_width(), soft_wrap=False)
    content = widen_groups(content, groups)
    sizes = [size for _, size in groups]
    for number, block in enumerate(lay_out(content, console.width, sizes)):
        heading = title if not number else f"{title} (continued)"
        if groups:
            heading += "\n" + draw_groups(groups, block)
        console.print(_make_block(heading, content, block))


def _make_block(title: str, columns: Sequence[Column], block: Block) -> Table:
    from rich.box import SIMPLE, SIMPLE_HEAD
    from rich.table import Table

    has_head = any(column.heading for column in columns)
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        show_header=has_head,
        box=SIMPLE_HEAD if has_head else SIMPLE,
    )
    shown = [columns[index] for index in block.columns]
    for column, width in zip(shown, block.widths, strict=True):
        justify: Literal["left", "right"] = "right" if column.numeric else "left"
        table.add_column(column.heading, justify=justify, overflow="fold", width=width)
    for row in zip(*(column.cells for column in shown), strict=True):
        table.add_row(*[value.replace("[", "\\[") for value in row])
    return table


def console_width() -> int | None:
    """Return the output width: COLUMNS, or None for the width of the terminal."""
    if sys.stdout.isatty():
        return None
    columns = os.environ.get("COLUMNS", "")
    return int(columns) if columns.isdecimal() and int(columns) else _PIPE_WIDTH


def _format_cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _is_numeric(value: str) -> bool:
    """Return whether a cell is a number, or empty because there is no number."""
    return value in ("", "–") or _NUMBER.fullmatch(value) is not None


def track(docs: Iterable[Item], total: int | None) -> Iterator[Item]:
    """Yield documents and show a progress bar on a terminal."""
    if not sys.stderr.isatty():
        yield from docs
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield from bar.track(docs, total=total, description="documents")


def split_values(values: Sequence[str] | None) -> list[str]:
    """Return the values of an option that may be repeated or separated by commas."""
    return [part.strip() for value in values or () for part in value.split(",") if part.strip()]


def check_page(path: Path, *, overwrite: bool) -> None:
    """Refuse a path for a page before any work is done: a folder, or a file that is not replaced.

    Raises:
        InputError: A folder is there, or a file and `overwrite` is not set.
    """
    from goldsmith.errors import InputError, Remedy
    from goldsmith.storage import check_free

    if path.is_dir():
        raise InputError(
            "a folder is in the way of this page",
            where=str(path),
            expected="the path of a file",
            remedy=Remedy.CHOOSE_OUTPUT,
        )
    check_free(path, overwrite=overwrite)


def write_page(path: Path, page: str) -> None:
    """Write a page and tell the user to open it."""
    from goldsmith.storage import write_text

    write_text(path, page)
    report(f"open {path}")
