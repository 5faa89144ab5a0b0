"""Section detection in clinical notes."""

from __future__ import annotations

from goldsmith.core import Section, Span
from goldsmith.text.headings import find_headings
from goldsmith.text.section_names import PART, list_kinds

__all__ = ["find_sections", "list_kinds"]


def find_sections(text: str) -> list[Section]:
    """Find the sections of a note, in order.

    A section extends from its heading to the next one, without trailing white space. Text before
    the first heading belongs to no section.
    """
    headings = [heading for heading in find_headings(text) if heading.kind != PART]
    starts = [heading.start for heading in headings] + [len(text)]
    return [
        Section(
            Span(heading.start, heading.start + len(text[heading.start : end].rstrip())),
            heading.kind,
            text[heading.start : heading.end],
        )
        for heading, end in zip(headings, starts[1:], strict=True)
    ]
