"""The content of an agreement report: numbers, and the places in the text that they count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from goldsmith.alignment import align
from goldsmith.core import AnnotationSet, Document, Schema, require_sets
from goldsmith.differences import Difference, find_differences
from goldsmith.errors import InputError
from goldsmith.metrics import Measurement, Result, SetPair
from goldsmith.project.agreement.exclusions import Exclusions
from goldsmith.project.agreement.option_names import OptionNames
from goldsmith.project.agreement.report.note_views import make_note_view
from goldsmith.project.agreement.tasks import Task, View
from goldsmith.project.corpus.slices import name_slice, parse_fields, require_fields, sort_slices
from goldsmith.rendering.blocks import NoteView

#: The number of notes shown with their chains and time lines.
NOTES = 20
#: Number of the document, ids in the first set, ids in the second.
Spot = tuple[int, tuple[str, ...], tuple[str, ...]]
#: Type in the first set -> type in the second -> places; "" means no mention.
Confusion = dict[str, dict[str, list[Spot]]]


class ReportMention(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mention as the page draws it."""

    type: str
    spans: tuple[tuple[int, int], ...]
    attributes: dict[str, str] = {}
    codes: tuple[str, ...] = ()


class ReportLink(msgspec.Struct, frozen=True, omit_defaults=True):
    """A relation or a group as the page draws it."""

    type: str
    members: tuple[str, ...]


class ReportSet(msgspec.Struct, frozen=True):
    """One annotator's work on one document."""

    mentions: dict[str, ReportMention]
    links: dict[str, ReportLink]


class ReportDocument(msgspec.Struct, frozen=True):
    """A document of the report; without its text in a report for sharing."""

    id: str
    type: str
    slice: str
    """The slice it belongs to; "" without slices."""
    text: str | None
    sets: dict[str, ReportSet]


class Figure(msgspec.Struct, frozen=True):
    """A metric of a pair of sets: its result, and its places by row and column."""

    metric: str
    title: str
    definition: str
    groups: str
    columns: dict[str, str]
    values: dict[str, str]
    shown: tuple[str, ...]
    result: Result
    slices: dict[str, Result]
    """Slice -> result; {} without slices."""
    places: dict[str, dict[str, list[Spot]]]
    """Row -> column -> places."""


class ReportDifference(msgspec.Struct, frozen=True):
    """A difference between two sets; its document is a number."""

    document: int
    classes: tuple[str, ...]
    kind: str
    rule: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    start: int
    end: int


class Pair(msgspec.Struct, frozen=True):
    """The comparison of two sets."""

    first: str
    second: str
    documents: int
    figures: list[Figure]
    differences: list[ReportDifference]
    confusion: Confusion


class Report(msgspec.Struct, frozen=True):
    """The content of the page."""

    title: str
    task: str
    schema: str
    names: list[str]
    views: list[View]
    by: list[str]
    """The metadata fields of the slices."""
    documents: list[ReportDocument]
    pairs: list[Pair]
    notices: list[str]
    notes: list[NoteView] = []
    """The chains and time lines of notes."""


def build_report(
    docs: Iterable[Document],
    names: Sequence[str],
    task: Task,
    schema: Schema | None,
    *,
    by: str | Sequence[str] = "",
    leave_out: Sequence[str] = (),
    title: str = "Agreement",
    with_text: bool = True,
    notes: int = NOTES,
) -> Report:
    """Build the report over all pairs of the named sets, in one pass over the documents.

    Args:
        docs: The documents with their annotation sets.
        names: The sets to compare; a gold standard goes first.
        task: The metrics to compute.
        schema: The schema of the sets, if any.
        by: Metadata fields, as names or with commas between them; each combination of their values
            makes a slice with its own figures.
        leave_out: Documents to leave out, each condition written FIELD=VALUE.
        title: The title of the page.
        with_text: Whether the report contains the text of the notes.
        notes: How many notes are shown with their chains and time lines; none without text.

    Raises:
        InputError: There are fewer than two sets, or no document has a field.
        UnknownName: No document has one of the sets, the value of a condition, or a type or
            attribute that an option of a metric names.
    """
    if len(set(names)) < 2:
        raise InputError("a report needs two sets", expected="at least two different sets")
    work = [_PairCounter(first, second, task, schema) for first, second in combinations(names, 2)]
    fields = parse_fields(by)
    remaining = Exclusions(require_fields(docs, fields), leave_out)
    documents: list[ReportDocument] = []
    option_names = OptionNames(task, schema)
    views: list[NoteView] = []
    for number, doc in enumerate(require_sets(remaining, names)):
        slice_name = name_slice(doc.metadata, fields)
        documents.append(convert_document(doc, names, with_text, slice_name))
        if with_text and len(views) < notes and (view := make_note_view(doc, names, schema)):
            views.append(view)
        for name in doc.sets.keys() & {*names}:
            option_names.add(doc.sets[name])
        for pair in work:
            pair.add(doc, number, slice_name)
    option_names.check()
    return Report(
        title,
        task.name,
        schema.name if schema else "",
        list(names),
        list(task.views),
        list(fields),
        documents,
        [pair.make_result(task) for pair in work],
        [
            *remaining.notices,
            *dict.fromkeys(notice for pair in work for notice in pair.make_notices()),
        ],
        views,
    )


