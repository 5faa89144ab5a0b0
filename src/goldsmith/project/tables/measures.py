"""The measures of the tables' figures: a metric, or the counts of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from goldsmith import metrics
from goldsmith.core import AnnotationSet
from goldsmith.metrics import Measurement, Metric, SetPair, Tally

if TYPE_CHECKING:
    from goldsmith.project.tables.view import CorpusView, FigureKey

#: Counts a pair of sets.
Count = Callable[[SetPair, Tally], None]
_EXTENTS = "relation-extents"


def make_metric(key: FigureKey) -> Metric:
    """Return the metric that computes the values of a figure."""
    if key.metric == _EXTENTS:
        return metrics.get("spans")
    metric = metrics.get(key.metric)
    return metric.with_options(**dict(key.options)) if key.options else metric


def measure(view: CorpusView, key: FigureKey) -> Measurement:
    """Measure all pairs of sets of a figure, document by document; their counts add up."""
    metric = make_metric(key)
    count: Count = count_relation_extents if key.metric == _EXTENTS else metric.count
    measurement = Measurement(metric)
    for pair in _list_pairs(view, key):
        tally = Tally(pair.doc.id, keep_places=view.keep_places)
        count(pair, tally)
        measurement.add(tally)
        names = (pair.a.name, pair.b.name)
        view.places.setdefault(key, []).extend((names, place) for place in tally.places)
    return measurement


def _list_pairs(view: CorpusView, key: FigureKey) -> Iterator[SetPair]:
    for doc in view.docs:
        for first, second in key.pairs:
            if first in doc.sets and second in doc.sets:
                a, b = (_leave_out(doc.sets[name], key.without) for name in (first, second))
                yield SetPair(doc, a, b, view.schema)


def _leave_out(annotation_set: AnnotationSet, types: tuple[str, ...]) -> AnnotationSet:
    """Return a set without annotations of some types; and without relations of such mentions."""
    if not types:
        return annotation_set
    mentions = tuple(mention for mention in annotation_set.mentions if mention.type not in types)
    ids = {mention.id for mention in mentions}
    relations = tuple(
        rel
        for rel in annotation_set.relations
        if rel.type not in types and {rel.arg1, rel.arg2} <= ids
    )
    return replace(annotation_set, mentions=mentions, relations=relations)


def count_relation_extents(pair: SetPair, tally: Tally) -> None:
    """Count relations like mentions: relations with overlapping arguments match partially.

    A relation matches exactly if its arguments have equal spans, and partially if they overlap
    (CLEF, Table 5). The counts are those of the metric `spans`.
    """
    tallies: dict[str, Tally] = {}
    for criterion in ("strict", "lenient"):
        tallies[criterion] = Tally(pair.doc.id, keep_places=True)
        metrics.get("relations").with_options(found=criterion).count(pair, tallies[criterion])
    exact = {(place.a, place.b) for place in tallies["strict"].places if place.column == "match"}
    columns: Mapping[str, str] = {"a": "a", "b": "b", "match": "exact"}
    for place in tallies["strict"].places:
        if place.column in columns:
            tally.add(place.group, columns[place.column], a=place.a, b=place.b)
    for place in tallies["lenient"].places:
        if place.column == "match" and (place.a, place.b) not in exact:
            tally.add(place.group, "partial", a=place.a, b=place.b)
