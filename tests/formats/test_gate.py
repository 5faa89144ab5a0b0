"""GATE XML: golden files as GATE writes them, the way back byte by byte, and bad input."""

from pathlib import Path

import pytest

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
    canonical,
)
from goldsmith.errors import BadFiles, InputError
from goldsmith.formats import get, losses, read, write

GOLDEN = Path(__file__).parent / "golden" / "gate"


@pytest.fixture
def summary() -> Document:
    [doc] = read(GOLDEN)
    return doc


def mention(doc: Document, key: str) -> Mention:
    return doc.sets["consensus"].by_id()[key]


def test_it_is_recognised_by_its_root_not_by_its_ending(summary: Document) -> None:
    assert summary.id == "discharge"
    assert not get("gate").recognises("a.xml", b"<?xml version='1.0'?><collection>")
    assert not get("gate").recognises("a.xml", b"<!-- <GateDocument> --><annotations>")
    head = "<?xml version='1.0' encoding='UTF-16'?>\n<GateDocument>".encode("utf-16")
    assert get("gate").recognises("a.xml", head)


def test_the_text_is_exact_and_offsets_are_code_points(summary: Document) -> None:
    assert summary.text.startswith("DISCHARGE SUMMARY\r\nPatient \U0001f469 aged 64 with fever & ")
    assert summary.text.endswith("it did not recur.\r\n")
    assert mention(summary, "11").spans == (Span(42, 47),)
    assert summary.covered(mention(summary, "15")) == "it"


def test_the_set_without_a_name_gets_the_name_asked_for(summary: Document) -> None:
    assert list(summary.sets) == ["gold", "consensus", "Original markups"]
    [doc] = read(GOLDEN, "gate", set_name="consensus")
    assert list(doc.sets) == ["default", "consensus", "Original markups"]


def test_document_features_are_metadata(summary: Document) -> None:
    extra = {
        "gate.SourceURL": "file:/notes/discharge.txt",
        "MimeType": "text/plain",
        "docNewLineType": "CRLF",
    }
    assert summary.metadata == Metadata(patient="4711", extra=extra)


def test_features_are_attributes_whatever_their_class(summary: Document) -> None:
    wrapped = (
        '<gate.corpora.ObjectWrapper>\n  <value class="list"><string>Fever1</string></value>\n'
        "</gate.corpora.ObjectWrapper>"
    )
    assert mention(summary, "11").attributes == {
        "status": "present",
        "chronic": "false",
        "matches": "11;14",
        "rules": wrapped,
    }


def test_codes_and_comments_are_features_too(summary: Document) -> None:
    assert mention(summary, "11").codes == (Code("C0015967", "UMLS", "Fever"),)
    assert summary.sets["consensus"].notes == (Note("no reading given", "11"),)


def test_fragments_are_put_together(summary: Document) -> None:
    assert "13" not in summary.sets["consensus"].by_id()
    assert summary.covered(mention(summary, "12")) == "left effusion"
    assert mention(summary, "12").attributes == {"side": "left"}


def test_annotations_of_no_length_have_no_spans(summary: Document) -> None:
    at = str(summary.text.index("No left"))
    assert mention(summary, "16") == Mention("16", "Page_break", (), {"gate:at": at})
    assert mention(summary, "17") == Mention("17", "Document_date", (), {"value": "2008-03-14"})


def test_relations_of_two_are_relations_and_others_groups(summary: Document) -> None:
    one = summary.sets["consensus"]
    data = {"certainty": "low", "gate:userData": "<gate.corpora.ObjectWrapper/>"}
    assert one.relations == (Relation("41", "has_location", "11", "12", data),)
    assert one.groups == (Group("40", "co_refers", ("11", "14", "15")),)


def test_the_way_back(summary: Document, tmp_path: Path) -> None:
    write([summary], tmp_path / "out", "gate")
    [back] = read(tmp_path / "out")
    assert canonical(back) == canonical(summary)


