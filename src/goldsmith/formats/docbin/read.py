"""Reads documents from a spaCy DocBin, written by Goldsmith or by other programs."""

from __future__ import annotations

import gc
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from goldsmith.core import AnnotationSet, Code, Document, Mention, Span
from goldsmith.core.offsets import sort_spans
from goldsmith.errors import InputError
from goldsmith.formats.docbin.spacy_types import DocBin, UnpackException, Vocab
from goldsmith.formats.docbin.stored import (
    USER_DATA_KEY,
    StoredDocument,
    StoredSet,
    select_entities,
)
from goldsmith.formats.shared.code_text import parse_code
from goldsmith.formats.shared.set_names import make_set_name

#: Name of the set of entities in a file whose span groups have names of their own.
ENTITIES = "ents"
#: Attribute that holds the id of an entity or span, for instance that of the pattern it matched.
ID_ATTRIBUTE = "docbin:id"
_ID_KEYS = ("id", "doc_id", "note_id")
_DAMAGED = (
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    AttributeError,
    AssertionError,
    EOFError,
    OverflowError,
    zlib.error,
    UnpackException,
)


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
    collects_garbage = gc.isenabled()
    try:
        spacy_docs = DocBin().from_bytes(content).get_docs(Vocab())
        for number, spacy_doc in enumerate(spacy_docs, 1):
            yield _read_document(spacy_doc, f"{stem}-{number}", set_name)
    except msgspec.MsgspecError as error:
        raise _make_error(f"the data of Goldsmith in it cannot be read: {error}", where) from None
    except _DAMAGED as error:
        # The messages of spaCy may quote words of the text.
        raise _make_error(f"it is truncated or damaged ({type(error).__name__})", where) from None
    finally:
        if collects_garbage:  # spaCy leaves it off if the file is damaged
            gc.enable()


def _make_error(what: str, where: str) -> InputError:
    return InputError(
        f"this is not a usable DocBin: {what}",
        where=where,
        expected="a file that spaCy's DocBin.to_disk wrote",
        remedy="Write it again with spaCy 3",
    )


def _read_document(spacy_doc: Any, default_id: str, set_name: str) -> Document:
    content = spacy_doc.user_data.get(USER_DATA_KEY)
    if not isinstance(content, str):
        doc_id = _find_id(spacy_doc.user_data) or default_id
        return Document(doc_id, spacy_doc.text, sets=_read_foreign_sets(spacy_doc, set_name))
    stored = msgspec.json.decode(content, type=StoredDocument)
    sets = {name: _read_set(name, stored.sets[name], spacy_doc) for name in stored.sets}
    sets |= {
        make_set_name(key, set_name): _read_spans(key, group)
        for key, group in spacy_doc.spans.items()
        if key not in stored.sets
    }
    if _has_new_entities(spacy_doc, stored):
        sets[ENTITIES] = _read_spans(ENTITIES, spacy_doc.ents)
    return Document(stored.id, spacy_doc.text, stored.metadata, stored.sections, sets)


def _has_new_entities(spacy_doc: Any, stored: StoredDocument) -> bool:
    """Return whether a pipeline has changed the entities that Goldsmith wrote."""
    first = next(iter(stored.sets), "")
    expected = select_entities(spacy_doc.spans[first]) if first in spacy_doc.spans else []
    return _describe(spacy_doc.ents) != _describe(expected)


def _describe(spans: Iterable[Any]) -> list[tuple[int, int, str]]:
    return sorted((span.start_char, span.end_char, span.label_) for span in spans)


def _find_id(user_data: dict[Any, Any]) -> str:
    """Return the id in the user data, given directly or as an extension attribute (`doc._.id`)."""
    for key in _ID_KEYS:
        for entry in (key, ("._.", key, None, None)):
            value = user_data.get(entry)
            if isinstance(value, str | int) and str(value):
                return str(value)
    return ""


def _read_set(name: str, stored: StoredSet, spacy_doc: Any) -> AnnotationSet:
    fragments: dict[str, list[Any]] = {}
    for number, span in enumerate(spacy_doc.spans.get(name, ()), 1):
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


def _read_foreign_sets(spacy_doc: Any, set_name: str) -> dict[str, AnnotationSet]:
    """Return the entities as one set, and each span group as a set with its name."""
    sets = {}
    if spacy_doc.ents or not spacy_doc.spans:
        sets[set_name] = _read_spans(set_name, spacy_doc.ents)
    for key, group in spacy_doc.spans.items():
        name = make_set_name(key, set_name)
        while name in sets:
            name += "_"
        sets[name] = _read_spans(name, group)
    return sets


def _read_spans(name: str, spans: Iterable[Any]) -> AnnotationSet:
    mentions = [
        Mention(
            f"T{number}",
            span.label_,
            (Span(span.start_char, span.end_char),),
            {ID_ATTRIBUTE: key} if (key := span.id_ or span.ent_id_) else {},
            _read_codes(span),
        )
        for number, span in enumerate(spans, 1)
    ]
    return AnnotationSet(name, tuple(mentions))


def _read_codes(span: Any) -> tuple[Code, ...]:
    return (parse_code(span.kb_id_) or Code(span.kb_id_),) if span.kb_id_ else ()
