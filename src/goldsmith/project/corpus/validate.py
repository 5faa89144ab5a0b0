"""Check every annotation set of a corpus against a schema."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from goldsmith import schemas
from goldsmith.core import (
    AnnotationSet,
    Document,
    Problem,
    Schema,
    check_structure,
    load_builtin_schema,
    require_sets,
    validate,
)
from goldsmith.core.structure import check_recorded_text
from goldsmith.core.validation import check_clusters
from goldsmith.errors import InputError, Remedy
from goldsmith.rules import ConceptChecker, check_rules
from goldsmith.terminology.shelf import open_terminologies
from goldsmith.terminology.subsets import Subset


def find_problems(
    docs: Iterable[Document],
    schema: Schema | None = None,
    *,
    sets: Collection[str] = (),
    concepts: ConceptChecker | None = None,
) -> Iterator[Problem]:
    """Yield every problem of a corpus, document by document.

    Args:
        docs: The documents. A `Source` must be opened with `check=False`: it raises otherwise.
        schema: The schema to check against. Without it, each set is checked against the built-in
            schema that it names, or for structure only.
        sets: The annotation sets to check; all if empty.
        concepts: The concepts for the rules of the schema that check codes.

    Raises:
        UnknownName: No document has one of the sets; raised after the last document.
    """
    for doc in require_sets(docs, sets):
        for name, annotation_set in doc.sets.items():
            if not sets or name in sets:
                yield from _check_set(doc, annotation_set, schema, concepts)


def open_concepts(terms: Collection[str], subset: str) -> ConceptChecker | None:
    """Open the concepts that annotators were given; None if no terminology is named.

    Args:
        terms: Names on the shelf, "demo", or folders.
        subset: A built-in subset or a TOML file; "" for all concepts.

    Raises:
        InputError: A terminology or the subset cannot be opened, or a subset has no terms.
    """
    if not terms:
        if subset:
            raise InputError("a subset needs a terminology", where=subset, remedy=Remedy.NAME_TERMS)
        return None
    terminologies = open_terminologies(terms)
    chosen = Subset.load(subset) if subset else None
    return ConceptChecker(
        [
            (terminology, chosen.mask(terminology) if chosen else None)
            for terminology in terminologies
        ]
    )


def _check_set(
    doc: Document,
    annotation_set: AnnotationSet,
    schema: Schema | None,
    concepts: ConceptChecker | None,
) -> Iterator[Problem]:
    if schema is None and annotation_set.schema in schemas.names():
        schema = load_builtin_schema(annotation_set.schema)
    if schema is not None:
        yield from validate(doc, annotation_set, schema)
        yield from check_rules(doc, annotation_set, schema, concepts)
    else:
        yield from check_structure(
            Document(doc.id, doc.text, sets={annotation_set.name: annotation_set})
        )
        yield from check_recorded_text(doc, annotation_set)
        for name in dict.fromkeys(group.type for group in annotation_set.groups):
            groups = [group for group in annotation_set.groups if group.type == name]
            yield from check_clusters(doc, annotation_set, groups)
