"""A table of a paper, filled for a corpus."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from goldsmith.project.tables.view import FigureKey, PairPlace
from goldsmith.rendering.blocks import ColumnGroup


class CellPlaces(msgspec.Struct, frozen=True):
    """The places of a cell: those of a row and a column of a figure, or listed ones."""

    figure: FigureKey | None = None
    group: str = ""
    """The row of the metric; "" for all rows."""
    column: str = ""
    """The count; "" for all counts of the row."""
    listed: tuple[PairPlace, ...] = ()


class TableCell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A printed cell, with its number and its counts."""

    text: str = ""
    value: float | None = None
    counts: Mapping[str, float] = {}
    places: CellPlaces | None = None


class TableRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row: its labels, and its cells."""

    labels: tuple[str, ...]
    cells: tuple[TableCell, ...]
    is_total: bool = False


class TablePart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a table with its own columns."""

    title: str
    stubs: tuple[str, ...]
    """The headings of the columns of labels."""
    groups: tuple[ColumnGroup, ...]
    """Headings over several columns."""
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]


class PaperTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of a paper, filled for a corpus as far as the data allow."""

    paper: str
    number: str
    caption: str
    parts: tuple[TablePart, ...]
    missing: tuple[str, ...] = ()
    """The data that the corpus lacks for this table."""
    differs: str = ""
    """How the form differs from the table in the paper."""

    @property
    def title(self) -> str:
        """The number and the caption."""
        return f"Table {self.number}. {self.caption}"


class PaperTables(msgspec.Struct, frozen=True):
    """Tables of a paper for one corpus."""

    paper: str
    source: str
    schema: str
    documents: int
    sets: Mapping[str, tuple[str, ...]]
    """Role -> the sets that have it."""
    tables: list[PaperTable]

    def without_places(self) -> PaperTables:
        """Return the tables without the places of their cells, for JSON."""
        return msgspec.structs.replace(self, tables=[_strip_table(table) for table in self.tables])


def _strip_table(table: PaperTable) -> PaperTable:
    replace = msgspec.structs.replace
    parts = tuple(
        replace(
            part,
            rows=tuple(
                replace(row, cells=tuple(replace(cell, places=None) for cell in row.cells))
                for row in part.rows
            ),
        )
        for part in table.parts
    )
    return replace(table, parts=parts)
