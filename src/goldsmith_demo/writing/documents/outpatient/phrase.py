"""Represent and join parts of sentences, and settle their wording."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.documents.phrases import outpatient as books
from goldsmith_demo.writing.documents.spelling import tidy_words
from goldsmith_demo.writing.sheet import Value
from goldsmith_demo.writing.template import Link


class Phrase(msgspec.Struct, frozen=True):
    """A part of a sentence, which replaces its name in <angle brackets>."""

    name: str
    words: str
    links: tuple[Link, ...] = ()
    values: dict[str, Value] = {}


def select_fillable(ways: Sequence[str], facts: Mapping[str, Value | None]) -> Sequence[str]:
    """Return the templates that do not name a fact that is None."""
    missing = "|".join(name for name, value in facts.items() if value is None)
    if not missing:
        return ways
    named = re.compile(rf"<(?:{missing})>|\{{(?:{missing})[!:}}]")
    return [way for way in ways if not named.search(way)]


@cache
def _compile_abroad() -> re.Pattern[str]:
    return re.compile("|".join(map(re.escape, books.words.get_words("abroad"))))


@lru_cache(maxsize=1 << 13)
def settle_wording(words: str, style: str) -> str:
    """Choose a or an before plain words, collapse spaces, and use the words of the country."""
    words = tidy_words(words).replace("..", ".").strip(" ")
    if style == "us":
        return americanise(words)
    return _compile_abroad().sub(lambda match: books.words.get_words("abroad")[match[0]], words)
