"""Counts of pairs of sets on documents and snippets, from which agreement is computed.

A comparison contains the counts of two sets on one document. Agreement of a batch, an iteration, a
pair of annotators or a background is computed from sums of comparisons, so that a view needs no
texts and no second pass, and a rogue annotator or a problematic document can be excluded and
included again at once. Only managers and adjudicators get single comparisons; annotators see none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    delete,
    exists,
    func,
    insert,
    not_,
    or_,
    select,
    update,
)

from goldsmith.store.access import Actor, Permission, match_visible_batches, require
from goldsmith.store.tables import (
    batch_documents,
    batches,
    comparisons,
    documents,
    exclusions,
    iterations,
    people,
)

#: The name of the consensus among the names of annotators.
CONSENSUS = "consensus"
#: Metric -> group, column and number.
Counts = dict[str, tuple[tuple[str, str, float], ...]]
_CHUNK = 500


class Comparison(msgspec.Struct, frozen=True):
    """The counts of two sets on a document or snippet; `second` is "" for the consensus."""

    document: str
    start: int
    first: str
    second: str
    first_arm: str
    second_arm: str
    entity_matches: float
    entity_total: float
    relation_matches: float
    relation_total: float
    counts: Counts


class ComparisonRow(msgspec.Struct, frozen=True):
    """A comparison with the fields that it can be grouped by."""

    document: str
    type: str
    batch: str
    batch_kind: str
    iteration: str
    iteration_kind: str
    first: str
    second: str
    first_background: str
    second_background: str
    first_hours: float
    second_hours: float
    first_arm: str
    second_arm: str
    counts: Counts

    @property
    def with_consensus(self) -> bool:
        """Whether the second set is the consensus."""
        return self.second == CONSENSUS


def replace_comparisons(
    connection: Connection, project: str, batch: str, rows: Iterable[Comparison], at: int
) -> None:
    """Replace the comparisons of a batch; the caller checks that the person may measure it."""
    connection.execute(delete(comparisons).where(comparisons.c.batch == batch))
    values = [
        {
            **msgspec.structs.asdict(row),
            "counts": msgspec.json.encode(row.counts).decode(),
            "project": project,
            "batch": batch,
            "at": at,
        }
        for row in rows
    ]
    for start in range(0, len(values), _CHUNK):
        connection.execute(insert(comparisons), values[start : start + _CHUNK])
    refresh_counted(connection, batch)


def list_comparisons(
    connection: Connection,
    actor: Actor,
    project: str,
    *,
    batch: str = "",
    iteration: str = "",
) -> list[ComparisonRow]:
    """Return the comparisons that count: without excluded annotators and documents.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see agreement.
    """
    roles = require(connection, actor, project, Permission.SEE_AGREEMENT)
    query = _select_rows().where(
        comparisons.c.project == project, match_visible_batches(actor, roles)
    )
    if batch:
        query = query.where(comparisons.c.batch == batch)
    if iteration:
        query = query.where(batches.c.iteration == iteration)
    return [_make_row(row) for row in connection.execute(query)]


class Sums(msgspec.Struct, frozen=True):
    """The sums for lenient entity IAA and relation CIAA over a group of comparisons."""

    documents: int
    entity_matches: float
    entity_total: float
    relation_matches: float
    relation_total: float

    @property
    def entity(self) -> float | None:
        """Lenient entity IAA; None if nothing is counted."""
        return self.entity_matches / self.entity_total if self.entity_total else None

    @property
    def relation(self) -> float | None:
        """Relation CIAA; None if nothing is counted."""
        return self.relation_matches / self.relation_total if self.relation_total else None


def sum_by_batch(connection: Connection, actor: Actor, project: str) -> dict[str, Sums]:
    """Return batch -> the sums over pairs of annotators, in the order of the batches.

    Batches of trainees and corrections do not count.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see agreement.
    """
    query = (
        _select_sums(connection, actor, project, batches.c.name)
        .join(iterations, iterations.c.id == batches.c.iteration)
        .where(comparisons.c.second != "", batches.c.kind == "annotate")
        .group_by(batches.c.id, batches.c.name, iterations.c.position, batches.c.position)
        .order_by(iterations.c.position, batches.c.position)
    )
    return {name: Sums(*values) for name, *values in connection.execute(query)}


def sum_by_arm(connection: Connection, actor: Actor, project: str) -> dict[tuple[str, str], Sums]:
    """Return the arms of two annotators -> their sums; "" is the arm of the consensus.

    Raises:
        NotFound: The person is not a member of the project.
        Forbidden: They may not see agreement.
    """
    with_consensus = comparisons.c.second == ""
    second = case((with_consensus, ""), else_=comparisons.c.second_arm)
    query = (
        _select_sums(connection, actor, project, comparisons.c.first_arm, second)
        .where(or_(with_consensus, batches.c.kind == "annotate"))
        .group_by(comparisons.c.first_arm, second)
    )
    return {
        (first, partner): Sums(*values) for first, partner, *values in connection.execute(query)
    }


def _select_sums(
    connection: Connection, actor: Actor, project: str, *names: ColumnElement[Any]
) -> Select[Any]:
    roles = require(connection, actor, project, Permission.SEE_AGREEMENT)
    columns: list[ColumnElement[Any]] = [
        *names,
        func.count(comparisons.c.document.distinct()),
        func.sum(comparisons.c.entity_matches),
        func.sum(comparisons.c.entity_total),
        func.sum(comparisons.c.relation_matches),
        func.sum(comparisons.c.relation_total),
    ]
    return (
        select(*columns)
        .select_from(comparisons)
        .join(batches, batches.c.id == comparisons.c.batch)
        .where(
            comparisons.c.project == project,
            comparisons.c.counted,
            not_(_is_excluded()),
            match_visible_batches(actor, roles),
        )
    )


def refresh_counted(connection: Connection, batch: str) -> None:
    """Set which comparisons of a batch count, by the marks of its documents."""
    marked = select(batch_documents.c.document).where(
        batch_documents.c.batch == batch,
        or_(batch_documents.c.left_out, batch_documents.c.dropped),
    )
    connection.execute(
        update(comparisons)
        .where(comparisons.c.batch == batch)
        .values(counted=comparisons.c.document.not_in(marked))
    )


_first, _second = people.alias("first_person"), people.alias("second_person")


def _select_rows() -> Select[Any]:
    return (
        select(
            documents.c.name.label("document"),
            documents.c.type,
            batches.c.name.label("batch"),
            batches.c.kind.label("batch_kind"),
            iterations.c.name.label("iteration"),
            iterations.c.kind.label("iteration_kind"),
            _first.c.name.label("first"),
            _second.c.name.label("second"),
            _first.c.background.label("first_background"),
            _second.c.background.label("second_background"),
            _first.c.training_hours.label("first_hours"),
            _second.c.training_hours.label("second_hours"),
            comparisons.c.first_arm,
            comparisons.c.second_arm,
            comparisons.c.counts,
        )
        .select_from(comparisons)
        .join(
            batch_documents,
            and_(
                batch_documents.c.batch == comparisons.c.batch,
                batch_documents.c.document == comparisons.c.document,
            ),
        )
        .join(documents, documents.c.id == comparisons.c.document)
        .join(batches, batches.c.id == comparisons.c.batch)
        .join(iterations, iterations.c.id == batches.c.iteration)
        .join(_first, _first.c.id == comparisons.c.first)
        .join(_second, _second.c.id == comparisons.c.second, isouter=True)
        .where(comparisons.c.counted, not_(_is_excluded()))
        .order_by(
            iterations.c.position,
            batches.c.position,
            batch_documents.c.position,
            comparisons.c.start,
            _first.c.name,
            _second.c.name,
        )
    )


def _is_excluded() -> ColumnElement[bool]:
    return exists().where(
        exclusions.c.project == comparisons.c.project,
        exclusions.c.person.in_((comparisons.c.first, comparisons.c.second)),
    )


def _make_row(row: object) -> ComparisonRow:
    values = dict(row._mapping)  # type: ignore[attr-defined]
    values["second"] = values["second"] or CONSENSUS
    values["second_background"] = values["second_background"] or ""
    values["second_hours"] = values["second_hours"] or 0.0
    values["counts"] = msgspec.json.decode(values["counts"], type=Counts)
    return ComparisonRow(**values)
