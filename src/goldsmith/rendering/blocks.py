"""The parts a page is composed of. They contain plain text and numbers; templates draw them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import msgspec

if TYPE_CHECKING:
    from markupsafe import Markup


def make_id(*parts: str) -> str:
    """Make the id of an element from names, readable and unique for different names.

    Characters that are not allowed in a URL become hyphens; a short digest then distinguishes
    names that would otherwise collide.

    Example:
        >>> make_id("gold", "Drug-or-device")
        'gold.Drug-or-device'
    """
    return ".".join(map(_make_slug, parts))


def _make_slug(name: str) -> str:
    slug = re.sub(r"[^\w-]+", "-", name).strip("-")
    if slug == name:
        return slug
    return f"{slug}-{hashlib.sha256(name.encode('utf-8', 'replace')).hexdigest()[:6]}".lstrip("-")


class Column(msgspec.Struct, frozen=True):
    """A column of a table: its label, what it means, and whether it contains numbers."""

    label: str
    explanation: str = ""
    numeric: bool = True


class ColumnGroup(msgspec.Struct, frozen=True):
    """Columns next to each other under a common heading: the heading and the number of columns."""

    label: str
    size: int


class Cell(msgspec.Struct, frozen=True):
    """A cell of a table."""

    text: str = ""
    detail: str = ""
    """Shown smaller after the text, such as an interval."""
    value: float | None = None
    """The number to sort by; without it the text is compared."""
    share: float | None = None
    """The length of a bar on a fixed scale from 0 to 1."""
    interval: tuple[float, float] | None = None
    """The interval drawn over the bar, on the same scale."""
    heat: float | None = None
    """The strength of the background, from 0 to 1."""
    href: str = ""
    highlight: str = ""
    """The part of the text to mark."""
    id: str = ""
    opens: Mapping[str, str] = {}
    """Data attributes from which the script finds the annotations that the number counts."""


def make_share(count: int, total: int) -> Cell:
    """Make the cell with a share of a total, as a percentage and as a bar."""
    share = count / total if total else 0.0
    return Cell(f"{share:.1%}".replace("%", " %"), value=share, share=share)


class DataTable(msgspec.Struct, frozen=True):
    """A table that readers can sort and download; the first cell of a row is its heading."""

    kind: ClassVar[str] = "table"
    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    totals: tuple[tuple[Cell, ...], ...] = ()
    """Rows that summarise the others; they stay at the bottom when the table is sorted."""
    sortable: bool = True
    """False for matrices, whose rows and columns have the same order."""
    groups: tuple[ColumnGroup, ...] = ()
    """The groups of all columns after the first; none if the columns are not grouped."""

    @property
    def explained(self) -> tuple[Column, ...]:
        """The columns that have an explanation."""
        return tuple(dict.fromkeys(column for column in self.columns if column.explanation))

    def has_bars(self, index: int) -> bool:
        """Return whether a column draws bars."""
        return any(row[index].share is not None for row in self.rows)


class Prose(msgspec.Struct, frozen=True):
    """A paragraph of plain text, optionally with a link after it."""

    kind: ClassVar[str] = "prose"
    text: str
    href: str = ""
    link: str = ""


class Details(msgspec.Struct, frozen=True):
    """A text that readers open when they need it."""

    kind: ClassVar[str] = "details"
    summary: str
    text: str


class Cards(msgspec.Struct, frozen=True):
    """Numbers at a glance: label -> number."""

    kind: ClassVar[str] = "cards"
    values: Mapping[str, str]


class Figure(msgspec.Struct, frozen=True):
    """A chart with its caption."""

    kind: ClassVar[str] = "figure"
    id: str
    svg: Markup
    caption: str


class Reference(msgspec.Struct, frozen=True):
    """A concept by code and title."""

    code: str
    title: str


class References(msgspec.Struct, frozen=True):
    """A list of concepts, or of paths through a hierarchy."""

    kind: ClassVar[str] = "references"
    paths: tuple[tuple[Reference, ...], ...]
    more: int = 0


class TreeNode(msgspec.Struct, frozen=True):
    """A concept in a tree; `below` counts its descendants, `more` the children not listed."""

    id: str
    code: str
    title: str
    below: int
    children: tuple[TreeNode, ...] = ()
    more: int = 0


class Tree(msgspec.Struct, frozen=True):
    """A hierarchy that readers can open and close."""

    kind: ClassVar[str] = "tree"
    nodes: tuple[TreeNode, ...]
    more: int = 0


class NoteChain(msgspec.Struct, frozen=True):
    """A coreference chain of a note: its expressions in text order."""

    members: tuple[str, ...]
    differs: bool = False
    """Whether another set of the note does not have exactly this chain."""


class NoteLinks(msgspec.Struct, frozen=True):
    """Events with the same link to a time: "before", and the events before it."""

    kind: str
    events: tuple[str, ...]


class NoteTime(msgspec.Struct, frozen=True):
    """A time of a note: its value, its words, and the events linked to it."""

    value: str
    words: str
    links: tuple[NoteLinks, ...]


class NoteSet(msgspec.Struct, frozen=True):
    """The chains and times that one set has in a note."""

    name: str
    chains: tuple[NoteChain, ...]
    times: tuple[NoteTime, ...]


class NoteView(msgspec.Struct, frozen=True):
    """The chains and the time line of a note, the sets next to each other."""

    kind: ClassVar[str] = "note"
    id: str
    title: str
    sets: tuple[NoteSet, ...]

    @property
    def counts(self) -> str:
        """The largest numbers of chains and times among the sets."""
        chains = max((len(view.chains) for view in self.sets), default=0)
        times = max((len(view.times) for view in self.sets), default=0)
        parts = [(chains, "chain"), (times, "time")]
        return ", ".join(f"{n:,} {word}{'' if n == 1 else 's'}" for n, word in parts if n)


class Group(msgspec.Struct, frozen=True):
    """Sections next to each other where the screen is wide enough."""

    kind: ClassVar[str] = "group"
    sections: tuple[Section, ...]


class Section(msgspec.Struct, frozen=True):
    """A heading with the blocks below it; sections inside a section have smaller headings."""

    kind: ClassVar[str] = "section"
    id: str
    title: str
    blocks: tuple[Block, ...]

    @property
    def subsections(self) -> tuple[Section, ...]:
        """The sections directly inside this one."""
        return tuple(block for block in self.blocks if isinstance(block, Section))


Block = (
    DataTable | Prose | Details | Cards | Figure | References | Tree | NoteView | Group | Section
)
