"""Tokens of a text with their offsets, for formats that count in lines and tokens or in columns."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Span

#: Tokens between blanks, tabs and line ends; a no-break space is part of its token.
BLANK_SEPARATED = re.compile(r"\S+", re.ASCII)


class Tokens:
    """The tokens of a text, numbered from 0, and the lines they are on.

    Only a line feed ends a line; a carriage return is ordinary white space.
    """

    def __init__(self, text: str, pattern: re.Pattern[str] = BLANK_SEPARATED) -> None:
        spans = [match.span() for match in pattern.finditer(text)]
        self.text = text
        self.starts = [start for start, _ in spans]
        self.ends = [end for _, end in spans]
        line_starts = [match.end() for match in re.finditer("\n", text)]
        self._first_of_line = [
            0,
            *(bisect_left(self.starts, offset) for offset in line_starts),
            len(spans),
        ]

    def __len__(self) -> int:
        return len(self.starts)

    def get_words(self, indices: Iterable[int]) -> list[str]:
        """Return the text of tokens."""
        return [self.text[self.starts[index] : self.ends[index]] for index in indices]

    def find_index(self, line: int, number: int) -> int | None:
        """Return the index of a token by its line (from 1) and its number there (from 0)."""
        if not 0 < line < len(self._first_of_line):
            return None
        index = self._first_of_line[line - 1] + number
        return index if index < self._first_of_line[line] else None

    def get_position(self, index: int) -> tuple[int, int]:
        """Return the line of a token (from 1) and its number on that line (from 0)."""
        line = bisect_right(self._first_of_line, index)
        return line, index - self._first_of_line[line - 1]

    def get_span(self, indices: range) -> Span:
        """Return the span from the first token of a range to the last."""
        return Span(self.starts[indices[0]], self.ends[indices[-1]])

    def find_overlapping(self, span: Span) -> range:
        """Return the tokens that share a character with a span."""
        return range(bisect_right(self.ends, span.start), bisect_left(self.starts, span.end))

    def is_aligned(self, span: Span) -> bool:
        """Return whether a span starts and ends at token boundaries."""
        indices = self.find_overlapping(span)
        return bool(indices) and self.get_span(indices) == span


def get_extent(mention: Mention) -> Span:
    """Return the span from the start to the end of an anchored mention."""
    return Span(mention.start, mention.end)


def snap_to_tokens(annotation_set: AnnotationSet, tokens: Tokens) -> AnnotationSet:
    """Extend the mentions of a set to whole tokens.

    Mentions that touch no token are dropped, together with their relations and group memberships.
    """
    touching = {
        mention.id: indices
        for mention in annotation_set.mentions
        if mention.spans and (indices := tokens.find_overlapping(get_extent(mention)))
    }
    members = {
        group.id: tuple(member for member in group.members if member in touching)
        for group in annotation_set.groups
    }
    return replace(
        annotation_set,
        mentions=tuple(
            replace(mention, spans=(tokens.get_span(touching[mention.id]),))
            for mention in annotation_set.mentions
            if mention.id in touching
        ),
        relations=tuple(
            rel for rel in annotation_set.relations if rel.arg1 in touching and rel.arg2 in touching
        ),
        groups=tuple(
            replace(group, members=members[group.id])
            for group in annotation_set.groups
            if members[group.id]
        ),
    )


def count_misaligned(annotation_set: AnnotationSet, tokens: Tokens) -> dict[str, int]:
    """Count the mentions that `snap_to_tokens` extends or drops, by name of the loss."""
    misaligned = [
        mention
        for mention in annotation_set.mentions
        if mention.spans and not tokens.is_aligned(get_extent(mention))
    ]
    dropped = sum(not tokens.find_overlapping(get_extent(mention)) for mention in misaligned)
    return {"token-boundaries": len(misaligned) - dropped, "white-space-only": dropped}


def count_broken_links(annotation_set: AnnotationSet, tokens: Tokens) -> dict[str, int]:
    """Count the relations and groups that `snap_to_tokens` drops or takes members from."""
    dropped = {
        mention.id
        for mention in annotation_set.mentions
        if mention.spans and not tokens.find_overlapping(get_extent(mention))
    }
    return {
        "relations": sum(
            rel.arg1 in dropped or rel.arg2 in dropped for rel in annotation_set.relations
        ),
        "groups": sum(
            not group.members or not dropped.isdisjoint(group.members)
            for group in annotation_set.groups
        ),
    }
