"""Build the layer `i2b2-2011`: problems, tests, treatments, persons and their co-reference."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, count

from goldsmith.core import AnnotationSet, Relation, Span
from goldsmith_demo.writing.anaphora import Expression
from goldsmith_demo.writing.layers.compounds import split_name
from goldsmith_demo.writing.layers.expressions import identify, list_expressions, pair_expressions
from goldsmith_demo.writing.layers.mentions import build_mention
from goldsmith_demo.writing.page import Page

_I2B2 = {
    "Condition": "problem",
    "Investigation": "test",
    "Intervention": "treatment",
    "Drug-or-device": "treatment",
    "Person": "person",
}
_DOSE = re.compile(
    r"(?:\d[\d.,]* ?(?:m?g|mcg|m?L|ml|MBq|units?|Gy) (?:of )?)?"
    r"(?:(?:IV|intravenous|oral) (?!access))?",
    re.IGNORECASE,
)
"""A dose and a route, which the span excludes."""
#: Words of doubt, which the span excludes.
_DOUBT = re.compile(r"(?:possible|probable|suspected) ", re.IGNORECASE)
#: Types whose names may be lists.
_LISTED = ("Drug-or-device", "Intervention")


def build_i2b2(page: Page) -> AnnotationSet:
    """Build problems, tests, treatments, persons and pronouns, and their co-reference."""
    rows = [row for row in list_expressions(page) if row.mark.kind in _I2B2]
    spans = {row: _split_list(row, page.text) for row in rows}
    types = {row: _find_type(row) for row in rows}
    keys = identify(page, rows)
    courses = _find_courses(page)
    own_keys = {
        row.mark: _name_list(keys[row.mark], row.mark.kind, len(spans[row]), courses)
        for row in rows
    }
    pairs = list(pair_expressions(rows, own_keys))
    chained = {row for pair in pairs for row in pair}
    numbers = count(1)
    mentions = {
        row: [
            build_mention(row.mark, f"C{next(numbers)}", types[row], spans=(span,))
            for span in spans[row]
        ]
        for row in rows
        if types[row] != "pronoun" or row in chained
    }
    links = (
        (part.id, same.id)
        for first, second in pairs
        for part, same in zip(mentions[first], mentions[second], strict=False)
    )
    relations = tuple(
        Relation(f"R{number}", "coreference", *link) for number, link in enumerate(links, 1)
    )
    own = tuple(chain.from_iterable(mentions.values()))
    return AnnotationSet("i2b2-2011", own, relations, schema="i2b2-2011")


def _find_courses(page: Page) -> dict[str, str]:
    """Map each regimen to its course of chemotherapy, if the page names no other regimen of it."""
    named = {mark.thing.key for mark in page.marks}
    regimens: dict[str, set[str]] = defaultdict(set)
    courses = (event for event in page.patient.events if event.kind == "chemotherapy")
    for event in courses:
        regimen = event.details.get("regimen", "")
        if regimen in named:
            regimens[event.what].add(regimen)
    return {next(iter(names)): key for key, names in regimens.items() if len(names) == 1}


def _name_list(key: str, kind: str, count: int, courses: dict[str, str]) -> str:
    """Return the key of a name: a list gets a separate key, a lone regimen its course's key."""
    if count > 1:
        return f"{key} {count}"
    return courses.get(key, f"{key} 1") if kind == "Drug-or-device" else key


def _split_list(row: Expression, text: str) -> tuple[Span, ...]:
    """Return the span of the phrase without dose, route or doubt; one per drug for a list."""
    start, end = row.phrase.start, row.phrase.end
    dose = _DOSE.match(text, start, end) if row.mark.kind == "Drug-or-device" else None
    start = dose.end() if dose else start
    doubt = _DOUBT.match(text, start, row.mark.start) if row.mark.kind == "Condition" else None
    start = doubt.end() if doubt else start
    name = text[row.mark.start : row.mark.end]
    parts = split_name(row.mark.kind, name) if row.mark.kind in _LISTED else ()
    if len(parts) < 2 or any(part.is_place for part in parts):
        return (Span(start, end),)
    return tuple(_place_parts([part.spans[0] for part in parts], row.mark.start, start, end))


def _place_parts(parts: list[Span], at: int, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of the parts of a name; the outer ones extend to the ends of the phrase."""
    for number, part in enumerate(parts):
        first, last = number == 0, number == len(parts) - 1
        yield Span(start if first else at + part.start, end if last else at + part.end)


def _find_type(row: Expression) -> str:
    return "pronoun" if row.pronoun and row.mark.kind != "Person" else _I2B2[row.mark.kind]
