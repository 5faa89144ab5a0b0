"""Parse and format the lines of i2b2 files.

The text of a concept is in quotes and may itself contain quotes and bars. Lines are therefore
matched from the right, where offsets and types are unambiguous.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from goldsmith.core import Document, Mention, Span
from goldsmith.core.offsets import merge_spans, sort_spans
from goldsmith.errors import InputError, shorten_id
from goldsmith.formats.shared.tokens import Tokens, get_extent

_POSITION = "[0-9]{1,9}:[0-9]{1,9}"
_OFFSETS = f"{_POSITION} {_POSITION}(?:,{_POSITION} {_POSITION})*"
_BARS = r" *\|\| *"
_CONCEPT = rf'c="(.*)" ({_OFFSETS})'
_CONCEPT_LINE = re.compile(rf'{_CONCEPT}{_BARS}t="([^"]*)"')
_ASSERTION_LINE = re.compile(rf'{_CONCEPT}{_BARS}t="([^"]*)"{_BARS}a="([^"]*)"')
_RELATION_LINE = re.compile(rf'{_CONCEPT}{_BARS}r="([^"]*)"{_BARS}{_CONCEPT}')
_CHAIN_LINE = re.compile(rf'(.*){_BARS}t="(?:coref )?([^"]*)"')
_MEMBER = re.compile(rf'c="(.*?)" ({_OFFSETS})(?:{_BARS}(?=c=")| *$)')
_NOT_IN_QUOTES = re.compile(r'["\r\n]')


class Concept(NamedTuple):
    """A concept in a line: its text and its offsets."""

    text: str
    offsets: str


def parse_concept(line: str) -> tuple[Concept, str]:
    """Return the concept of a .con line and its type."""
    text, offsets, kind = _match_line(_CONCEPT_LINE, line, 'c="…" 12:3 12:4||t="…"')
    return Concept(text, offsets), kind


def parse_assertion(line: str) -> tuple[Concept, str, str]:
    """Return the concept of an .ast line, its type and its assertion."""
    expected = 'c="…" 12:3 12:4||t="…"||a="…"'
    text, offsets, kind, value = _match_line(_ASSERTION_LINE, line, expected)
    return Concept(text, offsets), kind, value


def parse_relation(line: str) -> tuple[Concept, str, Concept]:
    """Return the first concept of a .rel line, the type of the relation and the second concept."""
    expected = 'c="…" 12:3 12:4||r="…"||c="…" 12:7 12:7'
    text1, offsets1, kind, text2, offsets2 = _match_line(_RELATION_LINE, line, expected)
    return Concept(text1, offsets1), kind, Concept(text2, offsets2)


def parse_chain(line: str) -> tuple[list[Concept], str]:
    """Return the members of a .chains line and the class of the chain."""
    expected = 'c="…" 12:3 12:4||c="…" 15:0 15:0||t="coref …"'
    members, kind = _match_line(_CHAIN_LINE, line, expected)
    concepts, position = [], 0
    while position < len(members):
        match = _MEMBER.match(members, position)
        if match is None:
            raise _make_error(expected)
        concepts.append(Concept(match[1], match[2]))
        position = match.end()
    return concepts, kind


def _match_line(pattern: re.Pattern[str], line: str, expected: str) -> tuple[str, ...]:
    match = pattern.fullmatch(line)
    if match is None:
        raise _make_error(expected)
    return match.groups()


def _make_error(expected: str) -> InputError:
    return InputError(
        "this line is malformed",
        expected=expected,
        remedy="The file may be truncated or have the wrong suffix",
    )


def find_spans(offsets: str, tokens: Tokens) -> tuple[Span, ...]:
    """Return the spans of `12:3 12:4`; commas separate fragments of a discontiguous concept.

    Raises:
        InputError: The text has no such tokens.
    """
    spans = [_find_span(fragment, tokens) for fragment in offsets.split(",")]
    return merge_spans(sort_spans((span.start, span.end) for span in spans))


def _find_span(fragment: str, tokens: Tokens) -> Span:
    first, last = (
        tokens.find_index(*map(int, position.split(":"))) for position in fragment.split(" ")
    )
    if first is None or last is None or last < first:
        raise InputError(
            f"the offsets {shorten_id(fragment)} are not a range of tokens in the text",
            expected="lines counted from 1 and tokens between blanks counted from 0",
            remedy="The text may not be the one that was annotated",
        )
    return tokens.get_span(range(first, last + 1))


def format_concept(mention: Mention, doc: Document, tokens: Tokens) -> str:
    """Return the reference to a mention on a line: `c="chest pain" 12:3 12:4`."""
    indices = tokens.find_overlapping(get_extent(mention))
    first, last = (":".join(map(str, tokens.get_position(indices[end]))) for end in (0, -1))
    words = " ".join(doc.get_covered_text(mention).split()).lower()
    return f'c="{words}" {first} {last}'


def is_quotable(value: str) -> bool:
    """Return whether a type or value can be written in quotes."""
    return not _NOT_IN_QUOTES.search(value)


def make_quotable(value: str) -> str:
    """Replace the characters of a type or value that cannot be written in quotes."""
    return _NOT_IN_QUOTES.sub("_", value)
