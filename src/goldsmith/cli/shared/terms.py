"""What the commands about terminologies share: options, and how they open and read things."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer

from goldsmith.cli.shared import output
from goldsmith.errors import InputError
from goldsmith.project.terms.check import Checked
from goldsmith.project.terms.find import Filter
from goldsmith.terminology import shelf
from goldsmith.terminology.lookup.finder import THRESHOLD as USUAL
from goldsmith.terminology.shelf import Shelved
from goldsmith.terminology.store import Terminology

TERMS = typer.Option(
    [], "--terms", help="A name on the shelf, `demo` or a folder; may be repeated. Default: all."
)
SUBSET = typer.Option("", "--subset", help="Only this subset: a built-in one or a TOML file.")
TYPE = typer.Option([], "--type", help="Only concepts of this semantic type.")
SYSTEM = typer.Option([], "--system", help="Only concepts of this coding system.")
BELOW = typer.Option([], "--below", help="Only this concept and those below it.", metavar="CODE")
OVERLAP = typer.Option(
    "longest", "--overlap", help="Of names that overlap keep the longest, the outermost, or all."
)
THRESHOLD = typer.Option(USUAL, "--threshold", help="Leave out names worth less, of 100.")
TYPOS = typer.Option(False, "--typos", help="Find misspelt names too.")
EXACT = typer.Option(False, "--exact", help="Find names only as they are, not inflected ones.")


def filter_of(
    subset: str,
    kind: Sequence[str],
    system: Sequence[str],
    below: Sequence[str],
    *,
    retired: bool = False,
) -> Filter:
    """The filter that the options make. Types are not split at commas, which some names have."""
    return Filter(
        subset,
        tuple(kind),
        tuple(output.listed(system)),
        tuple(output.listed(below)),
        retired,
    )


def opened(names: Sequence[str]) -> list[Terminology]:
    """The terminologies of these names; says so when there are none but the built-in one."""
    if not names and not shelf.names():
        note("the shelf is empty, so this is the built-in terminology: `goldsmith terms --help`")
    return shelf.opened(output.listed(names))


def note(message: str) -> None:
    """Says what a reader must know."""
    output.say(f"note: {message}")


def problems(found: Iterable[Shelved | Checked]) -> None:
    """Says what is wrong with each terminology that has a problem."""
    for one in found:
        if one.problem:
            note(one.problem)


def columns(given: Iterable[str]) -> dict[str, str]:
    """Role -> heading, from options such as code=id."""
    found = {}
    for one in given:
        role, equals, heading = one.partition("=")
        if not (equals and role and heading):
            raise InputError(f"{one!r} is no column", expected="ROLE=HEADING, such as code=id")
        found[role] = heading
    return found


def text(file: str) -> str:
    """The text of a file or of standard input, line ends untouched."""
    where = "standard input" if file == "-" else file
    try:
        content = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("this is not UTF-8", where=where, expected="text in UTF-8") from None
    except FileNotFoundError:
        raise InputError("there is no such file", where=where, expected="a text file") from None
