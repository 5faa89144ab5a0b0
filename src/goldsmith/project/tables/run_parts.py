"""Tables of p-values between systems, laid out as by the i2b2 challenge."""

from __future__ import annotations

from goldsmith import metrics
from goldsmith.project.tables.axes import expand
from goldsmith.project.tables.figures import NONE, make_key, read_figure
from goldsmith.project.tables.forms import Axis, Facets, PartForm, merge
from goldsmith.project.tables.model import TableCell, TablePart, TableRow
from goldsmith.project.tables.numbers import format_number
from goldsmith.project.tables.view import CorpusView
from goldsmith.rendering.blocks import ColumnGroup


def build_p_values(view: CorpusView, form: PartForm) -> TablePart:
    """Build the upper triangle of p-values, a block of columns for each value compared."""
    base = merge(Facets(), form)
    values = [merge(base, axis) for axis in form.columns]
    names = _rank(view, values[0])
    labels = {
        leaf.facets.bound["system"]: leaf.labels[0]
        for leaf in expand(view, (Axis(each="system"),), values[0])
    }
    rows = tuple(
        TableRow(
            (labels[first],),
            tuple(
                _compare(view, facets, first, second) if index > names.index(first) else TableCell()
                for facets in values
                for index, second in enumerate(names)
                if index
            ),
        )
        for first in names[:-1]
    )
    columns = tuple(labels[name] for _ in values for name in names[1:])
    groups = tuple(ColumnGroup(axis.label, len(names) - 1) for axis in form.columns if axis.label)
    return TablePart(form.title, form.stubs, groups, columns, rows)


def _rank(view: CorpusView, facets: Facets) -> list[str]:
    """Return the systems, best first."""
    names = view.list_sets("system", facets.where)
    values = {name: read_figure(view, _choose(facets, name)).get(facets.show) for name in names}
    return sorted(names, key=lambda name: -(values[name] or 0.0))


def _choose(facets: Facets, system: str) -> Facets:
    return merge(facets, Facets(bound={"system": system}))


def _compare(view: CorpusView, facets: Facets, first: str, second: str) -> TableCell:
    measured = [view.measure(make_key(view, _choose(facets, name))) for name in (first, second)]
    comparison = metrics.compare(*measured, value=facets.show, group=facets.group)
    if comparison.p is None:
        return TableCell(NONE)
    return TableCell(format_number(comparison.p, facets.style), comparison.p)
