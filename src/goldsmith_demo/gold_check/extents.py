"""Rules for extents in the co-reference layers: where phrases begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Document, Mention
from goldsmith_demo.gold_check.finding import Place, check_each, check_mentions
from goldsmith_demo.gold_check.words import get_extent, list_mentions, read_words

_LAYERS = ("odie", "i2b2-2011")
#: A judgement between a test and the sides examined: "air entry normal L and R".
_JUDGED = re.compile(r"\w{2,} (?:normal|good|equal|clear|ok) ", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:cycle|cycles|segment|day|course) \Z", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:the|an?) \d+-[a-z]+ \Z")


@check_mentions(*_LAYERS)
def find_known(doc: Document, mention: Mention) -> str:
    """Find phrases that begin with "known", which stays outside."""
    return 'begins with "known"' if read_words(doc, mention).startswith("known ") else ""


@check_mentions(*_LAYERS)
def find_broken_lines(doc: Document, mention: Mention) -> str:
    """Find phrases that cross a line break or include a heading."""
    start, end = get_extent(mention)
    titles = (row.span.start + len(row.title) for row in doc.sections)
    is_broken = "\n" in doc.text[start:end] or any(start < title < end for title in titles)
    return "contains a heading or a line break" if is_broken else ""


@check_mentions(*_LAYERS, kind="test")
def find_judgements_inside(doc: Document, mention: Mention) -> str:
    """Find tests that include their result."""
    return "the test includes its result" if _JUDGED.search(doc.text, *get_extent(mention)) else ""


@check_mentions(*_LAYERS)
def find_numbers_of_others(doc: Document, mention: Mention) -> str:
    """Find phrases that begin with the number of the word before, as in "cycle 3"."""
    start = mention.start
    is_number = doc.text[start].isdigit() and _NUMBERED.search(doc.text, max(0, start - 10), start)
    return "begins with a number that belongs to the word before" if is_number else ""


@check_mentions(*_LAYERS)
def find_cut_modifiers(doc: Document, mention: Mention) -> str:
    """Find phrases without the article and number before them: "a 10-point review"."""
    is_cut = _COUNTED.search(doc.text, max(0, mention.start - 20), mention.start)
    return "without its article" if is_cut else ""


@check_each
def find_tests_inside(doc: Document) -> Iterator[Place]:
    """Find problems that include the test that shows them."""
    rows = [row for layer in _LAYERS for row in list_mentions(doc, layer)]
    tests = {row.start for row in rows if row.type == "test"}
    for row in rows:
        if row.type == "problem" and row.start in tests:
            yield (*get_extent(row), "a problem that includes the test that shows it")
