"""The tables of a paper as one page; every number links to the places that it counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from goldsmith.project.agreement.report.content import ReportDocument, convert_document
from goldsmith.project.tables.layout import describe_missing
from goldsmith.project.tables.model import (
    CellPlaces,
    PaperTable,
    PaperTables,
    TableCell,
    TablePart,
    TableRow,
)
from goldsmith.project.tables.view import CorpusView, PairPlace
from goldsmith.rendering.blocks import (
    Block,
    Cell,
    Column,
    ColumnGroup,
    DataTable,
    Prose,
    Section,
    make_id,
)
from goldsmith.rendering.environment import encode_data
from goldsmith.rendering.page import Page, render_page

#: Number of the document, ids in the first set, ids in the second, number of the pair of sets.
Spot = tuple[int, tuple[str, ...], tuple[str, ...], int]


class _PageFigure(msgspec.Struct, frozen=True):
    """The places of a figure: row -> column -> places; and the meaning of its columns."""

    columns: dict[str, str]
    places: dict[str, dict[str, list[Spot]]]


class _PagePair(msgspec.Struct, frozen=True):
    """Two sets, as the script of the page names them; the first pair has all figures."""

    id: str
    first: str
    second: str
    figures: list[_PageFigure]
    differences: tuple[str, ...] = ()
    confusion: dict[str, str] = {}


class _PageData(msgspec.Struct, frozen=True):
    """The data of the page."""

    documents: list[ReportDocument]
    pairs: list[_PagePair]


def render_tables(result: PaperTables, view: CorpusView, *, with_text: bool = True) -> str:
    """Render the tables of a paper as a page that needs no network and no server.

    Args:
        result: The tables.
        view: The corpus that they were filled for, measured with places.
        with_text: Whether the page contains the text of the notes.
    """
    places = _Places(view)
    sections = tuple(_make_section(table, places) for table in result.tables)
    page = Page(
        "Tables of a paper",
        result.source.split(",")[0] + ": tables for this corpus",
        facts={
            "Documents": f"{result.documents:,}",
            "Schema": result.schema,
            **{role.capitalize(): ", ".join(names) for role, names in result.sets.items() if names},
            "Text of the notes": "included" if with_text else "left out",
        },
        blocks=sections,
    )
    data = places.make_data(with_text=with_text)
    return render_page(page, template="tables.html", pairs=data.pairs, data=encode_data(data))


class _Places:
    """Collects the places of all cells: figures once, pairs of sets by number."""

    def __init__(self, view: CorpusView) -> None:
        self.view = view
        self.numbers = {doc.id: number for number, doc in enumerate(view.docs)}
        self.pairs: dict[tuple[str, str], int] = {}
        self.figures: list[_PageFigure] = []
        self._known: dict[object, int] = {}

    def find_figure(self, places: CellPlaces) -> int:
        """Return the number of the figure of a cell; collect it when first needed."""
        key: object = places.figure or places.listed
        if key not in self._known:
            columns: dict[str, str] = {}
            listed: Iterable[PairPlace] = places.listed
            if places.figure:
                metric = self.view.make_metric(places.figure)
                columns = {
                    name: text
                    for name, text in metric.columns.items()
                    if name not in metric.derived  # candidates are not places
                }
                listed = [
                    (pair, place)
                    for pair, place in self.view.list_places(places.figure)
                    if place.column in columns
                ]
            self._known[key] = len(self.figures)
            self.figures.append(_PageFigure(columns, self._collect(listed)))
        return self._known[key]

    def _collect(self, listed: Iterable[PairPlace]) -> dict[str, dict[str, list[Spot]]]:
        rows: dict[str, dict[str, list[Spot]]] = {}
        for pair, place in listed:
            number = self.pairs.setdefault(pair, len(self.pairs))
            spot = (self.numbers[place.document], place.a, place.b, number)
            rows.setdefault(place.group, {}).setdefault(place.column, []).append(spot)
        return rows

    def has_places(self, places: CellPlaces, figure: int) -> bool:
        """Return whether the cell has any places."""
        rows = self.figures[figure].places
        chosen = [rows.get(places.group, {})] if places.group else rows.values()
        return any(row.get(places.column) if places.column else any(row.values()) for row in chosen)

    def make_data(self, *, with_text: bool) -> _PageData:
        """Return the data of the page."""
        names = sorted({name for pair in self.pairs for name in pair})
        docs = [convert_document(doc, names, with_text) for doc in self.view.docs]
        pairs = [
            _PagePair(make_id("pair", *pair), *pair, figures=self.figures if not number else [])
            for pair, number in self.pairs.items()
        ]
        return _PageData(docs, pairs)


def _make_section(table: PaperTable, places: _Places) -> Section:
    blocks: list[Block] = [
        _make_table(table, part, number, places) for number, part in enumerate(table.parts)
    ]
    if table.missing:
        blocks.append(Prose(describe_missing(table)))
    if table.differs:
        blocks.append(Prose(table.differs))
    return Section(make_id("table", table.number), f"Table {table.number}", tuple(blocks))


def _make_table(table: PaperTable, part: TablePart, number: int, places: _Places) -> DataTable:
    table_id = make_id("table", table.number, str(number + 1))
    columns = (
        *(Column(label, numeric=False) for label in part.stubs),
        *(
            Column(label, numeric=_is_numeric(part, index))
            for index, label in enumerate(part.columns)
        ),
    )
    groups = part.groups
    if groups and len(part.stubs) > 1:
        groups = (ColumnGroup("", len(part.stubs) - 1), *groups)
    rows = tuple(
        tuple(_make_row(table_id, index, row, part, places)) for index, row in enumerate(part.rows)
    )
    caption = f"{table.caption}: {part.title}" if part.title else table.caption
    return DataTable(table_id, caption, columns, rows, sortable=False, groups=groups)


def _is_numeric(part: TablePart, index: int) -> bool:
    """Return whether a column contains numbers, which are right-aligned."""
    return any(row.cells[index].value is not None for row in part.rows)


def _make_row(
    table_id: str, index: int, row: TableRow, part: TablePart, places: _Places
) -> Iterator[Cell]:
    yield from map(Cell, row.labels)
    for number, cell in enumerate(row.cells):
        names = [label for label in (*row.labels, part.columns[number]) if label]
        cell_id = f"{table_id}.{index + 1}.{number + 1}"
        yield _make_cell(cell, cell_id, ", ".join(names), places)


def _make_cell(cell: TableCell, cell_id: str, title: str, places: _Places) -> Cell:
    """Make a number that links to its places, or plain text if it has none."""
    if cell.places is None:
        return Cell(cell.text, value=cell.value)
    figure = places.find_figure(cell.places)
    if not places.has_places(cell.places, figure):
        return Cell(cell.text, value=cell.value)
    opens = {"pair": "0", "figure": str(figure), "title": title}
    if cell.places.group:
        opens["group"] = cell.places.group
    if cell.places.column:
        opens["column"] = cell.places.column
    return Cell(cell.text, value=cell.value, id=cell_id, opens=opens)
