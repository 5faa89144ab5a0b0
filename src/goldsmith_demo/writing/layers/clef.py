"""The layer `clef`: entities, signals, relations and co-reference."""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Relation
from goldsmith_demo.writing.layers.mentions import build_mention, number_marks, pair_mentions
from goldsmith_demo.writing.page import Mark, Page

_CLEF = frozenset(
    "Condition Intervention Investigation Result Drug-or-device Locus Negation Laterality "
    "Sub-location".split()
)


def build_clef(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build entities, signals, relations and co-reference."""
    own = [mark for mark in marks if mark.kind in _CLEF]
    ids = number_marks(own, "T")
    relations = [
        (kind, ids[id(first)], ids[id(second)])
        for kind, first, second in page.links
        if id(first) in ids and id(second) in ids
    ]
    relations += [
        ("co_refers", ids[id(first)], ids[id(second)]) for first, second in pair_mentions(own)
    ]
    return AnnotationSet(
        "clef",
        tuple(build_mention(mark, ids[id(mark)], mark.kind, bare=page.text) for mark in own),
        tuple(
            Relation(f"R{number}", *row) for number, row in enumerate(dict.fromkeys(relations), 1)
        ),
        schema="clef",
    )
