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
from goldsmith_demo.writing.sheet import Mark

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
_DOUBT = re.compile(r"(?:very )?(?:possible|probable|suspected|likely) ", re.IGNORECASE)
#: Types whose names may be lists.
_LISTED = ("Drug-or-device", "Intervention")


def build_i2b2(page: Page) -> AnnotationSet:
    """Build problems, tests, treatments, persons and pronouns, and their co-reference."""
    titles = {row.span.start: row.span.start + len(row.title) for row in page.sections}
    rows = [
        row
        for row in list_expressions(page)
        if row.mark.kind in _I2B2 and row.mark.end > titles.get(row.mark.start, 0)
    ]
    spans = {row: _split_list(row) for row in rows}
    keys = identify(page, rows)
    _name_lists(page, spans, keys)
    pairs = list(pair_expressions(rows, keys))
    chained = {row for pair in pairs for row in pair}
    numbers = count(1)
    mentions = {
        row: [build_mention(row.mark, f"C{next(numbers)}", kind, spans=(span,)) for span in own]
        for row, own in spans.items()
        if (kind := _find_type(row)) != "pronoun" or row in chained
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


def _name_lists(
    page: Page, spans: dict[Expression, tuple[Span, ...]], keys: dict[Mark, str]
) -> None:
    """Give a list of drugs a separate key, and a lone regimen the key of its course."""
    treatments = [row for row in spans if row.mark.kind in _LISTED]
    courses = _find_courses(page) if treatments else {}
    for row in treatments:
        mark, number = row.mark, len(spans[row])
        if number > 1:
            keys[mark] = f"{keys[mark]} {number}"
        elif mark.kind == "Drug-or-device":
            keys[mark] = courses.get(keys[mark], f"{keys[mark]} 1")


def _split_list(row: Expression) -> tuple[Span, ...]:
    """Return the span of the phrase without dose, route or doubt; one per drug for a list."""
    start, end, mark = row.phrase.start, row.phrase.end, row.mark
    if mark.kind == "Condition" and (doubt := _DOUBT.match(row.text, start, mark.start)):
        start = doubt.end()
    if mark.kind == "Drug-or-device" and (dose := _DOSE.match(row.text, start, end)):
        start = dose.end()
    if mark.kind in _LISTED:
        parts = split_name(mark.kind, row.text[mark.start : mark.end])
        if len(parts) > 1 and not any(part.is_place for part in parts):
            return tuple(_place_parts([part.spans[0] for part in parts], mark.start, start, end))
    return (Span(start, end),)


def _place_parts(parts: list[Span], at: int, start: int, end: int) -> Iterator[Span]:
    """Yield the spans of the parts of a name; the outer ones extend to the ends of the phrase."""
    for number, part in enumerate(parts):
        first, last = number == 0, number == len(parts) - 1
        yield Span(start if first else at + part.start, end if last else at + part.end)


def _find_type(row: Expression) -> str:
    return "pronoun" if row.pronoun and row.mark.kind != "Person" else _I2B2[row.mark.kind]
