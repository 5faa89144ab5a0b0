"""Measure agreement again, as if types were merged."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from goldsmith.core import Document, Schema
from goldsmith.project.agreement.agree import Agreement, agree
from goldsmith.project.agreement.assignments import Assignments
from goldsmith.project.agreement.causes.merges import Merge, MergedDocuments, merge_schema
from goldsmith.project.agreement.causes.what_if import compare_merged
from goldsmith.project.agreement.pairing import Missing
from goldsmith.project.agreement.tasks import Task


def measure_merged(
    agreement: Agreement,
    docs: Sequence[Document],
    task: Task,
    schema: Schema | None,
    merges: Sequence[Merge],
    *,
    missing: Missing = "skip",
    assignments: Assignments | None = None,
    leave_out: Sequence[str] = (),
) -> Agreement:
    """Return an agreement with added figures for merged types.

    Args:
        agreement: The agreement as annotated.
        docs: The documents that it was measured on.
        task: As in `agree`.
        schema: The schema, which is merged too.
        merges: The types, or values of an attribute, to merge.
        missing: As in `agree`.
        assignments: As in `agree`.
        leave_out: As in `agree`.

    Raises:
        UnknownName: No document has one of the names to merge.
    """
    merged = agree(
        MergedDocuments(docs, merges),
        agreement.annotators,
        task,
        merge_schema(schema, merges) if schema else None,
        gold=agreement.gold,
        systems=agreement.systems,
        missing=missing,
        assignments=assignments,
        leave_out=leave_out,
    )
    before, after = (
        (own.list_annotator_pairs() or own.pairs, own.pooled) for own in (agreement, merged)
    )
    return replace(agreement, what_if=compare_merged(task, merges, before, after))
