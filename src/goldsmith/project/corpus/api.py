"""The functions of `goldsmith` for a corpus: describe, validate."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from goldsmith.core import Problem, Schema
from goldsmith.project.corpus import describe as description
from goldsmith.project.corpus.describe import Description
from goldsmith.project.corpus.inputs import Documents, open_documents, resolve_schema
from goldsmith.project.corpus.validate import find_problems, open_concepts


def describe(
    docs: Documents,
    *,
    schema: Schema | str | None = None,
    sets: Collection[str] = (),
    by: str | Sequence[str] = "",
    cross: Sequence[str] = (),
    grid: str | Sequence[str] = "",
    fmt: str | None = None,
) -> Description:
    """Count the documents, words, annotations by type, codes and chains of a corpus.

    Args:
        docs: A path in any format, "demo", or documents.
        schema: The schema that defines which relations form chains, by name, path or as an object;
            by default the built-in schema that each set names.
        sets: The annotation sets to count; all by default.
        by: Metadata fields whose values make slices, such as "batch" or "institution,type"; the
            document type by default.
        cross: Annotations to count by two features: "CTLink.type,task", or "mention,status" for all
            types of mention.
        grid: Metadata fields to count documents by, such as "subtype,diagnosis".
        fmt: The format of the path; detected by default.

    Raises:
        InputError: The path cannot be read, or the schema does not exist.
        UnknownName: There is no such set, metadata field, type or attribute.

    Example:
        counts = goldsmith.describe("demo")
        print(counts.documents, counts.sets[0].mentions_by_type)
    """
    documents = open_documents(docs, fmt)
    return description.describe(
        documents,
        resolve_schema(schema),
        sets=sets,
        by=by,
        cross=cross,
        grid=grid,
        records=documents.read_records(),
    )


def validate(
    docs: Documents,
    *,
    schema: Schema | str | None = None,
    sets: Collection[str] = (),
    terms: Collection[str] = (),
    subset: str = "",
    fmt: str | None = None,
) -> Iterator[Problem]:
    """Yield every problem of a corpus with its document and place.

    Args:
        docs: A path in any format, "demo", or documents.
        schema: The schema, by name, path or as an object; by default the built-in schema that each
            set names. Sets that name none are checked for structure only.
        sets: The annotation sets to check; all by default.
        terms: Terminologies for rules on codes: names on the shelf, "demo" or folders.
        subset: The concepts that annotators were given: a built-in subset or a TOML file.
        fmt: The format of the path; detected by default.

    Raises:
        InputError: The path cannot be read, or the schema does not exist.

    Example:
        for problem in goldsmith.validate("demo", schema="clef"):
            print(problem)
    """
    checked = resolve_schema(schema)
    concepts = open_concepts(terms, subset)
    documents = open_documents(docs, fmt, check=False)
    return find_problems(documents, checked, sets=sets, concepts=concepts)
