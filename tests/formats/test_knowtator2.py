"""Tests of Knowtator 2: reading golden files in the style of CRAFT."""

from pathlib import Path

import pytest
from tests.formats.knowtator2_parts import make_annotation, make_triple, make_vertex, save_file

from goldsmith.core import Code, Document, Group, Note, Relation, canonicalise
from goldsmith.core.structure import check_recorded_text
from goldsmith.formats import count_losses, get, read, write

GOLDEN = Path(__file__).parent / "golden" / "knowtator2"


@pytest.fixture
def golden_doc() -> Document:
    return {doc.id: doc for doc in read(GOLDEN)}["case1"]


def make_id(number: int) -> str:
    return f"case1_Instance_{number}"


def test_project_settings_are_not_read_as_documents() -> None:
    assert [doc.id for doc in read(GOLDEN)] == ["case1", "case2", "case3"]


def test_utf_16_offsets_are_converted(golden_doc: Document) -> None:
    mentions = golden_doc.sets["gold"].mentions_by_id()
    assert golden_doc.get_covered_text(mentions[make_id(5)]) == "It"
    assert mentions[make_id(7)].start == golden_doc.text.index("Calcium")


def test_fragments_are_sorted_and_match_their_recorded_text(golden_doc: Document) -> None:
    her = golden_doc.sets["gold"].mentions_by_id()[make_id(4)]
    assert golden_doc.get_covered_text(her) == her.text == "Her IOP"
    assert not list(check_recorded_text(golden_doc, golden_doc.sets["gold"]))


def test_chains_become_groups_of_their_members_set(golden_doc: Document) -> None:
    assert list(golden_doc.sets) == ["gold"]
    members = (make_id(1), make_id(4), make_id(5))
    assert golden_doc.sets["gold"].groups == (Group("0", "IDENTITY chain", members),)


def test_triples_become_relations(golden_doc: Document) -> None:
    head, attribute, part = golden_doc.sets["gold"].relations
    assert head == Relation("edge_3", "APPOS Head", make_id(1), make_id(2))
    assert attribute == Relation("edge_4", "APPOS Attributes", make_id(1), make_id(3))
    fields = {
        "knowtator:quantifier": "exactly",
        "knowtator:value": "2",
        "knowtator:polarity": "negative",
    }
    assert part == Relation("edge_0.2", "part_of", make_id(6), make_id(7), fields)


def test_concept_classes_become_codes(golden_doc: Document) -> None:
    mentions = golden_doc.sets["gold"].mentions_by_id()
    assert mentions[make_id(6)].type == "CHEBI"
    assert mentions[make_id(6)].codes == (Code("24870", "CHEBI", "ion"),)
    assert mentions[make_id(7)].codes == (Code("calcium", "CHEBI_EXT", "calcium"),)
    assert mentions[make_id(5)].type == "Noun Phrase"


def test_motivations_become_notes(golden_doc: Document) -> None:
    assert golden_doc.sets["gold"].notes == (
        Note("possessive kept apart", make_id(4)),
        Note("two charges", "edge_0.2"),
    )


def test_several_annotators_become_sets() -> None:
    docs = {doc.id: doc for doc in read(GOLDEN, set_name="ours")}
    assert {
        name: len(annotation_set.mentions) for name, annotation_set in docs["case2"].sets.items()
    } == {
        "p1": 1,
        "p2": 1,
    }
    assert list(docs["case3"].sets) == ["ours"]


def test_golden_file_survives_a_round_trip(golden_doc: Document, tmp_path: Path) -> None:
    assert not count_losses(golden_doc, get("knowtator2"))
    write([golden_doc], tmp_path / "out", "knowtator2")
    [back] = read(tmp_path / "out")
    assert canonicalise(back) == canonicalise(golden_doc)


def test_craft_texts_in_another_folder_are_found(tmp_path: Path) -> None:
    content = (GOLDEN / "Annotations/case1.xml").read_text("utf-8")
    for kind in ("CHEBI", "GO_BP"):
        folder = tmp_path / f"concept-annotation/{kind}/knowtator-2"
        folder.mkdir(parents=True)
        (folder / "case1.txt.knowtator.xml").write_text(content, "utf-8")
    (tmp_path / "articles/txt").mkdir(parents=True)
    (tmp_path / "articles/txt/case1.txt").write_bytes((GOLDEN / "Articles/case1.txt").read_bytes())
    docs = list(read(tmp_path))
    assert [doc.id for doc in docs] == [
        "concept-annotation/CHEBI/knowtator-2/case1",
        "concept-annotation/GO_BP/knowtator-2/case1",
    ]
    assert len(docs[0].sets["gold"].mentions) == 7


def test_texts_of_the_same_name_are_distinguished_by_folder(tmp_path: Path) -> None:
    docs = [Document(f"{ward}/n", f"text of {ward}") for ward in ("a", "b", "a/b")]
    write(docs, tmp_path / "out", "knowtator2")
    assert {doc.id: doc.text for doc in read(tmp_path / "out")} == {
        doc.id: doc.text for doc in docs
    }


def test_trigger_with_two_arguments_stays_a_mention(tmp_path: Path) -> None:
    parts = make_annotation("a") + make_annotation("b", 6, 9) + make_annotation("t", 10, 12)
    graph = make_vertex("a") + make_vertex("b") + make_vertex("t")
    graph += make_triple("e1", "t", "Arg1", "a") + make_triple("e2", "t", "Arg2", "b")
    [doc] = read(save_file(tmp_path, parts, graph))
    gold = doc.sets["gold"]
    assert [m.id for m in gold.mentions] == ["a", "b", "t"]
    assert [(rel.type, rel.arg1) for rel in gold.relations] == [("Arg1", "t"), ("Arg2", "t")]


def test_reflexive_relation_is_not_an_attribute(tmp_path: Path) -> None:
    graph = (
        make_vertex("a")
        + make_triple("e1", "a", "same", "a")
        + make_triple("e2", "a", "status", "a", "new")
    )
    [doc] = read(save_file(tmp_path, make_annotation("a"), graph))
    gold = doc.sets["gold"]
    assert gold.mentions[0].attributes == {"status": "new"}
    assert gold.relations == (Relation("e1", "same", "a", "a"),)
