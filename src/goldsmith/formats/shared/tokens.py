"""Tokens of a text and where they stand: what line-and-token and column formats count in."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from msgspec.structs import replace

from goldsmith.core import AnnotationSet, Mention, Span

#: Between blanks, tabs and line ends; a no-break space belongs to its token.
BETWEEN_BLANKS = re.compile(r"\S+", re.ASCII)


class Tokens:
    """The tokens of a text, numbered through from 0, and the lines they stand on.

    Only a line feed ends a line; a carriage return is white space like any other.
    """

    def __init__(self, text: str, token: re.Pattern[str] = BETWEEN_BLANKS) -> None:
        places = [found.span() for found in token.finditer(text)]
        self.text = text
        self.starts = [start for start, _ in places]
        self.ends = [end for _, end in places]
        breaks = [found.end() for found in re.finditer("\n", text)]
        self._first = [0, *(bisect_left(self.starts, at) for at in breaks), len(places)]

    def __len__(self) -> int:
        return len(self.starts)

    def words(self, numbers: Iterable[int]) -> list[str]:
        """The wording of some tokens."""
        return [self.text[self.starts[one] : self.ends[one]] for one in numbers]

    def number(self, line: int, token: int) -> int | None:
        """The number of a line's token (lines from 1, tokens from 0); None if there is none."""
        if not 0 < line < len(self._first):
            return None
        number = self._first[line - 1] + token
        return number if number < self._first[line] else None

    def place(self, number: int) -> tuple[int, int]:
        """The line (from 1) of a token and its number there (from 0)."""
        line = bisect_right(self._first, number)
        return line, number - self._first[line - 1]

    def span(self, numbers: range) -> Span:
        """The stretch from the first of some tokens to the last."""
        return Span(self.starts[numbers[0]], self.ends[numbers[-1]])

    def touched(self, span: Span) -> range:
        """The tokens that share a character with a span."""
        return range(bisect_right(self.ends, span.start), bisect_left(self.starts, span.end))

    def holds(self, span: Span) -> bool:
        """Whether a span begins where a token begins and ends where one ends."""
        numbers = self.touched(span)
        return bool(numbers) and self.span(numbers) == span


def stretch(mention: Mention) -> Span:
    """From where an anchored mention begins to where it ends."""
    return Span(mention.start, mention.end)


def fitted(one: AnnotationSet, tokens: Tokens) -> AnnotationSet:
    """The set with its mentions widened to whole tokens.

    Mentions without a token go, and with them their relations and their places in groups.
    """
    numbers = {m.id: tokens.touched(stretch(m)) for m in one.mentions if m.spans}
    kept = {mention: found for mention, found in numbers.items() if found}
    members = {group.id: tuple(m for m in group.members if m in kept) for group in one.groups}
    return replace(
        one,
        mentions=tuple(
            replace(mention, spans=(tokens.span(kept[mention.id]),))
            for mention in one.mentions
            if mention.id in kept
        ),
        relations=tuple(rel for rel in one.relations if rel.arg1 in kept and rel.arg2 in kept),
        groups=tuple(
            replace(group, members=members[group.id]) for group in one.groups if members[group.id]
        ),
    )


def misfits(one: AnnotationSet, tokens: Tokens) -> dict[str, int]:
    """How many mentions `fitted` widens or drops, by the names that losses are reported under."""
    odd = [m for m in one.mentions if m.spans and not tokens.holds(stretch(m))]
    gone = sum(not tokens.touched(stretch(mention)) for mention in odd)
    return {"token-boundaries": len(odd) - gone, "white-space-only": gone}


def torn(one: AnnotationSet, tokens: Tokens) -> dict[str, int]:
    """How many relations and groups `fitted` drops or takes members from."""
    gone = {m.id for m in one.mentions if m.spans and not tokens.touched(stretch(m))}
    return {
        "relations": sum(rel.arg1 in gone or rel.arg2 in gone for rel in one.relations),
        "groups": sum(
            not group.members or not gone.isdisjoint(group.members) for group in one.groups
        ),
    }
