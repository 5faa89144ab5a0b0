"""Trained extents of times: the decision about a place, rival types, labels of candidates."""

from __future__ import annotations

from goldsmith.components.temporal.expressions.compiler import load_grammar
from goldsmith.components.temporal.expressions.finder import TimexFinder
from goldsmith.components.temporal.labels import label_candidates
from goldsmith.components.temporal.layout import get_layout
from goldsmith.components.temporal.marked import find_rivals, make_training_set, mark_times
from goldsmith.components.temporal.places import select_extents
from goldsmith.components.temporal.resolution.values import Timex
from goldsmith.core import AnnotationSet, Document, Mention, Span
from goldsmith.pipeline import Analysis, Example

FINDER = TimexFinder(load_grammar((), shipped=True), order="auto", skip=())


def find_candidates(analysis: Analysis) -> list[Timex]:
    return FINDER.find(analysis.text, "").timexes


def test_extents_share_a_place() -> None:
    after, alone, elsewhere = Span(0, 15), Span(6, 15), Span(20, 24)
    shared = {after: 0.2, alone: 0.15, elsewhere: 0.2}
    assert select_extents(shared, 0.3) == [after]
    assert select_extents(shared, 0.2) == [after, elsewhere]
    assert select_extents(shared, 0.4) == []


def mark(text: str, *mentions: tuple[str, str]) -> Example:
    """Make a training document from its text and the types and words of its mentions."""
    gold = tuple(
        Mention(f"m{n}", kind, (Span(text.index(w), text.index(w) + len(w)),))
        for n, (kind, w) in enumerate(mentions)
    )
    return Example(Analysis(Document("d", text)), AnnotationSet("gold", mentions=gold))


def test_rival_types_overlap_candidates() -> None:
    text = "Mesna twice daily for six months. No pain."
    marks = (("Dosage", "twice daily"), ("Duration", "six months"), ("Sign", "pain"))
    layout = get_layout("maccrobat")
    document = mark_times(mark(text, *marks), layout)
    assert [m.type for m in document.times] == ["DURATION"]
    assert find_rivals([document] * 4, find_candidates) == frozenset()
    rivals = find_rivals([document] * 5, find_candidates)
    assert rivals == {"Dosage"}
    training = make_training_set(document, rivals, "extent")
    assert [m.type for m in training.mentions] == ["extent", "Dosage"]


def test_mentions_that_contain_a_time_are_no_rivals() -> None:
    text = "Asthma for six months."
    example = mark(text, ("Duration", "six months"), ("History", "Asthma for six months"))
    document = mark_times(example, get_layout("maccrobat"))
    assert (len(document.times), document.others) == (1, ())


def test_candidates_label_the_words_around_them() -> None:
    analysis = Analysis(Document("d", "Seen after two weeks of pain."))
    labels = set(label_candidates(analysis, find_candidates(analysis)))
    assert {(2, 4, "time:DURATION"), (2, 4, "before1=after"), (2, 4, "behind2=of pain")} <= labels
    assert {(1, 2, "<time:DURATION"), (1, 2, "<across=of"), (4, 5, ">across=after")} <= labels
    assert {(0, 1, "<<time:DURATION"), (5, 6, ">>time:DURATION")} <= labels
