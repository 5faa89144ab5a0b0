"""Places that may be identifiers but were not replaced, for manual inspection."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from goldsmith.core.offsets import Span, get_line_number
from goldsmith.privacy.edits import Edits
from goldsmith.privacy.scoring.identify import Doubt

#: The number of characters shown before and after a place.
_CONTEXT = 40


class Leftover(msgspec.Struct, frozen=True):
    """A place of the new text to inspect."""

    document: str
    start: int
    end: int
    line: int
    rule: str
    text: str
    around: str
    kind: str = ""
    """The kind of identifier that the place would most likely be."""
    probability: float = 0.0
    """The probability that the place is an identifier."""


def make_leftovers(
    document: str,
    text: str,
    surrogates: Collection[Span],
    edits: Edits,
    doubts: Iterable[Doubt],
) -> list[Leftover]:
    """Make the places to inspect from the doubtful places that were not replaced, in text order.

    Args:
        document: The id of the document.
        text: The text after pseudonymisation.
        surrogates: The spans of the surrogates.
        edits: The edits that made the text.
        doubts: The doubtful places of the original text.
    """
    covered = {offset for span in surrogates for offset in range(span.start, span.end)}
    leftovers = []
    for doubt in doubts:
        span = edits.map_span(Span(doubt.start, doubt.end))
        start, end = span.start, span.end
        if not covered.isdisjoint(range(start, end)):
            continue
        context = " ".join(text[max(0, start - _CONTEXT) : end + _CONTEXT].split())
        line = get_line_number(text, start)
        leftovers.append(
            Leftover(
                document,
                start,
                end,
                line,
                doubt.rule,
                text[start:end],
                context,
                doubt.kind,
                round(doubt.probability, 4),
            )
        )
    return leftovers
