"""The layer `i2b2-2011`: problems, tests, treatments, persons and their co-reference."""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Relation
from goldsmith.core.offsets import merge_spans
from goldsmith_demo.writing.layers.mentions import build_mention, number_marks, pair_mentions
from goldsmith_demo.writing.page import Mark, Page

_I2B2 = {
    "Condition": "problem",
    "Investigation": "test",
    "Intervention": "treatment",
    "Drug-or-device": "treatment",
    "Person": "person",
}


def build_i2b2(page: Page, marks: list[Mark]) -> AnnotationSet:
    """Build problems, tests, treatments, persons and pronouns, and their co-reference."""
    own = [mark for mark in marks if mark.kind in _I2B2 and len(merge_spans(mark.spans)) == 1]
    ids = number_marks(own, "C")
    mentions = [
        build_mention(mark, ids[id(mark)], _find_i2b2_type(mark, page.text)) for mark in own
    ]
    relations = [
        Relation(f"R{number}", "coreference", ids[id(first)], ids[id(second)])
        for number, (first, second) in enumerate(pair_mentions(own), 1)
    ]
    return AnnotationSet("i2b2-2011", tuple(mentions), tuple(relations), schema="i2b2-2011")


def _find_i2b2_type(mark: Mark, text: str) -> str:
    words = text[mark.start : mark.spans[-1].end].lower()
    if mark.kind != "Person" and words in ("it", "this", "that", "these", "which", "they"):
        return "pronoun"
    return _I2B2[mark.kind]
