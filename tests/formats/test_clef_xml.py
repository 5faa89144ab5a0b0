"""Tests of CLEF XML: a golden letter and written files."""

from pathlib import Path

import pytest
from tests.formats.clef_xml_parts import HEAD, make_set

from goldsmith.core import (
    CUI_LESS,
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
from goldsmith.errors import LossError
from goldsmith.examples import notes
from goldsmith.formats import read, write
from goldsmith.formats.clef_xml import find_schema_errors
from goldsmith.formats.clef_xml.write import MENTIONS, RELATIONS

GOLDEN = Path(__file__).parent / "golden" / "clef_xml" / "letter.clef.xml"


@pytest.fixture
def golden_doc() -> Document:
    [doc] = read(GOLDEN)
    return doc


def write_document(doc: Document, folder: Path) -> bytes:
    write([doc], folder / "out", "clef-xml")
    return (folder / f"out/{doc.id}.clef.xml").read_bytes()


def test_golden_letter_is_valid() -> None:
    assert find_schema_errors(GOLDEN.read_bytes()) == []


def test_text_metadata_and_sections_are_read(golden_doc: Document) -> None:
    assert golden_doc.id == "letters/0417"
    assert golden_doc.text.startswith("Dear Dr Quill,\n\nRe: ")
    assert golden_doc.text.endswith("appropriate.\n") and len(golden_doc.text) == 368
    assert golden_doc.metadata == Metadata(
        "P-12",
        "narrative",
        "to GP",
        "2008-03-28",
        "C43.7",
        "St Elsewhere",
        {"dictated by": "Dr Marsh & team", "pages": ""},
    )
    first, second = golden_doc.sections
    assert first == Section(Span(0, 171), "history", "Dear Dr Quill,")
    assert second == Section(Span(171, 368))


def test_provenance_of_sets_is_read(golden_doc: Document) -> None:
    consensus, temporal = golden_doc.sets.values()
    assert (consensus.name, consensus.schema) == ("consensus", "clef")
    assert consensus.provenance == Provenance(
        "consensus", "adjudicator 3", "2008-05-02", "Knowtator", ("A1", "A2")
    )
    assert (temporal.name, temporal.schema) == ("temporal", "clef-temporal")
    assert temporal.provenance == Provenance()


def test_all_mention_types_are_read_with_code_point_offsets(golden_doc: Document) -> None:
    mentions = [m for annotation_set in golden_doc.sets.values() for m in annotation_set.mentions]
    assert {mention.type for mention in mentions} == {*MENTIONS, "Person name"}
    for mention in mentions:
        assert golden_doc.get_covered_text(mention) == mention.text


def test_codes_fragments_and_attributes_are_read(golden_doc: Document) -> None:
    mentions = golden_doc.sets["consensus"].mentions_by_id()
    assert mentions["c1"].codes == (Code("C0025202", "UMLS", "Melanoma"),)
    assert mentions["c3"].codes == (Code(CUI_LESS, "UMLS"),)
    pain = mentions["c4"]
    assert pain.spans == (Span(245, 251), Span(266, 270))
    assert pain.codes == (Code("C0015468", "UMLS", "Facial Pain"), Code("95668009", "SNOMEDCT_US"))
    assert pain.attributes == {"status": "resolved", "certain": "yes & no"}
    assert mentions["x1"].type == "Person name" and mentions["x1"].attributes == {}


def test_relations_chains_groups_and_notes_are_read(golden_doc: Document) -> None:
    consensus = golden_doc.sets["consensus"]
    relations = {rel.id: rel for rel in consensus.relations}
    assert {rel.type for rel in consensus.relations} == {*RELATIONS, "has_name"} - {"CTLink"}
    assert relations["R9"] == Relation("R9", "negation_modifies", "s3", "c3")
    assert relations["R14"] == Relation("R14", "has_name", "x1", "x1", {"basis": "letterhead"})
    assert consensus.groups == (
        Group("g1", "co_refers", ("c1", "c2"), {"certain": "no"}),
        Group("g2", "places", ("l1", "l3", "l4")),
    )
    assert consensus.notes == (
        Note("Or the vomiting of last week?", "c5", "question"),
        Note('indication is plain from "relieved"', "R8"),
        Note("second page missing"),
    )


def test_temporal_layer_is_read(golden_doc: Document) -> None:
    temporal = golden_doc.sets["temporal"]
    mentions = temporal.mentions_by_id()
    assert mentions["e2"].attributes == {"class": "intervention", "hypothetical": "true"}
    assert mentions["t1"].attributes == {"type": "DATE", "value": "2008-03-14"}
    assert mentions["t0"] == Mention(
        "t0",
        "TIMEX3",
        (),
        {
            "type": "DATE",
            "value": "2008-03-28",
            "functionInDocument": "CREATION_TIME",
            "quant": "1",
        },
    )
    assert temporal.relations == (
        Relation("k1", "CTLink", "e1", "t1", {"type": "is_included", "task": "B"}),
        Relation("k2", "CTLink", "e1", "t0", {"type": "before", "task": "A"}),
        Relation("k3", "CTLink", "e3", "t0", {"type": "unknown", "task": "A", "by": "A2"}),
    )


def test_golden_letter_survives_a_round_trip_and_stays_valid(
    golden_doc: Document, tmp_path: Path
) -> None:
    content = write_document(golden_doc, tmp_path)
    assert find_schema_errors(content) == []
    [back] = read(tmp_path / "out")
    assert back == golden_doc


def test_written_file_matches_expected_xml(tmp_path: Path) -> None:
    gold = AnnotationSet(
        "gold",
        (
            Mention(
                "T1",
                "Condition",
                (Span(0, 5),),
                {"status": "possible"},
                (Code("C0015967", "UMLS", "Fever"), Code(CUI_LESS)),
            ),
            Mention("T2", "Symptom & sign", (Span(6, 8), Span(10, 13))),
            Mention("T3", "TIMEX3", (), {"value": "2008", "type": "DATE", "x": '"\n'}),
        ),
        (
            Relation("R1", "CTLink", "T1", "T3", {"task": "A", "type": "before", "by": "me"}),
            Relation("R2", "treats", "T2", "T1"),
        ),
        (Group("g", "co_refers", ("T1", "T2")), Group("h", "same", ("T1",))),
        (Note("sure?", "R2", "question"),),
        "clef",
        Provenance("human", "A1", sources=("a",)),
    )
    metadata = Metadata(patient="P1", extra={"ward": "7"})
    doc = Document("a/n1", "fever on\r\nASA <&", metadata, (Section(Span(0, 5)),), {"gold": gold})
    expected = """\
<?xml version='1.0' encoding='UTF-8'?>
<document xmlns="urn:goldsmith:clef:1" id="a/n1">
  <metadata patient="P1">
    <extra name="ward">7</extra>
  </metadata>
  <text>fever on&#13;
ASA &lt;&amp;</text>
  <sections>
    <section start="0" end="5"/>
  </sections>
  <annotations set="gold" schema="clef">
    <provenance kind="human" agent="A1">
      <source>a</source>
    </provenance>
    <mentions>
      <Condition id="T1" start="0" end="5" text="fever">
        <code code="C0015967" system="UMLS" name="Fever"/>
        <code code="CUI-less"/>
        <attribute name="status" value="possible"/>
      </Condition>
      <mention id="T2" type="Symptom &amp; sign" text="on ASA">
        <span start="6" end="8"/>
        <span start="10" end="13"/>
      </mention>
      <TIMEX3 id="T3" type="DATE" value="2008">
        <attribute name="x" value="&quot;&#10;"/>
      </TIMEX3>
    </mentions>
    <relations>
      <CTLink id="R1" type="before" task="A" arg1="T1" arg2="T3">
        <attribute name="by" value="me"/>
      </CTLink>
      <relation id="R2" type="treats" arg1="T2" arg2="T1"/>
    </relations>
    <groups>
      <chain id="g">
        <member ref="T1"/>
        <member ref="T2"/>
      </chain>
      <group id="h" type="same">
        <member ref="T1"/>
      </group>
    </groups>
    <notes>
      <note target="R2" kind="question">sure?</note>
    </notes>
  </annotations>
</document>
"""
    assert write_document(doc, tmp_path).decode() == expected
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(doc) and back.id == doc.id


def test_control_characters_in_names_are_losses(tmp_path: Path) -> None:
    mention = Mention("T\x01", "Condition", (Span(0, 1),), {"a\x02": "b"})
    doc = Document("n", "fever", sets={"gold": AnnotationSet("gold", (mention,))})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", "clef-xml")
    assert caught.value.losses == {"control-characters": 2}
    write([doc], tmp_path / "out", "clef-xml", allow_loss=["control-characters"])
    [back] = read(tmp_path / "out")
    assert back.sets["gold"].mentions[0].id == "T\ufffd"


def test_written_example_notes_are_valid(tmp_path: Path) -> None:
    for doc in notes.load_documents():
        assert find_schema_errors(write_document(doc, tmp_path / doc.id)) == []


def test_reader_accepts_any_type_and_ignores_other_namespaces(
    tmp_path: Path,
) -> None:
    mention = '<Diagnosis id="T1" start="7" end="12" xml:lang="en" sure="no"/>'
    inside = make_set(mention, '<near id="R1" arg1="T1" arg2="T1" far="yes"/>')
    (tmp_path / "n.clef.xml").write_text(f"{HEAD}{inside}</document>")
    [doc] = read(tmp_path)
    gold = doc.sets["gold"]
    assert gold.mentions == (Mention("T1", "Diagnosis", (Span(7, 12),), {"sure": "no"}),)
    assert gold.relations == (Relation("R1", "near", "T1", "T1", {"far": "yes"}),)
