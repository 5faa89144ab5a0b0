"""Policies of extents in the layers of co-reference: where phrases begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Document
from goldsmith_demo.gold_check.finding import Place, check_each
from goldsmith_demo.gold_check.words import get_extent

_LAYERS = ("odie", "i2b2-2011")
#: A judgement between a test and the sides that it was done on: "air entry normal L and R".
_JUDGED = re.compile(r"\w{2,} (?:normal|good|equal|clear|ok) ", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:cycle|cycles|segment|day|course) \Z", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:the|an?) \d+-[a-z]+ \Z")


def _list_extents(doc: Document) -> Iterator[tuple[int, int, str, str]]:
    """Yield begin, end, type and words of the mentions in the layers of co-reference."""
    for layer in _LAYERS:
        for mention in doc.sets[layer].mentions if layer in doc.sets else ():
            start, end = get_extent(mention)
            yield start, end, mention.type, doc.text[start:end]


@check_each
def find_known(doc: Document) -> Iterator[Place]:
    """Leave "known" outside a bare phrase."""
    for start, end, _, words in _list_extents(doc):
        if words.lower().startswith("known "):
            yield start, end, "begins with known"


@check_each
def find_broken_lines(doc: Document) -> Iterator[Place]:
    """Keep a phrase within its line, and headings outside."""
    titles = {row.span.start + len(row.title) for row in doc.sections}
    for start, end, _, words in _list_extents(doc):
        if "\n" in words or any(start < title < end for title in titles):
            yield start, end, "holds a heading or a line break"


@check_each
def find_judgements_inside(doc: Document) -> Iterator[Place]:
    """Leave the result outside the test."""
    for start, end, kind, words in _list_extents(doc):
        if kind == "test" and _JUDGED.search(words):
            yield start, end, "a test with its result"


@check_each
def find_numbers_of_others(doc: Document) -> Iterator[Place]:
    """Leave the number of a cycle to the cycle."""
    for start, end, _, words in _list_extents(doc):
        if words[0].isdigit() and _NUMBERED.search(doc.text, max(0, start - 10), start):
            yield start, end, "begins with the number of the word before"


@check_each
def find_cut_modifiers(doc: Document) -> Iterator[Place]:
    """Include what stands between an article and its noun: "a 10-point review"."""
    for start, end, _, _ in _list_extents(doc):
        if _COUNTED.search(doc.text, max(0, start - 20), start):
            yield start, end, "without its article"


@check_each
def find_tests_inside(doc: Document) -> Iterator[Place]:
    """Leave the test that shows a problem, and the verb, outside the problem."""
    tests = {start for start, _, kind, _ in _list_extents(doc) if kind == "test"}
    for start, end, kind, _ in _list_extents(doc):
        if kind == "problem" and start in tests:
            yield start, end, "a problem with the test that shows it"
