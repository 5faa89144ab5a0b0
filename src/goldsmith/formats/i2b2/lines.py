"""The lines of i2b2 files: what they say and how they are spelt.

A concept's wording stands between quotes and may hold quotes and bars itself, so that lines are
read from the right, where offsets and types cannot be mistaken.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from goldsmith.core import Document, Mention, Span
from goldsmith.core.offsets import merged, tidy
from goldsmith.errors import InputError
from goldsmith.formats.shared.tokens import Tokens, stretch

_PLACE = "[0-9]{1,9}:[0-9]{1,9}"
_OFFSETS = f"{_PLACE} {_PLACE}(?:,{_PLACE} {_PLACE})*"
_BARS = r" *\|\| *"
_C = rf'c="(.*)" ({_OFFSETS})'
_CON = re.compile(rf'{_C}{_BARS}t="([^"]*)"')
_AST = re.compile(rf'{_C}{_BARS}t="([^"]*)"{_BARS}a="([^"]*)"')
_REL = re.compile(rf'{_C}{_BARS}r="([^"]*)"{_BARS}{_C}')
_CHAIN = re.compile(rf'(.*){_BARS}t="(?:coref )?([^"]*)"')
_MEMBER = re.compile(rf'c="(.*?)" ({_OFFSETS})(?:{_BARS}(?=c=")| *$)')
_UNSPELLABLE = re.compile(r'["\r\n]')


class Concept(NamedTuple):
    """A concept as a line names it: its wording and its offsets."""

    text: str
    offsets: str


def concept(line: str) -> tuple[Concept, str]:
    """A concept and its type, from a .con line."""
    text, offsets, kind = _parts(_CON, line, 'c="…" 12:3 12:4||t="…"')
    return Concept(text, offsets), kind


def assertion(line: str) -> tuple[Concept, str, str]:
    """A concept, its type and what is asserted of it, from an .ast line."""
    text, offsets, kind, value = _parts(_AST, line, 'c="…" 12:3 12:4||t="…"||a="…"')
    return Concept(text, offsets), kind, value


def relation(line: str) -> tuple[Concept, str, Concept]:
    """Two concepts and the relation between them, from a .rel line."""
    expected = 'c="…" 12:3 12:4||r="…"||c="…" 12:7 12:7'
    text1, offsets1, kind, text2, offsets2 = _parts(_REL, line, expected)
    return Concept(text1, offsets1), kind, Concept(text2, offsets2)


def chain(line: str) -> tuple[list[Concept], str]:
    """The members of a chain and its class, from a .chains line."""
    expected = 'c="…" 12:3 12:4||c="…" 15:0 15:0||t="coref …"'
    members, kind = _parts(_CHAIN, line, expected)
    found, at = [], 0
    while at < len(members):
        member = _MEMBER.match(members, at)
        if member is None:
            raise _not_ours(expected)
        found.append(Concept(member[1], member[2]))
        at = member.end()
    return found, kind


def _parts(pattern: re.Pattern[str], line: str, expected: str) -> tuple[str, ...]:
    found = pattern.fullmatch(line)
    if found is None:
        raise _not_ours(expected)
    return found.groups()


def _not_ours(expected: str) -> InputError:
    return InputError(
        "this line is not of the form that i2b2 files have",
        expected=expected,
        remedy="The file may be truncated, or its name says another kind than it is",
    )


def spans(offsets: str, tokens: Tokens) -> tuple[Span, ...]:
    """The spans at `12:3 12:4`; commas separate the fragments of a discontiguous concept."""
    found = [_span(fragment, tokens) for fragment in offsets.split(",")]
    return merged(tidy((span.start, span.end) for span in found))


def _span(fragment: str, tokens: Tokens) -> Span:
    first, last = (tokens.number(*map(int, place.split(":"))) for place in fragment.split(" "))
    if first is None or last is None or last < first:
        raise InputError(
            f"the offsets {fragment} are not tokens of the text, the first before the last",
            expected="lines counted from 1 and tokens between blanks counted from 0",
            remedy="The text may not be the one that was annotated",
        )
    return tokens.span(range(first, last + 1))


def spell(mention: Mention, doc: Document, tokens: Tokens) -> str:
    """How a line names a mention: `c="chest pain" 12:3 12:4`."""
    numbers = tokens.touched(stretch(mention))
    first, last = (":".join(map(str, tokens.place(numbers[at]))) for at in (0, -1))
    words = " ".join(doc.covered(mention).split()).lower()
    return f'c="{words}" {first} {last}'


def is_plain(value: str) -> bool:
    """Whether a type or value can stand between quotes on a line."""
    return not _UNSPELLABLE.search(value)


def plain(value: str) -> str:
    """The type or value, with what cannot stand between quotes replaced."""
    return _UNSPELLABLE.sub("_", value)
