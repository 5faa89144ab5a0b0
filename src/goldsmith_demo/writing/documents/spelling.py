"""Prepare the sentences of reports: spaces, articles, full stops, and the spelling of a style."""

from __future__ import annotations

import re
from functools import lru_cache

from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.phrases import books
from goldsmith_demo.writing.template import choose_article

_HEAD = re.compile(r"(\{\w+\+?(?:=[\w-]+)?(?:!\w+)*:?)")
_ARTICLE = re.compile(r"\b([Aa])\(n\) (?=(\w+))")
_EXTRA_SPACE = re.compile(r" +(?=[ .,;:)])")
_STOPS = (".", ":", ",", ";", "?")


def tidy_words(words: str) -> str:
    """Settle articles before plain words, and remove the spaces that empty choices leave."""
    words = _EXTRA_SPACE.sub("", words)
    return _ARTICLE.sub(lambda match: match[1] + choose_article(match[2]), words)


@lru_cache(maxsize=1 << 13)
def prepare_sentence(template: str, style: str, *, is_line: bool) -> str:
    """Remove extra spaces, settle articles, and spell a template without choices in a style.

    Unless it is a line of its own, add a full stop if it lacks one. Slot names do not change.
    """
    text = tidy_words(template).lstrip()
    words, bar, links = text.rpartition(" | ") if " | " in text else (text, "", "")
    words += "" if is_line or words.endswith(_STOPS) else "."
    if style == "us":
        parts = _HEAD.split(words)
        parts[::2] = [_americanise_all(part) for part in parts[::2]]
        words = "".join(parts)
    return words + bar + links


def _americanise_all(words: str) -> str:
    words = americanise(words)
    for british, american in books.spelling.get_rows("more_american"):
        words = words.replace(british, american)
    return words
