"""Tests of the xmi format: writing."""

from pathlib import Path

import pytest
from cassis import load_cas_from_xmi, load_typesystem
from msgspec.structs import replace

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
)
from goldsmith.errors import LossError
from goldsmith.formats import read, write

GOLDEN = Path(__file__).parent / "golden" / "xmi"
FORMAT = "xmi"
NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"


def make_full_document() -> Document:
    gold = AnnotationSet(
        "gold",
        (
            Mention(
                "T1",
                "Drug-or-device",
                (Span(8, 13),),
                {"history of": "yes", "code": "x"},
                (Code("C0015967", "UMLS", "Fever"), Code("R50")),
            ),
            Mention("T2", "Finding", (Span(16, 18), Span(20, 25))),
            Mention("T3", "Finding", ()),
        ),
        (Relation("R1", "has_location", "T1", "T2", {"sure": "no"}),),
        (Group("G1", "co_refers", ("T1", "T3"), {"sure": ""}),),
        (Note("ask", "T1", "Query"), Note("all read")),
        provenance=Provenance("human", "A1", "2026-01-01", "goldsmith", ("a", "b")),
    )
    return Document(
        "note-1",
        'Plan 😀: fever,\r\nno <cough> & "rash"\t.',
        Metadata("P1", date="2008-03-14", extra={"ward": "7", "x": ""}),
        (Section(Span(0, 15), "plan", "Plan"),),
        {"gold": gold},
    )


def test_written_files_match_golden_files(tmp_path: Path) -> None:
    write([make_full_document()], tmp_path / "out", FORMAT)
    for name in ("note-1.xmi", "TypeSystem.xml"):
        expected = (GOLDEN / "written" / name).read_bytes()
        assert (tmp_path / "out" / name).read_bytes() == expected
    [back] = read(tmp_path / "out", FORMAT)
    assert back == make_full_document(), "ids are preserved"


def test_cassis_reads_written_files(tmp_path: Path) -> None:
    write([make_full_document()], tmp_path / "out", FORMAT)
    system = load_typesystem(tmp_path / "out" / "TypeSystem.xml")
    cas = load_cas_from_xmi(tmp_path / "out" / "note-1.xmi", typesystem=system)
    [drug] = cas.select("webanno.custom.Drug_or_device")
    assert drug.get_covered_text() == "fever"
    assert drug.history_of == "yes"
    [link] = cas.select("webanno.custom.has_location")
    assert (link.Governor, link.Dependent.begin) == (drug, 16)
    [chain] = cas.select("webanno.custom.co_refersChain")
    assert chain.first.get_covered_text() == "fever"


def test_written_layers_follow_inception_rules(tmp_path: Path) -> None:
    """Check the written layers against the rules of INCEpTION.

    Spans have plain features, lists of strings and slots. A relation also has exactly Governor and
    Dependent, both of the same type. The name of a chain type ends in Chain, and a chain has links.
    """
    write([make_full_document()], tmp_path / "out", FORMAT)
    system = load_typesystem(tmp_path / "out" / "TypeSystem.xml")
    for name in ("Drug_or_device", "Finding", "has_location", "co_refersLink"):
        type_ = system.get_type(f"webanno.custom.{name}")
        assert type_.supertype.name == "uima.tcas.Annotation"
        for feature in type_.features:
            element = feature.elementType and system.get_type(feature.elementType.name)
            slot = element and {slot_feature.name for slot_feature in element.features}
            plain = system.is_primitive(feature.rangeType)
            listed = feature.rangeType.name == "uima.cas.StringArray"
            linked = feature.name in ("Governor", "Dependent", "next")
            assert plain or listed or linked or slot == {"role", "target"}
    chain = system.get_type("webanno.custom.co_refersChain")
    assert chain.supertype.name == "uima.cas.AnnotationBase"
    assert chain.get_feature("first").rangeType.name == "webanno.custom.co_refersLink"


def test_similar_names_stay_distinct(tmp_path: Path) -> None:
    names = ["a-b", "a_b", "a b", "", " ", "1st", "größe", "class", "get", "type", "a-bLink", "id"]
    mentions = [Mention(f"T{n}", name, (Span(0, 5),)) for n, name in enumerate(names)]
    mentions.append(Mention("T", "x", (Span(0, 5),), {name: name for name in names}))
    groups = (Group("G1", "a-b", ("T1",)), Group("G2", "a b", ("T2",)))
    links = tuple(Relation(f"R{n}", name, "T1", "T2") for n, name in enumerate(names))
    annotation_set = AnnotationSet("gold", tuple(mentions), links, groups)
    doc = Document("n1", "fever", sets={"gold": annotation_set})
    write([doc], tmp_path / "out", FORMAT)
    [back] = read(tmp_path / "out", FORMAT)
    assert back == doc


