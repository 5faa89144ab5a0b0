"""Tests of Anafora: reading golden folders in the style of THYME."""

from pathlib import Path

import pytest

from goldsmith.core import CUI_LESS, Code, Document, Group, Note, Relation, Span
from goldsmith.formats import count_losses, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "anafora"
TEMPORAL = {"anafora:parentsType": "TemporalEntities"}
LINK = {"anafora:parentsType": "TemporalRelations"}
CHAIN = {"anafora:parentsType": "CorefChains"}


@pytest.fixture
def thyme_docs() -> dict[str, Document]:
    return {doc.id: doc for doc in read(GOLDEN / "thyme")}


@pytest.fixture
def sample_doc() -> Document:
    [doc] = read(GOLDEN / "sample")
    return doc


def make_clinic_id(number: int, kind: str = "e") -> str:
    return f"{number}@{kind}@ID901_clinic_002@gold"


def test_every_layer_becomes_a_set_with_schema_in_its_name(
    thyme_docs: dict[str, Document],
) -> None:
    assert {key: list(doc.sets) for key, doc in thyme_docs.items()} == {
        "ID901_clinic_002": ["gold.Coreference", "gold.Temporal-Relation"],
        "ID901_path_003": ["gold.Temporal-Entity"],
    }
    assert thyme_docs["ID901_clinic_002"].sets["gold.Coreference"].schema == "Coreference"


def test_single_layer_is_named_after_its_annotator() -> None:
    [doc] = read(GOLDEN / "thyme" / "ID901_path_003")
    assert doc.id == "ID901_path_003"
    assert list(doc.sets) == ["gold"] and doc.sets["gold"].schema == "Temporal-Entity"


def test_entities_become_mentions_with_attributes(thyme_docs: dict[str, Document]) -> None:
    doc = thyme_docs["ID901_clinic_002"]
    mentions = doc.sets["gold.Temporal-Relation"].mentions_by_id()
    assert {doc.get_covered_text(mention) for mention in mentions.values()} == {
        "03/28/2008",
        "returns",
        "hemicolectomy",
        "March 14, 2008",
        "recurred",
        "left hips",
    }
    assert (
        mentions[make_clinic_id(1)].type == "DOCTIME"
        and mentions[make_clinic_id(1)].attributes == TEMPORAL
    )
    assert mentions[make_clinic_id(5)].attributes == {
        **TEMPORAL,
        "DocTimeRel": "BEFORE/OVERLAP",
        "Type": "N/A",
        "Degree": "N/A",
        "Polarity": "NEG",
        "ContextualModality": "ACTUAL",
        "ContextualAspect": "N/A",
        "Permanence": "UNDETERMINED",
    }


def test_fragments_unset_properties_and_blanks_are_handled(thyme_docs: dict[str, Document]) -> None:
    hip = (
        thyme_docs["ID901_clinic_002"]
        .sets["gold.Temporal-Relation"]
        .mentions_by_id()[make_clinic_id(6)]
    )
    assert hip.spans == (Span(221, 225), Span(236, 240))
    assert hip.attributes == {**TEMPORAL, "DocTimeRel": "OVERLAP", "Polarity": "POS"}


def test_links_are_read_in_either_order_of_arguments(thyme_docs: dict[str, Document]) -> None:
    annotation_set = thyme_docs["ID901_clinic_002"].sets["gold.Temporal-Relation"]
    assert annotation_set.relations == (
        Relation(
            make_clinic_id(1, "r"),
            "TLINK",
            make_clinic_id(4),
            make_clinic_id(3),
            {**LINK, "Type": "CONTAINS"},
        ),
        Relation(
            make_clinic_id(2, "r"),
            "ALINK",
            make_clinic_id(2),
            make_clinic_id(5),
            {**LINK, "Type": "CONTINUES"},
        ),
    )


def test_link_without_second_argument_becomes_a_group(thyme_docs: dict[str, Document]) -> None:
    annotation_set = thyme_docs["ID901_clinic_002"].sets["gold.Temporal-Relation"]
    attributes = {**LINK, "Type": "BEFORE", "anafora:roles": "Source"}
    assert annotation_set.groups == (
        Group(make_clinic_id(3, "r"), "TLINK", (make_clinic_id(3),), attributes),
    )


