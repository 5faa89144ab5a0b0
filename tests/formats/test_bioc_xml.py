"""Tests of BioC XML: reading files of PubTator and the bioc package."""

import gc
import io
from pathlib import Path

import pytest
from bioc import biocxml, validate
from lxml import etree

from goldsmith.core import (
    CUI_LESS,
    AnnotationSet,
    Code,
    Document,
    Group,
    Mention,
    Metadata,
    Note,
    Relation,
    Section,
    Span,
    canonicalise,
)
from goldsmith.formats import get, read, write

GOLDEN = Path(__file__).parent / "golden" / "bioc_xml"
FORMAT = "bioc-xml"


@pytest.fixture(scope="module")
def golden_docs() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN / "pubtator.xml", FORMAT)}


@pytest.fixture(scope="module")
def abstract(golden_docs: dict[str, Document]) -> AnnotationSet:
    return golden_docs["90000001"].sets["gold"]


@pytest.fixture(scope="module")
def methods(golden_docs: dict[str, Document]) -> AnnotationSet:
    return golden_docs["90000002"].sets["gold"]


def test_passages_become_text_and_sections(golden_docs: dict[str, Document]) -> None:
    doc = golden_docs["90000001"]
    assert doc.text.startswith("Cough after enalapril & lisinopril 😀\nA woman aged 61 had dry")
    assert doc.sections == (
        Section(Span(0, 36), "title"),
        Section(Span(37, len(doc.text)), "abstract"),
    )


def test_document_and_passage_infons_become_metadata(golden_docs: dict[str, Document]) -> None:
    assert golden_docs["90000001"].metadata == Metadata(
        type="letter", extra={"journal": "Made-up Letters", "bioc:passage.1.year": "2019"}
    )
    assert golden_docs["90000002"].metadata.extra == {"bioc:passage.1.type": "paragraph"}
    assert [section.kind for section in golden_docs["90000002"].sections] == ["METHODS"]


def test_sentences_become_text_if_passage_has_none(golden_docs: dict[str, Document]) -> None:
    assert golden_docs["90000002"].text == "Methotrexate was stopped.  It had caused hepatitis."


def test_annotation_becomes_mention(abstract: AnnotationSet) -> None:
    assert abstract.mentions_by_id()["2"] == Mention(
        "2", "Disease", (Span(0, 5),), {}, (Code("D003371", "MESH"),), "Cough"
    )


def test_other_infons_become_attributes(abstract: AnnotationSet) -> None:
    assert abstract.mentions_by_id()["3"].attributes == {"updated_at": "2019-05-01T00:00:00Z"}


def test_dash_means_cui_less(abstract: AnnotationSet) -> None:
    assert abstract.mentions_by_id()["4"].codes == (Code(CUI_LESS),)


def test_multiple_locations_and_codes(
    golden_docs: dict[str, Document], abstract: AnnotationSet
) -> None:
    mention = abstract.mentions_by_id()["7"]
    assert golden_docs["90000001"].get_covered_text(mention) == "dry cough" == mention.text
    assert mention.codes == (Code("D003371", "MESH"), Code("123456", "OMIM"))


def test_infons_named_after_a_terminology_become_codes(
    abstract: AnnotationSet, methods: AnnotationSet
) -> None:
    assert abstract.mentions_by_id()["8"].codes == (Code("673"), Code("3197", "NCBI Homologene"))
    assert methods.mentions_by_id()["T2"].codes == (
        Code("D056486", "MESH"),
        Code("D003643", "MESH"),
    )
    assert methods.mentions_by_id()["T4"].codes == (Code(CUI_LESS, "MESH"),)


def test_variant_is_one_code(abstract: AnnotationSet) -> None:
    [code] = abstract.mentions_by_id()["9"].codes
    assert code == Code("p|SUB|V|600|E;HGVS:p.V600E;CorrespondingGene:673", "tmVar")


def test_annotation_without_location_has_no_spans(abstract: AnnotationSet) -> None:
    mention = abstract.mentions_by_id()["10"]
    assert mention.spans == ()
    assert mention.attributes == {"entry_term": "Enalapril"}


def test_relation_between_concepts_is_read(abstract: AnnotationSet) -> None:
    [rel] = abstract.relations
    drug, disease = abstract.mentions_by_id()[rel.arg1], abstract.mentions_by_id()[rel.arg2]
    assert (rel.type, rel.attributes) == ("Positive_Correlation", {"score": "0.97"})
    assert (drug.type, drug.spans, drug.codes) == ("Chemical", (), (Code("D004656", "MESH"),))
    assert (disease.type, disease.codes) == ("Disease", (Code("D003371", "MESH"),))


