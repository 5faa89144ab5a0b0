"""Pack documents into a spaCy DocBin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from goldsmith.core import AnnotationSet, Document
from goldsmith.formats.docbin.spacy_types import Doc, DocBin, Span, Vocab
from goldsmith.formats.docbin.stored import USER_DATA_KEY, select_entities, store_document
from goldsmith.formats.shared.words import Words

_ATTRIBUTES = ("ENT_IOB", "ENT_TYPE", "ENT_KB_ID", "ENT_ID")


def pack_documents(docs: Iterable[Document]) -> bytes:
    """Return the content of a .spacy file."""
    packed = DocBin(attrs=_ATTRIBUTES, store_user_data=True)
    vocab = Vocab()
    for doc in docs:
        packed.add(build_spacy_doc(doc, vocab))
    content: bytes = packed.to_bytes()
    return content


def build_spacy_doc(doc: Document, vocab: Any) -> Any:
    """Build the spaCy document of a document."""
    mentions = [mention for anns in doc.sets.values() for mention in anns.mentions]
    words = Words(doc.text, (span for mention in mentions for span in mention.spans))
    spacy_doc = Doc(
        vocab,
        words=[doc.text[word.start : word.end] for word in words.words],
        spaces=[word.space for word in words.words],
    )
    for name, annotation_set in doc.sets.items():
        spacy_doc.spans[name] = _build_spans(annotation_set, spacy_doc, words)
    if doc.sets:
        spacy_doc.ents = select_entities(spacy_doc.spans[next(iter(doc.sets))])
    stored = store_document(doc)
    spacy_doc.user_data[USER_DATA_KEY] = msgspec.json.encode(stored).decode("utf-8")
    return spacy_doc


def _build_spans(annotation_set: AnnotationSet, spacy_doc: Any, words: Words) -> list[Any]:
    """Build a span for each fragment of each mention; fragments share the id of their mention."""
    spans = []
    for mention in annotation_set.mentions:
        code = mention.codes[0].code if mention.codes else ""
        for fragment in mention.spans:
            indices = words.find_words(fragment)
            start, end = indices[0], indices[-1] + 1
            spans.append(Span(spacy_doc, start, end, mention.type, kb_id=code, span_id=mention.id))
    return spans
