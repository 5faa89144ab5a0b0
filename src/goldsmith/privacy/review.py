"""The list for manual inspection, as JSON lines and as a page; both hold identifiers.

The page is written document by document, so that a large corpus need not fit in memory. Its totals
are therefore at its end; the script of the page moves them to the top.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from goldsmith.privacy.leftovers import Leftover
from goldsmith.privacy.pseudonymiser import Outcome, Replacement
from goldsmith.rendering.blocks import (
    Block,
    Cell,
    Column,
    DataTable,
    Finding,
    Section,
    make_id,
    make_share,
)
from goldsmith.rendering.page import Page, render_blocks, render_frame

WARNING = (
    "This file holds identifiers of patients: what was replaced, in the original wording. Keep it "
    "where the original notes are kept, and delete it after the inspection."
)
_LINE = "Line number in the new text"
_SUSPECT_COLUMNS = (
    Column("Rule", "Why the place looks like an identifier", numeric=False),
    Column("Line", _LINE),
    Column("Context", "The place, marked, with the text around it", numeric=False),
)
_REPLACED_COLUMNS = (
    Column("Kind", "Kind of identifier", numeric=False),
    Column("Rule", "How it was recognised", numeric=False),
    Column("Original", "The wording in the original note", numeric=False),
    Column("Surrogate", "What the new note has instead", numeric=False),
    Column("Lines", "Line numbers in the new text", numeric=False),
)


class Entry(msgspec.Struct, frozen=True, tag_field="list", tag="replaced", omit_defaults=True):
    """A line of the review about an identifier that was replaced."""

    document: str
    start: int
    end: int
    line: int
    kind: str
    rule: str
    old: str
    new: str


class Suspect(msgspec.Struct, frozen=True, tag_field="list", tag="left", omit_defaults=True):
    """A line of the review about a place that may hold an identifier."""

    document: str
    start: int
    end: int
    line: int
    rule: str
    text: str
    around: str


def format_warning() -> str:
    """Format the first of the JSON lines."""
    return msgspec.json.encode({"warning": WARNING}).decode() + "\n"


def format_lines(outcome: Outcome) -> str:
    """Format the JSON lines of a document: what was replaced, then what is suspicious."""
    rows: Iterable[Entry | Suspect] = (
        *(Entry(*msgspec.structs.astuple(place)) for place in outcome.replacements),
        *(Suspect(*msgspec.structs.astuple(place)) for place in outcome.leftovers),
    )
    return "".join(msgspec.json.encode(row).decode() + "\n" for row in rows)


@cache
def _render_frame() -> tuple[str, str]:
    page = Page(
        "Privacy review",
        "Pseudonymisation: for inspection",
        finding="For each document, inspect what looks left over first, then what was replaced.",
        warning=WARNING,
        title="Pseudonymisation: for inspection",
    )
    return render_frame(page)


def render_page_start() -> str:
    """Render the start of the page, with the warning."""
    return _render_frame()[0]


def render_document(outcome: Outcome) -> str:
    """Render the part of the page about a document; nothing if there is nothing to inspect."""
    name = outcome.document.id
    tables = []
    if outcome.leftovers:
        rows = tuple(map(_make_suspect_row, outcome.leftovers))
        caption = f"Places of {name} that look left over"
        tables.append(
            DataTable(make_id("document", name, "suspects"), caption, _SUSPECT_COLUMNS, rows)
        )
    if outcome.replacements:
        rows = tuple(_make_replaced_rows(outcome.replacements))
        caption = f"Replaced in {name}"
        tables.append(
            DataTable(make_id("document", name, "replaced"), caption, _REPLACED_COLUMNS, rows)
        )
    return (
        render_blocks([Section(make_id("document", name), name, tuple(tables))]) if tables else ""
    )


def render_page_end(kinds: Counter[str], rules: Counter[str]) -> str:
    """Render the end of the page: the totals by kind of identifier and by rule."""
    finding = (
        f"{kinds.total():,} identifiers were replaced; {rules.total():,} places look left over and "
        "need inspection."
    )
    tables = [
        _make_totals(title, heading, counts)
        for title, heading, counts in (
            ("Replaced identifiers by kind", "Kind", kinds),
            ("Places to inspect by rule", "Rule", rules),
        )
        if counts
    ]
    blocks: list[Block] = [Finding(finding), Section("totals", "Totals", tuple(tables), lead=True)]
    return render_blocks(blocks) + _render_frame()[1]


def _make_totals(title: str, heading: str, counts: Counter[str]) -> DataTable:
    columns = (
        Column(heading, numeric=False),
        Column("Places"),
        Column("Share", "Share of all places in this table", numeric=False),
    )
    rows = tuple(
        (Cell(name), Cell(f"{count:,}", value=count), make_share(count, counts.total()))
        for name, count in sorted(counts.items())
    )
    return DataTable(make_id("totals", heading), title, columns, rows)


def _make_suspect_row(place: Leftover) -> tuple[Cell, ...]:
    context = Cell(place.around, highlight=place.text if place.text in place.around else "")
    return Cell(place.rule), Cell(str(place.line), value=place.line), context


def _make_replaced_rows(places: Iterable[Replacement]) -> Iterator[tuple[Cell, ...]]:
    """Make a row for all replacements that are equal."""
    lines: dict[tuple[str, str, str, str], list[int]] = {}
    for place in places:
        key = (place.kind, place.rule, place.old, place.new)
        lines.setdefault(key, []).append(place.line)
    for values, numbers in lines.items():
        text = ", ".join(map(str, dict.fromkeys(numbers)))
        yield *map(Cell, values), Cell(text, value=numbers[0])
