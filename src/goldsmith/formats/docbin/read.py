"""Read documents from a spaCy DocBin written by Goldsmith or by other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.core.decoding import BAD_JSON, describe_json_error
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError
from goldsmith.formats.docbin.stored import (
    USER_DATA_KEY,
    StoredDocument,
    StoredSet,
    select_entities,
)
from goldsmith.formats.docbin.unpack import PackedDocument, PackedSpan, unpack_documents
from goldsmith.formats.shared.code_text import parse_code
from goldsmith.formats.shared.set_names import make_set_name

#: Name of the set of entities in a file with named span groups.
ENTITIES = "ents"
#: Attribute with the id of an entity or span, for instance the id of the pattern it matched.
ID_ATTRIBUTE = "docbin:id"
_ID_KEYS = ("id", "doc_id", "note_id")


def read_documents(
    content: bytes, *, where: str, stem: str, set_name: str
) -> Iterator[Document | InputError]:
    """Yield the documents of a .spacy file.

    Args:
        content: The content of the file.
        where: The file, for error messages.
        stem: The name of the file without its suffix; documents without an id are named after it.
        set_name: The name for the set of entities.

    Raises:
        InputError: The file is not a DocBin.
    """
    try:
        for number, packed in enumerate(unpack_documents(content), 1):
            yield _read_document(packed, f"{stem}-{number}", set_name)
    except InputError as error:
        raise _make_error(error.what, where) from None


def _make_error(what: str, where: str) -> InputError:
    return InputError(
        f"this is not a usable DocBin: {what}",
        where=where,
        expected="a file that spaCy's DocBin.to_disk wrote",
        remedy="Write it again with spaCy 3",
    )


def _read_document(packed: PackedDocument, default_id: str, set_name: str) -> Document:
    content = packed.user_data.get(USER_DATA_KEY)
    if not isinstance(content, str):
        doc_id = _find_id(packed.user_data) or default_id
        return Document(doc_id, packed.text, sets=_read_foreign_sets(packed, set_name))
    stored = _decode_stored(content)
    sets = {name: _read_set(name, stored.sets[name], packed) for name in stored.sets}
    for key, group in packed.spans.items():
        if key not in stored.sets:
            name = make_set_name(key, set_name)
            sets[name] = _read_spans(name, group)
    if _has_new_entities(packed, stored):
        sets[ENTITIES] = _read_spans(ENTITIES, packed.ents)
    return Document(stored.id, packed.text, stored.metadata, stored.sections, sets)


def _decode_stored(content: str) -> StoredDocument:
    try:
        return msgspec.json.decode(content, type=StoredDocument)
    except (*BAD_JSON, UnicodeEncodeError) as error:
        what = f"the data of Goldsmith in it cannot be read{describe_json_error(error)}"
        raise InputError(what) from None


def _has_new_entities(packed: PackedDocument, stored: StoredDocument) -> bool:
    """Return whether a pipeline has changed the entities that Goldsmith wrote."""
    first = next(iter(stored.sets), "")
    expected = select_entities(packed.spans[first]) if first in packed.spans else []
    return _describe(packed.ents) != _describe(expected)


def _describe(spans: Iterable[PackedSpan]) -> list[tuple[int, int, str]]:
    return sorted((span.start_char, span.end_char, span.label_) for span in spans)


def _find_id(user_data: Mapping[Any, Any]) -> str:
    """Return the id in the user data, given directly or as an extension attribute (`doc._.id`)."""
    for key in _ID_KEYS:
        for entry in (key, ("._.", key, None, None)):
            value = user_data.get(entry)
            if isinstance(value, str | int) and str(value):
                return str(value)
    return ""


def _read_set(name: str, stored: StoredSet, packed: PackedDocument) -> AnnotationSet:
    fragments: dict[str, list[PackedSpan]] = {}
    for number, span in enumerate(packed.spans.get(name, ()), 1):
        fragments.setdefault(span.id_ or f"span-{number}", []).append(span)
    mentions = [
        Mention(
            key,
            spans[0].label_,
            sort_spans((span.start_char, span.end_char) for span in spans),
            stored.attributes.get(key, {}),
            stored.codes.get(key) or _read_codes(spans[0]),
        )
        for key, spans in fragments.items()
    ]
    return AnnotationSet(
        name,
        (*mentions, *stored.unanchored),
        stored.relations,
        stored.groups,
        stored.notes,
        stored.schema,
        stored.provenance,
    )


def _read_foreign_sets(packed: PackedDocument, set_name: str) -> dict[str, AnnotationSet]:
    """Return the entities as one set, and each span group as a set with its name."""
    sets = {}
    if packed.ents or not packed.spans:
        sets[set_name] = _read_spans(set_name, packed.ents)
    for key, group in packed.spans.items():
        name = make_set_name(key, set_name)
        while name in sets:
            name += "_"
        sets[name] = _read_spans(name, group)
    return sets


def _read_spans(name: str, spans: Iterable[PackedSpan]) -> AnnotationSet:
    mentions = [
        Mention(
            f"T{number}",
            span.label_,
            (Span(span.start_char, span.end_char),),
            {ID_ATTRIBUTE: span.id_} if span.id_ else {},
            _read_codes(span),
        )
        for number, span in enumerate(spans, 1)
    ]
    return AnnotationSet(name, tuple(mentions))


def _read_codes(span: PackedSpan) -> tuple[Code, ...]:
    return (parse_code(span.kb_id_) or Code(span.kb_id_),) if span.kb_id_ else ()
