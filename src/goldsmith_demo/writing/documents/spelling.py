"""Prepare the sentences of reports: spaces, articles, full stops, and the spelling of a style."""

from __future__ import annotations

import re
from functools import lru_cache

from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.phrases import books

_HEAD = re.compile(r"(\{\w+\+?(?:=[\w-]+)?(?:!\w+)*:?)")
_ARTICLE = re.compile(r"\b([Aa])\(n\)(?= (\w))")
_STOPS = (".", ":", ",", ";", "?")


@lru_cache(maxsize=1 << 13)
def prepare_sentence(template: str, style: str, *, is_line: bool) -> str:
    """Remove extra spaces, settle articles, and spell a template without choices in a style.

    Unless it is a line of its own, add a full stop if it lacks one. Slot names do not change.
    """
    text = re.sub(r" +(?=[.,;])", "", re.sub(r" {2,}", " ", template)).lstrip()
    text = _ARTICLE.sub(lambda match: match[1] + "n" * (match[2].lower() in "aeiou"), text)
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
