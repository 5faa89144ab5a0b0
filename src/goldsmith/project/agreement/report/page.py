"""The page of an agreement report; every number links to the places in the text that it counts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from goldsmith.project.agreement.report.content import Pair, Report
from goldsmith.project.agreement.report.labels import format_count, label_inline
from goldsmith.project.agreement.report.pair_tables import (
    make_confusion_matrix,
    make_difference_table,
    make_figure_table,
    make_slice_table,
)
from goldsmith.project.agreement.tables import Style, format_number
from goldsmith.project.agreement.tasks import View
from goldsmith.rendering.blocks import (
    Block,
    Cell,
    Column,
    DataTable,
    Details,
    Prose,
    Section,
    make_id,
)
from goldsmith.rendering.environment import encode_data
from goldsmith.rendering.page import Page, render_page


class _PairPart(msgspec.Struct, frozen=True):
    """The part of the page for one pair of sets."""

    id: str
    label: str
    heading: str
    blocks: tuple[Block, ...]


def render_report(
    report: Report, style: Style = "fraction", *, sections: tuple[Section, ...] = ()
) -> str:
    """Render a report as a page that needs no network and no server.

    Args:
        report: The content.
        style: How values are written.
        sections: Further sections, before the comparison of all pairs.
    """
    page = Page(
        "Agreement report",
        report.title,
        finding=_state_finding(report, style),
        facts=_list_facts(report),
        notices=tuple(report.notices),
        blocks=(*sections, *_make_overview(report, style)),
        title=report.title,
    )
    parts = [_make_part(report, index, style) for index in range(len(report.pairs))]
    data = encode_data(replace(report, notes=[]))
    return render_page(
        page, template="report.html", pairs=parts, notes=_make_notes(report), data=data
    )


def _list_facts(report: Report) -> dict[str, str]:
    facts = {
        "Sets": ", ".join(report.names),
        "Documents": f"{len(report.documents):,}",
        "Task": report.task,
    }
    if report.schema:
        facts["Schema"] = report.schema
    if report.by:
        facts["Slices"] = " and ".join(report.by)
    has_text = any(doc.text is not None for doc in report.documents)
    return facts | {"Text of the notes": "included" if has_text else "left out"}


def _get_value(pair: Pair, view: View, name: str) -> float | None:
    [figure] = (figure for figure in pair.figures if figure.metric == view.metric)
    return view.get_value(figure.result, name)


def _state_finding(report: Report, style: Style) -> str:
    """State the main value of the first metric, for one pair or over all pairs."""
    if not report.views or not report.pairs:
        return ""
    view = report.views[0]
    values = [(_get_value(pair, view, view.cell), pair) for pair in report.pairs]
    scored = [
        (value, f"{pair.first} and {pair.second}") for value, pair in values if value is not None
    ]
    what = f"({label_inline(view.cell)})"
    if not scored:
        return "No agreement can be computed: no two sets have documents in common."
    if len(report.pairs) == 1:
        [(value, names)] = scored
        documents = format_count(report.pairs[0].documents, "document")
        return f"Agreement is {format_number(value, style)} {what} between {names} on {documents}."
    (low, lowest), (high, highest) = min(scored), max(scored)
    return (
        f"Agreement {what} ranges from {format_number(low, style)} ({lowest}) to "
        f"{format_number(high, style)} ({highest}) over {len(report.pairs)} pairs of sets."
    )


def _make_overview(report: Report, style: Style) -> tuple[Block, ...]:
    if len(report.names) < 3:
        return ()
    matrices = tuple(_make_matrix(report, view, style) for view in report.views)
    intro = Prose(
        "Each cell compares the set of its row with the set of its column. Follow it to the pair."
    )
    return (Section("overview", "Agreement of all pairs", (intro, *matrices)),)


def _make_notes(report: Report) -> tuple[Block, ...]:
    if not report.notes:
        return ()
    intro = Prose(
        "The chains of each note, their mentions in text order, and its times with the events "
        "linked to them. A dashed line marks a chain that differs from another set's."
    )
    return (Section("notes", "Chains and time lines", (intro, *report.notes)),)


def _make_matrix(report: Report, view: View, style: Style) -> DataTable:
    """Make the lower triangle over the sets; each cell links to its pair."""
    pairs = {(pair.first, pair.second): pair for pair in report.pairs}
    title = next(figure.title for figure in report.pairs[0].figures if figure.metric == view.metric)
    caption = f"{title}: {label_inline(view.cell)}" + (f", {view.group}" if view.group else "")
    if view.bracket:
        caption += f" ({label_inline(view.bracket)} in brackets)"
    columns = [Column("Set", numeric=False), *map(Column, report.names[:-1])]
    rows = []
    for index, second in enumerate(report.names[1:], 1):
        cells = [
            _make_matrix_cell(pairs[first, second], view, style) for first in report.names[:index]
        ]
        rows.append((Cell(second), *cells, *[Cell()] * (len(report.names) - 1 - index)))
    return DataTable(
        make_id("matrix", view.metric), caption, tuple(columns), tuple(rows), sortable=False
    )


def _make_matrix_cell(pair: Pair, view: View, style: Style) -> Cell:
    value = _get_value(pair, view, view.cell)
    text = format_number(value, style)
    if view.bracket:
        text += f" ({format_number(_get_value(pair, view, view.bracket), style)})"
    return Cell(
        text,
        value=value,
        heat=None if value is None else max(0.0, value),
        href=f"#{_pair_id(pair)}",
    )


def _pair_id(pair: Pair) -> str:
    return make_id(pair.first, pair.second)


def _make_part(report: Report, index: int, style: Style) -> _PairPart:
    pair = report.pairs[index]
    return _PairPart(
        _pair_id(pair),
        f"{pair.first} – {pair.second}",
        f"{pair.first} and {pair.second}: {format_count(pair.documents, 'document')}",
        tuple(_make_sections(report, index, style)),
    )


def _make_sections(report: Report, index: int, style: Style) -> Iterator[Section]:
    pair = report.pairs[index]
    base = (pair.first, pair.second)
    for number, figure in enumerate(pair.figures):
        table = make_figure_table(pair, (index, number), style)
        details: Block = Details("Definition", figure.definition)
        blocks = [details, table]
        if figure.slices:
            blocks.append(make_slice_table(report, (index, number), style))
        yield Section(make_id(*base, figure.metric), figure.title, tuple(blocks))
    differences: tuple[Block, ...] = (Prose("The sets do not differ."),)
    if pair.differences:
        differences = (
            Prose("A rule assigns each difference to a class; each place names its rule."),
            make_difference_table(pair, index),
        )
    yield Section(make_id(*base, "differences"), "Differences", differences)
    confusion = make_confusion_matrix(pair, index)
    explanation = Prose(
        "Types of mentions on equal or overlapping spans. Rows are the types of "
        f"{pair.first}, columns those of {pair.second}."
    )
    yield Section(
        make_id(*base, "confusion"), "Confusion matrix of types", (explanation, confusion)
    )
