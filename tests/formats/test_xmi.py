"""Tests of the xmi format: reading files of INCEpTION and cTAKES."""

import shutil
import zipfile
from pathlib import Path

import pytest

from goldsmith.core import (
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Provenance,
    Relation,
    Section,
    Span,
    canonicalise,
)
from goldsmith.errors import InputError
from goldsmith.formats import Reader, read, write

GOLDEN = Path(__file__).parent / "golden" / "xmi"
INCEPTION = GOLDEN / "inception"
CTAKES = GOLDEN / "ctakes"
FORMAT = "xmi"
NAMED_ENTITY = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
TEXT = "Plan 😀: T2DM with foot ulcer, oozing.\r\nUlcer of the left foot was cleaned; it healed.\n"


@pytest.fixture(scope="module")
def golden_doc() -> Document:
    [doc] = read(INCEPTION, FORMAT)
    return doc


@pytest.fixture(scope="module")
def alice_set(golden_doc: Document) -> AnnotationSet:
    return golden_doc.sets["alice"]


def test_each_annotator_becomes_a_set_of_one_document(golden_doc: Document) -> None:
    assert (golden_doc.id, golden_doc.text) == ("note-1", TEXT)
    assert list(golden_doc.sets) == ["alice", "bob"]
    assert golden_doc.sets["bob"].provenance == Provenance(agent="bob")
    assert golden_doc.metadata == Metadata()


def test_utf_16_offsets_are_converted(golden_doc: Document, alice_set: AnnotationSet) -> None:
    """Convert offsets after an emoji, which has two code units in UTF-16."""
    mention = alice_set.mentions_by_id()["40"]
    assert mention.spans == (Span(18, 28),)
    assert golden_doc.get_covered_text(mention) == "foot ulcer"


def test_span_layer_reads_features_of_all_kinds(alice_set: AnnotationSet) -> None:
    assert alice_set.mentions_by_id()["40"] == Mention(
        "40",
        "Finding",
        (Span(18, 28),),
        {
            "certainty": "doubtful",
            "count": "1",
            "negated": "false",
            "size": "2.5",
            "concepts": "C0085119|C0041582",
            "type": "wound",
        },
    )


def test_named_entity_value_and_identifier_become_type_and_code(alice_set: AnnotationSet) -> None:
    first, second = alice_set.mentions_by_id()["30"], alice_set.mentions_by_id()["31"]
    assert (first.type, first.codes) == ("Disease", (Code("http://snomed.info/id/44054006"),))
    assert first.attributes == {"xmi:type": NAMED_ENTITY}
    assert (second.type, second.codes) == ("NamedEntity", ())


def test_annotation_without_extent_keeps_its_offset(alice_set: AnnotationSet) -> None:
    assert alice_set.mentions_by_id()["43"] == Mention("43", "Finding", (), {"xmi:begin": "78"})


def test_feature_structure_without_offsets_is_a_mention(alice_set: AnnotationSet) -> None:
    assert alice_set.mentions_by_id()["90"] == Mention("90", "Quality", (), {"grade": "good"})


def test_relation_layer_becomes_relations(alice_set: AnnotationSet) -> None:
    assert Relation("50", "Located", "40", "41", {"kind": "on"}) in alice_set.relations


def test_tokens_linked_by_relations_become_mentions(
    golden_doc: Document, alice_set: AnnotationSet
) -> None:
    rel = next(rel for rel in alice_set.relations if rel.type == "Dependency")
    governor, dependent = alice_set.mentions_by_id()[rel.arg1], alice_set.mentions_by_id()[rel.arg2]
    assert rel.attributes == {"DependencyType": "nsubj", "flavor": "basic"}
    assert (governor.type, golden_doc.get_covered_text(governor)) == ("Token", "cleaned")
    assert golden_doc.get_covered_text(dependent) == "Ulcer"


def test_chain_layers_become_groups(golden_doc: Document, alice_set: AnnotationSet) -> None:
    assert alice_set.groups == (
        Group("63", "Same", ("60", "61", "62")),
        Group("65", "Coreference", ("64",)),
    )
    links = [alice_set.mentions_by_id()[link_id] for link_id in ("60", "61", "62")]
    assert [golden_doc.get_covered_text(link) for link in links] == [
        "foot ulcer",
        "Ulcer of the left foot",
        "it",
    ]
    assert {link.type for link in links} == {"Same"}
    assert links[0].attributes == {"referenceType": "nominal"}
    assert links[1].attributes == {"referenceRelation": "anaphoric"}


def test_slots_and_other_references_become_relations(alice_set: AnnotationSet) -> None:
    relations = {rel.id: rel for rel in alice_set.relations}
    assert relations["72.participants.1"] == Relation(
        "72.participants.1", "participants", "72", "40", {"role": "theme"}
    )
    assert relations["72.participants.2"].attributes == {}
    assert relations["72.cause.1"] == Relation("72.cause.1", "cause", "72", "42")
    assert relations["82.arguments.1"] == Relation(
        "82.arguments.1", "arguments", "82", "80", {"role": "ARG1"}
    )


def test_auxiliary_types_are_omitted(golden_doc: Document, alice_set: AnnotationSet) -> None:
    types = {mention.type for mention in alice_set.mentions}
    assert types == {
        *("Disease", "NamedEntity", "Finding", "Event", "SemArg", "SemPred", "Quality"),
        *("Same", "Coreference", "Token"),
    }
    assert golden_doc.sections == (Section(Span(0, 39), "plan"),)


