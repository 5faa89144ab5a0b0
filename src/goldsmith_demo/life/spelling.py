"""American equivalents of British words, including drug names and abbreviations."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from goldsmith_demo.data_files import DataFile, make_reader


class Spelling(DataFile, frozen=True):
    """British and American words."""

    words: dict[str, str]
    """Whole words and phrases."""
    parts: tuple[tuple[str, str], ...]
    """Parts of words, replaced in this order after the whole words."""


_load_spelling = make_reader(__package__, "spelling", Spelling)


@cache
def _compile_words() -> re.Pattern[str]:
    words = "|".join(map(re.escape, _load_spelling().words))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])")


@lru_cache(maxsize=1 << 14)
def americanise(text: str) -> str:
    """Return the text in American spelling."""
    spelling = _load_spelling()
    text = _compile_words().sub(lambda match: spelling.words[match.group()], text)
    for british, american in spelling.parts:
        text = text.replace(british, american)
    return text
