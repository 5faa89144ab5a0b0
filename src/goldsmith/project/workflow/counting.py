"""Compare the sets of a batch, document by document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations

import msgspec

from goldsmith.core import AnnotationSet, Document, Schema
from goldsmith.metrics import SetPair, Tally
from goldsmith.project.agreement.tasks import Task, find_task
from goldsmith.store.workflow.comparisons import Comparison, Counts
from goldsmith.store.workflow.selection import Work

#: The task whose metrics have thresholds: lenient entity IAA and relation CIAA.
TASK = "clef"


class Pair(msgspec.Struct, frozen=True):
    """Two sets on a document or snippet; without a second person, the second is the consensus."""

    doc: Document
    start: int
    document: str
    first: Work
    second: Work | None
    sets: tuple[AnnotationSet, AnnotationSet]


def count_pairs(
    works: Sequence[Work],
    schema: Schema,
    types: Collection[str] = (),
    advance: Callable[[], None] = lambda: None,
) -> list[Comparison]:
    """Count the matches between the sets of a batch.

    Every two annotators of a document or snippet are compared, and each with the consensus. A
    correction is compared with its original.

    Args:
        works: The finished work of the batch.
        schema: The schema.
        types: The types of mentions and relations that count; all if empty.
        advance: Called after each document or snippet.
    """
    by_portion: defaultdict[tuple[str, int], list[Work]] = defaultdict(list)
    for work in works:
        by_portion[work.document, work.start or 0].append(work)
    task = find_task(TASK)
    rows = []
    for of_portion in by_portion.values():
        rows += [_count(pair, schema, task) for pair in _list_pairs(of_portion, types)]
        advance()
    return rows


def _list_pairs(works: Sequence[Work], types: Collection[str]) -> Iterator[Pair]:
    ordered = sorted(works, key=lambda work: work.name)
    for first, second in combinations(ordered, 2):
        yield _make_pair(first, second, first.set, second.set, types)
    for work in ordered:
        if work.consensus is not None:
            yield _make_pair(work, None, work.set, work.consensus, types)


def _make_pair(
    first: Work,
    second: Work | None,
    first_set: AnnotationSet,
    second_set: AnnotationSet,
    types: Collection[str],
) -> Pair:
    sides = [_reduce(side, first, types) for side in (first_set, second_set)]
    doc = msgspec.structs.replace(first.doc, sets={})
    return Pair(doc, first.start or 0, first.document, first, second, (sides[0], sides[1]))


def _reduce(annotation_set: AnnotationSet, work: Work, types: Collection[str]) -> AnnotationSet:
    """Keep the annotations of a snippet and of some types, with the annotations they refer to."""
    mentions = tuple(
        mention
        for mention in annotation_set.mentions
        if (not types or mention.type in types)
        and (work.start is None or work.end is None or work.start <= mention.start < work.end)
    )
    ids = {mention.id for mention in mentions}
    relations = tuple(
        rel
        for rel in annotation_set.relations
        if {rel.arg1, rel.arg2} <= ids and (not _names_relations(types, work) or rel.type in types)
    )
    groups = tuple(group for group in annotation_set.groups if set(group.members) <= ids)
    return msgspec.structs.replace(
        annotation_set, mentions=mentions, relations=relations, groups=groups
    )


def _names_relations(types: Collection[str], work: Work) -> bool:
    """Return whether relation types are named; naming only mentions keeps all relations."""
    return bool(work.relation_types & set(types))


def _count(pair: Pair, schema: Schema, task: Task) -> Comparison:
    counts: Counts = {}
    for view in task.views:
        tally = Tally(pair.doc.id)
        view.make().count(SetPair(pair.doc, *pair.sets, schema), tally)
        counts[view.metric] = tuple(
            (group, column, number) for (group, column), number in tally.counts.items()
        )
    spans, relations = _sum_columns(counts["spans"]), _sum_columns(counts["relations"])
    return Comparison(
        pair.document,
        pair.start,
        pair.first.person,
        pair.second.person if pair.second else "",
        pair.first.arm,
        pair.second.arm if pair.second else "",
        2 * spans["exact"] + spans["partial"],
        spans["a"] + spans["b"],
        2 * relations["match"],
        relations["found_a"] + relations["found_b"],
        counts,
    )


def _sum_columns(entries: Sequence[tuple[str, str, float]]) -> defaultdict[str, float]:
    sums: defaultdict[str, float] = defaultdict(float)
    for _, column, number in entries:
        sums[column] += number
    return sums
