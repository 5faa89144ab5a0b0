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


@check_each
def find_tests_inside(note: Note) -> Iterator[Place]:
    """Find problems that include the test that shows them."""
    rows = note.list_mentions(*_LAYERS)
    tests = {row.start for row in rows if row.type == "test"}
    for row in rows:
        if row.type == "problem" and row.start in tests:
            yield row, "a problem that includes the test that shows it"
