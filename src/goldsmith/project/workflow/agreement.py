"""Measure the agreement of a batch, and decide whether it passes.

A batch passes at thresholds of lenient entity IAA and relation CIAA, 65 % and 50 % by default
(CLEF section 6). A value without counts does not fail a batch: a batch without relations passes by
its entities.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

import msgspec
from sqlalchemy import Connection

from goldsmith.errors import Conflict, NotFound
from goldsmith.metrics import Measurement, Result, Tally
from goldsmith.project.agreement.tasks import find_task
from goldsmith.project.workflow.counting import TASK, count_pairs
from goldsmith.store.access import Actor, Permission
from goldsmith.store.database import Database
from goldsmith.store.tables import now
from goldsmith.store.workflow.batches import Batch, Headline, get_batch
from goldsmith.store.workflow.comparisons import CONSENSUS, Comparison, Counts
from goldsmith.store.workflow.contents import read_project_schema
from goldsmith.store.workflow.selection import Work, load_work
from goldsmith.store.workflow.states import close_batch, read_agreement, store_agreement
from goldsmith.store.workflow.terms import BatchState

#: The values that have thresholds.
Basis = Literal["annotators", "consensus", "nothing"]
_NAMES = ("the first annotator of each document", "the second")


class PairFigures(msgspec.Struct, frozen=True):
    """The agreement of two annotators, or of one with the consensus."""

    first: str
    second: str
    documents: int
    results: dict[str, Result]


class BatchAgreement(msgspec.Struct, frozen=True):
    """The agreement of a batch.

    Attributes:
        headline: The two values that have thresholds, and whether the batch passes.
        basis: Their basis: pairs of annotators, or trainees with the consensus.
        documents: The documents that count.
        results: Metric -> values, intervals and counts by type, pooled over all pairs.
        pairs: The same for each pair of annotators.
        with_consensus: The same for each annotator and the consensus.
        types: The types that count; all if empty.
        earlier: The values of earlier measurements, the oldest first.
    """

    headline: Headline
    basis: Basis
    documents: int
    results: dict[str, Result]
    pairs: tuple[PairFigures, ...]
    with_consensus: tuple[PairFigures, ...]
    types: tuple[str, ...] = ()
    earlier: tuple[Headline, ...] = ()


def measure_batch(
    database: Database,
    actor: Actor,
    batch: str,
    advance: Callable[[], None] = lambda: None,
) -> BatchAgreement:
    """Measure the agreement of a batch, store it, and let the batch pass or fail.

    Everything is read and computed before the short transaction that stores it.

    Args:
        database: The database.
        actor: The acting person, a manager.
        batch: The batch.
        advance: Called after each document.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        Conflict: The batch is not annotated yet.
    """
    with database.read() as connection:
        entry = get_batch(connection, actor, batch, Permission.MANAGE)
        if entry.state == BatchState.OPEN:
            raise Conflict("the batch is not annotated yet. Wait until all tasks are done")
        schema = read_project_schema(connection, entry.project)
        works = load_work(connection, actor, batch)
        earlier = _read_earlier(connection, actor, batch)
    rows = count_pairs(works, schema, entry.settings.types, advance)
    agreement = _make_agreement(entry, rows, works, earlier)
    content = msgspec.json.encode(agreement)
    with database.write() as connection:
        store_agreement(connection, actor, batch, agreement.headline, content, rows)
    return agreement


def close_measured(database: Database, actor: Actor, batch: str) -> Batch:
    """Close a batch, and compare its annotators with the final consensus.

    Raises:
        NotFound: There is no such batch.
        Forbidden: The person is not a manager of the project.
        Conflict: It has not passed, or a document that is being adjudicated has no consensus.
    """
    with database.write() as connection:
        closed = close_batch(connection, actor, batch)
    measure_batch(database, actor, batch)
    return closed


def get_agreement(database: Database, actor: Actor, batch: str) -> BatchAgreement:
    """Return the agreement of a batch from its last measurement.

    Raises:
        NotFound: There is no such batch, or it has not been measured.
        Forbidden: The person may not see agreement.
    """
    with database.read() as connection:
        content = read_agreement(connection, actor, batch)
    return msgspec.json.decode(content, type=BatchAgreement)


def _read_earlier(connection: Connection, actor: Actor, batch: str) -> tuple[Headline, ...]:
    try:
        content = read_agreement(connection, actor, batch)
    except NotFound:
        return ()
    before = msgspec.json.decode(content, type=BatchAgreement)
    return (*before.earlier, before.headline)


def _make_agreement(
    batch: Batch,
    rows: Sequence[Comparison],
    works: Sequence[Work],
    earlier: tuple[Headline, ...],
) -> BatchAgreement:
    names = {work.person: work.name for work in works}
    counted_work = {(work.document, work.person) for work in works if work.counts}
    counted = [
        row
        for row in rows
        if (row.document, row.first) in counted_work
        and (not row.second or (row.document, row.second) in counted_work)
    ]
    pairs = [row for row in counted if row.second]
    golden = [row for row in counted if not row.second]
    basis, judged = _choose_basis(batch, pairs, golden)
    results = compute_results(((row.document, row.counts) for row in judged), intervals=True)
    return BatchAgreement(
        _judge(batch, results if basis != "nothing" else {}),
        basis,
        len({row.document for row in judged}),
        results,
        _list_pairs(pairs, names),
        _list_pairs(golden, names),
        batch.settings.types,
        earlier,
    )


def _choose_basis(
    batch: Batch, pairs: list[Comparison], golden: list[Comparison]
) -> tuple[Basis, list[Comparison]]:
    """Return the basis on which a batch passes, with its comparisons.

    Trainees are compared with the consensus. A correction differs from its original on purpose, so
    its agreement is shown but decides nothing.
    """
    if batch.kind == "train":
        return ("consensus", golden) if golden else ("nothing", [])
    if batch.kind == "correct" or not pairs:
        return "nothing", pairs
    return "annotators", pairs


def _judge(batch: Batch, results: Mapping[str, Result]) -> Headline:
    entity, relation = (
        view.get_value(results[view.metric], view.cell) if view.metric in results else None
        for view in find_task(TASK).views
    )
    passed = (entity is None or entity >= batch.settings.entity_threshold) and (
        relation is None or relation >= batch.settings.relation_threshold
    )
    return Headline(entity, relation, passed, now())


def _list_pairs(rows: Iterable[Comparison], names: Mapping[str, str]) -> tuple[PairFigures, ...]:
    by_pair: defaultdict[tuple[str, str], list[Comparison]] = defaultdict(list)
    for row in rows:
        by_pair[names[row.first], names.get(row.second, CONSENSUS)].append(row)
    return tuple(
        PairFigures(
            *pair,
            len({row.document for row in of_pair}),
            compute_results(((row.document, row.counts) for row in of_pair), intervals=True),
        )
        for pair, of_pair in sorted(by_pair.items())
    )


def compute_results(
    counted: Iterable[tuple[str, Counts]], *, intervals: bool = False
) -> dict[str, Result]:
    """Compute the values of all metrics from sums of counts.

    Args:
        counted: The document and the counts of each comparison. The comparisons of one document
            are one unit of the bootstrap.
        intervals: Add 95 % bootstrap intervals.
    """
    return {
        name: measurement.compute_result(intervals=intervals)
        for name, measurement in make_measurements((row, "") for row in counted).items()
    }


def make_measurements(
    counted: Iterable[tuple[tuple[str, Counts], str]],
) -> dict[str, Measurement]:
    """Collect counts by metric.

    Args:
        counted: The document and the counts of each comparison, and its slice.
    """
    measurements = {
        view.metric: Measurement(view.make(), names=_NAMES) for view in find_task(TASK).views
    }
    tallies: dict[tuple[str, str, str], Tally] = {}
    for (document, counts), slice_name in counted:
        for metric in measurements:
            tally = tallies.setdefault((metric, slice_name, document), Tally(document))
            for group, column, number in counts.get(metric, ()):
                key = (group, column)
                tally.counts[key] = tally.counts.get(key, 0.0) + number
    for (metric, slice_name, _), tally in tallies.items():
        measurements[metric].add(tally, slice_name)
    return measurements
