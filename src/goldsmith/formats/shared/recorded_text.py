"""Checks the wording that a file records for a mention against the text at its offsets."""

from __future__ import annotations

from collections.abc import Sequence

from goldsmith.core import Span
from goldsmith.errors import InputError

#: What tools put between the fragments of a discontiguous mention.
_SEPARATORS = (" ", "...", " ... ")


def matches_recorded_text(text: str, spans: Sequence[Span], recorded: str) -> bool:
    """Return whether spans cover the wording that a file records, apart from white space."""
    fragments = [text[span.start : span.end] for span in spans]
    words = recorded.split()
    return any(separator.join(fragments).split() == words for separator in _SEPARATORS)


def is_mismatch(text: str, spans: Sequence[Span], recorded: str) -> bool:
    """Return whether a recorded wording differs from the text at spans.

    Spans outside the text are no mismatch: the reader reports them with all others.
    """
    is_inside = all(0 <= span.start < span.end <= len(text) for span in spans)
    is_checked = bool(recorded and spans) and is_inside
    return is_checked and not matches_recorded_text(text, spans, recorded)


def make_mismatch_error(doc_id: str, annotation: str, *, where: str, line: int = 0) -> InputError:
    """Return the error for a recorded wording that is not the text at the offsets."""
    return InputError(
        f"{doc_id}, {annotation}: the recorded text is not the text at these offsets",
        where=where,
        line=line,
        expected="the same words, apart from white space",
        remedy="The text may have been changed after the annotation; export both again",
    )