def test_chains_of_any_length_become_groups(thyme_docs: dict[str, Document]) -> None:
    doc = thyme_docs["ID901_clinic_002"]
    annotation_set = doc.sets["gold.Coreference"]
    mentions = annotation_set.mentions_by_id()
    long, short, subsets = annotation_set.groups
    assert long == Group(
        make_clinic_id(1, "r"),
        "Identical",
        (make_clinic_id(1), make_clinic_id(2), make_clinic_id(3)),
        CHAIN,
    )
    assert [doc.get_covered_text(mentions[key]) for key in long.members] == [
        "colon cancer",
        "adenocarcinoma",
        "it",
    ]
    assert short == Group(
        make_clinic_id(2, "r"), "Identical", (make_clinic_id(7), make_clinic_id(8)), CHAIN
    )
    assert subsets == Group(
        make_clinic_id(3, "r"),
        "Set/Subset",
        (make_clinic_id(4), make_clinic_id(5), make_clinic_id(6)),
        {**CHAIN, "anafora:roles": "Set Subset Subset"},
    )
    assert annotation_set.relations == (
        Relation(
            make_clinic_id(4, "r"),
            "Whole/Part",
            make_clinic_id(4),
            make_clinic_id(5),
            {**CHAIN, "anafora:arg1": "Whole", "anafora:arg2": "Part"},
        ),
    )


def test_windows_line_endings_are_kept_and_counted(thyme_docs: dict[str, Document]) -> None:
    doc = thyme_docs["ID901_path_003"]
    assert doc.text == "Colon, right:\r\nadenocarcinoma, seen 3/14.\r\n"
    [mention] = doc.sets["gold.Temporal-Entity"].mentions
    assert doc.get_covered_text(mention) == "adenocarcinoma"


def test_annotators_become_sets(sample_doc: Document) -> None:
    assert sample_doc.id == "doc.22"
    assert list(sample_doc.sets) == ["marsh", "quill"]
    assert {annotation_set.schema for annotation_set in sample_doc.sets.values()} == {"Medicine"}


def test_codes_repeated_properties_additions_and_comments_are_read(sample_doc: Document) -> None:
    marsh = sample_doc.sets["marsh"]
    drug, disease, _ = marsh.mentions
    assert drug.type == "Medication/Intervention"
    assert drug.attributes == {"anafora:parentsType": "Entities", "GenericName": "Fluticasone"}
    assert drug.codes == (Code("C0717005"), Code("301543", "RXNORM"))
    assert disease.codes == (Code(CUI_LESS),)
    assert disease.attributes == {
        "anafora:parentsType": "Entities",
        "anafora:adjudication": "gold",
        "Polarity": "Positive",
        "Course": "Chronic,Severe",
    }
    assert marsh.notes == (Note("lung or airways?", disease.id),)


def test_property_that_refers_to_an_entity_becomes_a_relation(sample_doc: Document) -> None:
    location, treats = sample_doc.sets["marsh"].relations
    assert location == Relation(
        "2@e@doc.22@marsh.1",
        "Location",
        "2@e@doc.22@marsh",
        "3@e@doc.22@marsh",
        {"anafora:property": "true"},
    )
    assert treats.attributes == {
        "anafora:parentsType": "MedicalRelations",
        "Outcome": "Failure",
        "anafora:arg1": "Treated",
        "anafora:arg2": "Treatment",
    }


def test_files_without_document_folder_are_read() -> None:
    first, second = read(GOLDEN / "flat", set_name="mine")
    assert (first.id, first.text, list(first.sets)) == ("note1", "Fever.", ["mine"])
    assert first.sets["mine"].schema == "Gold_Temporal_Entities"
    assert (second.id, second.text, list(second.sets)) == ("note2", "Cough.", ["mine"])


def test_text_without_annotations_becomes_a_document(tmp_path: Path) -> None:
    (tmp_path / "a" / "n1").mkdir(parents=True)
    (tmp_path / "a" / "n1" / "n1").write_text("Fever.")
    (tmp_path / "a" / "README").write_text("about these files")
    [doc] = read(tmp_path, "anafora")
    assert (doc.id, doc.text, doc.sets) == ("a/n1", "Fever.", {})


def test_sample_survives_a_round_trip_with_its_ids(sample_doc: Document, tmp_path: Path) -> None:
    write([sample_doc], tmp_path / "out", "anafora")
    assert sorted(path.name for path in (tmp_path / "out/doc.22").iterdir()) == [
        "doc.22",
        "doc.22.Medicine.marsh.completed.xml",
        "doc.22.Medicine.quill.completed.xml",
    ]
    [back] = read(tmp_path / "out")
    assert back == sample_doc


def test_thyme_survives_a_round_trip(thyme_docs: dict[str, Document], tmp_path: Path) -> None:
    assert not count_losses(thyme_docs["ID901_clinic_002"], get("anafora"))
    assert count_losses(thyme_docs["ID901_path_003"], get("anafora")) == {"set-names": 1}, (
        "a single layer is read back as gold"
    )
    write(thyme_docs.values(), tmp_path / "out", "anafora", allow_loss=["set-names"])
    assert {doc.id: doc for doc in read(tmp_path / "out")} == thyme_docs
