"""Lay out sectioned notes: each author's layout, and the choice of sections."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

import msgspec

from goldsmith_demo.writing.documents.outpatient.chart import Chart

_LISTED = ("medications", "past_history", "assessment")
C = TypeVar("C", bound=Chart)


class Author(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The layout of an author's notes."""

    titles: Mapping[str, str | tuple[str, ...]]
    """Section -> its heading, or several headings to choose from, in the order of the note."""
    after: str
    """The text after a heading, such as a space or a line break."""
    terse: bool
    lists: str
    """The mark before list items: 1, - or #; empty for sentences."""
    rows: bool = False
    """Whether the examination has a line for each region."""


def choose_sections(
    chart: Chart, names: Collection[str], required: Collection[str], missing: set[str], more: range
) -> list[str]:
    """Choose the sections of a note: the required ones, and some of the others."""
    free = [name for name in names if name not in required and name not in missing]
    keep = {*required, *chart.sample(free, chart.chance.choice(more))}
    return [name for name in names if name in keep]


def write_sections(
    chart: C,
    author: Author,
    parts: Mapping[str, Callable[[C, Author], None]],
    required: Collection[str],
    missing: set[str],
    more: range,
) -> None:
    """Choose and write the sections of a note, each with its function in `parts`."""
    for name in choose_sections(chart, author.titles, required, missing, more):
        title = author.titles[name]
        title = title if isinstance(title, str) else chart.chance.choice(title)
        is_listed = name in _LISTED and author.lists
        with chart.page.write_section(title, name, "\n" if is_listed else author.after):
            parts[name](chart, author)
