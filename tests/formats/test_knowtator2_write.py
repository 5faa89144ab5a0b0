"""Tests of Knowtator 2: writing and losses."""

from pathlib import Path

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Note,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.formats import count_losses, get, read, write


def format_triple(
    name: str, subject: str, kind: str, target: str, value: str = "", quantifier: str = ""
) -> str:
    return (
        f'<triple annotator="gold" id="{name}" motivation="" object="{target}" polarity="positive" '
        f'property="{kind}" quantifier="{quantifier}" subject="{subject}" value="{value}"/>'
    )


def test_written_file_matches_expected_xml(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(2, 4),), {"status": "a | b"}, (Code("C1", "X", "n"),)),
            Mention("T2", "CHEBI", (Span(0, 1), Span(6, 9)), {}, (Code("12", "CHEBI", "ion"),)),
        ),
        (
            Relation("R1", "at", "T1", "T2", {"knowtator:quantifier": "only"}),
            Relation("R2", "at", "T1", "T2", {"sure": "no"}),
        ),
        (Group("g", "same", ("T1", "T2")),),
        (Note("check", "T1"),),
    )
    doc = Document("ward/n1", "\U0001f600 ab\r\n<c>", sets={"gold": annotation_set})
    write([doc], tmp_path / "out", "knowtator2")
    assert (tmp_path / "out/Articles/ward/n1.txt").read_bytes().decode() == doc.text
    assert (tmp_path / "out/Annotations/ward/n1.xml").read_text() == (
        f"""<?xml version='1.0' encoding='UTF-8'?>
<knowtator-project>
  <document id="ward/n1" text-file="ward/n1.txt">
    <annotation annotator="gold" id="T1" motivation="check" type="identity">
      <class id="Condition" label="Condition"/>
      <span end="5" id="T1-1" start="3">ab</span>
    </annotation>
    <annotation annotator="gold" id="T2" motivation="" type="identity">
      <class id="CHEBI:12" label="ion"/>
      <span end="2" id="T2-1" start="0">\U0001f600</span>
      <span end="10" id="T2-2" start="7">&lt;c&gt;</span>
    </annotation>
    <annotation annotator="gold" id="R2" motivation="" type="identity">
      <class id="at" label="at"/>
      <span end="5" id="R2-1" start="3">ab</span>
    </annotation>
    <annotation annotator="gold" id="g" motivation="" type="identity">
      <class id="same" label="same"/>
      <span end="5" id="g-1" start="3">ab</span>
    </annotation>
    <graph-space id="gold">
      <vertex annotation="T1" id="node_1"/>
      <vertex annotation="T2" id="node_2"/>
      <vertex annotation="R2" id="node_3"/>
      <vertex annotation="g" id="node_4"/>
      {format_triple("R1", "node_1", "at", "node_2", "", "ONLY")}
      {format_triple("value_1", "node_1", "status", "node_1", "a | b")}
      {format_triple("value_2", "node_1", "associatedCode", "node_1", "X:C1 |n|")}
      {format_triple("R2.1", "node_3", "Arg1", "node_1")}
      {format_triple("R2.2", "node_3", "Arg2", "node_2")}
      {format_triple("value_3", "node_3", "sure", "node_3", "no")}
      {format_triple("g.1", "node_4", "Coreferring strings", "node_1")}
      {format_triple("g.2", "node_4", "Coreferring strings", "node_2")}
    </graph-space>
  </document>
</knowtator-project>"""
    )
    [back] = read(tmp_path / "out", "knowtator2")
    assert back.id == "ward/n1"
    assert canonicalise(back) == canonicalise(doc)


def test_losses_are_counted() -> None:
    annotation_set = AnnotationSet(
        "gold",
        (Mention("1", "X", (Span(0, 1),), {"x": ""}), Mention("2", "Date", ())),
        notes=(Note("a", "1"), Note("b", "1"), Note("c")),
    )
    assert count_losses(Document("n", "ab", sets={"gold": annotation_set}), get("knowtator2")) == {
        "empty-values": 1,
        "second-notes": 1,
        "notes-on-documents": 1,
        "unanchored": 1,
    }


def test_fragment_with_a_control_character_does_not_spoil_the_wording(tmp_path: Path) -> None:
    mention = Mention("T1", "Condition", (Span(0, 3), Span(4, 8)))
    doc = Document("n", "arm \x0bsore", sets={"gold": AnnotationSet("gold", (mention,))})
    write([doc], tmp_path / "out", "knowtator2")
    [back] = read(tmp_path / "out", set_name="gold")
    assert back.sets["gold"].mentions[0].spans == mention.spans
