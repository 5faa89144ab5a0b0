"""Tests of Knowtator 1 and eHOST: golden files."""

from pathlib import Path

import pytest

from goldsmith.core import Code, Document, Group, Mention, Note, Relation, Span, canonicalise
from goldsmith.core.structure import check_recorded_text
from goldsmith.formats import count_losses, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "knowtator"


@pytest.fixture
def golden_doc() -> Document:
    [doc] = read(GOLDEN / "protege")
    return doc


def make_id(number: int) -> str:
    return f"Clinic_Instance_{number}"


def get_mention(doc: Document, number: int) -> Mention:
    return doc.sets["gold"].mentions_by_id()[make_id(number)]


def test_utf_16_offsets_are_converted(golden_doc: Document) -> None:
    assert get_mention(golden_doc, 1).spans == (Span(33, 37),)
    assert golden_doc.get_covered_text(get_mention(golden_doc, 6)) == "it"


def test_fragments_match_their_recorded_text(golden_doc: Document) -> None:
    shoulder = get_mention(golden_doc, 2)
    assert shoulder.is_discontiguous
    assert golden_doc.get_covered_text(shoulder) == shoulder.text == "left shoulder"
    assert not list(check_recorded_text(golden_doc, golden_doc.sets["gold"]))


def test_slots_with_values_become_attributes(golden_doc: Document) -> None:
    assert get_mention(golden_doc, 1).attributes == {
        "status": "history of",
        "chronic": "true",
        "severity out of 10": "6",
        "also called": "ache | soreness",
    }
    assert get_mention(golden_doc, 4).attributes == {"confidence": "0.9"}


def test_code_slots_and_concept_classes_become_codes(golden_doc: Document) -> None:
    pain = (Code("C0030193"), Code("22253000", "SNOMEDCT_US", "Pain"))
    assert get_mention(golden_doc, 1).codes == pain
    drug = get_mention(golden_doc, 9)
    assert (drug.type, drug.codes) == ("CHEBI", (Code("41774", "CHEBI", "tamoxifen"),))


def test_slots_with_links_become_relations(golden_doc: Document) -> None:
    relations = {rel.id: rel for rel in golden_doc.sets["gold"].relations}
    assert relations[make_id(104) + ".1"] == Relation(
        make_id(104) + ".1", "has_location", make_id(1), make_id(2)
    )
    assert relations[make_id(104) + ".2"].arg2 == make_id(3)
    assert relations[make_id(112)] == Relation(
        make_id(112), "APPOS Attributes", make_id(8), make_id(10)
    )
    assert relations[make_id(113)] == Relation(make_id(113), "APPOS Head", make_id(8), make_id(9))
    assert make_id(107) not in relations  # a slot without a value is ignored
    assert get_mention(golden_doc, 8).type == "APPOS relation"


def test_pair_without_spans_becomes_a_relation(golden_doc: Document) -> None:
    [pair] = [rel for rel in golden_doc.sets["gold"].relations if rel.type == "pair"]
    roles = {"knowtator:arg1": "anaphor", "knowtator:arg2": "antecedent"}
    assert pair == Relation(
        make_id(30), "pair", make_id(6), make_id(5), {"type": "identity", **roles}
    )


def test_link_target_without_spans_becomes_a_mention(golden_doc: Document) -> None:
    negation = get_mention(golden_doc, 20)
    assert negation == Mention(
        make_id(20), "negation_class", (), {"negation_normalization": "true"}
    )
    assert get_mention(golden_doc, 12).spans == ()


def test_chains_become_groups_with_or_without_spans(golden_doc: Document) -> None:
    chain, lone, sides = golden_doc.sets["gold"].groups
    assert chain == Group(make_id(7), "IDENTITY chain", (make_id(1), make_id(5), make_id(6)))
    start = golden_doc.text.index("shoulder")
    anchor = {"knowtator:anchor": f"{start}-{start + 8}"}
    assert lone == Group(make_id(11), "IDENTITY chain", (make_id(3),), anchor)
    members = (make_id(2), make_id(3))
    assert sides == Group(make_id(31), "both sides", members, {"knowtator:slot": "members"})


def test_comments_become_notes_and_single_annotator_is_one_set(golden_doc: Document) -> None:
    assert list(golden_doc.sets) == ["gold"]
    assert golden_doc.sets["gold"].notes == (Note("side not clear from the letter", make_id(1)),)


def test_golden_file_survives_a_round_trip(golden_doc: Document, tmp_path: Path) -> None:
    assert not count_losses(golden_doc, get("knowtator"))
    write([golden_doc], tmp_path / "out", "knowtator")
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(golden_doc)


def test_ehost_project_with_texts_in_another_folder() -> None:
    docs = list(read(GOLDEN / "ehost", "knowtator"))
    assert [doc.id for doc in docs] == ["corpus/ward-12", "corpus/ward-13"]
    assert docs[1].sets == {}, "no annotation file refers to this text"


def test_ehost_annotators_relation_attributes_and_comments_are_read() -> None:
    doc = next(read(GOLDEN / "ehost", "knowtator"))
    assert list(doc.sets) == ["Ruth", "Jim"]
    ruth = doc.sets["Ruth"]
    assert [doc.get_covered_text(mention) for mention in ruth.mentions] == ["29/09", "Chest pain"]
    link = Relation(
        "EHOST_Instance_115",
        "TLINK",
        "EHOST_Instance_96",
        "EHOST_Instance_95",
        {"relType": "BEGUN_BY"},
    )
    assert ruth.relations == (link,)
    assert ruth.notes == (Note("onset not exact", "EHOST_Instance_96"),)


def test_ehost_working_copies_and_dropped_slots_are_ignored() -> None:
    doc = next(read(GOLDEN / "ehost", "knowtator"))
    ids = [item.id for annotation_set in doc.sets.values() for item in annotation_set.annotations]
    assert "EHOST_Instance_98" not in ids and "EHOST_Instance_116" not in ids