def full_document() -> Document:
    one = AnnotationSet(
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
    return Document("ward/n1", "\U0001f600 ab\r\n<c>", metadata, sections, {"gold": one})


def feature(name: str, value: str) -> str:
    java = 'className="java.lang.String"'
    return f"<Feature>\n  <Name {java}>{name}</Name>\n  <Value {java}>{value}</Value>\n</Feature>\n"


def test_writing(tmp_path: Path) -> None:
    write([full_document()], tmp_path / "out", "gate")
    assert (tmp_path / "out/ward/n1.gate.xml").read_bytes().decode() == (
        "<?xml version='1.0' encoding='UTF-8'?>\n"
        '<GateDocument version="3">\n<GateDocumentFeatures>\n'
        + feature("patient", "P1")
        + feature("ward", "7 &amp; 8")
        + feature("goldsmith.set.gold.kind", "human")
        + feature("goldsmith.set.gold.agent", "A1")
        + feature("goldsmith.set.gold.source", "a")
        + feature("goldsmith.set.gold.source2", "b")
        + feature("goldsmith.set.gold.comment", "whole")
        + '</GateDocumentFeatures>\n<TextWithNodes><Node id="0"/>\U0001f600<Node id="2"/> '
        '<Node id="3"/>ab<Node id="5"/>&#13;<Node id="6"/>\n&lt;<Node id="8"/>c<Node id="9"/>&gt;'
        '</TextWithNodes>\n<AnnotationSet Name="Sections">\n'
        '<Annotation Id="6" Type="Section" StartNode="0" EndNode="9">\n'
        + feature("kind", "plan")
        + feature("title", "Plan")
        + '</Annotation>\n</AnnotationSet>\n<AnnotationSet Name="gold">\n'
        '<Annotation Id="7" Type="Condition" StartNode="3" EndNode="5">\n'
        + feature("status", "new")
        + feature("code", "X:C1 |n|")
        + feature("comment", "check")
        + feature("comment2", "twice")
        + '</Annotation>\n<Annotation Id="1" Type="Locus" StartNode="0" EndNode="2">\n'
        + feature("code", "C2")
        + feature("code2", "C3")
        + '</Annotation>\n<Annotation Id="8" Type="Locus" StartNode="6" EndNode="8">\n'
        + feature("fragmentOf", "1")
        + '</Annotation>\n<Annotation Id="2" Type="Date" StartNode="0" EndNode="0">\n'
        + feature("value", "2008")
        + '</Annotation>\n</AnnotationSet>\n<RelationSet Name="gold">\n'
        '<Relation Id="3" Type="at" Members="7;1">\n<UserData></UserData>\n'
        + feature("sure", "no")
        + feature("comment", "on the pair")
        + '</Relation>\n<Relation Id="4" Type="same" Members="7;1">\n<UserData></UserData>\n'
        + feature("gate:group", "true")
        + '</Relation>\n<Relation Id="5" Type="single" Members="2">\n<UserData></UserData>\n'
        "</Relation>\n</RelationSet>\n</GateDocument>"
    )


def test_everything_comes_back(tmp_path: Path) -> None:
    doc = full_document()
    assert not losses(doc, get("gate"))
    write([doc], tmp_path / "out", "gate")
    [back] = read(tmp_path / "out", "gate")
    assert canonical(back) == canonical(doc)
    assert back.id == "ward/n1"


def document(parts: str, text: str = '<Node id="0"/>fever<Node id="5"/> secret') -> str:
    return f"<GateDocument>\n<TextWithNodes>{text}</TextWithNodes>\n{parts}\n</GateDocument>\n"


def annotation(key: str, start: str = "0", end: str = "5", features: str = "") -> str:
    places = f'StartNode="{start}" EndNode="{end}"'
    return f'<Annotation Id="{key}" Type="Condition" {places}>{features}</Annotation>\n'


def in_set(*annotations: str) -> str:
    return "<AnnotationSet>\n" + "".join(annotations) + "</AnnotationSet>\n"


def test_old_files_without_ids_or_features(tmp_path: Path) -> None:
    bare = '<Annotation Type="Condition" StartNode="0" EndNode="5"/>'
    (tmp_path / "n.xml").write_text(document(in_set(bare, bare)))
    [doc] = read(tmp_path)
    assert [one.spans for one in doc.sets["gold"].mentions] == [(Span(0, 5),)] * 2
    assert doc.metadata == Metadata()


def test_the_place_of_a_node_counts_not_its_id(tmp_path: Path) -> None:
    text = '<Node id="100"/>fever<Node id="7"/>'
    (tmp_path / "n.xml").write_text(document(in_set(annotation("1", "100", "7")), text))
    [doc] = read(tmp_path)
    assert doc.sets["gold"].mentions[0].spans == (Span(0, 5),)


def test_windows_files_in_their_own_encoding(tmp_path: Path) -> None:
    text = "<?xml version='1.0' encoding='windows-1252'?>\r\n" + document("", "caf\u00e9\r\n x")
    (tmp_path / "n.xml").write_bytes(text.encode("cp1252"))
    [doc] = read(tmp_path)
    assert doc.text == "caf\u00e9\n x"  # a parser sees a bare line end; GATE escapes the others


def test_what_only_a_further_fragment_says_is_kept(tmp_path: Path) -> None:
    of_one = feature("fragmentOf", "1") + feature("side", "left")
    parts = in_set(annotation("2", features=of_one), annotation("1"))
    (tmp_path / "n.xml").write_text(document(parts))
    [doc] = read(tmp_path)
    [found] = doc.sets["gold"].mentions
    assert (found.id, found.attributes, found.spans) == ("1", {"side": "left"}, (Span(0, 5),))


def test_a_set_of_sections_with_more_to_say_stays_a_set(tmp_path: Path) -> None:
    more = '<AnnotationSet Name="Sections"><Annotation Id="1" Type="Section" '
    more += f'StartNode="0" EndNode="5">{feature("author", "A")}</Annotation></AnnotationSet>'
    (tmp_path / "n.xml").write_text(document(more))
    [doc] = read(tmp_path)
    assert not doc.sections
    assert doc.sets["Sections"].mentions[0].attributes == {"author": "A"}


def test_set_names_that_cannot_name_a_folder_are_changed(tmp_path: Path) -> None:
    (tmp_path / "n.xml").write_text(document('<AnnotationSet Name="A/B: final."/>'))
    [doc] = read(tmp_path)
    assert list(doc.sets) == ["A_B_ final"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (document(in_set(annotation("1")))[:-30], "n.xml:5: this is not well-formed XML"),
        (document(in_set(annotation("1", end="9"))), "n.xml:4: the EndNode 9 does not exist"),
        (document(in_set(annotation("1", "5", "0"))), "n.xml:4: n, 1: the spans 5-0 are not"),
        (document(in_set(annotation("1"), annotation("1"))), "n.xml:4: n, 1: the id is used 2"),
        (
            document('<RelationSet>\n<Relation Id="9" Type="r" Members="1;2"/>\n</RelationSet>'),
            "n.xml:4: n, 9: its first argument 1 does not exist",
        ),
        (
            document('<RelationSet>\n<Relation Id="9" Type="r"/>\n</RelationSet>'),
            "n.xml:4: <Relation> has no 'Members'",
        ),
        (
            document(in_set(annotation("2", features=feature("fragmentOf", "8")))),
            "n.xml:4: 2 is a fragment of 8, which does not exist",
        ),
        (document("", "a <b>secret</b>"), "n.xml:2: <b> stands in the text"),
        (document("", "a <Node/>secret"), "n.xml:2: <Node> has no 'id'"),
        (document("", 'a <Node id="2">secret</Node>'), "n.xml:2: <Node> stands in the text"),
        (document(in_set(annotation("1", features="<Feature/>"))), "n.xml:4: a feature has no"),
        ("<GateDocument>\n</GateDocument>", "n.xml:1: there is no <TextWithNodes>"),
        ("<collection>\n</collection>", "n.xml:1: the root element is <collection>"),
        (
            '<!DOCTYPE a [\n<!ENTITY x "secret">]>\n' + document("", "&x;"),
            "n.xml:2: the file defines XML entities",
        ),
        (
            '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n' + document("", "&x;"),
            "n.xml:1: the file defines XML entities",
        ),
    ],
)
def test_bad_input_names_file_and_line(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "n.xml").write_text(content)
    with pytest.raises(InputError) as caught:
        list(read(tmp_path, "gate"))
    message = str(caught.value)
    assert says in message
    assert "secret" not in message and "fever" not in message


