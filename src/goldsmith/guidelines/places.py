"""Annotated sentences of a corpus, as examples of each type from real notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from goldsmith.core import AnnotationSet, Document, Mention, Schema
from goldsmith.guidelines.marks import MarkedSentence, Marker
from goldsmith.guidelines.model import list_entries

#: A sentence ends where the line ends, or at a full stop before a capital letter.
_END = re.compile(r"\n|(?<=[.!?])\s+(?=[A-Z])")
_MOST_CHARACTERS = 320


class PlaceCollector:
    """Collects the first places of each type, one per document and with different words each.

    Args:
        schema: The schema of the annotations.
        marker: Marks the sentences.
        count: The number of places to collect for each type.
    """

    def __init__(self, schema: Schema, marker: Marker, count: int) -> None:
        self._marker, self._count = marker, count
        self.places: dict[str, list[MarkedSentence]] = {
            entry.name: [] for entry in list_entries(schema)
        }
        self._wordings: set[tuple[str, str]] = set()

    def collect(self, docs: Iterable[Document], set_name: str) -> None:
        """Collect places from documents; stop reading when every type has enough."""
        for doc in docs:
            if set_name in doc.sets:
                self._collect_document(doc, doc.sets[set_name])
            if all(len(places) >= self._count for places in self.places.values()):
                return

    def _collect_document(self, doc: Document, annotation_set: AnnotationSet) -> None:
        types: set[str] = set()
        for name, mentions in _list_annotations(annotation_set):
            places = self.places.get(name)
            if places is None or len(places) >= self._count or name in types:
                continue
            if not all(mention.spans for mention in mentions):
                continue
            words = " / ".join(doc.get_covered_text(mention).lower() for mention in mentions)
            start, end = _find_sentence(doc.text, mentions)
            if (name, words) in self._wordings or end - start > _MOST_CHARACTERS:
                continue
            types.add(name)
            self._wordings.add((name, words))
            marked = self._marker.mark(
                doc, _select(annotation_set, mentions), start=start, end=end, note=doc.id
            )
            places.append(marked)


def _list_annotations(annotation_set: AnnotationSet) -> Iterator[tuple[str, tuple[Mention, ...]]]:
    """Yield the type of every annotation with the mentions it consists of."""
    for mention in annotation_set.mentions:
        yield mention.type, (mention,)
    mentions = annotation_set.mentions_by_id()
    for rel in annotation_set.relations:
        if rel.arg1 in mentions and rel.arg2 in mentions:
            yield rel.type, (mentions[rel.arg1], mentions[rel.arg2])


def _select(annotation_set: AnnotationSet, mentions: tuple[Mention, ...]) -> AnnotationSet:
    """Keep only the annotations of a place."""
    ids = {mention.id for mention in mentions}
    relations = tuple(
        rel for rel in annotation_set.relations if {rel.arg1, rel.arg2} <= ids and len(ids) > 1
    )
    return AnnotationSet(annotation_set.name, mentions=mentions, relations=relations)


def _find_sentence(text: str, mentions: tuple[Mention, ...]) -> tuple[int, int]:
    first = min(span.start for mention in mentions for span in mention.spans)
    last = max(span.end for mention in mentions for span in mention.spans)
    starts = [match.end() for match in _END.finditer(text, 0, first)]
    match = _END.search(text, last)
    return (starts[-1] if starts else 0), (match.start() if match else len(text))
