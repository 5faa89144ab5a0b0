"""Simple mistakes that an annotator repeated (CLEF §4.3 and §6).

One annotator may have left out the same term throughout a document, or made the same kind of
mistake in it many times; a few such runs can push agreement below a threshold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from goldsmith.core import AnnotationSet, Document
from goldsmith.differences import Difference

#: How often a difference about the same words must occur in a document to count as repeated.
LEAST = 3
#: How often a difference about any words must occur; it must make up half of the document's too.
LEAST_VARIED = 5
_MOST = 20


class Repetition(msgspec.Struct, frozen=True):
    """Differences of one kind in one document that are the same on both sides."""

    document: str
    kind: str
    classes: tuple[str, ...]
    only: str
    """The only annotator with the annotations; "" if both have some."""
    types: tuple[str, ...]
    words: str | None
    """The words of the differences; None if the words vary."""
    count: int
    share: float
    """Their share of all differences of the pair."""


#: Kind, classes, side and types of a difference.
_Signature = tuple[str, tuple[str, ...], str, tuple[str, ...]]


class RepetitionCounter:
    """Counts equal differences of a pair of annotators, document by document."""

    def __init__(self, names: tuple[str, str]) -> None:
        self._names = names
        self._total = 0
        self._repeated: list[tuple[str, _Signature, str | None, int]] = []

    def add(self, doc: Document, differences: Sequence[Difference]) -> None:
        """Count the differences of a document."""
        self._total += len(differences)
        if len(differences) < LEAST:
            return
        worded = Counter(
            (self._sign(difference), self._get_words(doc, difference)) for difference in differences
        )
        plain = Counter(self._sign(difference) for difference in differences)
        for signature, count in plain.items():
            same = [(words, n) for (own, words), n in worded.items() if own == signature]
            repeated = [(words, n) for words, n in same if words and n >= LEAST]
            self._repeated += [(doc.id, signature, words, n) for words, n in repeated]
            rest = count - sum(n for _, n in repeated)
            if rest >= max(LEAST_VARIED, len(differences) / 2):
                self._repeated.append((doc.id, signature, None, rest))

    def _sign(self, difference: Difference) -> _Signature:
        only = ""
        if not difference.a or not difference.b:
            only = self._names[0 if difference.a else 1]
        return difference.kind, difference.classes, only, difference.types

    def _get_words(self, doc: Document, difference: Difference) -> str:
        sets = [doc.sets[name] for name in self._names]
        sides = (
            _get_words(doc, *side) for side in zip(sets, (difference.a, difference.b), strict=True)
        )
        return " | ".join(dict.fromkeys(filter(None, sides)))

    def make_result(self) -> list[Repetition]:
        """Return the repeated differences, the most frequent first; at most 20."""
        ordered = sorted(self._repeated, key=lambda row: (-row[3], row[0], row[1], row[2] or ""))
        return [
            Repetition(document, *signature, words, count, count / self._total)
            for document, signature, words, count in ordered[:_MOST]
        ]


def _get_words(doc: Document, annotation_set: AnnotationSet, ids: Sequence[str]) -> str:
    """Return the words of mentions, or of the arguments of relations, in lower case."""
    mentions = annotation_set.mentions_by_id()
    relations = {rel.id: rel for rel in annotation_set.relations if rel.id in ids}
    named = [
        argument
        for item in ids
        for argument in (
            (relations[item].arg1, relations[item].arg2) if item in relations else (item,)
        )
    ]
    texts = [doc.get_covered_text(mentions[name]) for name in named if name in mentions]
    return " + ".join(" ".join(text.casefold().split()) for text in texts)
