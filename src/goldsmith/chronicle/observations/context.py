"""Words before a mention that keep it apart from what happened: plans, risks, and relatives."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.observations.details import SENTENCE_END


class _Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reach: int
    plans: tuple[str, ...]
    family: tuple[str, ...]


class _Patterns(msgspec.Struct, frozen=True):
    reach: int
    plans: re.Pattern[str]
    family: re.Pattern[str]


@cache
def _load() -> _Patterns:
    words = read_built_in("goldsmith.chronicle.observations", "context", _Words)
    return _Patterns(words.reach, _compile(words.plans), _compile(words.family))


def _compile(words: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(words)})\b")


def is_planned(text: str, start: int) -> bool:
    """Return whether the words before a mention tell of what may come.

    Args:
        text: The text of the note.
        start: Where the mention starts.
    """
    return _has_before(text, start, _load().plans)


def is_about_family(text: str, start: int) -> bool:
    """Return whether the words before a mention tell of a relative.

    Args:
        text: The text of the note.
        start: Where the mention starts.
    """
    return _has_before(text, start, _load().family)


def _has_before(text: str, start: int, pattern: re.Pattern[str]) -> bool:
    """Return whether the sentence of a mention matches before it."""
    first = max(0, start - _load().reach)
    for end in SENTENCE_END.finditer(text, first, start):
        first = end.end()
    # In lower case, which is several times faster to search than a pattern for any case. The
    # character before tells whether the first word is a whole one.
    before = max(0, first - 1)
    return pattern.search(text[before:start].lower(), first - before) is not None
