"""What a report holds: figures, and for every figure the places in the text that it counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import msgspec

from goldsmith.alignment import align
from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.differences import Difference, differences
from goldsmith.metrics import Compared, Measured, Result
from goldsmith.project.agreement.tasks import Task, View

#: The number of a document, ids in the first set, ids in the second.
Spot = tuple[int, tuple[str, ...], tuple[str, ...]]
#: Type in the first set -> type in the second -> where they met; "" is nothing.
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
    """A document of the report; without text where the report is to be shared."""

    id: str
    type: str
    text: str | None
    sets: dict[str, ReportSet]


class Figure(msgspec.Struct, frozen=True):
    """One metric of one pair: its result and its places, grouped by row and column."""

    metric: str
    title: str
    definition: str
    groups: str
    columns: dict[str, str]
    values: dict[str, str]
    shown: tuple[str, ...]
    result: Result
    places: dict[str, dict[str, list[Spot]]]
    """Row -> column -> where it counts."""


class Found(msgspec.Struct, frozen=True):
    """A difference, its document given by number."""

    document: int
    classes: tuple[str, ...]
    kind: str
    rule: str
    a: tuple[str, ...]
    b: tuple[str, ...]
    start: int
    end: int


class Pair(msgspec.Struct, frozen=True):
    """Two sets compared."""

    first: str
    second: str
    documents: int
    figures: list[Figure]
    differences: list[Found]
    confusion: Confusion


class Report(msgspec.Struct, frozen=True):
    """Everything the page shows."""

    title: str
    task: str
    schema: str
    names: list[str]
    views: list[View]
    documents: list[ReportDocument]
    pairs: list[Pair]
    notices: list[str]


def build(
    docs: Iterable[Document],
    names: Sequence[str],
    task: Task,
    schema: Schema | None,
    *,
    title: str = "Agreement",
    with_text: bool = True,
) -> Report:
    """The report over all pairs of the named sets, in one pass over the documents."""
    work = [_Pair(first, second, task, schema) for first, second in combinations(names, 2)]
    shown: list[ReportDocument] = []
    for number, doc in enumerate(docs):
        shown.append(_document(doc, names, with_text))
        for pair in work:
            pair.add(doc, number)
    return Report(
        title,
        task.name,
        schema.name if schema else "",
        list(names),
        list(task.views),
        shown,
        [pair.result(task) for pair in work],
        [notice for pair in work for notice in pair.notices()],
    )


class _Pair:
    """Two sets, measured and compared document by document."""

    def __init__(self, first: str, second: str, task: Task, schema: Schema | None) -> None:
        self.names = (first, second)
        self.schema = schema
        self.measured = {view.metric: Measured(view.make()) for view in task.views}
        self.found: list[Found] = []
        self.confusion: Confusion = {}
        self.numbers: dict[str, int] = {}
        self.lonely = 0

    def add(self, doc: Document, number: int) -> None:
        first, second = (doc.sets.get(name) for name in self.names)
        if first is None or second is None:
            self.lonely += first is not None or second is not None
            return
        self.numbers[doc.id] = number
        pair = Compared(doc, first, second, self.schema)
        for measured in self.measured.values():
            measured.take(pair, keep_places=True)
        self.found += [_found(one, number) for one in differences(doc, first, second, self.schema)]
        for one, other, a, b in met(first, second):
            row = self.confusion.setdefault(one, {})
            row.setdefault(other, []).append((number, a, b))

    def result(self, task: Task) -> Pair:
        figures = [self._figure(view) for view in task.views]
        return Pair(*self.names, len(self.numbers), figures, self.found, self.confusion)

    def _figure(self, view: View) -> Figure:
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
            measured.result(intervals=True),
            places,
        )

    def notices(self) -> list[str]:
        if not self.lonely:
            return []
        first, second = self.names
        return [
            f"{first} and {second} share {len(self.numbers):,} documents; {self.lonely:,} that "
            "only one of them annotated are not counted"
        ]


def _found(one: Difference, number: int) -> Found:
    return Found(number, one.classes, one.kind, one.rule, one.a, one.b, one.start, one.end)


def met(
    first: AnnotationSet, second: AnnotationSet
) -> Iterator[tuple[str, str, tuple[str, ...], tuple[str, ...]]]:
    """The types that met on the same or overlapping spans, with the ids; "" is nothing."""
    typed = align(first.mentions, second.mentions)
    rest = align(typed.only_a, typed.only_b, kind=lambda _: "")
    for pair in (*typed.pairs, *rest.pairs):
        yield pair.a.type, pair.b.type, (pair.a.id,), (pair.b.id,)
    for mention in rest.only_a:
        yield mention.type, "", (mention.id,), ()
    for mention in rest.only_b:
        yield "", mention.type, (), (mention.id,)


def _document(doc: Document, names: Sequence[str], with_text: bool) -> ReportDocument:
    sets = {name: _set(doc.sets[name], with_text) for name in names if name in doc.sets}
    return ReportDocument(doc.id, doc.metadata.type, doc.text if with_text else None, sets)


def _set(one: AnnotationSet, with_text: bool) -> ReportSet:
    """A set for the page; attribute values may quote the note and go with the text."""
    mentions = {
        mention.id: ReportMention(
            mention.type,
            tuple((span.start, span.end) for span in mention.spans),
            dict(mention.attributes) if with_text else {},
            tuple(f"{code.system}:{code.code}".lstrip(":") for code in mention.codes),
        )
        for mention in one.mentions
    }
    links = {rel.id: ReportLink(rel.type, (rel.arg1, rel.arg2)) for rel in one.relations}
    links |= {group.id: ReportLink(group.type, group.members) for group in one.groups}
    return ReportSet(mentions, links)
