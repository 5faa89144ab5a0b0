"""How commands speak: results to stdout, messages and progress to stderr, JSON on request."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence

import msgspec
import typer
from rich.box import SIMPLE, SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.table import Table

from goldsmith.core import Document

JSON = typer.Option(False, "--json", help="Print JSON instead of tables.")
FROM = typer.Option(
    None, "--from", help="The format it is in; recognised where not named.", metavar="FORMAT"
)


def json(value: object) -> None:
    """Prints a value as JSON."""
    encoded = msgspec.json.encode(value)
    sys.stdout.write(msgspec.json.format(encoded, indent=2).decode() + "\n")


def say(message: str) -> None:
    """Prints a message for people."""
    sys.stderr.write(message + "\n")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Prints a table; columns of numbers stand to the right."""
    body = [[_cell(value) for value in row] for row in rows]
    # Piped output keeps whole lines: tools downstream wrap or cut as they like.
    console = Console(width=None if sys.stdout.isatty() else 160, soft_wrap=False)
    head = any(columns)
    drawn = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        show_header=head,
        box=SIMPLE_HEAD if head else SIMPLE,
    )
    for number, column in enumerate(columns):
        numeric = bool(body) and all(_numeric(row[number]) for row in body)
        drawn.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in body:
        drawn.add_row(*[value.replace("[", "\\[") for value in row])
    console.print(drawn)


def _cell(value: object) -> str:
    if isinstance(value, float):
        return f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _numeric(value: str) -> bool:
    return not value or value.replace(",", "").replace(".", "").isdigit()


def follow(docs: Iterable[Document], total: int | None) -> Iterator[Document]:
    """Passes documents on and shows a progress bar on a terminal."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        yield from bar.track(docs, total=total, description="documents")


def listed(values: Sequence[str] | None) -> list[str]:
    """Option values given several times or separated by commas."""
    return [part.strip() for value in values or () for part in value.split(",") if part.strip()]
