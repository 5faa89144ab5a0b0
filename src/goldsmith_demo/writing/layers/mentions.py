"""Build the mentions of a layer from the marks of a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache

import msgspec

from goldsmith.core import Code, Mention, Span
from goldsmith.core.offsets import merge_spans
from goldsmith_demo.data_files import DataFile, make_reader
from goldsmith_demo.life.spelling import americanise
from goldsmith_demo.writing.sheet import Mark

#: The attribute that identifies the thing in the patient's life to which a mention refers.
THING = "demo:thing"
_SEPARATOR = "; "
_ANY = "any"


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names that include words otherwise excluded from the span."""

    names: str


class Extents(DataFile, frozen=True):
    """Words at the edge of a name that the span excludes, by CLEF type."""

    before: dict[str, str]
    after: dict[str, str]
    whole: Whole


_load = make_reader(__package__, "extents", Extents)


@cache
def _list_whole() -> frozenset[str]:
    names = _load().whole.names.lower().split(_SEPARATOR)
    return frozenset((*names, *map(americanise, names)))


@cache
def _compile(kind: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compile the patterns of excluded words before and after names of a CLEF type."""
    before, after = (
        "|".join(
            re.escape(words)
            for name in (_ANY, kind)
            for words in table.get(name, "").split(_SEPARATOR)
            if words
        )
        for table in (_load().before, _load().after)
    )
    return (
        re.compile(rf"(?:{before})[ \n]+(?=\S)", re.IGNORECASE),
        re.compile(rf"(?<=\S)[ \n]+(?:{after or '(?!)'})$", re.IGNORECASE),
    )


def trim_extent(mark: Mark, text: str) -> tuple[Span, ...]:
    """Return the spans of a mark, without the words that the guideline excludes."""
    if len(mark.words.split(maxsplit=1)) < 2:
        return tuple(mark.spans)
    first, *others = merge_spans(mark.spans)
    start, end = _trim(mark.kind, text[first.start : first.end], not others)
    return (Span(first.start + start, first.start + end), *others)


@lru_cache(maxsize=8192)
def _trim(kind: str, words: str, is_whole: bool) -> tuple[int, int]:
    """Return the start and end of a name of a CLEF type without its excluded words."""
    before, after = _compile(kind)
    start = 0
    while words[start:].lower() not in _list_whole():
        match = before.match(words, start)
        if match is None:
            break
        start = match.end()
    tail = after.search(words[start:]) if is_whole else None
    return start, start + tail.start() if tail else len(words)


def read_words(spans: Sequence[Span], text: str) -> str:
    """Return the text of spans, joined by spaces."""
    if len(spans) == 1:
        return " ".join(text[spans[0].start : spans[0].end].split())
    return " ".join([" ".join(text[span.start : span.end].split()) for span in spans])


def build_mention(
    mark: Mark,
    key: str,
    kind: str,
    codes: tuple[Code, ...] = (),
    attributes: dict[str, str] | None = None,
    *,
    spans: tuple[Span, ...],
) -> Mention:
    """Build a mention that refers to the thing of a mark."""
    thing, values = mark.thing.key, attributes or {}
    if not thing.startswith("loose-"):
        values[THING] = thing
    return Mention(key, kind, spans, values, codes)
