"""The content of a cell: a figure of a metric, a count of annotations, or a text about a set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from goldsmith.metrics import MACRO, MICRO, Result
from goldsmith.project.agreement.averages import average_results
from goldsmith.project.tables.forms import Facets
from goldsmith.project.tables.model import CellPlaces, TableCell
from goldsmith.project.tables.numbers import format_number
from goldsmith.project.tables.roles import Pairs
from goldsmith.project.tables.selections import Selection, find_layer, select
from goldsmith.project.tables.view import CorpusView, FigureKey

NONE = "–"
#: Rows of a metric that cover all groups.
_OVERALL = (MICRO, MACRO, "all")
_SHARE = "share"
#: Counts of CLEF's Table 5 over both sets: name -> how it is counted, and the set of its places.
DERIVED_COUNTS: Mapping[str, tuple[Callable[[Mapping[str, float]], float], str]] = {
    "matches": (lambda counts: 2 * counts.get("exact", 0), "exact"),
    "non_matches": (
        lambda counts: (
            sum(counts.get(side, 0) for side in "ab")
            - 2 * sum(counts.get(name, 0) for name in ("exact", "partial"))
        ),
        "",
    ),
}


class Figure(msgspec.Struct, frozen=True):
    """The values and counts of one row of a metric, and the location of its places."""

    values: Mapping[str, float | None]
    counts: Mapping[str, float]
    key: FigureKey
    group: str

    def get(self, name: str) -> float | None:
        """Return a value or a count; or None."""
        if name in DERIVED_COUNTS:
            return DERIVED_COUNTS[name][0](self.counts)
        return self.values[name] if name in self.values else self.counts.get(name)


def make_key(view: CorpusView, facets: Facets, pairs: Pairs | None = None) -> FigureKey:
    """Return the basis of the measurement of a cell."""
    return FigureKey(
        facets.metric,
        tuple(sorted(facets.options.items())),
        view.roles.pair_sets(facets.compare, facets.bound) if pairs is None else pairs,
        tuple(sorted(facets.where.items())),
        facets.without,
    )


def read_figure(view: CorpusView, facets: Facets) -> Figure:
    """Return the figure that the facets of a cell describe; without values if there is none."""
    key = make_key(view, facets)
    reference = view.find_reference(facets.bound.get("system", ""))
    if reference:
        return Figure(reference, {}, FigureKey(facets.metric, (), ()), "")
    if facets.average:
        averages = average_results([(1.0, result) for result in _list_results(view, facets)])
        values = averages.get(facets.metric, {}).get(facets.group or MICRO, {})
        return Figure(values, {}, key, facets.group)
    result = view.compute_result(key)
    is_single = facets.group or result.micro or len(result.rows) < 2
    row = result.find_row(facets.group) if is_single else None
    zeros = dict.fromkeys(view.make_metric(key).columns, 0.0) if key.pairs else {}
    if row is None:
        return Figure({}, zeros, key, facets.group)
    return Figure(row.values, {**zeros, **row.counts}, key, facets.group)


def _list_results(view: CorpusView, facets: Facets) -> Iterable[Result]:
    """Return the results to average: of each pair of sets, or of each value of a field."""
    key = make_key(view, facets)
    if facets.average == "pairs":
        return [view.compute_result(make_key(view, facets, (pair,))) for pair in key.pairs]
    values = view.list_values(facets.average, facets.where)
    slices = [{**facets.where, facets.average: (value,)} for value in values] or [
        dict(facets.where)
    ]
    return [
        view.compute_result(msgspec.structs.replace(key, where=tuple(sorted(where.items()))))
        for where in slices
    ]


def list_groups(view: CorpusView, facets: Facets) -> list[str]:
    """List the rows of a metric in which something was counted."""
    key = make_key(view, facets)
    metric = view.make_metric(key)
    counted = [name for name in metric.columns if name not in metric.derived]
    rows = view.compute_result(key).rows
    return sorted(
        group for group, row in rows.items() if any(row.counts.get(name) for name in counted)
    )


def read_cell(view: CorpusView, facets: Facets) -> TableCell:
    """Return a cell with its text, its number, its counts and their places."""
    if facets.text:
        return _read_text(view, facets)
    if facets.select:
        return _count_cell(view, facets)
    figure = read_figure(view, facets)
    value = figure.get(facets.show)
    if value is None or not _has_required(view, facets, figure):
        return TableCell(_write_empty(facets))
    text = format_number(value, facets.style)
    if facets.bracket:
        second = figure.get(facets.bracket)
        text += (
            f" ({_write_empty(facets) if second is None else format_number(second, facets.style)})"
        )
    if not figure.key.pairs:
        return TableCell(text, value)
    column = DERIVED_COUNTS[facets.show][1] if facets.show in DERIVED_COUNTS else facets.show
    is_count = column in figure.counts
    group = "" if figure.group in (MICRO, MACRO) else figure.group
    places = CellPlaces(figure.key, group, column if is_count else "")
    return TableCell(text, value, _pick_counts(view, figure), places)


def _has_required(view: CorpusView, facets: Facets, figure: Figure) -> bool:
    """Return whether all compared sets have the attributes that a cell uses."""
    names = {name for pair in figure.key.pairs for name in pair}
    return all(view.has_attribute(name, item) for name in names for item in facets.requires)


def _pick_counts(view: CorpusView, figure: Figure) -> dict[str, float]:
    """Return the counts that the metric describes; without candidates and the like."""
    metric = view.make_metric(figure.key)
    return {name: figure.counts[name] for name in metric.columns if name in figure.counts}


def _write_empty(facets: Facets) -> str:
    return NONE if facets.empty is None else facets.empty


def _read_text(view: CorpusView, facets: Facets) -> TableCell:
    """Return the entry of the table of sets or runs for the set that an axis chose."""
    name = next(reversed(list(facets.bound.values())), "")
    row = view.facts.get(name, {})
    text = (row.get("label") or name) if facets.text == "name" else row.get(facets.text, "")
    return TableCell(text or _write_empty(facets))


def _count_cell(view: CorpusView, facets: Facets) -> TableCell:
    counted = select(view, make_selection(view, facets))
    number: float = counted.count
    share = None
    if facets.share_by is not None:
        total = select(view, make_selection(view, facets, keep=facets.share_by)).count
        share = counted.count / total if total else None
    if facets.show == _SHARE:
        if share is None:
            return TableCell(_write_empty(facets))
        number = share
    text = format_number(number, facets.style)
    if facets.bracket == _SHARE and share is not None:
        text += f" ({format_number(share, 'percent%-0')})"
    places = CellPlaces(listed=counted.places) if counted.places else None
    return TableCell(text, number, {facets.select: counted.count}, places)


def make_selection(
    view: CorpusView, facets: Facets, keep: Sequence[str] | None = None
) -> Selection:
    """Return the selection that a cell counts; with `keep`, only with these conditions."""
    role = facets.of or "gold"
    where, having = facets.where, dict(facets.having)
    if facets.group not in (*_OVERALL, ""):
        having.setdefault("annotation", facets.group)
    sets = view.roles.get(role)
    if role in facets.bound or "set" in facets.bound:
        sets = (facets.bound.get(role) or facets.bound["set"],)
    set_name = find_layer(view, sets, facets.select, having.get("annotation", ""))
    if keep is not None:
        where = {name: values for name, values in where.items() if name in keep}
        having = {name: value for name, value in having.items() if name in keep}
    return Selection(facets.select, set_name, where, having, facets.without)
