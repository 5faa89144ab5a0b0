"""Trained extents of times: the decision about a place, and the times of training data."""

from __future__ import annotations

from goldsmith.components.temporal.extents import mark_times
from goldsmith.components.temporal.layout import get_layout
from goldsmith.components.temporal.places import select_extents
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.pipeline import Analysis, Example


def test_extents_share_a_place() -> None:
    after, alone, elsewhere = Span(0, 15), Span(6, 15), Span(20, 24)
    shared = {after: 0.2, alone: 0.15, elsewhere: 0.2}
    assert select_extents(shared, 0.3) == [after]
    assert select_extents(shared, 0.2) == [after, elsewhere]
    assert select_extents(shared, 0.4) == []


def test_times_are_found_by_the_types_of_the_corpus() -> None:
    text = "Mesna twice daily for six months."
    marks = (("Dosage", "twice daily"), ("Duration", "six months"))
    mentions = tuple(
        Mention(kind, kind, (Span(text.index(words), text.index(words) + len(words)),))
        for kind, words in marks
    )
    example = Example(Analysis(Document("d", text)), AnnotationSet("gold", mentions=mentions))
    document = mark_times(example, get_layout("maccrobat"))
    assert [mention.type for mention in document.times] == ["DURATION"]
