"""Process very long documents in windows, so that memory is bounded regardless of length.

A document of more than `MAX_CHARACTERS` is divided at blank lines, else at ends of lines or white
space. Each window goes through the pipeline as a separate document, with its sections. The
annotations are then merged, with offsets in the whole text. No relation crosses windows, and an
abbreviation is known only in the window that defines it. Shorter documents, which include all
ordinary notes, are never divided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from goldsmith.core import Document, Group, Mention, Relation, Section, Span
from goldsmith.pipeline.analysis import Analysis

#: Longer documents are divided. This is about 33 printed pages.
MAX_CHARACTERS: Final = 100_000
#: Where a window may end, the best first; it must be in the last quarter of the window.
_ENDS = ("\n\n", "\n", ". ", " ")


class MergedAnalysis(Analysis):
    """The analysis of a document that was divided; windows are added in their order."""

    def add_window(self, window: Analysis, offset: int) -> None:
        """Add the annotations of a window.

        Args:
            window: The analysis of the window.
            offset: The offset of the window in the document.
        """
        annotations = Annotations(window.mentions, window.relations, window.groups)
        moved = move_annotations(annotations, offset, self.make_id)
        self.mentions += moved.mentions
        self.relations += moved.relations
        self.groups += moved.groups


class Annotations(NamedTuple):
    """The annotations of a window."""

    mentions: Sequence[Mention]
    relations: Sequence[Relation]
    groups: Sequence[Group]


def move_annotations(
    window: Annotations, offset: int, make_id: Callable[[str], str]
) -> Annotations:
    """Return the annotations of a window with new ids and with offsets in the whole document.

    Args:
        window: The annotations in the order in which components added them.
        offset: The offset of the window in the document.
        make_id: Makes an id of the document from its first letter.
    """
    ids = [annotation.id for part in window for annotation in part]
    names = {name: make_id(name[:1]) for name in ids}
    return Annotations(
        [_move_mention(mention, names[mention.id], offset) for mention in window.mentions],
        [_rename_relation(rel, names) for rel in window.relations],
        [_rename_group(group, names) for group in window.groups],
    )


def _move_mention(mention: Mention, name: str, offset: int) -> Mention:
    spans = tuple(Span(span.start + offset, span.end + offset) for span in mention.spans)
    return replace(mention, id=name, spans=spans)


def _rename_relation(rel: Relation, names: dict[str, str]) -> Relation:
    arg1, arg2 = names.get(rel.arg1, rel.arg1), names.get(rel.arg2, rel.arg2)
    return replace(rel, id=names[rel.id], arg1=arg1, arg2=arg2)


def _rename_group(group: Group, names: dict[str, str]) -> Group:
    members = tuple(names.get(member, member) for member in group.members)
    return replace(group, id=names[group.id], members=members)


def divide_document(doc: Document, *, limit: int = MAX_CHARACTERS) -> list[tuple[int, Document]]:
    """Return the windows of a document with their offsets; one window if within the limit."""
    if len(doc.text) <= limit:
        return [(0, doc)]
    return [(start, cut_window(doc, start, end)) for start, end in find_windows(doc.text, limit)]


def cut_window(doc: Document, start: int, end: int) -> Document:
    """Return a window as a separate document, with its sections but without annotations."""
    return replace(doc, text=doc.text[start:end], sections=_clip(doc, start, end), sets={})


def find_windows(text: str, limit: int) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each window of a text."""
    start = 0
    while len(text) - start > limit:
        end = _find_end(text, start + limit - limit // 4, start + limit)
        yield start, end
        start = end
    yield start, len(text)


def _find_end(text: str, earliest: int, latest: int) -> int:
    for mark in _ENDS:
        place = text.rfind(mark, earliest, latest)
        if place >= 0:
            return place + len(mark)
    return latest


def _clip(doc: Document, start: int, end: int) -> Sequence[Section]:
    """Return the sections of a document that lie in a window, clipped to it."""
    return tuple(
        replace(
            section,
            span=Span(max(section.span.start, start) - start, min(section.span.end, end) - start),
        )
        for section in doc.sections
        if section.span.start < end and section.span.end > start
    )
