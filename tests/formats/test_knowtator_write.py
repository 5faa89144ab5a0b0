"""Tests of Knowtator 1: writing and losses."""

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


def test_written_file_matches_expected_xml(tmp_path: Path) -> None:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("T1", "Condition", (Span(2, 4),), {"status": "a | b"}, (Code("C1", "X", "n"),)),
            Mention("T2", "CHEBI", (Span(0, 1), Span(6, 9)), {}, (Code("12", "CHEBI", "ion"),)),
            Mention("d", "Date", ()),
        ),
        (
            Relation("R1", "at", "T1", "T2"),
            Relation("R2", "at", "T1", "T2", {"sure": "no"}),
        ),
        (Group("g", "same", ("T1", "T2")),),
        (Note("check", "T1"), Note("whole")),
    )
    doc = Document("ward/n1", "\U0001f600 ab\r\n<c>", sets={"gold": annotation_set})
    write([doc], tmp_path / "out", "knowtator")
    assert (tmp_path / "out/ward/n1.txt").read_bytes().decode() == doc.text
    assert (tmp_path / "out/ward/n1.txt.knowtator.xml").read_text() == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        """<annotations textSource="n1.txt">
  <annotation>
    <mention id="T1"/>
    <annotator id="gold">gold</annotator>
    <span start="3" end="5"/>
    <spannedText>ab</spannedText>
    <comment>check</comment>
  </annotation>
  <annotation>
    <mention id="T2"/>
    <annotator id="gold">gold</annotator>
    <span start="0" end="2"/>
    <span start="7" end="10"/>
    <spannedText>\U0001f600 ... &lt;c&gt;</spannedText>
  </annotation>
  <annotation>
    <mention id="d"/>
    <annotator id="gold">gold</annotator>
  </annotation>
  <annotation>
    <mention id="note"/>
    <annotator id="gold">gold</annotator>
    <comment>whole</comment>
  </annotation>
  <classMention id="T1">
    <mentionClass id="Condition">Condition</mentionClass>
    <hasSlotMention id="slot_1"/>
    <hasSlotMention id="slot_2"/>
    <hasSlotMention id="R1"/>
  </classMention>
  <stringSlotMention id="slot_1">
    <mentionSlot id="status"/>
    <stringSlotMentionValue value="a"/>
    <stringSlotMentionValue value="b"/>
  </stringSlotMention>
  <stringSlotMention id="slot_2">
    <mentionSlot id="associatedCode"/>
    <stringSlotMentionValue value="X:C1 |n|"/>
  </stringSlotMention>
  <complexSlotMention id="R1">
    <mentionSlot id="at"/>
    <complexSlotMentionValue value="T2"/>
  </complexSlotMention>
  <classMention id="T2">
    <mentionClass id="CHEBI:12">ion</mentionClass>
  </classMention>
  <classMention id="d">
    <mentionClass id="Date">Date</mentionClass>
  </classMention>
  <classMention id="R2">
    <mentionClass id="at">at</mentionClass>
    <hasSlotMention id="slot_3"/>
    <hasSlotMention id="R2.1"/>
    <hasSlotMention id="R2.2"/>
  </classMention>
  <stringSlotMention id="slot_3">
    <mentionSlot id="sure"/>
    <stringSlotMentionValue value="no"/>
  </stringSlotMention>
  <complexSlotMention id="R2.1">
    <mentionSlot id="Arg1"/>
    <complexSlotMentionValue value="T1"/>
  </complexSlotMention>
  <complexSlotMention id="R2.2">
    <mentionSlot id="Arg2"/>
    <complexSlotMentionValue value="T2"/>
  </complexSlotMention>
  <classMention id="g">
    <mentionClass id="same">same</mentionClass>
    <hasSlotMention id="slot_4"/>
  </classMention>
  <complexSlotMention id="slot_4">
    <mentionSlot id="Coreferring strings"/>
    <complexSlotMentionValue value="T1"/>
    <complexSlotMentionValue value="T2"/>
  </complexSlotMention>
  <classMention id="note">
    <mentionClass id="document note">document note</mentionClass>
  </classMention>
</annotations>"""
    )
    [back] = read(tmp_path / "out", "knowtator")
    assert canonicalise(back) == canonicalise(doc)


def test_single_nonempty_set_keeps_its_name(tmp_path: Path) -> None:
    nonempty = AnnotationSet("b", (Mention("T1", "X", (Span(0, 1),)),))
    doc = Document("n", "ab", sets={"a": AnnotationSet("a"), "b": nonempty})
    write([doc], tmp_path / "out", "knowtator")
    [back] = read(tmp_path / "out", set_name="a")
    assert list(back.sets) == ["b"]


def test_losses_are_counted() -> None:
    annotation_set = AnnotationSet(
        "gold",
        (
            Mention("1", "X:1", (Span(0, 1),), {"CUI": "C1", "x": "\x01"}, (Code("a b", "S"),)),
            Mention("2", "document note", ()),
        ),
        groups=(Group("g", "same", ()),),
        notes=(Note("x", "2", "Unsure"), Note(" ", "1")),
    )
    assert count_losses(
        Document("n", "a\x00b", sets={"gold": annotation_set}), get("knowtator")
    ) == {
        "names-that-mean-something-else": 3,
        "control-characters-in-values": 1,
        "codes-that-cannot-be-spelt": 1,
        "note-kinds": 1,
        "empty-notes": 1,
        "empty-groups": 1,
    }
