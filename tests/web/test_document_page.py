"""The page of a document shows the chains and times of each set."""

from __future__ import annotations

from goldsmith.core import AnnotationSet, Document, Mention, Relation, Span
from goldsmith.core.schema_file import load_builtin_schema
from goldsmith.web.pages.documents import make_column


def test_chains_are_listed_by_their_wordings() -> None:
    doc = Document("n", "A mass. The lesion grew.")
    mentions = (
        Mention("a", "Condition", (Span(2, 6),)),
        Mention("b", "Condition", (Span(12, 18),)),
    )
    own = AnnotationSet("x", mentions, (Relation("r", "co_refers", "b", "a"),))
    column = make_column(doc, own, "human", load_builtin_schema("clef"))
    assert column.chains == ("mass = lesion",)


def test_times_are_listed_by_their_values() -> None:
    doc = Document("n", "Scan in May 2009, biopsy on 4 March 2009.")
    mentions = (
        Mention("s", "TLC", (Span(0, 4),), {"class": "investigation"}),
        Mention("m", "TIMEX3", (Span(8, 16),), {"type": "DATE", "value": "2009-05"}),
        Mention("d", "TIMEX3", (Span(28, 40),), {"type": "DATE", "value": "2009-03-04"}),
    )
    link = Relation("r", "CTLink", "s", "m", {"type": "is_included", "task": "B"})
    column = make_column(
        doc, AnnotationSet("x", mentions, (link,)), "human", load_builtin_schema("clef-temporal")
    )
    assert column.times == (
        ("2009-03-04", "4 March 2009", ""),
        ("2009-05", "May 2009", "Scan (is included)"),
    )
