"""Options and input that the terminology commands share."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from goldsmith.cli.shared import choices, output
from goldsmith.errors import InputError

if TYPE_CHECKING:
    from goldsmith.project.terms.check import TerminologyCheck
    from goldsmith.project.terms.find import Filter
    from goldsmith.terminology.shelf import ShelfEntry
    from goldsmith.terminology.store import Terminology

TERMS = typer.Option(
    [], "--terms", help="A name on the shelf, `demo` or a folder; may be repeated. Default: all."
)
SUBSET = typer.Option(
    "", "--subset", help="Only concepts of this subset: a built-in one or a TOML file."
)
TYPE = typer.Option([], "--type", help="Only concepts of this semantic type.")
SYSTEM = typer.Option([], "--system", help="Only concepts of this coding system.")
BELOW = typer.Option([], "--below", help="Only this concept and its descendants.", metavar="CODE")
OVERLAP = typer.Option(
    "longest", "--overlap", help="Of overlapping names keep the longest, the outermost or all."
)
THRESHOLD = typer.Option(
    choices.THRESHOLD, "--threshold", help="Leave out names with a lower worth (0 to 100)."
)
TYPOS = typer.Option(False, "--typos", help="Find misspelt names too.")
EXACT = typer.Option(False, "--exact", help="Find names only as written, not inflected.")


def make_filter(
    subset: str,
    kind: Sequence[str],
    system: Sequence[str],
    below: Sequence[str],
    *,
    retired: bool = False,
) -> Filter:
    """Make a concept filter from the options; types may contain commas and are not split."""
    from goldsmith.project.terms.find import Filter

    return Filter(
        subset,
        tuple(kind),
        tuple(output.split_values(system)),
        tuple(output.split_values(below)),
        retired,
    )


def open_terminologies(names: Sequence[str]) -> list[Terminology]:
    """Open terminologies by name; warn if only the built-in one is available."""
    from goldsmith.terminology import shelf

    if not names and not shelf.names():
        warn(
            "the shelf is empty: using the built-in terminology. "
            "`goldsmith terms --help` shows how to add others"
        )
    return shelf.open_terminologies(output.split_values(names))


def warn(message: str) -> None:
    """Report a note to the user."""
    output.report(f"note: {message}")


def warn_of_problems(entries: Iterable[ShelfEntry | TerminologyCheck]) -> None:
    """Report what is wrong with each terminology that has a problem."""
    for entry in entries:
        if entry.problem:
            warn(entry.problem)


def parse_columns(options: Iterable[str]) -> dict[str, str]:
    """Map roles to column headings, from options such as code=id."""
    columns = {}
    for option in options:
        role, equals, heading = option.partition("=")
        if not (equals and role and heading):
            raise InputError(
                f"{option!r} does not name a column", expected="ROLE=HEADING, such as code=id"
            )
        columns[role] = heading
    return columns


def read_text(file: str) -> str:
    """Read a text file or standard input; line ends stay unchanged."""
    where = "standard input" if file == "-" else file
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("this is not UTF-8", where=where, expected="text in UTF-8") from None
    except FileNotFoundError:
        raise InputError("there is no such file", where=where, expected="a text file") from None
