"""A note as rules read it: the words of its mentions, and their relations and neighbours."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span
from goldsmith_demo.data_files import read_data

LISTS = read_data(__package__, "words", dict[str, frozenset[str]])
"""Lists of words by name."""
_BLANKS = re.compile(r"\s+")


class Note:
    """A document with its gold; a layer that it does not have is empty."""

    def __init__(self, doc: Document) -> None:
        self.doc, self.text = doc, doc.text
        self.linked: dict[str, set[str]] = defaultdict(set)
        """Relation type -> the ids of the mentions that take part in such a relation."""
        for relation in chain.from_iterable(layer.relations for layer in doc.sets.values()):
            self.linked[relation.type] |= {relation.arg1, relation.arg2}

    def read_words(self, mention: Mention) -> str:
        """Return the words of a mention in lower case, joined by single spaces."""
        return _BLANKS.sub(" ", self.doc.get_covered_text(mention)).lower()

    def read_before(self, start: int, reach: int) -> str:
        """Return the characters before an offset."""
        return self.text[max(0, start - reach) : start]

    def list_mentions(self, *layers: str, kind: str = "") -> list[Mention]:
        """Return the mentions of layers, or only those of a type."""
        mentions = chain.from_iterable(self._get_layer(layer).mentions for layer in layers)
        return [mention for mention in mentions if kind in ("", mention.type)]

    def list_relations(
        self, layer: str, *, kind: str = "", **values: str
    ) -> Iterator[tuple[Relation, Mention, Mention]]:
        """Yield each relation of a layer, or of a type and with these attributes, with its ends."""
        mentions = self._get_layer(layer).mentions_by_id()
        for relation in self._get_layer(layer).relations:
            if kind in ("", relation.type) and values.items() <= relation.attributes.items():
                yield relation, mentions[relation.arg1], mentions[relation.arg2]

    def _get_layer(self, layer: str) -> AnnotationSet:
        return self.doc.sets.get(layer, AnnotationSet(layer))

    def list_spans(self, layer: str, kind: str = "") -> list[Span]:
        """Return every span of the mentions of a layer, or only of a type."""
        return [span for mention in self.list_mentions(layer, kind=kind) for span in mention.spans]

    def collect_absent(self) -> set[str]:
        """Collect the ids of the CLEF conditions that a signal denies."""
        denials = self.list_relations("clef", kind="negation_modifies")
        return {
            item.id for _, signal, item in denials if self.read_words(signal) in LISTS["absent"]
        }

    def list_neighbours(self, layer: str) -> Iterator[tuple[Mention, str, Mention]]:
        """Yield successive contiguous mentions on a line with the text between them."""
        whole = (mention for mention in self.list_mentions(layer) if len(mention.spans) == 1)
        for first, second in pairwise(sorted(whole, key=lambda mention: mention.spans)):
            between = self.text[first.end : second.start]
            if first.end <= second.start and "\n" not in between:
                yield first, between.lower(), second


def join_words(words: Iterable[str]) -> str:
    """Return a pattern of any of these words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


def is_marked(start: int, end: int, spans: Iterable[Span]) -> bool:
    """Return whether a stretch of text shares a character with one of some spans."""
    return any(start < span.end and span.start < end for span in spans)
