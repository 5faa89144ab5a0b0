"""The causes of disagreement as tables; the examples have the form of CLEF's Table 11."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from goldsmith import metrics
from goldsmith.project.agreement.causes.causes import Causes
from goldsmith.project.agreement.causes.difference_counts import PairDifferences
from goldsmith.project.agreement.causes.influence import Influence
from goldsmith.project.agreement.causes.trend import FEW, Trend
from goldsmith.project.agreement.causes.what_if import WhatIf
from goldsmith.rendering.table import Table

#: Formats a value.
Write = Callable[[float | None], str]
_NONE = "–"
_MOST_DOCUMENTS = 10
_MOST_CONFUSIONS = 30
_KINDS = {
    "mention": "mentions",
    "relation": "relations",
    "coreference": "coreference",
    "attribute": "attributes",
    "code": "codes",
}


def make_cause_tables(causes: Causes, write: Write) -> list[Table]:
    """Make the tables of all causes of disagreement."""
    tables = [_make_influence_table(item, write) for item in causes.influence]
    tables += [_make_trend_table(item, write) for item in causes.trend]
    for item in causes.differences:
        tables += _make_difference_tables(item, write)
    return tables


def _make_influence_table(influence: Influence, write: Write) -> Table:
    rows = [("all documents", write(influence.overall), "", "")]
    rows += [
        (
            f"without {row.document}",
            write(row.without),
            _write_change(row.change, write),
            write(row.own),
        )
        for row in influence.documents[:_MOST_DOCUMENTS]
    ]
    title = f"{metrics.get(influence.metric).title}: {influence.value} without each document"
    if len(influence.documents) > _MOST_DOCUMENTS:
        title += f", the greatest {_MOST_DOCUMENTS} of {len(influence.documents):,} rises"
    columns = ("", influence.value, "change", "in the document alone")
    return Table(title, columns, tuple(rows))


def _write_change(change: float | None, write: Write) -> str:
    if change is None:
        return _NONE
    return ("+" if change >= 0 else "−") + write(abs(change))


def _make_trend_table(trend: Trend, write: Write) -> Table:
    stable = f"stable from {trend.stable_from}" if trend.stable_from else "not stable"
    rows = tuple(
        (
            point.batch,
            f"{point.documents:,}",
            f"{point.annotations:,}" + (" (few)" if point.is_small else ""),
            write(point.value),
            write(point.cumulative),
        )
        for point in trend.points
    )
    title = f"{metrics.get(trend.metric).title}: trend of {trend.value}, {stable}"
    if any(point.is_small for point in trend.points):
        title += f"; few: fewer than {FEW} annotations"
    columns = ("", "documents", "annotations", trend.value, "up to here")
    return Table(title, columns, rows)


def _make_difference_tables(pair: PairDifferences, write: Write) -> list[Table]:
    names = f"{pair.first} and {pair.second}"
    tables = [_make_class_table(pair, names)]
    if pair.confusions:
        tables.append(_make_confusion_table(pair, names))
    if pair.hard_codes:
        tables.append(_make_code_table(pair, names, write))
    if pair.repetitions:
        tables.append(_make_repetition_table(pair, names))
    if pair.examples:
        tables.append(_make_example_table(pair, names))
    return tables


def _make_class_table(pair: PairDifferences, names: str) -> Table:
    counts = {(item.name, item.kind): item.count for item in pair.classes}
    kinds = [kind for kind in _KINDS if any(item.kind == kind for item in pair.classes)]
    rows = tuple(
        (name, *(f"{counts.get((name, kind), 0):,}" for kind in kinds))
        for name in dict.fromkeys(item.name for item in pair.classes)
    )
    title = f"Differences by class: {names}, {pair.differences:,} in {pair.documents:,} documents"
    return Table(title, ("class", *(_KINDS[kind] for kind in kinds)), rows)


def _make_confusion_table(pair: PairDifferences, names: str) -> Table:
    ordered = sorted(pair.confusions, key=lambda item: -item.count)[:_MOST_CONFUSIONS]
    rows = tuple(
        (item.attribute, item.a or _NONE, item.b or _NONE, f"{item.count:,}") for item in ordered
    )
    title = f"Confused values: {names}" + _describe_cut(len(rows), len(pair.confusions))
    return Table(title, ("attribute", pair.first, pair.second, "mentions"), rows)


def _make_code_table(pair: PairDifferences, names: str, write: Write) -> Table:
    rows = tuple(
        (
            item.code,
            f"{item.pairs:,}",
            f"{item.agree:,}",
            write(item.agreement),
            _list_counts(item.instead.items()),
        )
        for item in pair.hard_codes
    )
    columns = ("code", "mentions", "both", "agreement", "instead")
    return Table(f"Codes with most disagreements: {names}", columns, rows)


def _list_counts(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name or 'no code'} ({count:,})" for name, count in counts)


def _make_repetition_table(pair: PairDifferences, names: str) -> Table:
    rows = tuple(
        (
            item.document,
            "; ".join(item.classes),
            ", ".join(item.types),
            item.only or "both",
            "several" if item.words is None else item.words or "the same",
            f"{item.count:,}",
            f"{100 * item.share:.1f} %",
        )
        for item in pair.repetitions
    )
    columns = ("document", "class", "types", "marked by", "words", "times", "of all differences")
    return Table(f"Repeated differences: {names}", columns, rows)


def _make_example_table(pair: PairDifferences, names: str) -> Table:
    rows = tuple(
        (
            item.text or f"{item.document}, {item.start}–{item.end}",
            item.first,
            item.second,
            "; ".join(item.classes).capitalize() + f" ({_KINDS[item.kind]})",
        )
        for item in pair.examples
    )
    columns = ("text", f"{pair.first} response", f"{pair.second} response", "type of difference")
    return Table(f"Examples of differences: {names}", columns, rows)


def _describe_cut(shown: int, total: int) -> str:
    return f", the most frequent {shown} of {total:,}" if shown < total else ""


def make_what_if_tables(what_if: WhatIf, write: Write) -> list[Table]:
    """Make a table for each metric: values as annotated and with merged types."""
    tables = []
    for metric in dict.fromkeys(figure.metric for figure in what_if.figures):
        rows = [
            (
                figure.label,
                figure.value,
                write(figure.before),
                write(figure.after),
                _subtract(figure.before, figure.after, write),
            )
            for figure in what_if.figures
            if figure.metric == metric
        ]
        title = f"{metrics.get(metric).title}: what if {_describe(what_if.merges)}"
        columns = ("", "value", "as annotated", "merged", "change")
        tables.append(Table(title, columns, tuple(rows)))
    return tables


def _describe(merges: Sequence[str]) -> str:
    return " and ".join(merges)


def _subtract(before: float | None, after: float | None, write: Write) -> str:
    if before is None or after is None:
        return _NONE
    return _write_change(after - before, write)