def test_relation_between_concepts_of_bc5cdr_is_read(methods: AnnotationSet) -> None:
    rel = next(rel for rel in methods.relations if rel.type == "CID")
    drug, disease = methods.mentions_by_id()[rel.arg1], methods.mentions_by_id()[rel.arg2]
    assert (drug.type, drug.spans, drug.codes) == ("Chemical", (), (Code("D008727"),))
    assert (disease.type, disease.codes) == ("Disease", (Code("D056486"),))


def test_two_nodes_become_a_relation_with_unusual_roles_as_attributes(
    methods: AnnotationSet,
) -> None:
    relations = {rel.id: rel for rel in methods.relations}
    assert relations["R2"] == Relation("R2", "anaphora", "T4", "T1", {"certain": "yes"})
    assert relations["R3"].attributes == {"bioc:role1": "anaphor", "bioc:role2": "antecedent"}


def test_other_numbers_of_nodes_and_members_become_groups(methods: AnnotationSet) -> None:
    roles = {"bioc:role1": "Trigger", "bioc:role2": "Agent", "bioc:role3": "Theme"}
    assert methods.groups == (
        Group("R6", "same", ("T1", "T4")),
        Group("E1", "Cause", ("T3", "T1", "T2"), roles),
    )


def test_nested_relation_becomes_a_mention(methods: AnnotationSet) -> None:
    assert methods.mentions_by_id()["R5"] == Mention(
        "R5", "Cause", (), {"certain": "yes", "bioc:relation": "true"}
    )
    relations = {(rel.type, rel.arg1, rel.arg2) for rel in methods.relations}
    assert {
        ("stopped-because", "T1", "R5"),
        ("Agent", "R5", "T1"),
        ("Theme", "R5", "T2"),
    } <= relations


def test_notes_are_read(methods: AnnotationSet) -> None:
    assert methods.notes == (Note("two concepts", "T2"),)


def test_golden_file_survives_a_round_trip(
    golden_docs: dict[str, Document], tmp_path: Path
) -> None:
    write(golden_docs.values(), tmp_path / "out.xml", FORMAT)
    again = {doc.id: doc for doc in read(tmp_path / "out.xml", FORMAT)}
    assert {key: canonicalise(doc) for key, doc in again.items()} == {
        key: canonicalise(doc) for key, doc in golden_docs.items()
    }


def test_file_of_bioc_package_is_read_back(
    golden_docs: dict[str, Document], tmp_path: Path
) -> None:
    with open(GOLDEN / "pubtator.xml", "rb") as stream:
        collection = biocxml.load(stream)
    (tmp_path / "out.xml").write_text(biocxml.dumps(collection), "utf-8")
    for doc in read(tmp_path / "out.xml", FORMAT):
        assert canonicalise(doc) == canonicalise(golden_docs[doc.id])


def test_format_is_recognised_by_its_root() -> None:
    fmt = get(FORMAT)
    head = (GOLDEN / "pubtator.xml").read_bytes()[:2048]
    assert fmt.recognises("a.xml", head)
    assert not fmt.recognises("a.xml", head.replace(b"<collection", b"<corpus"))
    assert not fmt.recognises("a.xml", b"<collection><book/></collection>")
    assert not fmt.recognises("a.txt", head)


def test_memory_stays_flat(tmp_path: Path) -> None:
    """Check that the reader frees each document before it yields the next."""
    docs = (Document(f"n{number}", "fever " * 20_000) for number in range(20))
    write(docs, tmp_path / "out.xml", FORMAT)
    for doc in read(tmp_path / "out.xml", FORMAT):
        if doc.id == "n18":  # late and only once: in a long test run, gc.collect takes seconds
            gc.collect()
            elements = [obj for obj in gc.get_objects() if issubclass(type(obj), etree._Element)]
            roots = [element for element in elements if element.tag == "collection"]
            assert max(map(len, roots)) <= 6
            return
    pytest.fail("the document n18 was not read")


def test_bioc_package_agrees_on_offsets() -> None:
    """Validate the golden file with the package, which also counts code points."""
    content = (GOLDEN / "pubtator.xml").read_bytes()
    collection = biocxml.load(io.BytesIO(content))
    [doc, _] = collection.documents
    for passage in doc.passages:
        passage.annotations = [
            annotation for annotation in passage.annotations if len(annotation.locations) == 1
        ]
    doc.relations = []
    collection.documents = [doc]
    validate(collection)
