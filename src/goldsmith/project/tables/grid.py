"""Tables of figures: each cell has the facets of its row and of its column."""

from __future__ import annotations

from itertools import groupby

from goldsmith.project.tables.axes import Leaf, expand
from goldsmith.project.tables.figures import read_cell
from goldsmith.project.tables.forms import Facets, PartForm, merge
from goldsmith.project.tables.model import TableCell, TablePart, TableRow
from goldsmith.project.tables.view import CorpusView
from goldsmith.rendering.blocks import ColumnGroup


def build_grid(view: CorpusView, form: PartForm) -> TablePart:
    """Build a part whose rows and columns are axes."""
    base = merge(Facets(), form)
    columns = expand(view, form.columns, base)
    rows = expand(view, form.rows, base)
    return TablePart(
        form.title,
        form.stubs,
        _make_groups(columns),
        tuple(column.labels[-1] for column in columns),
        tuple(_make_row(view, row, columns, len(form.stubs), base) for row in rows),
    )


def _make_groups(columns: list[Leaf]) -> tuple[ColumnGroup, ...]:
    """Return the headings over several columns; empty if no column has one."""
    if all(len(column.labels) == 1 for column in columns):
        return ()
    labels = (": ".join(column.labels[:-1]) for column in columns)
    return tuple(ColumnGroup(label, len(list(same))) for label, same in groupby(labels))


def _make_row(
    view: CorpusView, row: Leaf, columns: list[Leaf], stubs: int, base: Facets
) -> TableRow:
    padding = ("",) * (stubs - len(row.labels))
    cells = tuple(read_cell(view, _combine(base, row.facets, column.facets)) for column in columns)
    return TableRow((*row.labels, *padding), cells, row.is_total)


def _combine(base: Facets, row: Facets, column: Facets) -> Facets:
    """Return the facets of a cell: those of the part, overridden by its row and column."""
    changes = {
        name: getattr(column, name)
        for name in Facets.__struct_fields__
        if getattr(column, name) != getattr(base, name)
    }
    return merge(row, Facets(**changes))


def build_matrix(view: CorpusView, form: PartForm) -> TablePart:
    """Build the lower triangle over the sets of some roles, two values to a cell."""
    names = list(dict.fromkeys(name for role in form.sets for name in view.roles.choose(role, {})))
    base = merge(Facets(), form)
    rows = []
    for index, first in enumerate(names[1:], 1):
        cells = [_read_pair(view, base, (second, first)) for second in names[:index]]
        padding = [TableCell()] * (len(names) - 1 - index)
        rows.append(TableRow((first,), (*cells, *padding)))
    return TablePart(form.title, form.stubs, (), tuple(names[:-1]), tuple(rows))


def _read_pair(view: CorpusView, base: Facets, pair: tuple[str, str]) -> TableCell:
    bound = dict(zip(("first", "second"), pair, strict=True))
    return read_cell(view, merge(base, Facets(compare="first second", bound=bound)))
