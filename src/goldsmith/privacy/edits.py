"""Edits of a text, and the mapping of offsets from the old text to the new one.

The start or end of a span outside every edit keeps its place among the words around it. A start or
end inside an edit moves outward to the edge of the replacement. A mention inside an identifier, or
partly overlapping one, therefore covers the whole surrogate. Fragments of a mention that then
overlap are merged.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.core.offsets import get_covered_text

#: Replaces the identifiers in a text other than the note.
Rewrite = Callable[[str], str]


class Edit(msgspec.Struct, frozen=True):
    """The replacement of `text[start:end]` by `new`, which is never empty."""

    start: int
    end: int
    new: str


class Edits:
    """The edits of a text, in order and without overlaps."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self.edits = tuple(edits)
        self._starts = [edit.start for edit in edits]
        self._ends = [edit.end for edit in edits]
        growth = (len(edit.new) - (edit.end - edit.start) for edit in edits)
        self._growth = list(accumulate(growth, initial=0))

    def apply(self, text: str) -> str:
        """Return the text after all edits."""
        pieces, position = [], 0
        for edit in self.edits:
            pieces += [text[position : edit.start], edit.new]
            position = edit.end
        return "".join((*pieces, text[position:]))

    def map_span(self, span: Span) -> Span:
        """Map a span of the old text to the new text."""
        before = bisect_right(self._ends, span.start)  # edits that end before the span starts
        start = span.start
        if before < len(self.edits) and self._starts[before] < start:
            start = self._starts[before]
        until = bisect_left(self._starts, span.end)  # edits that start before the span ends
        end = max(span.end, self._ends[until - 1]) if until else span.end
        return Span(start + self._growth[before], end + self._growth[until])

    def map_spans(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        """Map the fragments of a mention to the new text, and merge those that overlap there."""
        merged: list[Span] = []
        for span in sorted(map(self.map_span, spans)):
            if merged and span.start < merged[-1].end:
                merged[-1] = Span(merged[-1].start, max(merged[-1].end, span.end))
            else:
                merged.append(span)
        return tuple(merged)


def edit_document(doc: Document, edits: Edits, rewrite: Rewrite) -> Document:
    """Edit the text of a document and move its spans along.

    The wording of a mention is taken from the new text. `goldsmith.privacy.fields` rewrites the
    other strings.

    Args:
        doc: The document.
        edits: The edits of its text.
        rewrite: Replaces the identifiers in the wording of mentions without spans.
    """
    text = edits.apply(doc.text)
    sections = tuple(
        replace(section, span=edits.map_span(section.span)) for section in doc.sections
    )
    sets = {
        name: _edit_set(annotations, edits, rewrite, text) for name, annotations in doc.sets.items()
    }
    return replace(doc, text=text, sections=sections, sets=sets)


def _edit_set(
    annotations: AnnotationSet, edits: Edits, rewrite: Rewrite, text: str
) -> AnnotationSet:
    def edit_mention(mention: Mention) -> Mention:
        spans = edits.map_spans(mention.spans)
        covered = mention.text and spans
        wording = get_covered_text(text, spans) if covered else rewrite(mention.text)
        return replace(mention, spans=spans, text=wording)

    return replace(annotations, mentions=tuple(map(edit_mention, annotations.mentions)))
