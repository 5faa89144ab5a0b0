"""Helpers for rules: the words and extents of mentions, and their relations and neighbours."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from goldsmith.core import AnnotationSet, Document, Mention, Relation
from goldsmith_demo.data_files import read_data

LISTS = read_data(__package__, "words", dict[str, tuple[str, ...]])
"""Lists of words by name."""
ABSENT = frozenset(LISTS["absent"])


def read_words(doc: Document, mention: Mention) -> str:
    """Return the words of a mention in lower case, joined by single spaces."""
    words = " ".join(doc.text[span.start : span.end] for span in mention.spans)
    return re.sub(r"\s+", " ", words).lower()


def get_extent(mention: Mention) -> tuple[int, int]:
    """Return the start and end of a mention, gaps included."""
    return mention.spans[0].start, mention.spans[-1].end


def list_mentions(doc: Document, layer: str) -> tuple[Mention, ...]:
    """Return the mentions of a layer, or an empty tuple if the document does not have the layer."""
    return doc.sets[layer].mentions if layer in doc.sets else ()


def list_extents(gold: AnnotationSet) -> list[tuple[int, int]]:
    """Return the start and end of every span of every mention."""
    return [(span.start, span.end) for mention in gold.mentions for span in mention.spans]


def list_arguments(gold: AnnotationSet, *kinds: str) -> dict[str, set[str]]:
    """Map the first arguments of relations of these types to their second arguments."""
    pairs: dict[str, set[str]] = defaultdict(set)
    for relation in gold.relations:
        if relation.type in kinds:
            pairs[relation.arg1].add(relation.arg2)
    return pairs


def list_relations(doc: Document, layer: str) -> Iterator[tuple[Relation, Mention, Mention]]:
    """Yield each relation of a layer with its two mentions; nothing if there is no such layer."""
    gold = doc.sets.get(layer, AnnotationSet(layer))
    mentions = gold.mentions_by_id()
    for relation in gold.relations:
        yield relation, mentions[relation.arg1], mentions[relation.arg2]


def collect_absent(doc: Document, gold: AnnotationSet) -> set[str]:
    """Collect the ids of the conditions in a CLEF set that a signal denies."""
    mentions = gold.mentions_by_id()
    return {
        second
        for first, seconds in list_arguments(gold, "negation_modifies").items()
        if read_words(doc, mentions[first]) in ABSENT
        for second in seconds
    }


def list_neighbours(doc: Document, gold: AnnotationSet) -> Iterator[tuple[Mention, str, Mention]]:
    """Yield each pair of successive contiguous mentions on a line with the text between them."""
    ordered = sorted((m for m in gold.mentions if len(m.spans) == 1), key=get_extent)
    for first, second in pairwise(ordered):
        between = doc.text[first.spans[0].end : second.spans[0].start]
        if first.spans[0].end <= second.spans[0].start and "\n" not in between:
            yield first, between.lower(), second
