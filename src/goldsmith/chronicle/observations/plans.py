"""What a note tells of as to come: plans, and risks that were talked about."""

from __future__ import annotations

import re
from functools import cache

import msgspec

from goldsmith.chronicle.data_files import read_built_in
from goldsmith.chronicle.observations.details import SENTENCE_END


class _Plans(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reach: int
    words: tuple[str, ...]


@cache
def _load() -> tuple[int, re.Pattern[str]]:
    plans = read_built_in("goldsmith.chronicle.observations", "plans", _Plans)
    return plans.reach, re.compile(rf"\b(?:{'|'.join(plans.words)})\b")


def is_planned(text: str, start: int) -> bool:
    """Return whether the words before a mention tell of what may come.

    Args:
        text: The text of the note.
        start: Where the mention starts.
    """
    reach, pattern = _load()
    first = max(0, start - reach)
    for end in SENTENCE_END.finditer(text, first, start):
        first = end.end()
    # In lower case, which is several times faster to search than a pattern for any case. The
    # character before tells whether the first word is a whole one.
    before = max(0, first - 1)
    return pattern.search(text[before:start].lower(), first - before) is not None