def test_bytes_that_are_not_the_encoding_said(tmp_path: Path) -> None:
    (tmp_path / "n.xml").write_bytes(document("", "caf\u00e9 secret").encode("latin-1"))
    with pytest.raises(InputError, match=r"n\.xml:2: this is not well-formed XML") as caught:
        list(read(tmp_path, "gate"))
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_of_a_dtd_that_is_not_read(tmp_path: Path, encoding: str) -> None:
    head = f'<?xml version="1.0" encoding="{encoding}"?>\n<!DOCTYPE a SYSTEM "a.dtd">\n'
    (tmp_path / "n.xml").write_bytes((head + document("", "&nbsp;secret")).encode(encoding))
    with pytest.raises(InputError, match=r"n\.xml:4: the file uses an entity of a DTD") as caught:
        list(read(tmp_path, "gate"))
    assert "secret" not in str(caught.value)


def test_other_xml_beside_it_is_an_error_for_each_file(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(document(""))
    (tmp_path / "b.xml").write_text("<collection/>")
    (tmp_path / "c.xml").write_text("<annotations/>")
    with pytest.raises(BadFiles) as caught:
        list(read(tmp_path, "gate"))
    assert len(caught.value.errors) == 2


def test_what_cannot_be_said_is_named() -> None:
    one = AnnotationSet(
        "Sections",
        (Mention("1", "X", (Span(0, 1),), {"comment": "x", "code": "C1"}, (Code("a b", "S"),)),),
        groups=(Group("g", "same", ()),),
        notes=(Note("x", "1", "Unsure"),),
    )
    doc = Document("n", "ab", Metadata(extra={"patient": "x"}), sets={"Sections": one})
    assert losses(doc, get("gate")) == {
        "names-that-mean-something-else": 4,
        "codes-that-cannot-be-spelt": 1,
        "note-kinds": 1,
        "empty-groups": 1,
    }
