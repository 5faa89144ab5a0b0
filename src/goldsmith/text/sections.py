"""Sections of clinical notes: from one heading to the next."""

from __future__ import annotations

from goldsmith.core import Section, Span
from goldsmith.text.headings import headings
from goldsmith.text.section_names import PART, kinds

__all__ = ["kinds", "sections"]


def sections(text: str) -> list[Section]:
    """The sections in order, each from its heading to the next, blanks at the end left out.

    What stands before the first heading belongs to none.
    """
    found = [one for one in headings(text) if one.kind != PART]
    starts = [one.start for one in found] + [len(text)]
    return [
        Section(
            Span(one.start, one.start + len(text[one.start : after].rstrip())),
            one.kind,
            text[one.start : one.end],
        )
        for one, after in zip(found, starts[1:], strict=True)
    ]