class _PairCounter:
    """Measures and compares two sets document by document."""

    def __init__(self, first: str, second: str, task: Task, schema: Schema | None) -> None:
        self.names = (first, second)
        self.schema = schema
        self.measured = {
            view.metric: Measurement(view.make(), names=self.names) for view in task.views
        }
        self.differences: list[ReportDifference] = []
        self.confusion: Confusion = {}
        self.numbers: dict[str, int] = {}
        self.unpaired = 0

    def add(self, doc: Document, number: int, slice_name: str) -> None:
        first, second = (doc.sets.get(name) for name in self.names)
        if first is None or second is None:
            self.unpaired += first is not None or second is not None
            return
        self.numbers[doc.id] = number
        pair = SetPair(doc, first, second, self.schema)
        for measured in self.measured.values():
            measured.count_pair(pair, slice_name, keep_places=True)
        self.differences += [
            _convert_difference(difference, number)
            for difference in find_differences(doc, first, second, self.schema)
        ]
        for first_type, second_type, a, b in pair_types(first, second):
            row = self.confusion.setdefault(first_type, {})
            row.setdefault(second_type, []).append((number, a, b))

    def make_result(self, task: Task) -> Pair:
        figures = [self._make_figure(view) for view in task.views]
        return Pair(*self.names, len(self.numbers), figures, self.differences, self.confusion)

    def _make_figure(self, view: View) -> Figure:
        measured = self.measured[view.metric]
        metric = measured.metric
        places: dict[str, dict[str, list[Spot]]] = {}
        for place in measured.places:
            row = places.setdefault(place.group, {})
            row.setdefault(place.column, []).append(
                (self.numbers[place.document], place.a, place.b)
            )
        return Figure(
            metric.name,
            metric.title,
            metric.definition,
            metric.groups,
            dict(metric.columns),
            dict(metric.values),
            view.values,
            measured.compute_result(intervals=True),
            {
                name: measured.compute_result(only=name)
                for name in sort_slices(set(measured.slices) - {""})
            },
            places,
        )

    def make_notices(self) -> list[str]:
        notices = [n for measured in self.measured.values() for n in measured.list_notices()]
        if self.unpaired:
            first, second = self.names
            notices.append(
                f"{first} and {second} share {len(self.numbers):,} documents; {self.unpaired:,} "
                "that only one of them annotated are not counted"
            )
        return notices


def _convert_difference(difference: Difference, number: int) -> ReportDifference:
    return ReportDifference(
        number,
        difference.classes,
        difference.kind,
        difference.rule,
        difference.a,
        difference.b,
        difference.start,
        difference.end,
    )


def pair_types(
    first: AnnotationSet, second: AnnotationSet
) -> Iterator[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """Yield the types of mentions on equal or overlapping spans, with ids; "" is no mention."""
    typed = align(first.mentions, second.mentions)
    rest = align(typed.only_a, typed.only_b, key=lambda _: "")
    for pair in (*typed.pairs, *rest.pairs):
        yield pair.a.type, pair.b.type, (pair.a.id,), (pair.b.id,)
    for mention in rest.only_a:
        yield mention.type, "", (mention.id,), ()
    for mention in rest.only_b:
        yield "", mention.type, (), (mention.id,)


def convert_document(
    doc: Document, names: Sequence[str], with_text: bool, slice_name: str = ""
) -> ReportDocument:
    """Convert a document with some of its sets, with or without its text."""
    sets = {name: _convert_set(doc.sets[name], with_text) for name in names if name in doc.sets}
    text = doc.text if with_text else None
    return ReportDocument(doc.id, doc.metadata.type, slice_name, text, sets)


def _convert_set(annotations: AnnotationSet, with_text: bool) -> ReportSet:
    """Convert a set; attribute values may quote the note, so they are left out with the text."""
    mentions = {
        mention.id: ReportMention(
            mention.type,
            tuple((span.start, span.end) for span in mention.spans),
            dict(mention.attributes) if with_text else {},
            tuple(f"{code.system}:{code.code}".lstrip(":") for code in mention.codes),
        )
        for mention in annotations.mentions
    }
    links = {rel.id: ReportLink(rel.type, (rel.arg1, rel.arg2)) for rel in annotations.relations}
    links |= {group.id: ReportLink(group.type, group.members) for group in annotations.groups}
    return ReportSet(mentions, links)
