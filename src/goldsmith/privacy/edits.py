"""Edits of a text, and where old offsets lie in the new one.

The rule for spans: an end of a span outside every edit keeps its place in the words around it; an
end inside an edit moves outward to the edge of what was written there. So a mention inside an
identifier covers the whole surrogate, and one that overlaps it partly covers all of it. Fragments
of one mention that come to overlap by this are joined.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Document, Mention, Section, Span
from goldsmith.core.offsets import covered

#: Gives the text of an attribute, a note or a heading without identifiers.
Rewrite = Callable[[str], str]


class Edit(msgspec.Struct, frozen=True):
    """`text[start:end]` becomes `new`, which is never empty."""

    start: int
    end: int
    new: str


class Edits:
    """Edits of one text, in order and apart."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self.edits = tuple(edits)
        self._starts = [one.start for one in edits]
        self._ends = [one.end for one in edits]
        grown = (len(one.new) - (one.end - one.start) for one in edits)
        self._growth = list(accumulate(grown, initial=0))

    def text(self, old: str) -> str:
        """The text with every edit made."""
        out, at = [], 0
        for one in self.edits:
            out += [old[at : one.start], one.new]
            at = one.end
        return "".join((*out, old[at:]))

    def span(self, old: Span) -> Span:
        """Where a span lies in the new text."""
        before = bisect_right(self._ends, old.start)  # edits wholly before the span begins
        start = old.start
        if before < len(self.edits) and self._starts[before] < start:
            start = self._starts[before]
        until = bisect_left(self._starts, old.end)  # edits that begin before the span ends
        end = max(old.end, self._ends[until - 1]) if until else old.end
        return Span(start + self._growth[before], end + self._growth[until])

    def spans(self, old: Sequence[Span]) -> tuple[Span, ...]:
        """Where the fragments of a mention lie; those that now overlap become one."""
        new: list[Span] = []
        for span in sorted(self.span(one) for one in old):
            if new and span.start < new[-1].end:
                new[-1] = Span(new[-1].start, max(new[-1].end, span.end))
            else:
                new.append(span)
        return tuple(new)


def applied(doc: Document, edits: Edits, rewrite: Rewrite) -> Document:
    """The document with edited text; spans follow, and other texts in it are rewritten."""
    text = edits.text(doc.text)
    sections = tuple(
        Section(edits.span(one.span), one.kind, rewrite(one.title)) for one in doc.sections
    )
    sets = {name: _set(one, edits, rewrite, text) for name, one in doc.sets.items()}
    return replace(doc, text=text, sections=sections, sets=sets)


def _set(one: AnnotationSet, edits: Edits, rewrite: Rewrite, text: str) -> AnnotationSet:
    def attributes(given: msgspec.Struct) -> dict[str, str]:
        return {name: rewrite(value) for name, value in given.attributes.items()}  # type: ignore[attr-defined]

    def mention(old: Mention) -> Mention:
        spans = edits.spans(old.spans)
        wording = covered(text, spans) if old.text and spans else rewrite(old.text)
        return replace(old, spans=spans, attributes=attributes(old), text=wording)

    return replace(
        one,
        mentions=tuple(mention(old) for old in one.mentions),
        relations=tuple(replace(rel, attributes=attributes(rel)) for rel in one.relations),
        groups=tuple(replace(group, attributes=attributes(group)) for group in one.groups),
        notes=tuple(replace(note, text=rewrite(note.text)) for note in one.notes),
    )
