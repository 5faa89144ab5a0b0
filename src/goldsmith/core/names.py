"""Check names that a user enters against the names that occur in a stream of documents.

A name can be called unknown only after the last document. Each function therefore passes documents
on and raises its error at the end of the stream, so that a consumer that commits its work there
commits nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from goldsmith.core.document import Document, Metadata
from goldsmith.errors import InputError, UnknownName

_FIELDS = tuple(name for name in Metadata.__struct_fields__ if name != "extra")


def require_sets(docs: Iterable[Document], names: Collection[str]) -> Iterator[Document]:
    """Yield the documents, then raise an error for names of annotation sets that none of them has.

    Args:
        docs: The documents.
        names: The names of annotation sets; may be empty.

    Raises:
        UnknownName: No document has a set of this name; the message lists the sets.
    """
    return _require_sets(docs, names) if names else iter(docs)


def _require_sets(docs: Iterable[Document], names: Collection[str]) -> Iterator[Document]:
    sets: set[str] = set()
    is_empty = True
    for doc in docs:
        is_empty = False
        sets.update(doc.sets)
        yield doc
    unknown = [name for name in names if name not in sets]
    if unknown and not is_empty:
        raise UnknownName("annotation set", unknown[0], sets)


def require_field(docs: Iterable[Document], name: str) -> Iterator[Document]:
    """Yield the documents, then raise an error for a metadata field that none of them has.

    Args:
        docs: The documents.
        name: The name of the field; nothing is checked if it is empty.

    Raises:
        UnknownName: There is no such field; the message lists the fields that have values.
        InputError: The field has no value in any document.
    """
    return _require_field(docs, name) if name else iter(docs)


def _require_field(docs: Iterable[Document], name: str) -> Iterator[Document]:
    fields: set[str] = set()
    is_empty = True
    for doc in docs:
        is_empty = False
        fields.update(_list_fields(doc.metadata))
        yield doc
    if name in fields or is_empty:
        return
    if name not in _FIELDS:
        raise UnknownName("metadata field", name, fields or _FIELDS)
    raise InputError(
        f"no document has a value in the metadata field {name!r}",
        expected="one of " + ", ".join(sorted(fields)) if fields else "documents with metadata",
    )


def get_field(metadata: Metadata, name: str) -> str:
    """Return the value of a metadata field, standard or extra, or "" if it has none."""
    own: str = getattr(metadata, name) if name in _FIELDS else ""
    return own or metadata.extra.get(name, "")


def _list_fields(metadata: Metadata) -> Iterator[str]:
    yield from (name for name in _FIELDS if getattr(metadata, name))
    yield from (name for name, value in metadata.extra.items() if value)
