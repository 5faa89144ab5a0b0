"""Very long documents: windows end at safe places, and their annotations are merged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldsmith.core import Document, Mention, Relation, Section, Span, check_structure
from goldsmith.pipeline import Analysis, batches, windows
from goldsmith.pipeline.batches import process_documents
from goldsmith.pipeline.windows import divide_document, find_windows


@given(st.text("ab .\n", max_size=200), st.integers(4, 40))
def test_windows_cover_the_text_within_the_limit(text: str, limit: int) -> None:
    places = list(find_windows(text, limit))
    assert "".join(text[start:end] for start, end in places) == text
    assert all(end - start <= limit for start, end in places)


def test_windows_end_at_blank_lines_rather_than_lines() -> None:
    text = "a" * 80 + "\n\n" + "b" * 8 + "\n" + "c" * 60
    assert [text[start:end] for start, end in find_windows(text, 100)] == [
        "a" * 80 + "\n\n",
        "b" * 8 + "\n" + "c" * 60,
    ]


def test_sections_are_clipped_to_windows() -> None:
    sections = (Section(Span(0, 30), "history"), Section(Span(30, 90), "plan"))
    doc = Document("d", ("x" * 9 + "\n") * 9, sections=sections)
    [(_, first), (offset, second)] = divide_document(doc, limit=50)
    assert offset == 50 and [section.span for section in first.sections] == [
        Span(0, 30),
        Span(30, 50),
    ]
    assert [(section.kind, section.span) for section in second.sections] == [("plan", Span(0, 40))]


class Marker:
    """Adds a mention for each X, and relates it to the previous one."""

    def __call__(self, analysis: Analysis) -> None:
        if "!" in analysis.text:
            raise ValueError("bad")
        before: Mention | None = None
        for place, char in enumerate(analysis.text):
            if char == "X":
                mention = analysis.add_mention("Mark", [Span(place, place + 1)])
                if before:
                    name = analysis.make_id("r")
                    analysis.relations.append(Relation(name, "Next", before.id, mention.id))
                before = mention


@pytest.fixture(autouse=True)
def short_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    def divide(doc: Document) -> list[tuple[int, Document]]:
        return windows.divide_document(doc, limit=12)

    monkeypatch.setattr(batches, "divide_document", divide)


def test_annotations_of_windows_are_merged() -> None:
    doc = Document("d", "aX bX cX dX eX fX gX hX")
    short = Document("e", "X")
    pairs = list(process_documents([Marker()], [short, doc, short]))  # type: ignore[list-item]
    assert [pair[0].id for pair in pairs] == ["e", "d", "e"]
    outcome = pairs[1][1]
    assert isinstance(outcome, Analysis)
    assert [doc.text[m.start : m.end] for m in outcome.mentions] == ["X"] * 8
    assert [m.start for m in outcome.mentions] == list(range(1, 24, 3))
    assert len(outcome.relations) == 8 - len(divide_document(doc, limit=12))
    annotated = doc.with_set(outcome.to_annotation_set("s", provenance=None))  # type: ignore[arg-type]
    assert not list(check_structure(annotated))


def test_error_in_a_window_affects_only_its_document() -> None:
    docs = [Document("a", "aX bX cX dX e! fX gX"), Document("b", "X X X X X X X X X X")]
    outcomes = [pair[1] for pair in process_documents([Marker()], docs)]  # type: ignore[list-item]
    assert isinstance(outcomes[0], ValueError) and isinstance(outcomes[1], Analysis)
    assert len(outcomes[1].mentions) == 10
