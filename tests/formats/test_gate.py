"""Tests of GATE XML: reading golden files and unusual files."""

from pathlib import Path

import pytest
from tests.formats.gate_parts import make_annotation, make_feature, make_file, make_set

from goldsmith.core import (
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Relation,
    Span,
    canonicalise,
)
from goldsmith.formats import get, read, write

GOLDEN = Path(__file__).parent / "golden" / "gate"


@pytest.fixture
def golden_doc() -> Document:
    [doc] = read(GOLDEN)
    return doc


def get_mention(doc: Document, key: str) -> Mention:
    return doc.sets["consensus"].mentions_by_id()[key]


def test_format_is_recognised_by_its_root(golden_doc: Document) -> None:
    assert golden_doc.id == "discharge"
    assert not get("gate").recognises("a.xml", b"<?xml version='1.0'?><collection>")
    assert not get("gate").recognises("a.xml", b"<!-- <GateDocument> --><annotations>")
    head = "<?xml version='1.0' encoding='UTF-16'?>\n<GateDocument>".encode("utf-16")
    assert get("gate").recognises("a.xml", head)


def test_text_is_exact_and_offsets_are_code_points(golden_doc: Document) -> None:
    assert golden_doc.text.startswith(
        "DISCHARGE SUMMARY\r\nPatient \U0001f469 aged 64 with fever & "
    )
    assert golden_doc.text.endswith("it did not recur.\r\n")
    assert get_mention(golden_doc, "11").spans == (Span(42, 47),)
    assert golden_doc.get_covered_text(get_mention(golden_doc, "15")) == "it"


def test_unnamed_set_gets_the_requested_name(golden_doc: Document) -> None:
    assert list(golden_doc.sets) == ["gold", "consensus", "Original markups"]
    [doc] = read(GOLDEN, "gate", set_name="consensus")
    assert list(doc.sets) == ["default", "consensus", "Original markups"]


def test_document_features_become_metadata(golden_doc: Document) -> None:
    extra = {
        "gate.SourceURL": "file:/notes/discharge.txt",
        "MimeType": "text/plain",
        "docNewLineType": "CRLF",
    }
    assert golden_doc.metadata == Metadata(patient="4711", extra=extra)


def test_features_of_any_class_become_attributes(golden_doc: Document) -> None:
    wrapped = (
        '<gate.corpora.ObjectWrapper>\n  <value class="list"><string>Fever1</string></value>\n'
        "</gate.corpora.ObjectWrapper>"
    )
    assert get_mention(golden_doc, "11").attributes == {
        "status": "present",
        "chronic": "false",
        "matches": "11;14",
        "rules": wrapped,
    }


def test_code_and_comment_features_become_codes_and_notes(golden_doc: Document) -> None:
    assert get_mention(golden_doc, "11").codes == (Code("C0015967", "UMLS", "Fever"),)
    assert golden_doc.sets["consensus"].notes == (Note("no reading given", "11"),)


def test_fragments_are_merged(golden_doc: Document) -> None:
    assert "13" not in golden_doc.sets["consensus"].mentions_by_id()
    assert golden_doc.get_covered_text(get_mention(golden_doc, "12")) == "left effusion"
    assert get_mention(golden_doc, "12").attributes == {"side": "left"}


def test_annotations_of_length_zero_have_no_spans(golden_doc: Document) -> None:
    offset = str(golden_doc.text.index("No left"))
    assert get_mention(golden_doc, "16") == Mention("16", "Page_break", (), {"gate:at": offset})
    assert get_mention(golden_doc, "17") == Mention(
        "17", "Document_date", (), {"value": "2008-03-14"}
    )


def test_relations_of_two_members_become_relations_and_others_groups(golden_doc: Document) -> None:
    consensus = golden_doc.sets["consensus"]
    data = {"certainty": "low", "gate:userData": "<gate.corpora.ObjectWrapper/>"}
    assert consensus.relations == (Relation("41", "has_location", "11", "12", data),)
    assert consensus.groups == (Group("40", "co_refers", ("11", "14", "15")),)


def test_golden_file_survives_a_round_trip(golden_doc: Document, tmp_path: Path) -> None:
    write([golden_doc], tmp_path / "out", "gate")
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(golden_doc)


def test_old_files_without_ids_or_features_are_read(tmp_path: Path) -> None:
    bare = '<Annotation Type="Condition" StartNode="0" EndNode="5"/>'
    (tmp_path / "n.xml").write_text(make_file(make_set(bare, bare)))
    [doc] = read(tmp_path)
    assert [mention.spans for mention in doc.sets["gold"].mentions] == [(Span(0, 5),)] * 2
    assert doc.metadata == Metadata()


def test_node_position_defines_the_offset(tmp_path: Path) -> None:
    text = '<Node id="100"/>fever<Node id="7"/>'
    (tmp_path / "n.xml").write_text(make_file(make_set(make_annotation("1", "100", "7")), text))
    [doc] = read(tmp_path)
    assert doc.sets["gold"].mentions[0].spans == (Span(0, 5),)


def test_windows_encoding_is_read(tmp_path: Path) -> None:
    text = "<?xml version='1.0' encoding='windows-1252'?>\r\n" + make_file("", "caf\u00e9\r\n x")
    (tmp_path / "n.xml").write_bytes(text.encode("cp1252"))
    [doc] = read(tmp_path)
    assert doc.text == "caf\u00e9\n x"  # XML parsers normalise unescaped line ends; GATE escapes CR


def test_features_of_further_fragments_are_kept(tmp_path: Path) -> None:
    features = make_feature("fragmentOf", "1") + make_feature("side", "left")
    parts = make_set(make_annotation("2", features=features), make_annotation("1"))
    (tmp_path / "n.xml").write_text(make_file(parts))
    [doc] = read(tmp_path)
    [mention] = doc.sets["gold"].mentions
    assert (mention.id, mention.attributes, mention.spans) == ("1", {"side": "left"}, (Span(0, 5),))


def test_section_set_with_other_features_stays_a_set(tmp_path: Path) -> None:
    sections = '<AnnotationSet Name="Sections"><Annotation Id="1" Type="Section" '
    sections += (
        f'StartNode="0" EndNode="5">{make_feature("author", "A")}</Annotation></AnnotationSet>'
    )
    (tmp_path / "n.xml").write_text(make_file(sections))
    [doc] = read(tmp_path)
    assert not doc.sections
    assert doc.sets["Sections"].mentions[0].attributes == {"author": "A"}


def test_set_names_are_made_valid_folder_names(tmp_path: Path) -> None:
    (tmp_path / "n.xml").write_text(make_file('<AnnotationSet Name="A/B: final."/>'))
    [doc] = read(tmp_path)
    assert list(doc.sets) == ["A_B_ final"]