def test_later_documents_can_add_features(tmp_path: Path) -> None:
    docs = []
    for number, attributes in enumerate([{}, {"a": "1"}, {"b": "2", "a": "3"}]):
        mentions = (Mention("T1", "F", (Span(0, 1),), attributes), Mention("T2", "F", ()))
        docs.append(Document(f"n{number}", "x", sets={"gold": AnnotationSet("gold", mentions)}))
    write(iter(docs), tmp_path / "out", FORMAT)
    assert list(read(tmp_path / "out", FORMAT)) == docs


def test_sets_are_written_to_a_folder_named_after_the_document(tmp_path: Path) -> None:
    mention = Mention("T1", "F", (Span(0, 5),))
    sets = {"a": AnnotationSet("a", (mention,)), "b": AnnotationSet("b")}
    docs = [Document(name, "fever", sets=sets) for name in ("x/n1", "n2.txt")]
    write(docs, tmp_path / "out", FORMAT)
    files = sorted(
        str(path.relative_to(tmp_path / "out")) for path in (tmp_path / "out").rglob("*.*")
    )
    assert files == [
        *("TypeSystem.xml", "n2.txt.txt", "n2.txt.txt/a.xmi", "n2.txt.txt/b.xmi"),
        *("x/n1.txt", "x/n1.txt/a.xmi", "x/n1.txt/b.xmi"),
    ]
    assert {doc.id: doc for doc in read(tmp_path / "out", FORMAT)} == {doc.id: doc for doc in docs}


@pytest.mark.parametrize("name", ["a.txt/b", "annotation/x/y", "a.b/c", "curation/z"])
def test_document_ids_that_look_like_inception_folders(name: str, tmp_path: Path) -> None:
    doc = Document(name, "fever", sets={"gold": AnnotationSet("gold", (Mention("T", "F", ()),))})
    write([doc], tmp_path / "out", FORMAT)
    assert list(read(tmp_path / "out", FORMAT)) == [doc]


def test_copied_annotation_gets_a_new_id(tmp_path: Path) -> None:
    mentions = (Mention("T1", "F", (Span(0, 2),)), Mention("T2", "F", (Span(2, 5),)))
    doc = Document("n1", "fever", sets={"gold": AnnotationSet("gold", mentions)})
    write([doc], tmp_path / "out", FORMAT)
    path = tmp_path / "out" / "n1.xmi"
    path.write_text(path.read_text("utf-8").replace('id="T2"', 'id="T1"'), "utf-8")
    [doc] = read(tmp_path / "out", FORMAT)
    assert [mention.id for mention in doc.sets["gold"].mentions] == ["T1", "4"]


def test_link_with_missing_mention_becomes_a_mention(tmp_path: Path) -> None:
    write([make_full_document()], tmp_path / "out", FORMAT)
    path = tmp_path / "out" / "note-1.xmi"
    content = path.read_text("utf-8").replace('mention="T1"', 'mention="T9"')
    path.write_text(content, "utf-8", newline="")
    [doc] = read(tmp_path / "out", FORMAT)
    [group] = doc.sets["gold"].groups
    link = doc.sets["gold"].mentions_by_id()[group.members[0]]
    assert (link.type, doc.get_covered_text(link), group.members[1]) == ("co_refers", "fever", "T3")


def test_control_characters_are_a_loss(tmp_path: Path) -> None:
    mention = Mention("T1", "F\x01", (Span(0, 5),), {"a\x02": "b\x03"})
    doc = Document("n1", "fe\x00er", sets={"gold": AnnotationSet("gold", (mention,))})
    with pytest.raises(LossError) as caught:
        write([doc], tmp_path / "out", FORMAT)
    assert caught.value.losses == {"control-characters": 4}
    write([doc], tmp_path / "out", FORMAT, allow_loss=["all"])
    [back] = read(tmp_path / "out", FORMAT)
    assert back.text == "fe\ufffder"


def test_named_entities_are_written_to_their_layer(tmp_path: Path) -> None:
    attributes = {"xmi:type": NAMED_ENTITY, "value": "v"}
    codes = (Code("C1", "UMLS"), Code("C2", "UMLS", "two"))
    first = Mention("T1", "Disease", (Span(0, 5),), attributes, codes)
    second = replace(first, id="T2", codes=codes[1:], type="")
    annotation_set = AnnotationSet("gold", (first, second))
    doc = Document("n1", "fever", sets={"gold": annotation_set})
    write([doc], tmp_path / "out", FORMAT)
    assert 'value="Disease" identifier="UMLS:C1"' in (tmp_path / "out/n1.xmi").read_text("utf-8")
    assert list(read(tmp_path / "out", FORMAT)) == [doc]
