"""The words of short texts (names, mentions), and what texts of the same words have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from goldsmith.terminology.index.scan import scan
from goldsmith.terminology.index.words import STOP, folded
from goldsmith.terminology.index.words import normal as _normal

#: Names of a terminology have far fewer words than letters.
normal = lru_cache(maxsize=200_000)(_normal)
#: What `scan` takes for words in plain text, which is most of it; a scan takes ten times as long.
_PLAIN = re.compile(r"[a-z]+|[0-9]+")
_OWN = re.compile(r"(?<=[a-z0-9])'s(?![a-z])")


def split(text: str) -> list[str]:
    """The folded words of a short text, as `scan` sees them."""
    if text.isascii():
        low = text.lower()
        return _PLAIN.findall(_OWN.sub("'", low) if "'" in low else low)
    tokens = scan(text)
    places = zip(tokens.start.tolist(), tokens.end.tolist(), strict=True)
    return [folded(text[start:end]) for start, end in places]


@lru_cache(maxsize=100_000)
def plain(text: str) -> str:
    """The folded words of a short text that say something, in their order."""
    return " ".join(word for word in split(text) if word not in STOP)


def normals(words: Iterable[str]) -> list[str]:
    """The usual forms of words, but for those that say nothing."""
    return [normal(word) for word in words if word not in STOP]


@lru_cache(maxsize=100_000)
def key_of(text: str) -> str:
    """What strings have in common that differ by order, inflection or spelling of words only."""
    return " ".join(sorted(normals(split(text))))
