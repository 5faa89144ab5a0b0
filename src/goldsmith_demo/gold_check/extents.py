"""Rules for extents in the co-reference layers: where phrases begin and end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from goldsmith.core import Mention
from goldsmith_demo.gold_check.finding import Place, check_each, check_mentions
from goldsmith_demo.gold_check.notes import Note

_LAYERS = ("odie", "i2b2-2011")
#: A judgement between a test and the sides examined: "air entry normal L and R".
_JUDGED = re.compile(r"\w{2,} (?:normal|good|equal|clear|ok) ", re.IGNORECASE)
_NUMBERED = re.compile(r"\b(?:cycle|cycles|segment|day|course) \Z", re.IGNORECASE)


@check_mentions(*_LAYERS)
def find_known(note: Note, mention: Mention) -> Iterator[str]:
    """Find phrases that begin with "known", which stays outside."""
    if note.read_words(mention).startswith("known "):
        yield 'begins with "known"'


@check_mentions(*_LAYERS)
def find_broken_lines(note: Note, mention: Mention) -> Iterator[str]:
    """Find phrases that cross a line break or include a heading."""
    titles = (row.span.start + len(row.title) for row in note.doc.sections)
    crosses_title = any(mention.start < title < mention.end for title in titles)
    if crosses_title or "\n" in note.text[mention.start : mention.end]:
        yield "contains a heading or a line break"


@check_mentions(*_LAYERS, kind="test")
def find_judgements_inside(note: Note, mention: Mention) -> Iterator[str]:
    """Find tests that include their result."""
    if _JUDGED.search(note.text, mention.start, mention.end):
        yield "the test includes its result"


@check_mentions(*_LAYERS, words=r"\d.*")
def find_numbers_of_others(note: Note, mention: Mention) -> Iterator[str]:
    """Find phrases that begin with the number of the word before, as in "cycle 3"."""
    if _NUMBERED.search(note.read_before(mention.start, 10)):
        yield "begins with a number that belongs to the word before"


@check_mentions(*_LAYERS)
def find_cut_modifiers(note: Note, mention: Mention) -> Iterator[str]:
    """Find phrases without the article and number before them: "a 10-point review"."""
    if re.search(r"\b(?:the|an?) \d+-[a-z]+ \Z", note.read_before(mention.start, 20)):
        yield "without its article"


@check_each
def find_tests_inside(note: Note) -> Iterator[Place]:
    """Find problems that include the test that shows them."""
    rows = note.list_mentions(*_LAYERS)
    tests = {row.start for row in rows if row.type == "test"}
    for row in rows:
        if row.type == "problem" and row.start in tests:
            yield row, "a problem that includes the test that shows it"
