"""Describe a corpus by counts of its documents and annotations (requirement 1.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from goldsmith.core import Document, Schema, require_sets
from goldsmith.project.corpus.describe.counting import CorpusCounter, SetCounter
from goldsmith.project.corpus.describe.crosses import check_crosses, parse_cross
from goldsmith.project.corpus.describe.grid import GridCounter
from goldsmith.project.corpus.describe.model import (
    Chains,
    Cross,
    Description,
    Grid,
    GridBlock,
    SetDescription,
    SetSlice,
    Slice,
    Table,
)
from goldsmith.project.corpus.slices import name_slice, parse_fields, require_fields

__all__ = [
    "Chains",
    "Cross",
    "Description",
    "Grid",
    "GridBlock",
    "SetDescription",
    "SetSlice",
    "Slice",
    "Table",
    "describe",
]

#: The default slices; documents need not have a type.
_DEFAULT_FIELDS = ("type",)


def describe(
    docs: Iterable[Document],
    schema: Schema | None = None,
    *,
    sets: Collection[str] = (),
    by: str | Sequence[str] = "",
    cross: Sequence[str] = (),
    grid: str | Sequence[str] = "",
    records: Iterable[object] = (),
) -> Description:
    """Count the documents and the annotations of each set, in one pass.

    Args:
        docs: The documents.
        schema: The schema that defines which relations form chains. Without it, each set uses the
            built-in schema that it names.
        sets: The annotation sets to count; all by default.
        by: Metadata fields, as names or with commas between them; each combination of their values
            is a slice. By default slices are document types.
        cross: Annotations to count by two features, each written `CTLink.type,task` or
            `mention,status`.
        grid: Metadata fields to cross documents by: `subtype,diagnosis`.
        records: The structured records of the patients; they are read after the documents.

    Raises:
        InputError: A cross or grid is malformed, or a field has no value in any document.
        UnknownName: No document has the field or a set, or no set the type or attribute of a cross.
    """
    fields, grid_fields = parse_fields(by), parse_fields(grid)
    plans = [parse_cross(text) for text in dict.fromkeys(cross)]
    corpus = CorpusCounter(
        fields or _DEFAULT_FIELDS, GridCounter(grid_fields) if grid_fields else None
    )
    counters: dict[str, SetCounter] = {}
    docs = require_fields(require_sets(docs, sets), [*fields, *grid_fields])
    for doc in docs:
        slice_name = name_slice(doc.metadata, corpus.fields)
        corpus.add(doc, slice_name)
        for name, annotation_set in doc.sets.items():
            if not sets or name in sets:
                counter = counters.setdefault(name, SetCounter(name, schema, plans))
                counter.add(doc, annotation_set, slice_name)
    check_crosses(plan for counter in counters.values() for plan in counter.crosses)
    results = [counters[name].make_result() for name in sorted(counters)]
    return corpus.make_result(results, sum(1 for _ in records))
