"""Build the layers `mayo-disorder` and `share-2014`: disorders with their codes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from goldsmith.core import CUI_LESS, AnnotationSet, Code, Mention, Span
from goldsmith.core.offsets import merge_spans
from goldsmith_demo.life.concepts import Meaning, find_meaning
from goldsmith_demo.writing.layers.compounds import split_name
from goldsmith_demo.writing.layers.mentions import (
    build_mention,
    read_words,
    trim_extent,
)
from goldsmith_demo.writing.layers.relations import is_spread
from goldsmith_demo.writing.page import BATCH, Page
from goldsmith_demo.writing.sheet import Mark

_HISTORY = re.compile(
    r"\b(?:history (?:is )?(?:of|(?:significant|notable|remarkable) for)|h/o|hx of)"
    r"(?:\s\w[\w-]*){0,2}\s$",
    re.IGNORECASE,
)
_FURTHER = re.compile(r"(?:\s\([^)\n]*\))?(?:,|,?\sand|\s&|,?\sor)\s(?:an?\s)?", re.IGNORECASE)
"""Text between the members of a list."""
_REACHES = re.compile(r"\b(?:invad|infiltrat|extend|reach|breach|penetrat)\w*\b")
"""Text between a tumour and a place that it invades, which is not its location."""
_BEFORE = re.compile(r"(?:\s|,|/|\b(?:and|or|left|right|L|R)\b)+", re.IGNORECASE)
"""Text between the places before a disorder, and between them and its name."""
_LEAD = 50
_NOT_REAL = frozenset(("neg", "poss", "hyp"))


class _Disorder(NamedTuple):
    """A disorder mention; its spans include the place if that is part of the name."""

    mark: Mark
    spans: tuple[Span, ...]
    meaning: Meaning


def build_mayo(page: Page) -> AnnotationSet:
    """Build disorders with code, context and status."""
    rows = [row for row in _list_disorders(page) if row.meaning.is_disorder]
    past = _find_histories(page.text, rows)
    mentions = [
        _build(number, row, row.meaning.snomed, "disorder", "SNOMED CT", _assess(row, past, page))
        for number, row in enumerate(rows, 1)
    ]
    return AnnotationSet("mayo-disorder", tuple(mentions), schema="mayo-disorder")


def build_share(page: Page) -> AnnotationSet:
    """Build disorders, signs and symptoms with their concepts, or CUI-less."""
    mentions = [
        _build(number, row, row.meaning.cui, "Disease_Disorder", "UMLS")
        for number, row in enumerate(_list_disorders(page), 1)
    ]
    return AnnotationSet("share-2014", tuple(mentions), schema="share-2014")


def _build(
    number: int,
    row: _Disorder,
    code: str,
    kind: str,
    system: str,
    assertion: dict[str, str] | None = None,
) -> Mention:
    codes = (Code(code or CUI_LESS, system),)
    return build_mention(row.mark, f"D{number}", kind, codes, assertion, spans=row.spans)


@lru_cache(maxsize=BATCH)
def _list_disorders(page: Page) -> tuple[_Disorder, ...]:
    """Return the disorders of a page, with the places that are part of their names."""
    places: dict[Mark, list[Mark]] = defaultdict(list)
    for kind, first, second in page.links:
        if kind == "has_location" and first.sentence == second.sentence:
            places[first].append(second)
    rows: list[_Disorder] = []
    for mark in page.ordered:
        if mark.kind == "Condition" and "rel" not in mark.flags:
            spans = trim_extent(mark, page.text)
            placed = list(_place(mark, spans, places[mark], page.text))[::-1]
            placed = placed or list(_split(mark, spans, page.text))
            meaning = find_meaning(read_words(spans, page.text))
            rows += placed or ([_Disorder(mark, spans, meaning)] if meaning else [])
    return tuple(rows)


def _place(
    mark: Mark, spans: tuple[Span, ...], places: list[Mark], text: str
) -> Iterator[_Disorder]:
    """Yield the disorder at each place before or after it that completes its name, last first."""
    words = read_words(spans, text)
    plain, first = find_meaning(words), spans[0].start
    for place in sorted(places, key=lambda place: -place.start):
        where = merge_spans(place.spans)
        if any(span.overlaps(part) for span in spans for part in where):
            continue
        name = read_words(where, text)
        meaning = find_meaning(words, name)
        if where[-1].end <= first and _BEFORE.fullmatch(text, where[-1].end, first):
            first = where[0].start
            whole = find_meaning(f"{name} {words}")
            meaning = whole if whole and (whole.is_coded or not plain) else meaning or plain
        elif _REACHES.search(text, spans[-1].end, where[0].start):
            continue
        if meaning:
            yield _Disorder(mark, _join((*where, *spans), text), meaning)


def _split(mark: Mark, spans: tuple[Span, ...], text: str) -> Iterator[_Disorder]:
    """Split a place from the end of a disorder's name; yield nothing if no known term remains."""
    at, name = spans[0].start, text[spans[0].start : spans[0].end]
    parts = split_name("Condition", name) if len(spans) == 1 else ()
    whole = find_meaning(name)
    if len(parts) < 2 or not whole:
        return
    what, place = (Span(at + part.spans[0].start, at + part.spans[0].end) for part in parts)
    words, where = read_words((what,), text), read_words((place,), text)
    plain, placed = find_meaning(words), find_meaning(words, where)
    if plain and not placed and (plain.is_coded or not whole.is_coded):
        yield _Disorder(mark, (what,), plain)
    elif placed:
        meaning = whole if whole.is_coded else placed
        yield _Disorder(mark, _join((what, place), text), meaning)


def _join(spans: tuple[Span, ...], text: str) -> tuple[Span, ...]:
    """Sort spans, and merge those that only whitespace separates."""
    rows: list[Span] = []
    for span in sorted(spans):
        if rows and not text[rows[-1].end : span.start].strip():
            rows[-1] = Span(rows[-1].start, max(rows[-1].end, span.end))
        else:
            rows.append(span)
    return tuple(rows)


def _find_histories(text: str, rows: list[_Disorder]) -> set[Mark]:
    """Return the marks listed after "history of", even if the disorder is ongoing."""
    past: set[Mark] = set()
    last: _Disorder | None = None
    for row in rows:
        start = row.spans[0].start
        lead = _HISTORY.search(text, max(0, start - _LEAD), start)
        if lead or (last and _FURTHER.fullmatch(text, last.spans[-1].end, start)):
            past.add(row.mark)
            last = row
        else:
            last = None
    return past


def _is_over(mark: Mark, page: Page) -> bool:
    """Return whether an illness had ended before the visit or stay that a note documents."""
    if page.is_report or mark.flags & _NOT_REAL or is_spread(mark, page):
        return False
    return mark.thing.end is not None and mark.thing.end < (page.came or page.date)


def _assess(row: _Disorder, past: set[Mark], page: Page) -> dict[str, str]:
    """Return the context and status of a disorder; `past` has the marks called a history."""
    mark = row.mark
    if "unrel" in mark.flags:
        aside = "unrelated to patient"
        return {"context": aside, "status": aside, "unrelated": "true"}
    history = "family history of" if "fam" in mark.flags else "history of"
    is_past = mark.flags & {"fam", "hist"} or mark in past or _is_over(mark, page)
    context = history if is_past else "current"
    status = "negated" if "neg" in mark.flags else "possible"
    return {
        "context": context,
        "status": status if mark.flags & _NOT_REAL else "confirmed",
        "unrelated": "false",
    }