def test_ctakes_file_is_read() -> None:
    [doc] = read(CTAKES, FORMAT)
    annotation_set = doc.sets["gold"]
    disease = annotation_set.mentions_by_id()["40"]
    assert (doc.id, doc.get_covered_text(disease)) == ("visit-17", "Gouty arthritis")
    assert disease.codes == (
        Code("C0003868", "UMLS", "Arthritis, Gouty"),
        Code("48440001", "SNOMEDCT_US", "Arthritis, Gouty"),
        Code("190828008", "SNOMEDCT_US", "Arthritis, Gouty"),
    )
    assert disease.attributes == {
        "id": "7",
        "typeID": "2",
        "polarity": "-1",
        "confidence": "0.5",
        "subject": "patient",
        "tui": "T047",
    }
    assert doc.sections == (Section(Span(12, 47), "IMPRESSION", "Impression"),)
    assert doc.metadata.extra == {"language": "en", "documentID": "visit_17"}
    rel = next(rel for rel in annotation_set.relations if rel.type == "location_of")
    assert (rel.arg1, rel.attributes) == ("40", {"polarity": "0"})
    assert doc.get_covered_text(annotation_set.mentions_by_id()[rel.arg2]) == "left knee", (
        "the mention is in no index of the file"
    )
    event = next(rel for rel in annotation_set.relations if rel.type == "event")
    assert annotation_set.mentions_by_id()[event.arg2] == Mention(
        "32", "Event", (), {"docTimeRel": "OVERLAP"}
    )


@pytest.mark.parametrize("folder", [INCEPTION, CTAKES])
def test_golden_files_survive_a_round_trip(folder: Path, tmp_path: Path) -> None:
    [doc] = read(folder, FORMAT)
    write([doc], tmp_path / "out", FORMAT)
    [back] = read(tmp_path / "out", FORMAT)
    assert back.id == doc.id
    assert canonicalise(back) == canonicalise(doc)


def test_exported_inception_project_is_read(tmp_path: Path) -> None:
    """Read a zip archive of zip archives; the curation becomes another set of the document."""
    inner = {}
    for user in ("alice", "bob"):
        inner[f"annotation/note-1.txt/{user}.zip"] = INCEPTION / f"note-1.txt/{user}.xmi"
    inner["curation/note-1.txt/CURATION_USER.zip"] = INCEPTION / "note-1.txt/bob.xmi"
    with zipfile.ZipFile(tmp_path / "project.zip", "w") as project:
        project.writestr("source/note-1.txt", "not read")
        for name, source in inner.items():
            user = Path(name).stem
            with zipfile.ZipFile(tmp_path / f"{user}.zip", "w") as archive:
                archive.write(source, f"{user}.xmi")
                archive.write(INCEPTION / "TypeSystem.xml", "TypeSystem.xml")
            project.write(tmp_path / f"{user}.zip", name)
    reader = Reader(tmp_path / "project.zip", FORMAT)
    [doc] = reader
    assert doc.id == "note-1"
    assert list(doc.sets) == ["alice", "bob", "CURATION_USER"]
    assert len(doc.sets["alice"].groups) == 2


def test_single_document_export_takes_its_name_from_the_cas(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.write(INCEPTION / "note-1.txt/alice.xmi", "alice.xmi")
        archive.write(INCEPTION / "TypeSystem.xml", "TypeSystem.xml")
    [doc] = read(tmp_path / "export.zip")
    assert (doc.id, list(doc.sets)) == ("note-1", ["alice"])


def test_type_system_is_found_next_to_a_single_file(tmp_path: Path) -> None:
    shutil.copy(CTAKES / "visit-17.xmi", tmp_path / "a.xmi")
    shutil.copy(CTAKES / "TypeSystem.xml", tmp_path / "TypeSystem.xml")
    [doc] = read(tmp_path / "a.xmi", FORMAT, set_name="ctakes")
    assert (doc.id, list(doc.sets)) == ("a", ["ctakes"])


def test_types_with_the_same_short_name_keep_their_full_names(tmp_path: Path) -> None:
    types = (INCEPTION / "TypeSystem.xml").read_text("utf-8")
    added = """<typeDescription><name>org.other.Finding</name><description/>
        <supertypeName>uima.tcas.Annotation</supertypeName></typeDescription>"""
    (tmp_path / "TypeSystem.xml").write_text(types.replace("</types>", f"{added}</types>"), "utf-8")
    content = (INCEPTION / "note-1.txt/bob.xmi").read_text("utf-8")
    content = content.replace("xmlns:custom", 'xmlns:other="http:///org/other.ecore" xmlns:custom')
    element = '<other:Finding xmi:id="41" sofa="12" begin="0" end="4"/>'
    content = content.replace("<cas:Sofa", f"{element}<cas:Sofa").replace("1 2 40", "1 2 40 41")
    (tmp_path / "n.xmi").write_text(content, "utf-8")
    [doc] = read(tmp_path, FORMAT)
    assert [mention.type for mention in doc.sets["gold"].mentions] == [
        "Finding",
        "org.other.Finding",
    ]


def test_format_is_recognised(tmp_path: Path) -> None:
    for folder in (INCEPTION, CTAKES):
        assert Reader(folder).format.name == FORMAT
    (tmp_path / "a.xmi").write_text("<XMI/>", "utf-8")
    with pytest.raises(InputError, match="no known format"):
        Reader(tmp_path)
