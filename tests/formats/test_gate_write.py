"""Tests of GATE XML: writing and losses."""

from pathlib import Path

from tests.formats.gate_parts import make_feature

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Provenance,
    Relation,
    Section,
    Span,
    canonicalise,
)
from goldsmith.formats import count_losses, get, read, write


def make_full_document() -> Document:
    gold = AnnotationSet(
        "gold",
        (
            Mention("7", "Condition", (Span(2, 4),), {"status": "new"}, (Code("C1", "X", "n"),)),
            Mention("m", "Locus", (Span(0, 1), Span(5, 7)), {}, (Code("C2"), Code("C3"))),
            Mention("d", "Date", (), {"value": "2008"}),
        ),
        (Relation("R1", "at", "7", "m", {"sure": "no"}),),
        (Group("g", "same", ("7", "m")), Group("h", "single", ("d",))),
        (Note("check", "7"), Note("twice", "7"), Note("on the pair", "R1"), Note("whole")),
        provenance=Provenance("human", "A1", sources=("a", "b")),
    )
    metadata = Metadata(patient="P1", extra={"ward": "7 & 8"})
    sections = (Section(Span(0, 8), "plan", "Plan"),)
    return Document("ward/n1", "\U0001f600 ab\r\n<c>", metadata, sections, {"gold": gold})


def test_written_file_matches_expected_bytes(tmp_path: Path) -> None:
    write([make_full_document()], tmp_path / "out", "gate")
    assert (tmp_path / "out/ward/n1.gate.xml").read_bytes().decode() == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<GateDocument version="3">\n<GateDocumentFeatures>\n'
        + make_feature("patient", "P1")
        + make_feature("ward", "7 &amp; 8")
        + make_feature("goldsmith.set.gold.kind", "human")
        + make_feature("goldsmith.set.gold.agent", "A1")
        + make_feature("goldsmith.set.gold.source", "a")
        + make_feature("goldsmith.set.gold.source2", "b")
        + make_feature("goldsmith.set.gold.comment", "whole")
        + '</GateDocumentFeatures>\n<TextWithNodes><Node id="0"/>\U0001f600<Node id="2"/> '
        '<Node id="3"/>ab<Node id="5"/>&#13;<Node id="6"/>\n&lt;<Node id="8"/>c<Node id="9"/>&gt;'
        '</TextWithNodes>\n<AnnotationSet Name="Sections">\n'
        '<Annotation Id="6" Type="Section" StartNode="0" EndNode="9">\n'
        + make_feature("kind", "plan")
        + make_feature("title", "Plan")
        + '</Annotation>\n</AnnotationSet>\n<AnnotationSet Name="gold">\n'
        '<Annotation Id="7" Type="Condition" StartNode="3" EndNode="5">\n'
        + make_feature("status", "new")
        + make_feature("code", "X:C1 |n|")
        + make_feature("comment", "check")
        + make_feature("comment2", "twice")
        + '</Annotation>\n<Annotation Id="1" Type="Locus" StartNode="0" EndNode="2">\n'
        + make_feature("code", "C2")
        + make_feature("code2", "C3")
        + '</Annotation>\n<Annotation Id="8" Type="Locus" StartNode="6" EndNode="8">\n'
        + make_feature("fragmentOf", "1")
        + '</Annotation>\n<Annotation Id="2" Type="Date" StartNode="0" EndNode="0">\n'
        + make_feature("value", "2008")
        + '</Annotation>\n</AnnotationSet>\n<RelationSet Name="gold">\n'
        '<Relation Id="3" Type="at" Members="7;1">\n<UserData></UserData>\n'
        + make_feature("sure", "no")
        + make_feature("comment", "on the pair")
        + '</Relation>\n<Relation Id="4" Type="same" Members="7;1">\n<UserData></UserData>\n'
        + make_feature("gate:group", "true")
        + '</Relation>\n<Relation Id="5" Type="single" Members="2">\n<UserData></UserData>\n'
        "</Relation>\n</RelationSet>\n</GateDocument>"
    )


def test_full_document_survives_a_round_trip(tmp_path: Path) -> None:
    doc = make_full_document()
    assert not count_losses(doc, get("gate"))
    write([doc], tmp_path / "out", "gate")
    [back] = read(tmp_path / "out", "gate")
    assert canonicalise(back) == canonicalise(doc)
    assert back.id == "ward/n1"


def test_losses_are_counted() -> None:
    annotation_set = AnnotationSet(
        "Sections",
        (Mention("1", "X", (Span(0, 1),), {"comment": "x", "code": "C1"}, (Code("a b", "S"),)),),
        groups=(Group("g", "same", ()),),
        notes=(Note("x", "1", "Unsure"),),
    )
    doc = Document("n", "ab", Metadata(extra={"patient": "x"}), sets={"Sections": annotation_set})
    assert count_losses(doc, get("gate")) == {
        "names-that-mean-something-else": 4,
        "codes-that-cannot-be-spelt": 1,
        "note-kinds": 1,
        "empty-groups": 1,
    }
