"""Checks every annotation set of a corpus against a schema."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from goldsmith import schemas
from goldsmith.core import AnnotationSet, Document, Problem, Schema, builtin, structure, validate
from goldsmith.core.validation import mismatches
from goldsmith.project.corpus.sources import Source


def problems(
    source: Source, schema: Schema | None = None, *, sets: Collection[str] = ()
) -> Iterator[Problem]:
    """Everything that is wrong, document by document.

    Without a schema, a set is checked against the built-in one it names, or for structure only.
    """
    for doc in source:
        for name, one in doc.sets.items():
            if not sets or name in sets:
                yield from _of_set(doc, one, schema)


def _of_set(doc: Document, one: AnnotationSet, schema: Schema | None) -> Iterator[Problem]:
    if schema is None and one.schema in schemas.names():
        schema = builtin(one.schema)
    if schema is not None:
        yield from validate(doc, one, schema)
    else:
        alone = Document(doc.id, doc.text, sets={one.name: one})
        yield from structure(alone)
        yield from mismatches(doc, one)
