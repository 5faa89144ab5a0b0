"""Find general words for treatments, drugs, tests and complaints in the plain words of a page.

"Her treatment", "the drugs" and "repeat bloods" are mentions anywhere in a sentence; this module
finds them, so that no writer can forget them. It skips headings, which name a part of the note, and
compounds ("treatment room"), which name something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from goldsmith.core import Section, Span
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.writing.scanning import find_all

_SEPARATOR = "; "
_HEADING = re.compile(r"[^\n.;]{0,50}:?")
_NONE: frozenset[str] = frozenset()
_STANDING = {"Intervention": frozenset(("course",))}
"""Default flags of a general word if the words before it do not place it in time."""
_LEAD = 24
"""How many characters before a word to search for compounds and for its place in time."""


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The general words of a CLEF type, and the words around them that make a compound."""

    words: str
    before: str
    after: str


class General(DataFile, frozen=True):
    """General words by CLEF type, and preceding words that place them in time."""

    kinds: dict[str, Kind]
    ahead: str
    now: str
    over: str


class Word(NamedTuple):
    """A general word: its type, its span, and flags that place it in time."""

    kind: str
    span: Span
    flags: frozenset[str]


_load = make_reader(__package__, "general", General)


def _join(words: str) -> str:
    return "|".join(word.replace(" ", r"\s") for word in words.split(_SEPARATOR))


@cache
def _compile() -> dict[str, tuple[list[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]]:
    """Compile the words of each type, and the words before and after that form a compound."""
    return {
        name: (
            _list_stems(kind.words.split(_SEPARATOR)),
            re.compile(rf"(?<![\w/-])(?:{_join(kind.words)})(?![\w-]|/\w)", re.IGNORECASE),
            re.compile(rf"(?<![\w/-])(?:{_join(kind.before)})\s$", re.IGNORECASE),
            re.compile(rf"\s(?:{_join(kind.after)})(?!\w)", re.IGNORECASE),
        )
        for name, kind in _load().kinds.items()
    }


def _list_stems(words: list[str]) -> list[str]:
    """Return the words that do not begin with another one: "drug" for "drug; drugs"."""
    return [word for word in words if not any(word.startswith(w) for w in words if w != word)]


@cache
def _compile_leads() -> dict[str, re.Pattern[str]]:
    table = {"plan": _load().ahead, "now": _load().now, "past": _load().over}
    return {
        flag: re.compile(rf"\b(?:{_join(words)})\s$", re.IGNORECASE)
        for flag, words in table.items()
    }


def _is_in_heading(text: str, span: Span, sections: list[Section]) -> bool:
    """Return whether words overlap a section's title, or a line that consists of a label."""
    titles = (Span(row.span.start, row.span.start + len(row.title) + 1) for row in sections)
    first, last = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    lines = text[first : last if last >= 0 else len(text)].split("\n")
    return any(map(span.overlaps, titles)) or any(map(_is_label, lines))


def _is_label(line: str) -> bool:
    is_short = _HEADING.fullmatch(line) is not None
    return is_short and (line.endswith(":") or line.istitle() or line.isupper())


def find_general_words(text: str, sections: list[Section]) -> Iterator[Word]:
    """Find the general words in sentences, outside headings and compounds."""
    low = text.lower()
    for kind, (stems, pattern, before, after) in _compile().items():
        starts = sorted(at for stem in stems if stem in low for at in find_all(low, stem))
        for match in filter(None, [pattern.match(text, at) for at in starts]):
            span = Span(*match.span())
            is_label = kind != "Investigation" and text[span.end : span.end + 1] == ":"
            is_compound = after.match(text, span.end) or before.search(
                text, max(0, span.start - _LEAD), span.start
            )
            if is_compound or is_label or _is_in_heading(text, span, sections):
                continue
            yield Word(kind, span, _read_lead(text, span.start) or _STANDING.get(kind, _NONE))


def _read_lead(text: str, start: int) -> frozenset[str]:
    lead = text[max(0, start - _LEAD) : start]
    flags = (flag for flag, pattern in _compile_leads().items() if pattern.search(lead))
    return frozenset(flags)
